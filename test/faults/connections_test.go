package faults

import (
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// limitConnections limits the connections of a database; -1 removes the limit. Further connections get error 53300, as if the whole server
// had none left.
func limitConnections(t testing.TB, db *pgx.Conn, n string) {
	t.Helper()
	execute(t, db, `ALTER DATABASE `+pgx.Identifier{db.Config().Database}.Sanitize()+` CONNECTION LIMIT `+n)
}

// TestNoConnectionsLeftUnderLoad ends the connections of a running shop and allows no new ones. Clients are told to retry. The shop
// recovers once connections are available.
func TestNoConnectionsLeftUnderLoad(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	s := serve(t, url)
	var server only
	server.Store(s)
	db := connect(t, url)
	l := newLoad(t, auth, server.at)
	l.start()
	l.reach(30)
	limitConnections(t, db, "0")
	query[int](t, db,
		`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tradelog%'`)
	refused := l.refused.Load()
	await(t, "refused requests", func() bool { return l.refused.Load() > refused+30 })
	for method, path := range map[string]string{"GET": "/orders?sku=none", "POST": "/guest-carts"} {
		await(t, method+" is refused", func() bool {
			a, err := s.Do(method, path, nil, auth...)
			return err == nil && a.Status == 503
		})
		if a, err := s.Do(method, path, nil, auth...); err != nil || a.Status != 503 || a.Header.Get("Retry-After") == "" || message(a) == "" {
			t.Errorf("%s %s without connections: %v, %d %v %s", method, path, err, a.Status, a.Header, a.Body)
		}
	}
	limitConnections(t, db, "-1")
	l.reach(30)
	l.end()
	l.check(t, s, db)
}

// TestNoConnectionsLeftAtStart starts the program without connections, and then with too few. It reports what is missing and starts as soon
// as it can. Other commands fail with the reason.
func TestNoConnectionsLeftAtStart(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, _ := database(t)
	db := connect(t, url)
	limitConnections(t, db, "0")
	const reason = "PostgreSQL has no connection left for tradelog"
	if said, err := command(t, url, "config", "list"); err == nil || !strings.Contains(said, reason) ||
		!strings.Contains(said, "max_connections") {
		t.Errorf("a command says %v: %s", err, said)
	}
	var said output
	program := exec.Command(servetest.Binary(t), "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--database", url)
	program.Stdout, program.Stderr = &said, &said
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = program.Process.Kill()
		_ = program.Wait()
	})
	await(t, "it says that there are no connections", func() bool { return strings.Contains(said.String(), reason) })
	limitConnections(t, db, "12") // one of them belongs to the test
	await(t, "it has taken what there is", func() bool {
		return query[int](t, db,
			`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tradelog%'`) >= 10
	})
	if strings.Contains(said.String(), "answers on") {
		t.Error("it is ready without projectors")
	}
	limitConnections(t, db, "-1")
	await(t, "it is ready", func() bool { return strings.Contains(said.String(), "answers on") })
}

// output collects a program's output.
type output struct {
	mu   sync.Mutex
	said bytes.Buffer
}

// Write appends to the output.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.said.Write(p)
}

// String returns the output so far.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.said.String()
}
