package checkout_test

import (
	"context"
	"runtime"
	"testing"

	"tradelog/domain/cart"
	"tradelog/domain/order"
)

// TestAnAttemptThatWasNotYetInTheLog repeats a placement while the first attempt, thought dead, is still being appended. The log returns
// the first attempt's events to the second one, which must not continue with an order of its own.
func TestAnAttemptThatWasNotYetInTheLog(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	first, second := s.process(0), s.process(0)
	again := attempt(t, s.log, "key") // it has looked, and found nothing
	dead := make(chan struct{})
	first.Steps(func(name string) {
		if name == "checkout: started" {
			close(dead)
			runtime.Goexit()
		}
	})
	looked := false
	quote := quoting(func(ctx context.Context, c cart.State) (order.Placed, error) {
		if !looked {
			looked = true
			go func() { _, _ = s.place(first, "key") }()
			<-dead
		}
		return quoted(ctx, c)
	})
	placed, err := second.PlaceOrder(again, s.cart, cart.Details{Note: "Ring twice"}, quote)
	if err != nil {
		t.Fatal(err)
	}
	s.sweep()
	s.audit("afterwards", 1)
	if l := s.left(); len(l.placed) != 1 || l.placed[0] != placed.OrderID {
		t.Errorf("the answer was order %d, the log has %v", placed.OrderID, l.placed)
	}
}
