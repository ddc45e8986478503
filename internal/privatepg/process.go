package privatepg

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// environment returns the variables for a program of the server: those that the loader needs and few more. The variables of this
// process may hold secrets, which every process of the server's account could read.
func environment(b Binaries, home string) []string {
	env := []string{
		"HOME=" + home,
		"LC_ALL=C", // some messages are recognised
	}
	libraries := b.Libraries
	for _, kv := range os.Environ() {
		name, value, _ := strings.Cut(kv, "=")
		switch {
		case name == "LD_LIBRARY_PATH":
			libraries = append(libraries[:len(libraries):len(libraries)], value)
		case name == "PATH", name == "LD_PRELOAD", strings.HasPrefix(name, "NSS_WRAPPER_"):
			// Containers with arbitrary user IDs need the last two to give them a name.
			env = append(env, kv)
		}
	}
	if len(libraries) > 0 {
		env = append(env, "LD_LIBRARY_PATH="+strings.Join(libraries, ":"))
	}
	return env
}

// command prepares a program of the server. It runs as the server's account, in a directory which that account can reach. It holds the
// locks of the site, and is signalled if this process ends first.
func (s *site) command(b Binaries, workDir string, afterUs syscall.Signal, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = workDir
	cmd.Env = environment(b, workDir)
	cmd.SysProcAttr = attributes(s.account, afterUs)
	for _, l := range s.locks {
		cmd.ExtraFiles = append(cmd.ExtraFiles, l.file)
	}
	return cmd
}

// launch starts a command and calls exited after it has ended. It locks the thread until then, because the kernel sends the death
// signal when that thread ends.
func launch(cmd *exec.Cmd, exited func(error)) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			exited(cmd.Wait())
		}
	}()
	return <-started
}
