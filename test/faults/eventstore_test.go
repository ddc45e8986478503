package faults

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/eventstore"
	"tradelog/installation/migrations"
	"tradelog/test/esdbtest"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// TestEventStoreRestartsUnderLoad runs the shop on an EventStoreDB server. It cuts the server's connections, stops it for a while, and
// kills the shop itself. Meanwhile requests fail. No acknowledged write is lost, nothing is stored twice, and the shop recovers by itself.
func TestEventStoreRestartsUnderLoad(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	log := esdbtest.Start(t)
	url := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
	s := serve(t, url, "--event-store", log.URL)
	auth := open(t, s)
	var server only
	server.Store(s)
	l := newLoad(t, auth, server.at)
	l.start()
	for range 3 {
		l.reach(60)
		refused := l.refused.Load()
		log.Kill()
		await(t, "refused requests", func() bool { return l.refused.Load() > refused })
		log.Begin()
	}
	l.reach(60)
	s.Kill()
	s = serve(t, url, "--event-store", log.URL)
	server.Store(s)
	l.reach(60)
	l.end()
	db := connect(t, url)
	for _, open := range []string{`SELECT count(*) FROM read.carts WHERE checkout_order IS NOT NULL`,
		`SELECT count(*) FROM read.product_reservations`} {
		await(t, open, func() bool { return query[int](t, db, open) == 0 })
	}
	var stored []int64
	carts := map[string]bool{}
	for at, end := eventstore.Position(0), false; !end; {
		page, err := log.Log.ReadAll(t.Context(), at, eventstore.Forwards, 0, eventstore.Filter{Types: []string{"OrderPlaced"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Events {
			var id int64
			if _, err := fmt.Sscanf(e.Stream, "order-%d", &id); err != nil || carts[e.Stream] {
				t.Errorf("%s is placed twice, or has no number: %v", e.Stream, err)
			}
			carts[e.Stream] = true
			stored = append(stored, id)
		}
		at, end = page.Next, page.End
	}
	l.compare(t, s, db, stored)
	if said := s.Run("events", "verify"); !strings.Contains(said, "the seals up to position") {
		t.Error(said)
	}
	s.Run("projections", "verify", "--all")
}
