package privatepg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	dataName = "data"
	initName = "data.init"
)

// site is a directory prepared for a server: it is locked, and the directory of its cluster is known.
//
// All access goes through os.Root. Root may start a server in the directory of another user, who must not be able to redirect it with a
// symbolic link.
type site struct {
	dir, home   string // the given directory; the directory of the cluster, usually the same
	files, base *os.Root
	locks       []*lock
	account     account
	exists      bool // there is a cluster
}

func openSite(ctx context.Context, o *Options) (_ *site, err error) {
	s := &site{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.dir, err = makeDir(o.Dir); err != nil {
		return nil, err
	}
	if s.files, err = s.open(ctx, s.dir); err != nil {
		return nil, err
	}
	s.home, s.base = s.dir, s.files
	noted, err := s.followNote(ctx)
	if err != nil {
		return nil, err
	}
	fi, err := s.cluster()
	if err != nil {
		return nil, err
	}
	if s.exists = fi != nil; s.exists {
		s.account, err = owner(s.data(), fi)
		return s, err
	}
	if s.account, err = serverAccount(); err != nil {
		return nil, err
	}
	obstacle := s.account.firstInaccessible(s.home)
	switch {
	case obstacle == "":
		return s, nil
	case noted:
		return nil, &unreachableError{Path: s.home, Obstacle: obstacle, Account: s.account.name}
	}
	return s, s.placeElsewhere(ctx, o, obstacle)
}

// open opens a directory and locks it.
func (s *site) open(ctx context.Context, dir string) (*os.Root, error) {
	root, err := os.OpenRoot(dir)
	if err == nil {
		var l *lock
		if l, err = acquire(ctx, root); err == nil {
			s.locks = append(s.locks, l)
			return root, nil
		}
		_ = root.Close()
	}
	if errors.Is(err, fs.ErrPermission) {
		for _, path := range []string{dir, filepath.Join(dir, lockName)} {
			if err := checkOwner(path); err != nil {
				return nil, err
			}
		}
	}
	return nil, err
}

// cluster looks for the cluster; nil if there is none yet.
func (s *site) cluster() (fs.FileInfo, error) {
	fi, err := s.base.Stat(dataName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if _, err := s.base.Stat(filepath.Join(dataName, "PG_VERSION")); err == nil || errors.Is(err, fs.ErrPermission) {
		return fi, nil
	}
	// An empty directory is replaced by the new cluster.
	entries, err := fs.ReadDir(s.base.FS(), dataName)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s holds files, but is not a PostgreSQL data directory; move it away or use another directory with --data",
			s.data())
	}
	return nil, err
}

func (s *site) data() string { return filepath.Join(s.home, dataName) }

// close releases the directory. The cluster may be started again at once.
func (s *site) close() {
	for _, l := range s.locks {
		l.release()
	}
	if s.base != nil && s.base != s.files {
		_ = s.base.Close()
	}
	if s.files != nil {
		_ = s.files.Close()
	}
}

// makeDir creates a directory and its missing parents and returns the real path. If root creates them, others may pass through
// them whatever the umask is, because the server runs as another user. Their contents stay protected.
func makeDir(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	mode := fs.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o711
	}
	var missing []string
	for p := dir; ; p = filepath.Dir(p) {
		if _, err := os.Lstat(p); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, p)
	}
	if err := os.MkdirAll(dir, mode); err != nil {
		return "", err
	}
	for _, p := range missing {
		if err := os.Chmod(p, mode); err != nil {
			return "", err
		}
	}
	return filepath.EvalSymlinks(dir)
}
