package privatepg

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// minMajor is the oldest supported major version: CREATE DATABASE ... STRATEGY and MERGE came with 15.
const minMajor = 15

// Binaries is a directory with the programs of a PostgreSQL server.
type Binaries struct {
	Dir   string // holds initdb and postgres
	Major int

	// Libraries are directories to search for shared libraries. The loader does not find those of a package that was unpacked
	// outside of /.
	Libraries []string
}

func (b Binaries) String() string { return fmt.Sprintf("%d in %s", b.Major, b.Dir) }

func (b Binaries) initdb() string   { return filepath.Join(b.Dir, "initdb") }
func (b Binaries) postgres() string { return filepath.Join(b.Dir, "postgres") }

// Client prepares a client program of these binaries, such as pg_dump, with the environment of this process.
func (b Binaries) Client(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(b.Dir, program), args...)
	libraries := slices.Clone(b.Libraries)
	if more := os.Getenv("LD_LIBRARY_PATH"); more != "" {
		libraries = append(libraries, more)
	}
	cmd.Env = os.Environ()
	if len(libraries) > 0 {
		cmd.Env = append(cmd.Env, "LD_LIBRARY_PATH="+strings.Join(libraries, ":"))
	}
	return cmd
}

// Version asks postgres for its full version, such as "15.18 (Debian 15.18-0+deb12u1)".
func (b Binaries) Version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := b.Command(ctx, "postgres", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", b.postgres(), err)
	}
	_, version, ok := strings.Cut(strings.TrimSpace(string(out)), "(PostgreSQL) ")
	if !ok {
		return "", fmt.Errorf("%s --version said %q", b.postgres(), out)
	}
	return version, nil
}

// packaged matches bin directories whose name contains the version, which saves running the program.
var packaged = regexp.MustCompile(`^(.*)/usr/(?:lib/postgresql/|pgsql-)([1-9][0-9]*)(?:/bin)$`)

// Command prepares a client program of the same directory, such as pg_basebackup. It runs as the account of this process.
func (b Binaries) Command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(b.Dir, program), args...)
	cmd.Env = environment(b, "/")
	return cmd
}

// inspect returns the binaries in a directory, or an error that says why there are none.
func inspect(ctx context.Context, dir string) (Binaries, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Binaries{}, err
	}
	b := Binaries{Dir: dir}
	for _, program := range []string{b.postgres(), b.initdb()} {
		fi, err := os.Stat(program)
		if err != nil {
			return b, err
		}
		if !fi.Mode().IsRegular() || fi.Mode()&0o111 == 0 {
			return b, fmt.Errorf("%s is not a program", program)
		}
	}
	m := packaged.FindStringSubmatch(dir)
	if m != nil && m[1] != "" {
		b.Libraries, _ = filepath.Glob(m[1] + "/usr/lib/*-linux-*") // the pattern is ours, so it is well formed
	}
	if m != nil {
		b.Major, err = strconv.Atoi(m[2])
		return b, err
	}
	version, err := b.Version(ctx)
	if err != nil {
		return b, err
	}
	b.Major = leadingNumber(version)
	if b.Major == 0 {
		return b, fmt.Errorf("%s has version %q", b.postgres(), version)
	}
	return b, nil
}

// leadingNumber reads the major version from "15.18 (Debian)", "19beta1" or the text of PG_VERSION; 0 if there is none.
func leadingNumber(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(s)
	}
	n, err := strconv.Atoi(s[:end])
	if err != nil {
		return 0
	}
	return n
}
