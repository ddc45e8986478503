//go:build unix && !linux

package privatepg

import (
	"errors"
	"syscall"
)

// attributes lacks the parent death signal, which only Linux has. After a kill -9 of this process the server keeps running and
// holds the lock. It has to be stopped by hand (SIGINT to the pid in data/postmaster.pid).
func attributes(a account, _ syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true}
}

func zombie(int) bool { return false }

func workingDir(int) (string, error) { return "", errors.ErrUnsupported }
