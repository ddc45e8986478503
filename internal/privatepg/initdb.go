package privatepg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const superuser = "postgres"

// recipe holds the arguments of initdb.
var recipe = []string{
	"--username=" + superuser,
	"--encoding=UTF8", "--locale=C.UTF-8", // code point order, the same on every machine and in every release
	"--auth-local=trust", "--auth-host=reject",
	"--data-checksums", "--no-instructions",
}

// Recipe describes how Start creates a cluster. Clusters created by the same binaries with the same recipe are interchangeable,
// so they may be cached and copied; see package pgtest.
func Recipe() string {
	return strings.Join(append([]string{Role, databaseName}, recipe...), " ")
}

// create creates a cluster. It has another name until it is complete, so that a crash never leaves half a cluster.
func (s *site) create(ctx context.Context, b Binaries, durable bool) error {
	if err := s.base.RemoveAll(initName); err != nil {
		return err
	}
	if err := s.base.Mkdir(initName, 0o700); err != nil {
		return err
	}
	err := s.account.chown(s.base, initName)
	if err == nil {
		err = s.initdb(ctx, b, durable)
	}
	if err == nil {
		// An empty directory may have the name already. Remove fails for one that is not empty.
		if err = s.base.Remove(dataName); err == nil || errors.Is(err, fs.ErrNotExist) {
			err = s.base.Rename(initName, dataName)
		}
	}
	if err != nil {
		_ = s.base.RemoveAll(initName) // the next start tries again
		return err
	}
	return syncDir(s.base)
}

func (s *site) initdb(ctx context.Context, b Binaries, durable bool) error {
	dir := filepath.Join(s.home, initName)
	args := append([]string{"-D", dir}, recipe...)
	if !durable {
		args = append(args, "--no-sync")
	}
	var output strings.Builder
	cmd := s.command(b, dir, syscall.SIGKILL, b.initdb(), args...)
	cmd.Stdout, cmd.Stderr = &output, &output

	ended := make(chan error, 1)
	if err := launch(cmd, func(err error) { ended <- err }); err != nil {
		return s.explain(b, "initdb", err, "", "")
	}
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		// initdb has children, so its group is killed. Wait returns after the last of them has closed its output, so nothing
		// writes to the directory when it is removed.
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-ended
		return context.Cause(ctx)
	}
	if err != nil {
		return s.explain(b, "initdb", err, output.String(), "")
	}
	return nil
}

// explain turns a failure of initdb or postgres into the most specific error.
func (s *site) explain(b Binaries, program string, err error, output, logFile string) error {
	if errors.Is(err, fs.ErrPermission) { // fork and exec do not say which step was refused
		for _, path := range []string{filepath.Join(b.Dir, program), s.data(), filepath.Join(s.home, initName)} {
			if obstacle := s.account.firstInaccessible(path); obstacle != "" {
				return &unreachableError{Path: path, Obstacle: obstacle, Account: s.account.name}
			}
		}
		if s.account.drop && errors.Is(err, syscall.EPERM) {
			err = fmt.Errorf("becoming user %s is not allowed here (a container without CAP_SETUID and CAP_SETGID?): %w", s.account.name,
				err)
		}
	}
	if strings.Contains(output, "could not look up effective user ID") {
		return &accountError{UID: int(s.account.uid), Err: err}
	}
	return &failedError{Program: program, Err: err, Output: strings.TrimSpace(output), LogFile: logFile}
}

func syncDir(root *os.Root) error {
	d, err := root.Open(".")
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) { // not every file system supports it
		err = nil
	}
	return errors.Join(err, d.Close())
}
