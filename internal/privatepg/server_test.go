//go:build linux

package privatepg

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestDataIsKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "not", "there yet") // spaces, too
	var said []string
	srv := start1(t, Options{Dir: dir, Progress: func(s string) { said = append(said, s) }})
	wantText(t, strings.Join(said, "\n"), "Creating a PostgreSQL", dir)
	query(t, srv.URL(), "create table kept (n int)")
	query(t, srv.URL(), "insert into kept values (42)")
	url := srv.URL()
	stop(t, srv)

	said = nil
	srv = start1(t, Options{Dir: dir, Progress: func(s string) { said = append(said, s) }})
	if srv.URL() != url {
		t.Errorf("URL was %s and is %s", url, srv.URL())
	}
	if got := query(t, srv.URL(), "select n::text from kept"); got != "42" {
		t.Errorf("got %q", got)
	}
	if s := strings.Join(said, "\n"); strings.Contains(s, "Creating") || strings.Contains(s, "recovers") {
		t.Errorf("the second start said:\n%s", s)
	}
	if !exists(t, srv.LogFile()) || !exists(t, srv.LogFile()+".1") {
		t.Error("the log of this run or of the one before is missing")
	}
}

func TestServerIsPrivate(t *testing.T) {
	t.Parallel()
	srv := start1(t, Options{Dir: tempDir(t), Settings: map[string]string{"fsync": "off", "work_mem": "5MB"}})
	for sql, want := range map[string]string{
		"select setting from pg_settings where name = 'listen_addresses'":                    "",
		"select current_setting('unix_socket_permissions')":                                  "0700",
		"select current_setting('work_mem')":                                                 "5MB",
		"select current_setting('shared_buffers')":                                           "128MB",
		"select current_setting('data_checksums')":                                           "on",
		"select current_setting('server_encoding')":                                          "UTF8",
		"select current_setting('TimeZone')":                                                 "UTC",
		"select lower('ÄÖÜ')":                                                                "äöü",
		"select current_database()":                                                          "tradelog",
		"select rolsuper::text from pg_roles where rolname = current_user":                   "false",
		"select pg_get_userbyid(datdba) from pg_database where datname = current_database()": "tradelog",
	} {
		if got := query(t, srv.URL(), sql); got != want {
			t.Errorf("%s: got %q, want %q", sql, got, want)
		}
	}
	if got := query(t, srv.AdminURL(), "select rolsuper::text from pg_roles where rolname = current_user"); got != "true" {
		t.Error("AdminURL is not the superuser's")
	}
	for _, dir := range []string{srv.socketDir, srv.DataDir()} {
		fi, err := os.Stat(dir)
		fatal(t, err)
		if fi.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v", dir, fi.Mode())
		}
	}
	hba, err := os.ReadFile(filepath.Join(srv.DataDir(), "pg_hba.conf"))
	fatal(t, err)
	for line := range strings.Lines(string(hba)) {
		if strings.HasPrefix(line, "host") && !strings.Contains(line, "reject") {
			t.Errorf("pg_hba.conf lets TCP in: %s", line)
		}
	}
}

func TestNoSecretsInServerEnvironment(t *testing.T) {
	t.Setenv("TRADELOG_SECRET_KEY", "do-not-show-this")
	srv := start1(t, Options{Dir: tempDir(t)})
	env, err := os.ReadFile("/proc/" + query(t, srv.AdminURL(), "select pg_backend_pid()::text") + "/environ")
	if err == nil && strings.Contains(string(env), "do-not-show-this") {
		t.Error("a backend was given our environment")
	}
}

func TestSecondInstanceIsRefused(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	first := startProgram(t, dir, nil)
	if first.Error != "" {
		t.Fatal(first.Error)
	}
	_, err := Start(t.Context(), Options{Dir: dir, Settings: quick})
	inUse, ok := errors.AsType[*inUseError](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	if inUse.PID != first.cmd.Process.Pid || inUse.Dir != dir {
		t.Errorf("it names process %d and directory %s", inUse.PID, inUse.Dir)
	}
	wantText(t, err.Error(), dir, "another tradelog")
	wantText(t, Advice(err), "--data", "Stop it")

	query(t, first.URL, "select 1::text") // and the first one did not notice
	first.finish(t)
	start1(t, Options{Dir: dir})
}

func TestStopTwice(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	srv := start1(t, Options{Dir: dir})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if err := srv.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	<-srv.Done()
	stop(t, srv)
	srv.Kill()
	if err := srv.Err(); err != nil {
		t.Errorf("a server that was stopped has the error %v", err)
	}
	if exists(t, filepath.Join(dir, pidFile)) {
		t.Error("the pid file is still there, so the stop was not clean")
	}
}

func TestStopWithoutPatience(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	srv := start1(t, Options{Dir: dir})
	// A suspended server cannot stop, which shows that Stop respects its context. Kill resumes it.
	fatal(t, syscall.Kill(srv.PID(), syscall.SIGSTOP))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := srv.Stop(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-srv.Done()
	if err := srv.Err(); err != nil {
		t.Errorf("got %v", err)
	}
	start1(t, Options{Dir: dir})
}

func TestServerEndsByItself(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]syscall.Signal{"killed": syscall.SIGKILL, "stopped by somebody": syscall.SIGINT} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			srv := start1(t, Options{Dir: dir})
			select {
			case <-srv.Done():
				t.Fatal("done already")
			default:
			}
			if err := srv.Err(); err != nil {
				t.Fatalf("a running server has the error %v", err)
			}
			query(t, srv.URL(), "create table kept (n int)")
			fatal(t, syscall.Kill(srv.PID(), how))
			<-srv.Done()
			if _, ok := errors.AsType[*failedError](srv.Err()); !ok {
				t.Errorf("got %v", srv.Err())
			}
			if err := srv.Stop(t.Context()); err != nil {
				t.Errorf("stopping a server that is gone: %v", err)
			}
			if srv.Err() == nil {
				t.Error("stopping it made Err forget")
			}
			srv = start1(t, Options{Dir: dir}) // at once: backends of the old one may still be ending
			query(t, srv.URL(), "select n::text from kept")
		})
	}
}

func TestKill(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	settings := map[string]string{"shared_buffers": "16MB"} // durable, as it is by default
	srv := start1(t, Options{Dir: dir, Settings: settings})
	query(t, srv.URL(), "create table kept (n int)")
	query(t, srv.URL(), "insert into kept values (42)")
	srv.Kill()
	if err := srv.Err(); err != nil {
		t.Errorf("got %v", err)
	}
	var said []string
	srv = start1(t, Options{Dir: dir, Settings: settings, Progress: func(s string) { said = append(said, s) }})
	wantText(t, strings.Join(said, "\n"), "recovers now")
	if got := query(t, srv.URL(), "select n::text from kept"); got != "42" {
		t.Errorf("got %q", got)
	}
}

func TestReservedSettings(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "d")
	for _, name := range []string{"listen_addresses", "port", "data_directory"} {
		_, err := Start(t.Context(), Options{Dir: dir, Settings: map[string]string{name: "x"}})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if exists(t, dir) {
		t.Error("the directory was created")
	}
}

func TestUnknownSettingIsExplained(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Options{Dir: tempDir(t), Settings: map[string]string{"fsync": "off", "no_such": "1"}})
	if _, ok := errors.AsType[*failedError](err); !ok {
		t.Fatalf("got %v", err)
	}
	wantText(t, err.Error(), "no_such")
	wantText(t, Advice(err), "postgres.log", "--database")
}
