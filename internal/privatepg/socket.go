package privatepg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	socketName = "s"
	socketFile = ".s.PGSQL.5432" // PostgreSQL derives the name from the port
	socketNote = "postgresql.socket"
	tempPrefix = "tradelog-socket-"

	// maxSocketPath is the longest path of a socket on Linux, without the final zero.
	maxSocketPath = 107
)

// makeSocketDir creates the directory of the socket, which only the server's account may enter. The directory is beside the cluster unless
// that path is too long or contains a comma, which separates directories and hosts in settings.
func (s *site) makeSocketDir() (string, error) {
	s.removeTempSocket()
	dir := filepath.Join(s.home, socketName)
	if len(filepath.Join(dir, socketFile)) <= maxSocketPath && !strings.ContainsAny(dir, `,"`) {
		if err := s.base.Mkdir(socketName, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		if err := s.account.chown(s.base, socketName); err != nil {
			return "", err
		}
		if err := s.clearStaleSocket(); err != nil {
			return "", err
		}
		return dir, s.base.Chmod(socketName, 0o700)
	}
	dir, err := s.account.tempDir("", tempPrefix)
	if err != nil {
		return "", err
	}
	if len(filepath.Join(dir, socketFile)) > maxSocketPath {
		_ = os.Remove(dir)
		return "", fmt.Errorf("no directory has a path short enough for a socket (%d bytes); set TMPDIR to a short one", maxSocketPath)
	}
	// The note comes first, so that the next start removes the directory after a kill -9.
	err = replace(s.base, socketNote, []byte(dir+"\n"))
	if err == nil && s.account.drop {
		err = os.Lchown(dir, int(s.account.uid), int(s.account.gid))
	}
	if err == nil {
		err = os.Chmod(dir, 0o700)
	}
	if err != nil {
		_ = os.Remove(dir)
		return "", err
	}
	return dir, nil
}

// clearStaleSocket removes the socket of a server that was killed, and its lock file. PostgreSQL deals with them, except if a process
// of the same account has the number in the lock file by now. As we hold the lock of the directory no server of ours runs, and
// clearStalePID has looked for those of others.
func (s *site) clearStaleSocket() error {
	for _, name := range []string{socketFile, socketFile + ".lock"} {
		if err := s.base.Remove(filepath.Join(socketName, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// removeTempSocket removes a socket directory outside of the site. It removes only the server's files, so a wrong path in the
// note does no harm.
func (s *site) removeTempSocket() {
	b, err := s.base.ReadFile(socketNote)
	if err != nil {
		return
	}
	dir := strings.TrimSpace(string(b))
	if filepath.IsAbs(dir) && strings.HasPrefix(filepath.Base(dir), tempPrefix) {
		for _, name := range []string{socketFile, socketFile + ".lock", ""} {
			_ = os.Remove(filepath.Join(dir, name))
		}
	}
	_ = s.base.Remove(socketNote)
}

// TempDir creates a temporary directory which the server's account can reach. As with os.MkdirTemp, base may be "". The caller
// removes it.
func TempDir(base, prefix string) (string, error) {
	a, err := serverAccount()
	if err != nil {
		return "", err
	}
	return a.tempDir(base, prefix)
}

func (a account) tempDir(base, prefix string) (string, error) {
	if base == "" {
		base = os.TempDir()
	}
	for _, dir := range []string{base, "/tmp", "/var/tmp"} {
		if a.firstInaccessible(dir) == "" {
			base = dir
			break
		}
	}
	dir, err := os.MkdirTemp(base, prefix)
	if err != nil {
		return "", err
	}
	if a.drop {
		err = os.Chmod(dir, 0o711)
	}
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	return dir, err
}
