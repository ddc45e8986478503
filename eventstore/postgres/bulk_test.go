package postgres

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

// elsewhere returns events as recorded by another log: several streams, one event every second.
func elsewhere(n int) []eventstore.Recorded {
	start := time.Date(2025, 6, 1, 12, 0, 0, 123456000, time.UTC)
	next := map[string]eventstore.Revision{}
	out := make([]eventstore.Recorded, n)
	for i, e := range some(n) {
		stream := fmt.Sprintf("order-%d", i*i%7)
		out[i] = eventstore.Recorded{NewEvent: e, Stream: stream, Revision: next[stream], Position: eventstore.Position(i + 1),
			RecordedAt: start.Add(time.Duration(i) * time.Second)}
		next[stream]++
	}
	return out
}

func TestBulkKeepsWhatItIsGiven(t *testing.T) {
	t.Parallel()
	store := open(t, database(t), Options{})
	events := elsewhere(300)
	at := eventstore.Position(0)
	for part := range slices.Chunk(events, 70) {
		end, err := store.AppendBulk(t.Context(), at, part)
		if err != nil || end != at+eventstore.Position(len(part)) {
			t.Fatalf("%d events after %d: the log ends at %d, error %v", len(part), at, end, err)
		}
		at = end
	}
	log := wholeLog(t, store)
	for i := range log {
		want := events[i]
		if want.Seal = log[i].Seal; fmt.Sprintf("%+v", log[i]) != fmt.Sprintf("%+v", want) {
			t.Fatalf("event %d is %+v, want %+v", i, log[i], want)
		}
	}
	// The appender continues after it.
	if got := mustAppend(t, store, "order-1", eventstore.StreamExists, some(2)...); got.FirstPosition != 301 {
		t.Errorf("an append after 300 events is at %+v", got)
	}
	wholeLog(t, store)
}

func TestBulkRefuses(t *testing.T) {
	t.Parallel()
	store := open(t, database(t), Options{})
	events := elsewhere(20)
	if _, err := store.AppendBulk(t.Context(), 0, events[:10]); err != nil {
		t.Fatal(err)
	}
	change := func(f func(e []eventstore.Recorded)) []eventstore.Recorded {
		c := slices.Clone(events[10:])
		f(c)
		return c
	}
	for what, c := range map[string]struct {
		after  eventstore.Position
		events []eventstore.Recorded
		err    error
	}{
		"a log that ends elsewhere":       {9, events[10:], eventstore.ErrHeadMoved},
		"a log that ends elsewhere later": {11, events[10:], eventstore.ErrHeadMoved},
		"nothing":                         {10, nil, eventstore.ErrInvalidEvent},
		"what is there already":           {10, events[:10], eventstore.ErrInvalidEvent},
		"an ID that is taken": {10, change(func(e []eventstore.Recorded) { e[3].ID = events[2].ID }),
			eventstore.ErrInvalidEvent},
		"an ID twice":                {10, change(func(e []eventstore.Recorded) { e[3].ID = e[2].ID }), eventstore.ErrInvalidEvent},
		"no ID":                      {10, change(func(e []eventstore.Recorded) { e[3].ID = uuid.Nil }), eventstore.ErrInvalidEvent},
		"a revision left out":        {10, change(func(e []eventstore.Recorded) { e[0].Revision++ }), eventstore.ErrInvalidEvent},
		"a revision left out within": {10, events[15:], eventstore.ErrInvalidEvent},
		"a revision that is there": {10, change(func(e []eventstore.Recorded) { e[0].Stream, e[0].Revision = events[0].Stream, 0 }),
			eventstore.ErrInvalidEvent},
		"a new stream from the middle": {10, change(func(e []eventstore.Recorded) { e[0].Stream, e[0].Revision = "cart-1", 4 }),
			eventstore.ErrInvalidEvent},
		"a revision below 0": {10, change(func(e []eventstore.Recorded) { e[0].Stream, e[0].Revision = "cart-1", -1 }),
			eventstore.ErrInvalidEvent},
		"a stream without category": {10, change(func(e []eventstore.Recorded) { e[0].Stream, e[0].Revision = "cart", 0 }),
			eventstore.ErrInvalidEvent},
		"data that is not JSON": {10, change(func(e []eventstore.Recorded) { e[9].Data = []byte(`{`) }),
			eventstore.ErrInvalidEvent},
	} {
		if _, err := store.AppendBulk(t.Context(), c.after, c.events); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", what, err, c.err)
		}
		if head, err := store.Head(t.Context()); err != nil || head != 10 {
			t.Fatalf("%s: the head is %d, error %v", what, head, err)
		}
	}
	if len(wholeLog(t, store)) != 10 {
		t.Error("something was stored")
	}
	if _, err := store.AppendBulk(t.Context(), 10, events[10:]); err != nil {
		t.Error(err)
	}
}

