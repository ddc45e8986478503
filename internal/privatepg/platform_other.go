//go:build unix && !linux

package privatepg

import (
	"errors"
	"syscall"
)

// attributes lacks what only Linux has: word from the kernel that we are gone. After a kill -9 of ours the server goes on,
// keeps the lock that it inherited, and has to be stopped by hand (SIGINT to the pid in data/postmaster.pid).
func attributes(a account, _ syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true}
}

func zombie(int) bool { return false }

func workingDir(int) (string, error) { return "", errors.ErrUnsupported }
