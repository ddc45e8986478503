package faults

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestRebuiltUnderLoad rebuilds, rolls back and verifies every projector while clients send 200 requests a second. No request fails and no
// wait times out. No answer is older than a write or an answer that its client knows. It does not run in parallel, because the clients keep
// a pace.
func TestRebuiltUnderLoad(t *testing.T) {
	suite.Needs(t, suite.Faults)
	var auth []string
	url := pgtest.URL(t, pgtest.WithTemplate(fmt.Sprint("history", rounds.Add(1)), func(ctx context.Context, url string) error {
		if err := migrations.Up(ctx, url); err != nil {
			return err
		}
		s := servetest.Start(t, t.TempDir(), "--database", url)
		auth = open(t, s)
		s.Run("seed", "load", "--products", "200", "--customers", "200", "--orders", "1000")
		return s.Signal(syscall.SIGINT)
	}))
	s := serve(t, url)
	db := connect(t, url)
	var server only
	server.Store(s)
	l := newLoad(t, auth, server.at)
	l.from = query[int64](t, db, `SELECT position FROM log_head`)
	l.readers = func() []*servetest.Server { return []*servetest.Server{s} }
	l.strict.Store(true)
	pace := time.NewTicker(time.Second / 200)
	defer pace.Stop()
	l.pace = pace.C
	began := time.Now()
	l.start()
	l.reach(20)
	for _, work := range []string{"rebuild", "rollback", "verify"} {
		t.Log(s.Run("projections", work, "--all"))
	}
	l.reach(20)
	l.end()
	t.Logf("%.0f requests a second", float64(l.asked.Load())/time.Since(began).Seconds())
	l.check(t, s, db)
}
