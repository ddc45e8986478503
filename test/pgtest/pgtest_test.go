//go:build linux

package pgtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func TestEachTestHasItsOwn(t *testing.T) {
	t.Parallel()
	for range 8 {
		t.Run("one", func(t *testing.T) {
			t.Parallel()
			pool := Pool(t)
			_, err := pool.Exec(t.Context(), "create table mine (n int)") // fails if it is shared, or not empty
			must(t, err)
			if n := pool.Config().MaxConns; n != 4 {
				t.Errorf("the pool has %d connections", n)
			}
		})
	}
}

func TestDatabaseIsDropped(t *testing.T) {
	t.Parallel()
	var name, admin string
	t.Run("Makes One: with a name that is far too long for a database, and with Ümläuts", func(t *testing.T) {
		url := URL(t)
		name = query(t, url, "select current_database()")
		// An open connection does not prevent the deletion of the database.
		_, err := pgx.Connect(t.Context(), url)
		must(t, err)
	})
	if !strings.HasPrefix(name, namePrefix) || !strings.HasSuffix(name, "ml_uts") {
		t.Errorf("the database was named %s", name)
	}
	h, err := sharedHost()
	must(t, err)
	admin = h.admin
	if got := query(t, admin, "select count(*)::text from pg_database where datname = '"+name+"'"); got != "0" {
		t.Error("it is still there")
	}
}

func TestRoleIsOrdinary(t *testing.T) {
	t.Parallel()
	url := URL(t)
	h, err := sharedHost()
	must(t, err)
	if h.owner == "" {
		return // a foreign server has its own role
	}
	if got := query(t, url, "select usesuper::text from pg_user where usename = current_user"); got != "false" {
		t.Error("tests run as superuser")
	}
	for _, extension := range []string{"pg_trgm", "citext", "unaccent", "btree_gin"} { // extensions that any user may create
		execute(t, url, "create extension "+extension)
	}
}

// rounds makes names that are new with -count=2, too: a template lives as long as the process.
var rounds atomic.Int32

func TestTemplate(t *testing.T) {
	t.Parallel()
	name := fmt.Sprint("test", rounds.Add(1))
	var prepared atomic.Int32
	prepare := func(ctx context.Context, url string) error {
		prepared.Add(1)
		conn, err := pgx.Connect(ctx, url) // an open connection, which must not prevent copies
		if err != nil {
			return err
		}
		_, err = conn.Exec(ctx, "create table migrated (n int); insert into migrated values (1)")
		return err
	}
	t.Run("group", func(t *testing.T) {
		for range 6 {
			t.Run("copy", func(t *testing.T) {
				t.Parallel()
				pool := Pool(t, WithTemplate(name, prepare), WithMaxConns(2))
				if n := pool.Config().MaxConns; n != 2 {
					t.Errorf("the pool has %d connections", n)
				}
				var n int
				must(t, pool.QueryRow(t.Context(), "insert into migrated values (2) returning (select sum(n) from migrated)").Scan(&n))
				if n != 1 {
					t.Errorf("the copies share rows: the sum is %d", n)
				}
			})
		}
	})
	if n := prepared.Load(); n != 1 {
		t.Errorf("prepared %d times", n)
	}
}

func TestTemplateThatFails(t *testing.T) {
	t.Parallel()
	name := fmt.Sprint("broken", rounds.Add(1))
	calls := 0
	prepare := func(context.Context, string) error {
		calls++
		return errors.New("syntax error at or near SELCT")
	}
	for range 2 {
		said := fails(t, func(t testing.TB) { URL(t, WithTemplate(name, prepare)) })
		if !strings.Contains(said, "broken") || !strings.Contains(said, "SELCT") {
			t.Errorf("it said %q", said)
		}
	}
	if calls != 1 {
		t.Errorf("prepared %d times", calls)
	}
}

func TestForgottenConnectionFailsTheTest(t *testing.T) {
	before := patience
	patience = time.Nanosecond
	defer func() { patience = before }()
	var conn *pgxpool.Conn
	said := fails(t, func(t testing.TB) {
		var err error
		conn, err = Pool(t).Acquire(t.Context())
		must(t, err)
	})
	conn.Release()
	if !strings.Contains(said, "1 of its pool's connections") {
		t.Errorf("it said %q", said)
	}
}

func TestWithDatabase(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"postgres://u:p%40ss@host:5433/main?sslmode=require": "postgres://u:p%40ss@host:5433/d?sslmode=require",
		"postgres://u@/main?host=%2Ftmp%2Fa%20b&port=5432":   "postgres://u@/d?host=%2Ftmp%2Fa%20b&port=5432",
		"postgresql:///?dbname=main&host=%2Ftmp%2Fa%20b":     "postgresql:///d?host=%2Ftmp%2Fa%20b",
		"postgres://host":                    "postgres://host/d",
		"host=localhost user=me dbname=main": "host=localhost user=me dbname=main dbname=d",
	} {
		got := withDatabase(in, "d")
		if got != want {
			t.Errorf("%s: got %s", in, got)
		}
		config, err := pgx.ParseConfig(got)
		must(t, err)
		if config.Database != "d" {
			t.Errorf("%s: pgx takes %s for the database", got, config.Database)
		}
	}
}
