package privatepg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const lockName = ".lock"

// lock is held by an open file, and so by every process that has inherited that file. Nothing ever unlocks it: it is free
// when the last of them has closed it or died.
type lock struct {
	file *os.File
}

// acquire takes the lock of a directory. If the program that took it runs, that is *InUseError at once. If that program
// is gone, only a server that is ending can still hold the lock, and it gets time to do so.
func acquire(ctx context.Context, root *os.Root) (*lock, error) {
	f, err := root.OpenFile(lockName, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	patience := time.NewTimer(10 * time.Second)
	defer patience.Stop()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for {
		err := flock(f)
		if err == nil {
			l := &lock{file: f}
			if err := l.write(strconv.Itoa(os.Getpid()) + "\n"); err != nil {
				l.release()
				return nil, err
			}
			return l, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			_ = f.Close()
			return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		if pid := readPID(f); pid > 0 && alive(pid) {
			_ = f.Close()
			return nil, &InUseError{Dir: root.Name(), PID: pid}
		}
		select {
		case <-again.C:
		case <-patience.C:
			_ = f.Close()
			return nil, &InUseError{Dir: root.Name()}
		case <-ctx.Done():
			_ = f.Close()
			return nil, context.Cause(ctx)
		}
	}
}

func flock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// release forgets our pid first: if the postmaster was killed, backends may hold the lock a moment longer than we do,
// and whoever comes next must wait for them instead of naming us.
func (l *lock) release() {
	_ = l.write("")
	_ = l.file.Close()
}

func (l *lock) write(text string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(text), 0)
	return err
}

func readPID(f *os.File) int {
	b, _ := io.ReadAll(io.NewSectionReader(f, 0, 32))
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return 0
	}
	return pid
}

// alive tells whether a process exists and has not ended. A zombie has: its descriptors are closed, and in a container
// whose first process collects no children it stays in the table for good.
func alive(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil {
		return errors.Is(err, syscall.EPERM)
	}
	return !zombie(pid)
}
