package platform_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// TestPoolersAreRefused opens a shop through PgBouncer. It fails with an explanation and leaves the database unchanged: a lock of
// migrations would stay in a shared session.
func TestPoolersAreRefused(t *testing.T) {
	t.Parallel()
	const shared, dropped = "pools transactions", "does not set what a connection asks for"
	for _, c := range []struct {
		name, mode string
		settings   []string
		role       string // settings of the role, so that ignored settings of the connection have no effect
		want       string
	}{
		{name: "transactions", mode: "transaction", want: dropped},
		{name: "transactions, settings ignored", mode: "transaction", settings: ignored, want: shared},
		{name: "transactions, as the role is set", mode: "transaction", settings: ignored, role: "read, public", want: shared},
		{name: "transactions, oldest session first", mode: "transaction",
			settings: append(ignored, "server_round_robin=1", "min_pool_size=4"), want: shared},
		{name: "transactions, one session", mode: "transaction", settings: append(ignored, "default_pool_size=1"), want: shared},
		{name: "statements", mode: "statement", settings: ignored, want: shared},
		{name: "sessions", mode: "session", want: dropped},
		{name: "sessions, settings ignored", mode: "session", settings: ignored, want: dropped},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.URL(t)
			direct, err := pgx.Connect(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			defer direct.Close(t.Context())
			if c.role != "" {
				database := pgx.Identifier{direct.Config().Database}.Sanitize()
				if _, err := direct.Exec(t.Context(), "ALTER DATABASE "+database+" SET search_path = "+c.role); err != nil {
					t.Fatal(err)
				}
			}
			app, err := app.Open(t.Context(), app.Config{Database: app.Database{URL: bouncer(t, direct.Config(), c.mode, c.settings)}})
			if err == nil {
				app.Close()
				t.Fatal("the shop was opened")
			}
			if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "give the URL of PostgreSQL itself") {
				t.Errorf("refused because: %v\nwant %q", err, c.want)
			}
			var tables, locks int
			if err := direct.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM pg_class WHERE relname = 'events'),
				(SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database()
				AND l.locktype = 'advisory')`).Scan(&tables, &locks); err != nil {
				t.Fatal(err)
			}
			if tables != 0 || locks != 0 {
				t.Errorf("the database has %d tables of events and %d locks", tables, locks)
			}
		})
	}
}

// ignored makes PgBouncer accept and ignore the settings of a connection.
var ignored = []string{"ignore_startup_parameters=max_parallel_workers_per_gather,search_path,synchronous_commit,timezone," +
	"pg_trgm.word_similarity_threshold"}

// bouncer runs PgBouncer in front of a server and returns the URL of a database through it.
func bouncer(t *testing.T, to *pgx.ConnConfig, mode string, settings []string) string {
	t.Helper()
	where := suite.Program(t, "../../scripts/pgbouncer.sh", "--where")[0]
	dir, err := os.MkdirTemp("/tmp", "tradelog-pgbouncer-") // a short path: it has to fit into a socket's address
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	server := fmt.Sprintf("* = host=%s port=%d user=%s", to.Host, to.Port, to.User)
	if to.Password != "" {
		server += " password=" + to.Password
	}
	lines := append([]string{
		"[databases]", server,
		"[pgbouncer]", "listen_addr=", "listen_port=6432", "unix_socket_dir=" + dir, "auth_type=any", "pool_mode=" + mode,
	}, settings...)
	config := filepath.Join(dir, "ini")
	if err := os.WriteFile(config, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(where, config)
	as, err := account(to.Host)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 { // PgBouncer does not run as root
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
		if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	socket := filepath.Join(dir, ".s.PGSQL.6432")
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for {
		if conn, err := net.Dial("unix", socket); err == nil {
			_ = conn.Close()
			return fmt.Sprintf("postgres://%s@/%s?host=%s&port=6432", to.User, to.Database, dir)
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("PgBouncer ended: %v\n%s", err, said.String())
		case <-again.C:
		}
	}
}

// account returns the account that may use the server's socket: the owner of its directory.
func account(host string) (*syscall.Credential, error) {
	if !filepath.IsAbs(host) {
		return &syscall.Credential{Uid: 65534, Gid: 65534}, nil
	}
	info, err := os.Stat(host)
	if err != nil {
		return nil, err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}, nil
}
