package privatepg

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A cluster is kept elsewhere if the account that runs the server cannot reach the requested directory. Two files link the two directories.
// A note in the directory names the directory of the cluster, and a file beside the cluster names the directory.
//
//	/root/shop/data/postgresql.location     ->  /var/lib/tradelog/6d0f3a.../
//	/var/lib/tradelog/6d0f3a.../belongs-to  ->  /root/shop/data
//
// The note decides. A moved directory keeps its cluster, and a copied one is refused. A directory without a note has no cluster
// yet, even if an earlier directory of that name had one.
const (
	noteFile   = "postgresql.location"
	originFile = "belongs-to"
)

// followNote makes the directory in the note the home of the cluster. It reports whether there is a note.
func (s *site) followNote(ctx context.Context) (bool, error) {
	b, err := s.files.ReadFile(noteFile)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	home := parseNote(b)
	if home == "" {
		return false, fmt.Errorf("%s names no directory", filepath.Join(s.dir, noteFile))
	}
	if _, err := os.Stat(home); errors.Is(err, fs.ErrNotExist) {
		return false, &movedError{Dir: s.dir, Home: home}
	}
	base, err := s.open(ctx, home)
	if err != nil {
		return false, err
	}
	s.home, s.base = home, base
	return true, s.claim()
}

// claim checks that the cluster belongs to this directory. If it belonged to one that no longer exists, that one was moved here.
func (s *site) claim() error {
	b, err := s.base.ReadFile(originFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	origin := strings.TrimSpace(string(b))
	if origin == s.dir {
		return nil
	}
	if origin != "" {
		if note, err := os.ReadFile(filepath.Join(origin, noteFile)); err == nil && parseNote(note) == s.home {
			return &movedError{Dir: s.dir, Home: s.home, Owner: origin}
		}
	}
	return s.base.WriteFile(originFile, []byte(s.dir+"\n"), 0o644)
}

// placeElsewhere chooses a directory for the new cluster of a directory that the account cannot reach.
func (s *site) placeElsewhere(ctx context.Context, o *Options, obstacle string) error {
	refused := func(err error) error {
		return &unreachableError{Path: s.dir, Obstacle: obstacle, Account: s.account.name, Instead: err}
	}
	sum := sha256.Sum256([]byte(s.dir))
	home, err := makeDir(filepath.Join(o.StateDir, hex.EncodeToString(sum[:8])))
	if err != nil {
		return refused(err)
	}
	if second := s.account.firstInaccessible(home); second != "" {
		return refused(fmt.Errorf("%s does not let others through to %s", second, home))
	}
	if s.base, err = s.open(ctx, home); err != nil {
		s.base = s.files
		return err
	}
	s.home = home
	if err := s.renameAside(o); err != nil {
		return err
	}
	if err := s.base.WriteFile(originFile, []byte(s.dir+"\n"), 0o644); err != nil {
		return err
	}
	// The note is written before the cluster, so a cluster without a note was abandoned.
	if err := replace(s.files, noteFile, s.note(obstacle)); err != nil {
		return err
	}
	o.Progress(fmt.Sprintf("The database is kept in %s, because user %s, who runs PostgreSQL, cannot pass through %s.",
		home, s.account.name, obstacle))
	return nil
}

// renameAside renames a cluster whose directory was deleted, perhaps by mistake.
func (s *site) renameAside(o *Options) error {
	if _, err := s.base.Lstat(dataName); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	name := "data.before-" + time.Now().UTC().Format("20060102T150405.000")
	if err := s.base.Rename(dataName, name); err != nil {
		return err
	}
	o.Progress(fmt.Sprintf("%s had a database before. It is now in %s; delete that if you do not miss it.",
		s.dir, filepath.Join(s.home, name)))
	return nil
}

func (s *site) note(obstacle string) []byte {
	return fmt.Appendf(nil, "# The database of this directory is in the place named below, because user %s,\n"+
		"# who runs PostgreSQL, could not pass through %s.\n"+
		"# Without this file the directory has no database: the next start makes an empty one.\n%s\n",
		s.account.name, obstacle, s.home)
}

// parseNote returns the directory that a note names, or "".
func parseNote(b []byte) string {
	for line := range bytes.Lines(b) {
		if line = bytes.TrimRight(line, "\r\n"); bytes.HasPrefix(line, []byte("/")) {
			return string(line)
		}
	}
	return ""
}

// replace writes a file atomically: readers see the old or the new content.
func replace(root *os.Root, name string, content []byte) error {
	temp := name + ".new"
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return root.Rename(temp, name)
}
