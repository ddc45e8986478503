package commands

import (
	"context"
	"errors"
	"sync"
	"testing"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// narrow accepts one event per append, and lets appends wait before they are refused or stored.
type narrow struct {
	eventstore.Store
	entered, gate chan struct{}
}

func (n narrow) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	select {
	case n.entered <- struct{}{}:
	default:
	}
	<-n.gate
	if len(events) > 1 {
		return eventstore.Appended{}, &eventstore.TooLargeError{Stream: stream, Events: len(events), Size: len(events), Limit: 1}
	}
	return n.Store.Append(ctx, stream, expected, events...)
}

// TestCommandsThatDoNotFitTogether are appended one by one. Only a command that does not fit alone is refused.
func TestCommandsThatDoNotFitTogether(t *testing.T) {
	t.Parallel()
	store := narrow{storetest.NewMemory(), make(chan struct{}, 1), make(chan struct{})}
	r := newRepository(Infrastructure{Store: store, Codec: eventstore.NewCodec(noKeys{}, domain.Spec[added](1))}, counting)
	var group sync.WaitGroup
	const others = 10
	decide := func(n int) {
		group.Go(func() {
			_, err := r.Decide(context.Background(), "counter-1", func(counter) ([]domain.Event, error) {
				if n == 3 {
					return []domain.Event{added{n}, added{n}}, nil
				}
				return []domain.Event{added{n}}, nil
			})
			if refused := errors.As(err, new(*eventstore.TooLargeError)); refused != (n == 3) || err != nil && !refused {
				t.Errorf("command %d: %v", n, err)
			}
		})
	}
	decide(1)
	<-store.entered // the others queue during the append
	for range others {
		decide(1)
	}
	decide(3)
	lane := r.lane("counter-1")
	done := make(chan struct{})
	go func() {
		defer close(done)
		group.Wait()
	}()
	for waiting := 0; waiting < others+1; {
		lane.mu.Lock()
		waiting = len(lane.queue)
		lane.mu.Unlock()
	}
	for open := true; open; {
		select {
		case store.gate <- struct{}{}:
		case <-done:
			open = false
		}
	}
	close(store.gate)
	if got := sumOf(t, r, "counter-1"); got.Sum != others+1 {
		t.Errorf("sum %d", got.Sum)
	}
}
