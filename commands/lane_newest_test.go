package commands

import (
	"context"
	"errors"
	"testing"

	"tradelog/domain"
)

// TestNothingIsDecidedOnAnOldState: an answer that appends nothing, a refusal or "nothing to do", is checked by no append. It
// must come of the newest state all the same.
func TestNothingIsDecidedOnAnOldState(t *testing.T) {
	t.Parallel()
	one, _ := counters(t)
	other := NewRepository(one.infra, counting)
	refusal := errors.New("there is none")
	take := func(c counter) ([]domain.Event, error) {
		if c.Sum == 0 {
			return nil, refusal
		}
		return []domain.Event{added{-1}}, nil
	}
	for round, refused := range []error{refusal, nil, refusal} {
		if refused == nil {
			if _, err := other.Decide(context.Background(), "counter-1", add(1)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := one.Decide(context.Background(), "counter-1", take); err != refused {
			t.Errorf("round %d: %v, want %v", round, err, refused)
		}
	}
	if _, err := other.Decide(context.Background(), "counter-1", add(1)); err != nil {
		t.Fatal(err)
	}
	result, err := one.Decide(context.Background(), "counter-1", func(c counter) ([]domain.Event, error) {
		if c.Sum == 0 {
			return nil, nil // nothing to do
		}
		return []domain.Event{added{-c.Sum}}, nil
	})
	if err != nil || len(result.Events) != 1 {
		t.Errorf("%d events, error %v", len(result.Events), err)
	}
}
