package freshness

import (
	"context"
	"errors"
	"testing"

	"tradelog/eventstore"
)

// TestWaitingIsKnown: as long as somebody waits for a projector it is wanted, and the instance that runs it is asked.
func TestWaitingIsKnown(t *testing.T) {
	t.Parallel()
	tracker := New(nil)
	asked := make(chan string, 100)
	tracker.Ask(func(_ context.Context, projector string) { asked <- projector })
	tracker.Publish(Update{Projector: "orders", Position: 10})
	if err := tracker.Wait(t.Context(), "orders", 10); err != nil || len(asked) != 0 {
		t.Fatalf("it is there: error %v, asked %d times", err, len(asked))
	}
	idle := tracker.Wanted("orders")
	done := make(chan error, 2)
	for _, at := range []eventstore.Position{11, 12} {
		go func() { done <- tracker.Wait(t.Context(), "orders", at) }()
		if projector := <-asked; projector != "orders" {
			t.Errorf("asked for %s", projector)
		}
	}
	<-idle
	<-tracker.Wanted("orders")
	for _, at := range []eventstore.Position{11, 12} {
		<-tracker.Wanted("orders") // the second one still waits
		tracker.Publish(Update{Projector: "orders", Position: at})
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	select {
	case <-tracker.Wanted("orders"):
		t.Error("nobody waits any more")
	default:
	}
	tracker.Publish(Update{Projector: "orders", Failed: true, Reason: "broken"})
	if err := tracker.Wait(t.Context(), "orders", 13); !errors.Is(err, ErrBehind) {
		t.Errorf("it has stopped: %v", err)
	}
	if err := tracker.Wait(t.Context(), "orders", 12); err != nil {
		t.Errorf("it had got there: %v", err)
	}
}

// TestWhoWritesAStreamTellsItsVersion, before the projector does, whether somebody has asked for it or not.
func TestWhoWritesAStreamTellsItsVersion(t *testing.T) {
	t.Parallel()
	scope := Scope{Projector: "carts", Name: "cart-1", Streamed: true}
	for name, known := range map[string]bool{"asked for": true, "not asked for": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tracker := New(nil)
			load := func(context.Context, []Scope) ([]eventstore.Position, error) { return []eventstore.Position{7}, nil }
			var was Vector
			if known {
				var err error
				if was, err = tracker.Known(t.Context(), []Scope{scope}, load); err != nil || !tracker.Stand([]Scope{scope}, was) {
					t.Fatalf("%+v, error %v", was, err)
				}
			}
			tracker.Touched(scope, 9)
			if known && tracker.Stand([]Scope{scope}, was) {
				t.Error("what was made of the cart before still stands")
			}
			now, err := tracker.Known(t.Context(), []Scope{scope}, load)
			if err != nil {
				t.Fatal(err)
			}
			tracker.Publish(Update{Projector: "carts", Position: 9, Scopes: map[string]eventstore.Position{"cart-1": 9}})
			if !tracker.Stand([]Scope{scope}, now) {
				t.Error("the projector has told nothing new")
			}
		})
	}
}