func TestBulkTimesDoNotRunBack(t *testing.T) {
	t.Parallel()
	store := open(t, database(t), Options{})
	mustAppend(t, store, "cart-1", eventstore.NoStream, some(1)...) // now, which is later than all of them
	events := elsewhere(5)
	events[2].RecordedAt, events[4].RecordedAt = time.Date(2099, 1, 1, 0, 0, 0, 999, time.UTC), events[1].RecordedAt
	if _, err := store.AppendBulk(t.Context(), 1, events); err != nil {
		t.Fatal(err)
	}
	log := wholeLog(t, store)
	if !log[1].RecordedAt.Equal(log[0].RecordedAt) || log[3].RecordedAt.Year() != 2099 || !log[5].RecordedAt.Equal(log[3].RecordedAt) {
		t.Errorf("recorded at %v, %v, %v", log[1].RecordedAt, log[3].RecordedAt, log[5].RecordedAt)
	}
}

// TestBulkBesideAppends lets a bulk append and ordinary appends compete for the head.
func TestBulkBesideAppends(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store, other := open(t, pool, Options{}), open(t, pool, Options{PollInterval: time.Hour})
	sub := subscribe(t, other, 0, eventstore.Filter{})
	l := startLoad(t.Context(), []*Store{store}, 3)
	var bulk []eventstore.Recorded
	var moved int
	for part := range slices.Chunk(elsewhere(200), 20) {
		for done := false; !done; {
			head, err := store.Head(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			_, err = store.AppendBulk(t.Context(), head, part)
			if done = err == nil; !done && !errors.Is(err, eventstore.ErrHeadMoved) {
				t.Fatal(err)
			}
			moved++
		}
		bulk = append(bulk, part...)
	}
	close(l.stop)
	l.writing.Wait()
	log := wholeLog(t, store)
	wantIDs(t, "the subscription of another instance", idsOf(follow(t, sub, log[len(log)-1].Position)), idsOf(log))
	log = slices.DeleteFunc(log, func(r eventstore.Recorded) bool { return r.Category() != "order" })
	wantIDs(t, "the bulk", idsOf(log), idsOf(bulk))
	t.Logf("%d tries for %d parts", moved, 10)
}

func TestScanShowsTheLogAsItIs(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store := open(t, pool, Options{})
	exec(t, pool, `INSERT INTO events SELECT n, 'order-' || n, 0, gen_random_uuid(), 'Placed', 1, '{}', '{}', now(), ''
		FROM generate_series(1, $1::int) AS n`, scanPage+7)
	exec(t, pool, `DELETE FROM events WHERE position = 5`)
	exec(t, pool, `UPDATE events SET position = -3 WHERE position = 6`)
	scan := func(from eventstore.Position) (seen []eventstore.Position) {
		err := store.Scan(t.Context(), from, func(r *eventstore.Recorded) error {
			seen = append(seen, r.Position)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return seen
	}
	if got := scan(-eventstore.End); len(got) != scanPage+6 || got[0] != -3 || got[1] != 1 || got[5] != 7 || got[len(got)-1] != scanPage+7 {
		t.Errorf("the whole log: %d events, %v ...", len(got), got[:7])
	}
	if got := scan(scanPage + 5); !slices.Equal(got, []eventstore.Position{scanPage + 6, scanPage + 7}) {
		t.Errorf("its end: %v", got)
	}
	enough, n := errors.New("enough"), 0
	if err := store.Scan(t.Context(), 0, func(*eventstore.Recorded) error {
		n++
		return enough
	}); err != enough || n != 1 {
		t.Errorf("stopped after %d with %v", n, err)
	}
	var calls sync.WaitGroup
	for range 6 { // more than the pool has connections: a scan that was stopped gives its connection back
		calls.Go(func() {
			if err := store.Scan(t.Context(), 0, func(*eventstore.Recorded) error { return enough }); err != enough {
				t.Error(err)
			}
		})
	}
	calls.Wait()
}

func TestBrokenStreams(t *testing.T) {
	t.Parallel()
	store := damaged(t, 3, 5, 2) // order-1: revisions 1 and 2; stock-1: revision 0
	exec(t, store.pool, `UPDATE events SET position = position + 100 WHERE position = 12`)
	for _, c := range []struct {
		upTo eventstore.Position
		max  int
		want []eventstore.BrokenStream
	}{
		{eventstore.End, 10, []eventstore.BrokenStream{
			{Stream: "stock-1", Revision: 1, Position: 4, Previous: -1},
			{Stream: "order-1", Revision: 3, Position: 7, Previous: 0, PreviousPosition: 1},
			{Stream: "stock-1", Revision: 6, Position: 14, Previous: 5, PreviousPosition: 112},
		}},
		{eventstore.End, 1, []eventstore.BrokenStream{{Stream: "stock-1", Revision: 1, Position: 4, Previous: -1}}},
		{3, 10, nil},
	} {
		if got, err := store.BrokenStreams(t.Context(), c.upTo, c.max); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("up to %d at most %d: %+v, error %v", c.upTo, c.max, got, err)
		}
	}
}
