package postgres

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tradelog/eventstore"
)

// recorded makes events with consecutive positions.
func recorded(first eventstore.Position, n, size int) []eventstore.Recorded {
	out := make([]eventstore.Recorded, n)
	for i := range out {
		out[i].Position = first + eventstore.Position(i)
		out[i].Data = make([]byte, size)
	}
	return out
}

func TestTail(t *testing.T) {
	t.Parallel()
	tail := newTail()
	want := func(from eventstore.Position, max int, first, last eventstore.Position, atEnd bool) {
		t.Helper()
		got, end := tail.after(from, max)
		if end != atEnd || (len(got) == 0) != (first == 0) || len(got) > 0 &&
			(got[0].Position != first || got[len(got)-1].Position != last) {
			t.Errorf("after %d at most %d: %d events, at the end %v; want %d to %d, %v", from, max, len(got), end, first, last, atEnd)
		}
	}
	want(0, 10, 0, 0, false)
	tail.add(nil)
	want(0, 10, 0, 0, false) // nothing appended: the table may hold anything
	tail.add(recorded(6, 3, 1))
	want(4, 10, 0, 0, false)
	want(5, 10, 6, 8, false)
	want(5, 2, 6, 7, false)
	want(7, 10, 8, 8, false)
	want(8, 10, 0, 0, true)
	want(9, 10, 0, 0, false)
	want(eventstore.End, 10, 0, 0, false)
	tail.add(recorded(9, 2, 1))
	want(7, 10, 8, 10, false)
	tail.add(recorded(15, 2, 1)) // another instance was in between
	want(10, 10, 0, 0, false)
	want(8, 10, 0, 0, false)
	want(14, 10, 15, 16, false)
	got, _ := tail.after(14, 10)
	got[0].Position = 99
	want(14, 10, 15, 16, false)
}

func TestTailIsBounded(t *testing.T) {
	t.Parallel()
	for _, size := range []int{10, 100_000, eventstore.RecentBytes * 2} {
		tail, next := newTail(), eventstore.Position(1)
		for range 60 {
			n := min(500, max(1, 20_000_000/size))
			tail.add(recorded(next, n, size))
			next += eventstore.Position(n)
			count, bytes := tail.recent.Size()
			if count*size != bytes || count > eventstore.RecentEvents*3/2 || bytes > eventstore.RecentBytes*3/2 {
				t.Fatalf("events of %d bytes: the tail holds %d, and counts %d bytes", size, count, bytes)
			}
			if count > 0 {
				if got := tail.recent.After(next-2, 10); len(got) != 1 || got[0].Position != next-1 {
					t.Fatalf("the tail does not end at %d", next-1)
				}
			}
			if _, atEnd := tail.after(next-1, 10); !atEnd {
				t.Fatal("a reader at the end is not told so")
			}
		}
	}
}

// follow takes batches up to a position.
func follow(t *testing.T, sub *subscription, until eventstore.Position) (got []eventstore.Recorded) {
	t.Helper()
	for sub.at < until {
		batch, err := sub.Next(t.Context())
		if err != nil {
			t.Fatalf("next batch after %d: %v", sub.at, err)
		}
		got = append(got, batch.Events...)
	}
	return got
}

func subscribe(t *testing.T, s *Store, from eventstore.Position, filter eventstore.Filter) *subscription {
	t.Helper()
	sub, err := s.Subscribe(t.Context(), from, filter)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sub.Close() })
	return sub.(*subscription)
}

// TestLiveNeedsNoQueries: a subscription that has caught up reads the tail. It queries only after a notification or the poll
// interval.
func TestLiveNeedsNoQueries(t *testing.T) {
	t.Parallel()
	var sent statements
	store := open(t, database(t, traced(&sent)), Options{PollInterval: time.Hour})
	await(t, "the listener", func() bool {
		return store.wake.wait().foreign > 0
	})
	mustAppend(t, store, "order-1", eventstore.NoStream, some(3)...)
	subs := []*subscription{subscribe(t, store, 0, eventstore.Filter{}),
		subscribe(t, store, 0, eventstore.Filter{Categories: []string{"stock"}})}
	// look does what Next does without new events.
	look := func(sub *subscription, queries int) {
		t.Helper()
		sent.count("FROM events")
		batch, err := sub.read(t.Context(), store.wake.wait())
		if err != nil || len(batch.Events) > 0 || !batch.CaughtUp || batch.Position != sub.at {
			t.Fatalf("at the end: %+v, error %v", batch, err)
		}
		if n := sent.count("FROM events"); n != queries {
			t.Fatalf("a look at the end took %d queries, want %d", n, queries)
		}
	}
	for _, sub := range subs {
		follow(t, sub, 3)
	}
	look(subs[0], 1) // what it has came from memory, so the table may hold more
	for i := range 20 {
		n := 1 + i%3
		at := mustAppend(t, store, []string{"order-1", "stock-1"}[i%2], eventstore.Any, some(n)...)
		sent.count("FROM events")
		if got := follow(t, subs[0], at.Position); len(got) != n {
			t.Fatalf("append %d of %d events: delivered %d", i, n, len(got))
		}
		if got := follow(t, subs[1], at.Position); len(got) != i%2*n {
			t.Fatalf("append %d of %d events: delivered %d through the filter", i, n, len(got))
		}
		if queries := sent.count("FROM events"); queries != 0 {
			t.Fatalf("append %d took %d queries to deliver", i, queries)
		}
		look(subs[0], 0)
	}
	store.wake.wakeForeign()
	look(subs[0], 1)
	look(subs[0], 0)
}

// TestTailWithOthersInBetween lets two instances append in turn, each in bursts that end at every possible position.
func TestTailWithOthersInBetween(t *testing.T) {
	t.Parallel()
	pool := database(t)
	a, b := open(t, pool, Options{}), open(t, pool, Options{})
	subs := []*subscription{
		subscribe(t, a, 0, eventstore.Filter{}), subscribe(t, b, 0, eventstore.Filter{}),
		subscribe(t, a, 0, eventstore.Filter{Types: []string{"Happened"}}), subscribe(t, b, 0,
			eventstore.Filter{Categories: []string{"b"}}),
	}
	got := make([][]eventstore.Recorded, len(subs))
	var end eventstore.Position
	for round := range 40 {
		for burst := range round % 4 {
			end = mustAppend(t, a, "a-1", eventstore.Any, some(1+burst)...).Position
		}
		if round%3 == 0 {
			got[0] = append(got[0], follow(t, subs[0], end)...)
		}
		for burst := range round % 3 {
			end = mustAppend(t, b, "b-1", eventstore.Any, some(1+burst)...).Position
		}
		if i := round % 5; i < len(subs) {
			got[i] = append(got[i], follow(t, subs[i], end)...)
		}
	}
	log := wholeLog(t, a)
	for i, sub := range subs {
		got[i] = append(got[i], follow(t, sub, end)...)
		want := log
		if i == 3 {
			want = slices.DeleteFunc(slices.Clone(log), func(r eventstore.Recorded) bool { return r.Stream != "b-1" })
		}
		wantIDs(t, fmt.Sprintf("subscription %d", i), idsOf(got[i]), idsOf(want))
	}
}
