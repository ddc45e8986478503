package commands

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tradelog/domain"
)

// TestNothingIsDecidedOnAnOldState: no append checks the state of a refusal or a command with nothing to do. Both must be decided on the
// newest state nevertheless.
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

// TestSomethingThereAfterAll: a stream declared to be empty (First) has events, and the decision is made on them.
func TestSomethingThereAfterAll(t *testing.T) {
	t.Parallel()
	one, _ := counters(t)
	other := NewRepository(one.infra, counting)
	if _, err := other.Decide(t.Context(), "counter-1", add(5)); err != nil {
		t.Fatal(err)
	}
	var seen []int
	if _, err := one.Decide(t.Context(), "counter-1", func(c counter) ([]domain.Event, error) {
		seen = append(seen, c.Sum)
		return []domain.Event{added{1}}, nil
	}, First()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen, []int{0, 5}) {
		t.Errorf("decided on %v, want on nothing and then on 5", seen)
	}
}

// TestStaleView: a stale view sees the cached state and does not read the log.
func TestStaleView(t *testing.T) {
	t.Parallel()
	one, _ := counters(t)
	other := NewRepository(one.infra, counting)
	for _, r := range []Repository[counter]{one, other} {
		if _, err := r.Decide(t.Context(), "counter-1", add(1)); err != nil {
			t.Fatal(err)
		}
	}
	glance := func(want int) {
		t.Helper()
		if err := one.ViewStale(t.Context(), "counter-1", func(c counter, _ bool) error {
			if c.Sum != want {
				t.Errorf("a glance sees %d, want %d", c.Sum, want)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	glance(1)
	if all := sumOf(t, one, "counter-1"); all.Sum != 2 {
		t.Errorf("a view sees %d", all.Sum)
	}
	glance(2)
}
