package audit

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/storetest"
)

// unsure loses every second answer of a store, before or after the append.
type unsure struct {
	*postgres.Store
	calls atomic.Int64
}

func (u *unsure) lose() (before, after bool) {
	n := u.calls.Add(1)
	return n%4 == 1, n%4 == 3
}

func (u *unsure) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	before, after := u.lose()
	if before {
		return eventstore.Appended{}, fmt.Errorf("%w: lost on the way there", eventstore.ErrUnknownOutcome)
	}
	at, err := u.Store.Append(ctx, stream, expected, events...)
	if after {
		return eventstore.Appended{}, fmt.Errorf("%w: lost on the way back", eventstore.ErrUnknownOutcome)
	}
	return at, err
}

func (u *unsure) AppendBulk(ctx context.Context, at eventstore.Position, events []eventstore.Recorded) (eventstore.Position, error) {
	before, after := u.lose()
	if before {
		return 0, fmt.Errorf("%w: lost on the way there", eventstore.ErrUnknownOutcome)
	}
	end, err := u.Store.AppendBulk(ctx, at, events)
	if after {
		return 0, fmt.Errorf("%w: lost on the way back", eventstore.ErrUnknownOutcome)
	}
	return end, err
}

func TestUnknownOutcomes(t *testing.T) {
	t.Parallel()
	for name, wrap := range map[string]func(*unsure) eventstore.Store{
		"in bulk":     func(u *unsure) eventstore.Store { return u },
		"by the port": func(u *unsure) eventstore.Store { return portOnly{u} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := storetest.NewMemory()
			fill(t, source, 20)
			store := &unsure{Store: open(t, database(t))}
			for range 3 {
				if done, err := Copy(t.Context(), source, wrap(store), CopyOptions{}); err != nil || done.Events < 20 {
					t.Fatalf("%+v, error %v", done, err)
				}
				fill(t, source, 5)
			}
			if store.calls.Load() < 4 {
				t.Errorf("%d calls", store.calls.Load())
			}
			got := everything(t, store)
			wantSame(t, got, everything(t, source)[:len(got)])
		})
	}
}
