package pgtest

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"tradelog/internal/privatepg"
)

// fill unpacks a new cluster into the directory. Without a cache, the first start creates the cluster.
func (d *dir) fill(ctx context.Context) error {
	b, err := privatepg.Find(d.path)
	if err != nil {
		return err
	}
	archive, err := archiveFor(ctx, b)
	if err != nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if err := unpack(archive, d.path); err != nil {
		return os.RemoveAll(filepath.Join(d.path, "data"))
	}
	d.cached = archive
	return nil
}

func (d *dir) distrust() error {
	return errors.Join(os.Remove(d.cached), os.RemoveAll(filepath.Join(d.path, "data")))
}

// archiveFor returns the archive of a new cluster and creates it if necessary. Concurrent test binaries wait for the one that creates it.
func archiveFor(ctx context.Context, b privatepg.Binaries) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	version, err := b.Version(ctx)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "tradelog", "pgtest")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{version, b.Dir, runtime.GOARCH, privatepg.Recipe()}, "\n")))
	path := filepath.Join(dir, fmt.Sprintf("%d-%s.tar", b.Major, hex.EncodeToString(sum[:6])))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}

	lock, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	return path, makeArchive(ctx, b, path)
}

// makeArchive starts a server in an empty directory, stops it, and packs the cluster.
func makeArchive(ctx context.Context, b privatepg.Binaries, path string) (err error) {
	dir, err := privatepg.TempDir(memory(), "tradelog-pgtest-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	srv, err := privatepg.Start(ctx, privatepg.Options{Dir: dir, Binaries: b, Settings: settings})
	if err != nil {
		return err
	}
	if err := srv.Stop(ctx); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	w := tar.NewWriter(temp)
	if err := errors.Join(pack(w, dir, "data"), w.Close(), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path) // atomic
}

func pack(w *tar.Writer, dir, below string) error {
	return filepath.WalkDir(filepath.Join(dir, below), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fi, err := e.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		h := &tar.Header{Name: name, Mode: int64(fi.Mode().Perm())}
		switch {
		case fi.IsDir():
			h.Typeflag = tar.TypeDir
			return w.WriteHeader(h)
		case !fi.Mode().IsRegular():
			return fmt.Errorf("%s is neither a file nor a directory", path)
		}
		h.Typeflag, h.Size = tar.TypeReg, fi.Size()
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	})
}

func unpack(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	r := tar.NewReader(f)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag == tar.TypeDir {
			err = root.Mkdir(h.Name, fs.FileMode(h.Mode))
		} else {
			err = unpackFile(root, h, r)
		}
		if err != nil {
			return err
		}
	}
}

func unpackFile(root *os.Root, h *tar.Header, r io.Reader) error {
	f, err := root.OpenFile(h.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(h.Mode))
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}
