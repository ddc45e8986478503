package faults

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestKilledInTheMiddleOfLoad kills the program and its private PostgreSQL, like a power failure.
func TestKilledInTheMiddleOfLoad(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	data := clusterOf(t)
	var server only
	server.Store(servetest.Start(t, data))
	auth := open(t, server.Load())
	l := newLoad(t, auth, server.at)
	l.start()
	for range 2 {
		l.reach(150)
		server.Load().Kill()
		server.Store(servetest.Start(t, data))
	}
	l.reach(50)
	l.end()
	l.check(t, server.Load(), privateDatabase(t, data))
}

// clusterOf makes a data directory whose private PostgreSQL has a cluster.
func clusterOf(t testing.TB) string {
	t.Helper()
	data := pgtest.Dir(t)
	home := filepath.Join(data, "postgres")
	if err := os.Mkdir(home, 0o711); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(data, "data"), filepath.Join(home, "data")); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return data
}

// privateDatabase connects to the private PostgreSQL of a running server.
func privateDatabase(t testing.TB, data string) *pgx.Conn {
	t.Helper()
	url, err := os.ReadFile(filepath.Join(data, "database.url"))
	if err != nil {
		t.Fatal(err)
	}
	return connect(t, strings.TrimSpace(string(url)))
}
