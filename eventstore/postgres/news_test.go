package postgres

import (
	"slices"
	"testing"
	"time"

	"tradelog/eventstore"
)

// TestNewsAreReadOnce: what another instance has appended is read once, however many subscribers want it, and each of them gets what its
// filter lets through. A subscriber far behind reads through its filter.
func TestNewsAreReadOnce(t *testing.T) {
	t.Parallel()
	var sent statements
	pool := database(t, traced(&sent))
	a, b := open(t, pool, Options{}), open(t, pool, Options{PollInterval: time.Hour})
	categories := [][]string{nil, {"order"}, {"cart"}, {"order", "cart"}, {"nobody"}}
	subs := make([]*subscription, len(categories))
	got := make([][]eventstore.Position, len(categories))
	for i, wanted := range categories {
		subs[i] = subscribe(t, b, 0, eventstore.Filter{Categories: wanted})
	}
	follow := func(to eventstore.Position) {
		t.Helper()
		for i, sub := range subs {
			for sub.at < to {
				batch, err := sub.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range batch.Events {
					got[i] = append(got[i], e.Position)
				}
			}
		}
	}
	want := make([][]eventstore.Position, len(categories))
	store := func(s *Store, stream string, n int) eventstore.Position {
		at := mustAppend(t, s, stream, eventstore.Any, some(n)...)
		for i, wanted := range categories {
			if wanted == nil || slices.Contains(wanted, stream[:len(stream)-2]) {
				for p := at.Position - eventstore.Position(n) + 1; p <= at.Position; p++ {
					want[i] = append(want[i], p)
				}
			}
		}
		return at.Position
	}
	follow(store(a, "order-1", 3))
	for range 4 {
		store(a, "cart-1", 2)
		store(b, "order-2", 1) // its own memory has this event, and lacks those before
		head := store(a, "order-1", 2)
		sent.count("")
		follow(head)
		if n := sent.count("FROM events WHERE position >"); n > 2 {
			t.Errorf("%d subscribers read the same events with %d queries", len(subs), n)
		}
	}
	for i := range subs {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("filter %v got %v, want %v", categories[i], got[i], want[i])
		}
	}
	for range 6 {
		store(a, "order-1", 1000)
	}
	head := store(a, "cart-1", 1)
	late := subscribe(t, b, 0, eventstore.Filter{Categories: []string{"cart"}})
	var found []eventstore.Position
	for late.at < head {
		batch, err := late.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range batch.Events {
			found = append(found, e.Position)
		}
	}
	if !slices.Equal(found, want[2]) {
		t.Errorf("far behind it got %v, want %v", found, want[2])
	}
	follow(head)
	for i := range subs {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("after a long stretch filter %v got %d events, want %d", categories[i], len(got[i]), len(want[i]))
		}
	}
}
