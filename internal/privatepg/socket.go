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
	socketFile = ".s.PGSQL.5432" // PostgreSQL makes the name from the port, which means nothing else here
	socketNote = "postgresql.socket"
	tempPrefix = "tradelog-socket-"

	// maxSocketPath is what fits into a socket's address on Linux, without the zero at its end.
	maxSocketPath = 107
)

// makeSocketDir makes the directory for the socket, open to the server's account alone. It is beside the cluster unless
// its path cannot be written in an address: it may be too long, and lists of directories (the server's) and of hosts
// (the clients') are separated by commas.
func (s *site) makeSocketDir() (string, error) {
	s.removeTempSocket()
	dir := filepath.Join(s.home, socketName)
	if len(filepath.Join(dir, socketFile)) <= maxSocketPath && !strings.ContainsAny(dir, `,"`) {
		if err := s.base.Mkdir(socketName, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		if err := s.account.give(s.base, socketName); err != nil {
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
	// Noted first: after a kill -9 the next start removes it.
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

// removeTempSocket removes a socket directory outside of the site, if there is one. Only what the server put there is
// removed, so a wrong path in the note does no harm.
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

// TempDir makes a temporary directory in which a server can be started: one that the account which runs the server can
// reach, so not one that only root may enter. As with os.MkdirTemp, base may be "". The caller removes it.
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
	for _, place := range []string{base, "/tmp", "/var/tmp"} {
		if a.obstacle(place) == "" {
			base = place
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
