package storetest

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var concurrencyChecks = []check{
	{name: "exactly one append wins each revision", run: func(t *trial) { raceForRevisions(t, t.store) }},
	{name: "exactly one append wins each revision among instances", needs: withInstances, run: func(t *trial) {
		raceForRevisions(t, t.store, t.log.Again(), t.log.Again())
	}},
	{name: "one of many appends makes the stream", run: raceForStream},
	{name: "appends to many streams at once are all stored", run: func(t *trial) { manyStreams(t, t.store) }},
	{name: "appends to many streams at once by several instances", needs: withInstances, run: func(t *trial) {
		manyStreams(t, t.store, t.log.Again())
	}},
}

// raceForRevisions lets goroutines append to one stream, each of which must know the newest revision to be let in.
func raceForRevisions(t *trial, stores ...eventstore.Store) {
	const racers, wins = 8, 12
	won := make([][]uuid.UUID, racers)
	at := make([]map[uuid.UUID]eventstore.Revision, racers)
	t.concurrently(racers, func(i int) error {
		store := stores[i%len(stores)]
		known := eventstore.Revision(-1)
		at[i] = map[uuid.UUID]eventstore.Revision{}
		for len(won[i]) < wins {
			e := some(1 + len(won[i])%2)
			got, err := store.Append(t.ctx, "race-1", eventstore.Exactly(known), e...)
			var wrong *eventstore.WrongRevisionError
			switch {
			case errors.As(err, &wrong):
				if wrong.Actual == known || wrong.Expected != eventstore.Exactly(known) {
					return fmt.Errorf("refused with %+v although it expected %d", *wrong, known)
				}
				known = wrong.Actual
			case err != nil:
				return err
			case got.First != known+1 || got.Last != known+eventstore.Revision(len(e)) || got.Repeated:
				return fmt.Errorf("an append that expected %d is at %+v", known, got)
			default:
				known = got.Last
				won[i] = append(won[i], e[0].ID)
				at[i][e[0].ID] = got.First
			}
		}
		return nil
	})
	events := t.stream(t.store, "race-1")
	total := 0
	for i := range won {
		total += wins + wins/2
		for id, rev := range at[i] {
			t.failIf(int(rev) >= len(events) || events[rev].ID != id, "an append was told that it won revision %d, where another event is",
				rev)
		}
	}
	t.failIf(len(events) != total, "the appends that won have %d events, the stream has %d", total, len(events))
	for i := range events {
		if events[i].Revision != eventstore.Revision(i) || i > 0 && events[i].Position <= events[i-1].Position {
			t.Fatalf("event %d of the stream has revision %d and position %d after %d", i, events[i].Revision, events[i].Position,
				events[max(i-1, 0)].Position)
		}
	}
}

func raceForStream(t *trial) {
	const racers = 12
	for round := range 10 {
		stream := fmt.Sprintf("claim-%d", round)
		events := some(racers)
		var winner [racers]bool
		t.concurrently(racers, func(i int) error {
			_, err := t.store.Append(t.ctx, stream, eventstore.NoStream, events[i])
			if winner[i] = err == nil; errors.Is(err, eventstore.ErrWrongRevision) {
				return nil
			}
			return err
		})
		got := t.stream(t.store, stream)
		t.failIf(len(got) != 1, "%d appends that expected no stream made one of %d events", racers, len(got))
		for i := range winner {
			if winner[i] != (events[i].ID == got[0].ID) {
				t.Fatalf("append %d was told %v, which is not so", i, winner[i])
			}
		}
	}
}

func manyStreams(t *trial, stores ...eventstore.Store) {
	const writers, appends = 8, 25
	want := make([][]eventstore.NewEvent, writers)
	t.concurrently(writers, func(i int) error {
		stream := fmt.Sprintf("order-%d", i)
		for n := range appends {
			e := some(1 + (n+i)%3)
			expected := []eventstore.Expected{eventstore.Any, eventstore.Exactly(eventstore.Revision(len(want[i]) - 1))}[n%2]
			got, err := stores[i%len(stores)].Append(t.ctx, stream, expected, e...)
			if err != nil || got.First != eventstore.Revision(len(want[i])) {
				return fmt.Errorf("append %d to %s: %+v, error %w", n, stream, got, err)
			}
			want[i] = append(want[i], e...)
		}
		return nil
	})
	total := 0
	for i := range want {
		t.holds(fmt.Sprintf("order-%d", i), want[i]...)
		total += len(want[i])
	}
	if got := t.all(t.store, 0, eventstore.Filter{}, 0); len(got) != total {
		t.Fatalf("%d events were appended, the log has %d", total, len(got))
	}
}
