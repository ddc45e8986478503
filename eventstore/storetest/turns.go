package storetest

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var turnChecks = []check{
	{name: "what is decided in turn is stored, or nothing is", needs: withTurns, run: decidedInTurn},
	{name: "nobody appends during a turn", needs: withTurns, run: turnAlone},
}

func withTurns(f Features) bool { return f.Turns }

// turns returns the store as a TurnTaker.
func (t *trial) turns() eventstore.TurnTaker {
	t.Helper()
	store, ok := t.store.(eventstore.TurnTaker)
	t.failIf(!ok, "the store promises turns and is no TurnTaker")
	return store
}

func decidedInTurn(t *trial) {
	store := t.turns()
	first, second := some(3), some(2)
	t.append("stock-1", eventstore.NoStream, first...)
	decided := 0
	got, err := store.AppendInTurn(t.ctx, "stock-1", 1, func(newer []eventstore.Recorded) ([]eventstore.NewEvent, error) {
		decided++
		t.sameIDs("a turn is shown the events from a revision on", ids(newer), newIDs(first[1:]))
		return second, nil
	})
	recorded := t.stream(t.store, "stock-1")
	want := placed(recorded[len(first)], recorded[len(recorded)-1])
	t.failIf(err != nil || got != want || decided != 1, "a turn is answered with %+v after %d decisions, want %+v; error %v", got, decided,
		want, err)
	t.failIf(t.features.DensePositions && got.Position != t.head(), "a turn says that it ended at %d, the head is %d", got.Position,
		t.head())
	whole := append(first, second...)
	t.holds("stock-1", whole...)

	again, err := store.AppendInTurn(t.ctx, "stock-1", 5, func(newer []eventstore.Recorded) ([]eventstore.NewEvent, error) {
		if len(newer) > 0 {
			return nil, fmt.Errorf("it is shown %d events behind the newest", len(newer))
		}
		return second, nil
	})
	t.failIf(err != nil || !again.Repeated || again.First != got.First || again.Position != got.Position,
		"events that are stored already: %+v, error %v", again, err)
	refusal := errors.New("refused")
	for _, c := range []struct {
		what   string
		events []eventstore.NewEvent
		fails  error
		want   error
	}{
		{what: "a decision that fails", events: some(1), fails: refusal, want: refusal},
		{what: "a decision for nothing"},
		{what: "IDs that are partly taken", events: append(some(1), second[0]), want: eventstore.ErrWrongRevision},
		{what: "an invalid event", events: []eventstore.NewEvent{{ID: uuid.New()}}, want: eventstore.ErrInvalidEvent},
	} {
		_, err := store.AppendInTurn(t.ctx, "stock-1", 0,
			func([]eventstore.Recorded) ([]eventstore.NewEvent, error) { return c.events, c.fails })
		t.failIf(!errors.Is(err, c.want), "%s: error %v, want %v", c.what, err, c.want)
		t.holds("stock-1", whole...)
	}
	nothing := func([]eventstore.Recorded) ([]eventstore.NewEvent, error) { return first[:0:0], nil }
	if _, err := store.AppendInTurn(t.ctx, "order-7", 0, nothing); err != nil {
		t.Fatalf("a turn on a stream that does not exist: %v", err)
	}
	afterwards := some(1)
	t.append("stock-1", eventstore.Exactly(4), afterwards...) // behind what the turn has stored
	t.holds("stock-1", append(whole, afterwards...)...)
}

// turnAlone lets several callers append in turn while others append as usual. Each turn must see all events before it.
func turnAlone(t *trial) {
	stores := []eventstore.Store{t.store, t.store}
	if t.features.Instances {
		stores[1] = t.log.Again()
	}
	const callers, rounds = 4, 6
	seen := make([][]int, callers)
	t.concurrently(callers, func(i int) error {
		store := stores[i%2].(eventstore.TurnTaker)
		for range rounds {
			if i >= callers/2 {
				if _, err := store.Append(t.ctx, "race-1", eventstore.Any, some(1)...); err != nil {
					return err
				}
				continue
			}
			at := 0
			got, err := store.AppendInTurn(t.ctx, "race-1", 0, func(newer []eventstore.Recorded) ([]eventstore.NewEvent, error) {
				at = len(newer)
				return some(1), nil
			})
			if err != nil {
				return err
			}
			if got.First != eventstore.Revision(at) {
				return fmt.Errorf("decided after %d events and is stored as revision %d", at, got.First)
			}
			seen[i] = append(seen[i], at)
		}
		return nil
	})
	if got := len(t.stream(t.store, "race-1")); got != callers*rounds {
		t.Fatalf("the stream has %d events, want %d; turns saw %v", got, callers*rounds, seen)
	}
}
