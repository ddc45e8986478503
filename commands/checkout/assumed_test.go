package checkout_test

import (
	"errors"
	"testing"

	"tradelog/commands/checkout"
	"tradelog/domain/cart"
	"tradelog/domain/money"
	"tradelog/eventstore"
)

// TestAChangeOfACachedCart: a decision on a cached cart fails and changes nothing if another process has changed the cart.
func TestAChangeOfACachedCart(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	here := s.process(0)
	stale, err := here.Cart(t.Context(), s.cart)
	if err != nil {
		t.Fatal(err)
	}
	note := func(text string) cart.Details { return cart.Details{Note: text} }
	ctx, settled := checkout.Assuming(t.Context(), stale)
	after, err := here.SetCartDetails(ctx, s.cart, note("one"))
	if err != nil || !settled() || after.Note != "one" {
		t.Fatalf("nobody else has changed it: %+v, %v", after, err)
	}
	if after, err = here.SetCartDetails(ctx, s.cart, note("two")); err != nil || after.Note != "two" {
		t.Fatalf("the request itself has changed it: %+v, %v", after, err)
	}

	if stale, err = here.StaleCart(t.Context(), s.cart); err != nil || stale.Note != "two" {
		t.Fatal(stale, err)
	}
	s.add(1) // by another process
	head, err := s.log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, settled = checkout.Assuming(t.Context(), stale)
	if _, err := here.SetCartDetails(ctx, s.cart, note("three")); !errors.Is(err, cart.ErrChanged) || settled() {
		t.Errorf("another process has changed it: %v", err)
	}
	if now, err := s.log.Head(t.Context()); now != head || err != nil {
		t.Errorf("the log is at %d after a refusal, was at %d: %v", now, head, err)
	}
	newest, err := here.Cart(t.Context(), s.cart)
	if err != nil || !newest.Items[0].Qty.Equal(money.FromInt(3)) || newest.Note != "two" {
		t.Fatalf("the newest is %+v, %v", newest, err)
	}
	ctx, settled = checkout.Assuming(t.Context(), newest)
	if _, err := here.SetCartDetails(ctx, s.cart, note("three")); err != nil || !settled() {
		t.Errorf("on the newest: %v", err)
	}
}

// TestACachedCartOfAnUnknownOutcome: a change that may be stored is not repeated on another state.
func TestACachedCartOfAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	here := process(s.log, s.ids, 1, nil)
	stale, err := here.Cart(t.Context(), s.cart)
	if err != nil {
		t.Fatal(err)
	}
	ctx, settled := checkout.Assuming(t.Context(), stale)
	switch _, err := here.SetCartDetails(ctx, s.cart, cart.Details{Note: "one"}); {
	case err == nil:
		t.Error("a dead log has taken it")
	case errors.Is(err, eventstore.ErrUnknownOutcome) != settled():
		t.Errorf("settled %v after %v", settled(), err)
	}
}
