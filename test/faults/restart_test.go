package faults

import (
	"context"
	"testing"
	"time"

	"tradelog/internal/privatepg"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestPostgreSQLRestartsUnderLoad shuts PostgreSQL down, and then kills it, while clients write and read. Meanwhile requests fail.
// Afterwards the shop recovers by itself.
func TestPostgreSQLRestartsUnderLoad(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	pg := pgtest.Private(t)
	s := serve(t, pg.URL())
	auth := open(t, s)
	var server only
	server.Store(s)
	l := newLoad(t, auth, server.at)
	l.readers = func() []*servetest.Server { return []*servetest.Server{s} }
	l.start()
	for _, end := range []func(*privatepg.Server){stop, kill, kill} {
		l.reach(100)
		end(pg)
		pg = startAgain(t, pg)
	}
	l.reach(100)
	l.end()
	l.check(t, s, connect(t, pg.URL()))
}

func kill(pg *privatepg.Server) { pg.Kill() }

func stop(pg *privatepg.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	_ = pg.Stop(ctx)
}

// startAgain starts a stopped server again until the test ends.
func startAgain(t testing.TB, pg *privatepg.Server) *privatepg.Server {
	t.Helper()
	again, err := privatepg.Start(t.Context(), privatepg.Options{Dir: pg.Dir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Kill)
	return again
}

// TestConnectionsCutUnderLoad ends every connection of the program repeatedly, also during a commit.
func TestConnectionsCutUnderLoad(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	var server only
	server.Store(serve(t, url))
	db := connect(t, url)
	l := newLoad(t, auth, server.at)
	l.start()
	for range 10 {
		l.reach(30)
		query[int](t, db,
			`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tradelog%'`)
	}
	l.reach(30)
	l.end()
	l.check(t, server.Load(), db)
}
