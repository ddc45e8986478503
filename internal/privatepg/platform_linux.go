package privatepg

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// attributes returns the attributes of a child process that must end with this one. The kernel sends the signal when the thread that
// started it ends.
func attributes(a account, afterUs syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true, Pdeathsig: afterUs}
}

func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	// The state follows the name, which is in brackets and may itself contain brackets.
	_, state, ok := bytes.Cut(stat[max(bytes.LastIndexByte(stat, ')'), 0):], []byte(" "))
	return ok && len(state) > 0 && (state[0] == 'Z' || state[0] == 'X')
}

// workingDir returns a process's working directory. A server's is its data directory.
func workingDir(pid int) (string, error) {
	return os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
}
