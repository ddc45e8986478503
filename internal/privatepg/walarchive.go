package privatepg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// walVariable names the archive of the write-ahead log to the commands of the server. A shell expands it, so the path needs no quoting.
const walVariable = "TRADELOG_WAL_ARCHIVE_DIR"

// archiving holds the settings that archive the write-ahead log. A file gets its name when all of it is on the disk. A file that exists
// already is compared, because PostgreSQL repeats the command after a crash.
var archiving = map[string]string{
	"archive_mode": "on",
	"archive_command": `f="$` + walVariable + `/%f"; if test -f "$f"; then exec cmp -s "%p" "$f"; fi; ` +
		`cp "%p" "$f.part" && sync "$f.part" && mv "$f.part" "$f" && sync "$` + walVariable + `"`,
	"archive_timeout": "60", // seconds: the longest time whose events a lost disk takes along
}

// prepareWALArchive makes the directory of the archive if necessary, and checks that the server's account can write there.
func (s *site) prepareWALArchive(b Binaries, dir string) error {
	if !filepath.IsAbs(dir) {
		return fmt.Errorf("the directory of the archived write-ahead log, %s, is not absolute", dir)
	}
	_, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err = makeDir(dir); err == nil && s.account.drop {
			err = os.Lchown(dir, int(s.account.uid), int(s.account.gid))
		}
	}
	if err != nil {
		return fmt.Errorf("the directory of the archived write-ahead log: %w", err)
	}
	if obstacle := s.account.firstInaccessible(dir); obstacle != "" {
		return &unreachableError{Path: dir, Obstacle: obstacle, Account: s.account.name}
	}
	probe := s.command(b, s.data(), syscall.SIGKILL, "/bin/sh", "-c",
		`n="$`+walVariable+`/.writable"; touch "$n" && sync "$n" && rm "$n" && command -v cmp`)
	probe.Env = append(probe.Env, walVariable+"="+dir)
	if said, err := probe.CombinedOutput(); err != nil {
		return fmt.Errorf("user %s, who runs PostgreSQL, cannot archive the write-ahead log in %s: %w\n%s", s.account.name, dir, err,
			strings.TrimSpace(string(said)))
	}
	return nil
}
