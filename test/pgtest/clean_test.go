//go:build linux

package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tradelog/internal/privatepg"
	"tradelog/test/suite"
)

func TestPrivate(t *testing.T) {
	t.Parallel()
	srv := Private(t)
	for _, name := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		if got := query(t, srv.URL(), "select current_setting('"+name+"')"); got != "on" {
			t.Errorf("%s is %s", name, got)
		}
	}
	execute(t, srv.URL(), "create table kept (n int); insert into kept values (42)")
	srv.Kill()
	again, err := privatepg.Start(t.Context(), privatepg.Options{Dir: srv.Dir()})
	must(t, err)
	defer again.Kill()
	if got := query(t, srv.URL(), "select n::text from kept"); got != "42" { // the URL stays
		t.Errorf("got %q", got)
	}
}

func TestDirIsRemoved(t *testing.T) {
	t.Parallel()
	var path string
	t.Run("uses one", func(t *testing.T) {
		path = Dir(t)
		_, noCache := os.UserCacheDir()
		if _, err := os.Stat(filepath.Join(path, "data", "PG_VERSION")); err != nil && noCache == nil {
			t.Error(err)
		}
	})
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left: %v", path, err)
	}
}

// A test binary may end in any way: by itself without a Main, by -timeout, by kill -9.
func TestNothingIsLeft(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	for name, abruptly := range map[string]bool{"ended": false, "killed": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tmp, err := privatepg.TempDir("", "pgtest-tmp-")
			must(t, err)
			t.Cleanup(func() { must(t, os.RemoveAll(tmp)) })
			must(t, os.Chmod(tmp, 0o777))
			p := startProgram(t, urlVariable+"=", "TMPDIR="+tmp)
			ending := children(t, p.cmd.Process.Pid)
			if len(ending) != 2 {
				t.Fatalf("%d children, want a postmaster and a reaper", len(ending))
			}
			p.end(abruptly)
			for _, fd := range ending { // each turns readable when its process ends
				err := error(unix.EINTR)
				for errors.Is(err, unix.EINTR) { // the runtime's own signals end the wait too
					_, err = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
				}
				must(t, err)
			}
			left, err := os.ReadDir(tmp)
			must(t, err)
			if len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
		})
	}
}

func children(t *testing.T, pid int) (fds []int) {
	t.Helper()
	out, err := exec.Command("ps", "-o", "pid=", "--ppid", strconv.Itoa(pid)).Output()
	must(t, err)
	for _, field := range strings.Fields(string(out)) {
		child, err := strconv.Atoi(field)
		must(t, err)
		fd, err := unix.PidfdOpen(child, 0)
		must(t, err)
		t.Cleanup(func() { _ = unix.Close(fd) })
		fds = append(fds, fd)
	}
	return fds
}

// Several test binaries begin with an empty cache at the same time.
func TestCacheIsMadeOnce(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	cache := t.TempDir()
	t.Run("all", func(t *testing.T) {
		for range 3 {
			t.Run("one", func(t *testing.T) {
				t.Parallel()
				startProgram(t, urlVariable+"=", "XDG_CACHE_HOME="+cache)
			})
		}
	})
	archives, err := filepath.Glob(filepath.Join(cache, "tradelog/pgtest/*"))
	must(t, err)
	if len(archives) != 2 || !strings.HasSuffix(archives[0], ".tar") || !strings.HasSuffix(archives[1], ".lock") {
		t.Errorf("the cache holds %q", archives)
	}
}

func TestCacheIsUnusable(t *testing.T) {
	t.Parallel()
	startProgram(t, urlVariable+"=", "XDG_CACHE_HOME=/proc/none")
}

func TestCacheIsDamaged(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	cache := t.TempDir()
	startProgram(t, urlVariable+"=", "XDG_CACHE_HOME="+cache).end(false)
	archives, err := filepath.Glob(filepath.Join(cache, "tradelog/pgtest/*.tar"))
	must(t, err)
	if len(archives) != 1 {
		t.Fatalf("the cache holds %q", archives)
	}
	t.Log("cut short")
	must(t, os.Truncate(archives[0], 1<<20))
	startProgram(t, urlVariable+"=", "XDG_CACHE_HOME="+cache).end(false)

	t.Log("whole, but with nonsense in it")
	must(t, os.Remove(archives[0]))
	startProgram(t, urlVariable+"=", "XDG_CACHE_HOME="+cache).end(false)
	b, err := os.ReadFile(archives[0])
	must(t, err)
	at := strings.Index(string(b), "data/global/pg_control\x00")
	for i := range 512 {
		b[at+512+i] = 0
	}
	must(t, os.WriteFile(archives[0], b, 0o600))
	startProgram(t, urlVariable+"=", "XDG_CACHE_HOME="+cache).end(false)
	if _, err := os.Stat(archives[0]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the damaged archive is kept: %v", err)
	}
}

// On a foreign server, databases of ended runs are dropped, those of running ones are not.
func TestForeignServer(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	srv := Private(t)
	admin := srv.AdminURL()
	databases := func() string {
		return query(t, admin, "select coalesce(string_agg(datname, ' ' order by datname), '') from pg_database where datname like "+
			"'tradelog_test_%'")
	}
	execute(t, admin, "create database tradelog_test_of_somebody_else")
	execute(t, admin, "create database tradelog_test_0badcafe_7_old")

	living := startProgram(t, urlVariable+"="+admin)
	run, _, _ := strings.Cut(living.said, " ")
	second := startProgram(t, urlVariable+"="+admin)
	got := databases()
	if !strings.Contains(got, run) || !strings.Contains(got, "somebody_else") || strings.Contains(got, "0badcafe") {
		t.Errorf("while the first lives: %s", got)
	}
	for _, p := range []*program{second, living} {
		p.end(true)
		run, _, _ := strings.Cut(p.said, " ")
		execute(t, admin, fmt.Sprintf("select pg_advisory_lock(%d, %d)", lockClass, lockKey(run))) // waits until it is free
	}

	exe, err := os.Executable()
	must(t, err)
	tests := exec.Command(exe, "-test.v", "-test.run", "^(TestEachTestHasItsOwn|TestTemplate.*|TestDatabaseIsDropped)$")
	tests.Env = append(os.Environ(), urlVariable+"="+admin)
	out, err := tests.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestTemplate") {
		t.Errorf("%v\n%s", err, out)
	}
	if got := databases(); got != "tradelog_test_of_somebody_else" {
		t.Errorf("at the end: %s", got)
	}
}
