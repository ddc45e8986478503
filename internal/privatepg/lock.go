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

	"tradelog/internal/wait"
)

const lockName = ".lock"

// lock is held by an open file, and so by every process that inherited the file. The lock is free when the last of them has closed the file
// or ended.
type lock struct {
	file *os.File
}

// acquire takes the lock of a directory. It fails with *inUseError at once if the program that holds it runs. If that program has
// ended, the lock is held by a server that is stopping, and acquire waits for it.
func acquire(ctx context.Context, root *os.Root) (_ *lock, err error) {
	f, err := root.OpenFile(lockName, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	l := &lock{file: f}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	waiting, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		err := flock(f)
		if err == nil {
			return l, l.write(strconv.Itoa(os.Getpid()) + "\n")
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		if pid := readPID(f); pid > 0 && alive(pid) {
			return nil, &inUseError{Dir: root.Name(), PID: pid}
		}
		wait.For(waiting, 5*time.Millisecond)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if waiting.Err() != nil {
			return nil, &inUseError{Dir: root.Name()}
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

// release clears the pid first. If the postmaster was killed, backends may hold the lock a moment longer. The next start must wait for them
// instead of reporting this process.
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

// alive reports whether a process exists and has not ended. A zombie has ended. In a container whose first process does not wait
// for its children, zombies stay for ever.
func alive(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil {
		return errors.Is(err, syscall.EPERM)
	}
	return !zombie(pid)
}
