package privatepg

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// environment is what a program of the server gets to see: what the loader needs, and little more. Ours may hold
// secrets, and the server's processes would show them to everybody who is the server's account.
func environment(b Binaries, home string) []string {
	env := []string{
		"HOME=" + home,
		"LC_ALL=C", // messages; some of them are recognised
	}
	libraries := b.Libraries
	for _, kv := range os.Environ() {
		name, value, _ := strings.Cut(kv, "=")
		switch {
		case name == "LD_LIBRARY_PATH":
			libraries = append(libraries[:len(libraries):len(libraries)], value)
		case name == "PATH", name == "LD_PRELOAD", strings.HasPrefix(name, "NSS_WRAPPER_"):
			// The last two are how containers with made-up user IDs give them a name.
			env = append(env, kv)
		}
	}
	if len(libraries) > 0 {
		env = append(env, "LD_LIBRARY_PATH="+strings.Join(libraries, ":"))
	}
	return env
}

// command prepares a program of the server: as the server's account, from a directory which that account can reach,
// holding the site's locks, and ended by a signal if we end first.
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

// launch starts a command and calls exited when it has ended. The thread that starts it is kept until then, because its
// end is what tells the kernel that we are gone.
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
