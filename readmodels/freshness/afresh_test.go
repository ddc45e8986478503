package freshness

import (
	"context"
	"errors"
	"testing"
	"time"

	"tradelog/eventstore"
)

// TestARunThatBeginsElsewhere: news were missed while another instance ran the projector, or a crash of the database took rows back. Cached
// answers must not stand, or a conditional GET would be answered with an earlier state.
func TestARunThatBeginsElsewhere(t *testing.T) {
	t.Parallel()
	scopes := []Scope{{Projector: "orders", Name: "order-1"}}
	for name, c := range map[string]struct {
		begins eventstore.Position
		stands bool
	}{"where the news ended": {10, true}, "further": {12, false}, "before": {8, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tracker := New(nil)
			tracker.Publish(Update{Projector: "orders", Position: 10})
			was, err := tracker.Known(t.Context(), scopes, func(context.Context, []Scope) ([]eventstore.Position, error) {
				return []eventstore.Position{7}, nil
			})
			if err != nil || !tracker.Stand(scopes, was) {
				t.Fatalf("%+v, error %v", was, err)
			}
			tracker.Publish(Update{Projector: "orders", Position: c.begins, Afresh: true})
			if tracker.Stand(scopes, was) != c.stands {
				t.Errorf("a run began at %d after news up to 10: what was remembered stands: %v", c.begins, !c.stands)
			}
			if at := tracker.Position("orders"); at != c.begins {
				t.Errorf("the projector is at %d, the tracker says %d", c.begins, at)
			}
			// A reader who waits for rows that were taken back waits until they are there again.
			done := make(chan error, 1)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			go func() { done <- tracker.Wait(ctx, "orders", 13) }()
			tracker.Publish(Update{Projector: "orders", Position: 13})
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAnotherAttemptIsNoRecovery: a stopped projector is stopped until it gets on.
func TestAnotherAttemptIsNoRecovery(t *testing.T) {
	t.Parallel()
	tracker := New(nil)
	tracker.Publish(Update{Projector: "orders", Position: 10, Generation: 1})
	behind := func() bool { return errors.Is(tracker.Wait(t.Context(), "orders", 11), ErrBehind) }
	tracker.Publish(Update{Projector: "orders", Failed: true, Reason: "it cannot"})
	if !behind() {
		t.Error("it has failed, and is waited for")
	}
	tracker.Publish(Update{Projector: "orders", Position: 10, Generation: 1, Afresh: true})
	if !behind() {
		t.Error("it is trying again, and is waited for")
	}
	tracker.Publish(Update{Projector: "orders", Position: 10, Generation: 1, Failed: true, Reason: "another instance says so"})
	if !behind() {
		t.Error("another instance says that it has failed, and it is waited for")
	}
	tracker.Publish(Update{Projector: "orders", Position: 11, Generation: 1})
	if behind() || tracker.Position("orders") != 11 {
		t.Error("it has got on, and is not believed")
	}
}
