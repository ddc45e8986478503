package pgtest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/internal/privatepg"
)

// Option changes what URL and Pool provide.
type Option func(*options)

type options struct {
	template  string
	prepare   Prepare
	configure []func(*pgxpool.Config)
}

// Prepare fills a template database.
type Prepare func(ctx context.Context, url string) error

// WithTemplate makes the test's database a copy of a template. The first test that names a template prepares it, and the others wait. A
// name stands for one Prepare. If it fails, all tests with that template fail.
func WithTemplate(name string, prepare Prepare) Option {
	return func(o *options) { o.template, o.prepare = name, prepare }
}

// WithMaxConns sets the size of a Pool. The default is 4: enough for a test, and 500 connections are enough for many tests.
func WithMaxConns(n int32) Option {
	return WithConfig(func(c *pgxpool.Config) { c.MaxConns = n })
}

// WithConfig changes the configuration of a Pool, for example to add a tracer.
func WithConfig(configure func(*pgxpool.Config)) Option {
	return func(o *options) { o.configure = append(o.configure, configure) }
}

// URL returns the URL of a new database that is dropped when the test ends.
func URL(t testing.TB, opts ...Option) string {
	t.Helper()
	return database(t, collect(opts))
}

// Pool returns a pool of connections to a new database. When the test ends the pool is closed and the database dropped.
func Pool(t testing.TB, opts ...Option) *pgxpool.Pool {
	t.Helper()
	o := collect(opts)
	config, err := pgxpool.ParseConfig(database(t, o))
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	config.MaxConns = 4
	for _, configure := range o.configure {
		configure(config)
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() { closePool(t, pool) })
	if err := pool.Ping(t.Context()); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return pool
}

// patience is the time that a test may take to release its connections. One test changes it.
var patience = 10 * time.Second

// closePool bounds the time that Close may take. So an unreleased connection fails its own test, and not all tests by -timeout. Dropping
// the database ends such connections.
func closePool(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	closed := make(chan struct{})
	go func() {
		pool.Close()
		close(closed)
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-closed:
	case <-late.C:
		t.Errorf("pgtest: the test ended without giving back %d of its pool's connections", pool.Stat().AcquiredConns())
	}
}

func collect(opts []Option) options {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

func database(t testing.TB, o options) string {
	t.Helper()
	h, err := sharedHost()
	if err != nil {
		t.Fatalf("pgtest: %v\n%s", err, privatepg.Advice(err))
	}
	template := "template0"
	if o.prepare != nil {
		if template, err = h.template(o.template, o.prepare); err != nil {
			t.Fatalf("pgtest: %v", err)
		}
	}
	name := h.newName(t.Name())
	if err := h.create(t.Context(), name, template); err != nil {
		t.Fatalf("pgtest: create a database: %v", err)
	}
	t.Cleanup(func() {
		if err := h.drop(context.Background(), name); err != nil {
			t.Errorf("pgtest: drop the database: %v", err)
		}
	})
	return h.url(name)
}

// newName returns a name that is unique on the server. It contains the end of the test's name, for pg_stat_activity and the server's log.
func (h *host) newName(test string) string {
	label := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '_'
	}, test)
	const longest = 63 // bytes of a name in PostgreSQL
	prefix := fmt.Sprintf("%s%s_%d_", namePrefix, h.run, h.count.Add(1))
	return prefix + label[max(0, len(label)-(longest-len(prefix))):]
}
