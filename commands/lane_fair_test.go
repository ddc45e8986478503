package commands

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// busy is the store of an instance that shares its streams with a busier one. The other instance has always appended before this one's
// append arrives.
type busy struct {
	watched
	turns int
	// lost loses the answer of the first turn; its value tells whether the events are stored.
	lost *bool
}

var errNotCommitted = errors.New("not committed")

func (b *busy) AppendInTurn(
	ctx context.Context, stream string, from eventstore.Revision, decide eventstore.Decision,
) (appended eventstore.Appended, err error) {
	b.turns++
	if err := b.before(0); err != nil {
		return appended, err
	}
	store := b.Store.(eventstore.TurnTaker)
	if b.lost == nil {
		return store.AppendInTurn(ctx, stream, from, decide)
	}
	stored := *b.lost
	b.lost = nil
	appended, err = store.AppendInTurn(ctx, stream, from, func(newer []eventstore.Recorded) ([]eventstore.NewEvent, error) {
		events, err := decide(newer)
		if err == nil && !stored {
			err = errNotCommitted
		}
		return events, err
	})
	if err == nil || errors.Is(err, errNotCommitted) {
		err = eventstore.ErrUnknownOutcome
	}
	return appended, err
}

// overtaken returns a repository before whose every append another repository appends to the same log.
func overtaken(t *testing.T) (slow, quick Repository[counter], store *busy) {
	t.Helper()
	memory := storetest.NewMemory()
	codec := eventstore.NewCodec(noKeys{}, domain.Spec[added](1))
	store = &busy{watched: watched{Store: memory}}
	quick = NewRepository(Infrastructure{Store: memory, Codec: codec}, counting)
	slow = NewRepository(Infrastructure{Store: store, Codec: codec}, counting)
	store.before = func(int) error {
		_, err := quick.Decide(context.Background(), "counter-1", add(1))
		return err
	}
	return slow, quick, store
}

// TestAnOvertakenCommandGetsItsTurn: a process that loses every race for a stream still carries out its command, and on the
// newest state. Nothing here depends on time: the number of attempts is fixed.
func TestAnOvertakenCommandGetsItsTurn(t *testing.T) {
	t.Parallel()
	slow, quick, store := overtaken(t)
	var seen []int
	result, err := slow.Decide(t.Context(), "counter-1", func(c counter) ([]domain.Event, error) {
		seen = append(seen, c.Sum)
		return add(100)(c)
	})
	if err != nil {
		t.Fatalf("after %d appends and %d turns: %v", store.appends, store.turns, err)
	}
	if store.appends != maxOvertaken || store.turns != 1 || fmt.Sprint(seen) != "[0 1 2 4]" || result.Revision != 4 {
		t.Errorf("%d appends, %d turns, decided on %v, stored as revision %d", store.appends, store.turns, seen, result.Revision)
	}
	if got := sumOf(t, quick, "counter-1"); got.Sum != 104 || got.Events != 5 {
		t.Errorf("the stream has %+v", got)
	}
	if a, b := sumOf(t, slow, "counter-1"), sumOf(t, quick, "counter-1"); a != b {
		t.Errorf("one has %+v, the other %+v", a, b)
	}
}

// TestAllWhoWaitShareTheTurn: commands queued behind an overtaken one are decided in the same turn, each for itself.
func TestAllWhoWaitShareTheTurn(t *testing.T) {
	t.Parallel()
	slow, quick, store := overtaken(t)
	refusal := fault.Preconditionf("no")
	const callers = 30
	var deciding sync.WaitGroup
	for i := range callers {
		deciding.Go(func() {
			_, err := slow.Decide(t.Context(), "counter-1", func(c counter) ([]domain.Event, error) {
				if i%3 == 0 {
					return nil, refusal
				}
				return add(100)(c)
			})
			if refused := err == refusal; refused != (i%3 == 0) || err != nil && !refused {
				t.Errorf("command %d: %v", i, err)
			}
		})
	}
	deciding.Wait()
	if got := sumOf(t, quick, "counter-1"); got.Sum/100 != callers*2/3 || store.turns < 1 || store.turns > callers {
		t.Errorf("the stream has %+v after %d turns", got, store.turns)
	}
}

// TestATurnOfUnknownOutcome is repeated with the same events, whether or not they were stored.
func TestATurnOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	for _, stored := range []bool{true, false} {
		slow, quick, store := overtaken(t)
		store.lost = &stored
		if _, err := slow.Decide(t.Context(), "counter-1", add(100)); err != nil {
			t.Fatalf("stored %v: %v", stored, err)
		}
		if got := sumOf(t, quick, "counter-1"); got.Sum/100 != 1 {
			t.Errorf("stored %v: the stream has %+v", stored, got)
		}
	}
}
