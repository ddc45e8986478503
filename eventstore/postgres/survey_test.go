package postgres

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"tradelog/eventstore"
)

// ticking is a clock that moves on by a second at each look, so that no two appends have the same time.
func ticking() func() time.Time {
	var mu sync.Mutex
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

// surveyed is a log of 300 events: three of four in orders of up to three events, the others in one stream.
func surveyed(t *testing.T) (*Store, []eventstore.Recorded) {
	t.Helper()
	store := open(t, database(t), Options{Clock: ticking()})
	for i := range 300 {
		stream, event := fmt.Sprintf("order-%d", i/4), some(1)
		if i%4 == 3 {
			stream, event[0].Type = "stock-1", "Moved"
		}
		mustAppend(t, store, stream, eventstore.Any, event...)
	}
	return store, wholeLog(t, store)
}

// TestStreamsAreListedByName walks through all streams and those of a prefix, in parts, and compares them with the log.
func TestStreamsAreListedByName(t *testing.T) {
	t.Parallel()
	store, log := surveyed(t)
	for _, prefix := range []string{"", "order-", "order-1", "stock-1", "order-10", "none"} {
		want := map[string]eventstore.StreamState{}
		for _, e := range log {
			if len(e.Stream) < len(prefix) || e.Stream[:len(prefix)] != prefix {
				continue
			}
			s, known := want[e.Stream]
			if !known {
				s = eventstore.StreamState{Stream: e.Stream, Began: e.RecordedAt}
			}
			s.Revision, s.Position, s.Type, s.Newest = e.Revision, e.Position, e.Type, e.RecordedAt
			want[e.Stream] = s
		}
		var names []string
		for after := ""; ; {
			part, err := store.Streams(t.Context(), prefix, after, 7)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range part {
				if s != want[s.Stream] {
					t.Errorf("prefix %q: %+v, want %+v", prefix, s, want[s.Stream])
				}
				names = append(names, s.Stream)
			}
			if len(part) < 7 {
				break
			}
			after = names[len(names)-1]
		}
		if len(names) != len(want) || !slices.IsSorted(names) {
			t.Errorf("prefix %q: %d streams in the order %v, want %d", prefix, len(names), names, len(want))
		}
	}
}

// TestPositionsBeforeTimes compares the search by halves with the log, at times between, at and beside those of the events.
func TestPositionsBeforeTimes(t *testing.T) {
	t.Parallel()
	store, log := surveyed(t)
	var times []time.Time
	for _, e := range log {
		times = append(times, e.RecordedAt, e.RecordedAt.Add(time.Microsecond))
	}
	times = append(times, log[0].RecordedAt.Add(-time.Hour), log[len(log)-1].RecordedAt.Add(time.Hour))
	results, err := store.PositionsBefore(t.Context(), times)
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range times {
		want := eventstore.Position(0)
		for _, e := range log {
			if e.RecordedAt.Before(at) {
				want = e.Position
			}
		}
		if results[i] != want {
			t.Errorf("before %v comes position %d, want %d", at, results[i], want)
		}
	}
	empty := open(t, database(t), Options{})
	if results, err := empty.PositionsBefore(t.Context(), times[:2]); err != nil || !slices.Equal(results, []eventstore.Position{0, 0}) {
		t.Errorf("an empty log: %v, %v", results, err)
	}
	exec(t, store.pool, `DELETE FROM events WHERE position = 150`)
	if _, err := store.PositionsBefore(t.Context(), times); !errors.Is(err, eventstore.ErrGap) {
		t.Errorf("on the way to a time an event is missing: %v", err)
	}
}

// TestSharesAndCounts: shares of a range are exact if all events are looked at, and near if some are, although the types come in a pattern.
func TestSharesAndCounts(t *testing.T) {
	t.Parallel()
	store, _ := surveyed(t)
	whole := eventstore.Range{To: 300}
	exact := []eventstore.TypeCount{{Type: "Happened", Events: 225}, {Type: "Moved", Events: 75}}
	if shares, all, err := store.Shares(t.Context(), whole, 300); err != nil || !all || !slices.Equal(shares, exact) {
		t.Errorf("%v, all %t, error %v", shares, all, err)
	}
	shares, all, err := store.Shares(t.Context(), whole, 75) // one of four, as the pattern is long
	if err != nil || all || len(shares) != 2 || shares[0].Events+shares[1].Events != 75 || shares[1].Events < 9 || shares[1].Events > 28 {
		t.Errorf("one of four: %v, all %t, error %v", shares, all, err)
	}
	part, all, err := store.Shares(t.Context(), eventstore.Range{From: 3, To: 4}, 10)
	if err != nil || !all || !slices.Equal(part, []eventstore.TypeCount{{Type: "Moved", Events: 1}}) {
		t.Errorf("one event: %v, all %t, error %v", part, all, err)
	}
	counts, err := store.Count(t.Context(), eventstore.Range{From: 4, To: 12})
	want := []eventstore.Count{
		{Category: "order", Type: "Happened", Events: 6, Streams: 2}, {Category: "stock", Type: "Moved", Events: 2},
	}
	if err != nil || !slices.Equal(counts, want) {
		t.Errorf("positions 5 to 12: %v, error %v", counts, err)
	}
	if size, err := store.Size(t.Context()); err != nil || size < 300*100 {
		t.Errorf("%d bytes, error %v", size, err)
	}
}
