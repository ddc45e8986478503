package pgtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/internal/privatepg"
)

// urlVariable names the server to use instead of a private one.
const urlVariable = "TRADELOG_TEST_DATABASE_URL"

// host is a server with test databases.
type host struct {
	run   string // marks the databases of this process
	count atomic.Int64

	admin    string // URL of a user that may create databases
	owner    string // role that owns them; "" for the creator
	strategy string // of copying a template
	url      func(database string) string
	stop     func() error

	mu        sync.Mutex
	templates map[string]func() (string, error)

	doing sync.Mutex
	conn  *pgx.Conn // connection of do; a new one costs the server more than most of the statements
}

// shared is the host of all tests of this process until Main stops it.
var shared struct {
	sync.Mutex
	host *host
	err  error
	over bool
}

func sharedHost() (*host, error) {
	shared.Lock()
	defer shared.Unlock()
	switch {
	case shared.over:
		return nil, errors.New("the tests are over")
	case shared.host == nil && shared.err == nil:
		if url := os.Getenv(urlVariable); url != "" {
			shared.host, shared.err = newForeignHost(context.Background(), url)
		} else {
			shared.host, shared.err = newPrivateHost(context.Background())
		}
	}
	return shared.host, shared.err
}

// Main runs the tests of a package, stops the shared server, and runs the checks. TestMain calls it. It exits if anything failed.
func Main(m *testing.M, checks ...func() error) {
	code := m.Run()
	for _, check := range append([]func() error{stopShared}, checks...) {
		if err := check(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	if code != 0 {
		os.Exit(code)
	}
}

func stopShared() error {
	shared.Lock()
	defer shared.Unlock()
	shared.over = true
	if shared.host == nil {
		return nil
	}
	err := shared.host.stop()
	shared.host = nil
	return err
}

func newHost(admin string) *host {
	return &host{run: fmt.Sprintf("%08x", rand.Uint32()), admin: admin, templates: map[string]func() (string, error){}}
}

// settings of the shared private server. Most of them only affect the data after a crash. Autovacuum is off because there are too many
// databases. The write-ahead log is short because it may be in memory.
var settings = map[string]string{
	"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "wal_level": "minimal", "max_wal_senders": "0",
	"max_connections": "500", "autovacuum": "off", "max_wal_size": "256MB",
}

func newPrivateHost(ctx context.Context) (*host, error) {
	dir, err := newDir(ctx, memory())
	if err != nil {
		return nil, err
	}
	srv, err := dir.start(ctx, settings)
	if err != nil {
		return nil, errors.Join(err, dir.remove())
	}
	h := newHost(srv.AdminURL())
	h.owner = privatepg.Role
	h.strategy = "file_copy"
	h.url = func(database string) string { return withDatabase(srv.URL(), database) }
	h.stop = func() error {
		err := h.hangUp()
		srv.Kill() // unwritten data does not matter
		return errors.Join(err, dir.remove())
	}
	return h, nil
}

// do runs statements one after another, on a connection that stays open.
func (h *host) do(ctx context.Context, statements ...string) error {
	h.doing.Lock()
	defer h.doing.Unlock()
	if h.conn == nil || h.conn.IsClosed() {
		var err error
		if h.conn, err = connectToStay(ctx, h.admin); err != nil {
			return err
		}
	}
	for _, s := range statements {
		if _, err := h.conn.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// connectToStay opens a connection that the server does not end when it is idle.
func connectToStay(ctx context.Context, url string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["idle_session_timeout"] = "0"
	return pgx.ConnectConfig(ctx, config)
}

// hangUp closes the connection of do.
func (h *host) hangUp() error {
	h.doing.Lock()
	defer h.doing.Unlock()
	if h.conn == nil {
		return nil
	}
	return h.conn.Close(context.Background())
}

func (h *host) create(ctx context.Context, name, template string) error {
	owner := ""
	if h.owner != "" {
		owner = " owner " + quote(h.owner)
	}
	return h.do(ctx, "create database "+quote(name)+owner+" template "+quote(template)+" strategy "+h.strategy)
}

func (h *host) drop(ctx context.Context, name string) error {
	return h.do(ctx, "drop database if exists "+quote(name)+" with (force)")
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
