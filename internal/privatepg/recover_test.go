//go:build linux

package privatepg

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestProgramKilled(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	p := startProgram(t, dir, nil)
	if p.Error != "" {
		t.Fatal(p.Error)
	}
	query(t, p.URL, "create table kept (n int)")
	query(t, p.URL, "insert into kept values (42)")

	old := watch(t, p.PID)
	fatal(t, p.cmd.Process.Kill())
	_ = p.cmd.Wait()

	// At once: Start has to wait for the old server by itself.
	srv := start1(t, Options{Dir: dir})
	if !old.ended(t) {
		t.Error("the old postmaster lives beside the new one")
	}
	if got := query(t, srv.URL(), "select n::text from kept"); got != "42" {
		t.Errorf("got %q", got)
	}
}

// watched is a process that is not our child; its descriptor turns readable when it ends.
type watched struct{ fd int }

func watch(t *testing.T, pid int) watched {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	fatal(t, err)
	t.Cleanup(func() { _ = unix.Close(fd) })
	return watched{fd}
}

func (w watched) ended(t *testing.T) bool {
	t.Helper()
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(w.fd), Events: unix.POLLIN}}, 0)
	fatal(t, err)
	return n == 1
}

// The pid in stale files may be somebody's by now. PostgreSQL takes a process of its account for the old server. The pid file of the
// cluster and the lock file of the socket name one.
func TestStalePIDIsTakenByAnother(t *testing.T) {
	t.Parallel()
	dead := exec.Command("true")
	fatal(t, dead.Start())
	fatal(t, unix.Waitid(unix.P_PID, dead.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)) // a zombie until the end
	t.Cleanup(func() { _ = dead.Wait() })
	account, err := serverAccount()
	fatal(t, err)
	runtime.LockOSThread() // for the death signal
	defer runtime.UnlockOSThread()
	same := exec.Command("sleep", "infinity")
	same.Dir, same.SysProcAttr = "/", attributes(account, syscall.SIGKILL)
	fatal(t, same.Start())
	t.Cleanup(func() {
		_ = same.Process.Kill()
		_ = same.Wait()
	})
	for name, pid := range map[string]int{
		"a process": os.Getpid(), "a zombie": dead.Process.Pid, "a process of the server's account": same.Process.Pid,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			srv := start1(t, Options{Dir: dir})
			file := filepath.Join(srv.DataDir(), "postmaster.pid")
			b, err := os.ReadFile(file)
			fatal(t, err)
			lock := filepath.Join(srv.socketDir, socketFile+".lock")
			held, err := os.ReadFile(lock)
			fatal(t, err)
			srv.Kill()
			for file, content := range map[string][]byte{file: b, lock: held} {
				_, rest, _ := strings.Cut(string(content), "\n")
				fatal(t, os.WriteFile(file, []byte(strconv.Itoa(pid)+"\n"+rest), 0o600))
				fatal(t, os.Chown(file, int(account.uid), int(account.gid)))
			}
			start1(t, Options{Dir: dir})
		})
	}
}

// A server that is not ours may work on the cluster: somebody repairs something. Such a server is left alone.
func TestForeignServerIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	srv := start1(t, Options{Dir: dir})
	file := filepath.Join(srv.DataDir(), "postmaster.pid")
	b, err := os.ReadFile(file)
	fatal(t, err)
	stop(t, srv)

	foreign := exec.Command("sleep", "infinity")
	foreign.Dir = srv.DataDir() // as every server
	foreign.SysProcAttr = attributes(srv.site.account, syscall.SIGKILL)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	fatal(t, foreign.Start())
	defer func() {
		_ = foreign.Process.Kill()
		_ = foreign.Wait()
	}()

	_, rest, _ := strings.Cut(string(b), "\n")
	fatal(t, os.WriteFile(file, []byte(strconv.Itoa(foreign.Process.Pid)+"\n"+rest), 0o600))
	_, err = Start(t.Context(), Options{Dir: dir, Settings: quick})
	if u, ok := errors.AsType[*inUseError](err); !ok || !u.Foreign {
		t.Fatalf("got %v", err)
	}
	wantText(t, err.Error(), dir, strconv.Itoa(foreign.Process.Pid))
	wantText(t, Advice(err), "kill -INT")
}

func TestHalfACluster(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	fatal(t, os.MkdirAll(filepath.Join(dir, initName, "base"), 0o700))
	fatal(t, os.WriteFile(filepath.Join(dir, initName, "PG_VERSION"), []byte("15\n"), 0o600))
	start1(t, Options{Dir: dir})
	if exists(t, filepath.Join(dir, initName)) {
		t.Error("the half is still there")
	}
}

func TestStartIsBrokenOff(t *testing.T) {
	t.Parallel()
	for name, when := range map[string]string{
		"before initdb": "Creating", "before postgres": "Starting", "while it starts": "Waiting",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			reason := errors.New("the person pressed Ctrl-C")
			_, err := Start(ctx, Options{Dir: dir, Settings: quick, Progress: func(s string) {
				if strings.HasPrefix(s, when) {
					cancel(reason)
				}
			}})
			if !errors.Is(err, reason) {
				t.Fatalf("got %v", err)
			}
			wantText(t, err.Error(), dir)
			for _, left := range []string{initName, pidFile, filepath.Join(socketName, socketFile)} {
				if exists(t, filepath.Join(dir, left)) {
					t.Errorf("%s is left", left)
				}
			}
			start1(t, Options{Dir: dir})
		})
	}
}

// initdb is in the middle of its work, which shows in its having begun to write.
func TestInitdbIsBrokenOff(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	b, err := Find(dir)
	fatal(t, err)
	bin := diskDir(t)
	started := filepath.Join(tempDir(t), "started")
	fatal(t, syscall.Mkfifo(started, 0o666))
	fatal(t, os.Chmod(started, 0o666))
	// It has a child, and the child outlives it if only the parent is killed.
	script := "#!/bin/sh\ntouch half\n(echo > '" + started + "'; exec tail -f /dev/null) &\nwait\n"
	writeProgram(t, filepath.Join(bin, "initdb"), strings.NewReader(script))
	fatal(t, os.Symlink(b.postgres(), filepath.Join(bin, "postgres")))

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result := make(chan error)
	go func() {
		_, err := Start(ctx, Options{Dir: dir, Settings: quick, Binaries: Binaries{Dir: bin, Major: b.Major}})
		result <- err
	}()
	_, err = os.ReadFile(started) // returns when the child has written
	fatal(t, err)
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if exists(t, filepath.Join(dir, initName)) {
		t.Error("half a cluster is left")
	}
	start1(t, Options{Dir: dir})
}

func TestLongPath(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{"long": strings.Repeat("x", 120), "comma": "a,b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(tempDir(t), part)
			srv := start1(t, Options{Dir: dir})
			if strings.HasPrefix(srv.socketDir, dir) {
				t.Errorf("the socket is in %s", srv.socketDir)
			}
			query(t, srv.URL(), "create table kept (n int)")
			stop(t, srv)
			if exists(t, srv.socketDir) {
				t.Error("the socket's directory is left")
			}

			p := startProgram(t, dir, nil)
			if p.Error != "" {
				t.Fatal(p.Error)
			}
			note, err := os.ReadFile(filepath.Join(dir, socketNote))
			fatal(t, err)
			fatal(t, p.cmd.Process.Kill())
			_ = p.cmd.Wait()
			srv = start1(t, Options{Dir: dir})
			query(t, srv.URL(), "select n::text from kept")
			if exists(t, strings.TrimSpace(string(note))) {
				t.Error("the socket's directory of the program that was killed is left")
			}
		})
	}
}
