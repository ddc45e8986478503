package sales_test

import (
	"testing"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestAbandonedCarts checks that a cart is dropped after its store's period. Carts in use and ordered carts stay.
func TestAbandonedCarts(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock))
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	forgotten, used, placed := s.GuestCart("MUG"), s.GuestCart("MUG"), s.GuestCart("MUG")
	hers := s.Cart(anna, "MUG")
	s.Must(201, "POST", guests(placed, placeOrder), salestest.Placement(nil))
	sweep := func(days int, want ...string) {
		t.Helper()
		clock.Advance(time.Duration(days) * 24 * time.Hour)
		s.Settle()
		before := s.LogSize()
		for range 2 { // the second sweep finds nothing
			if err := reactions.CartSweep(s.Commands.Checkout, s.Readers.Directory, s.Readers.Checkout, clock.Now).Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Settle()
		}
		if got := s.Since(before); len(got) != len(want) {
			t.Errorf("after %d days: %v, want %v", days, got, want)
		}
	}
	sweep(20)
	s.Must(200, "POST", guests(used, "/items"), fields{"sku": "MUG"})
	s.Configure("checkout/cart/delete_quote_after", "0")
	sweep(11)
	s.Configure("checkout/cart/delete_quote_after", "30")
	sweep(0, "CartExpired", "CartExpired")
	s.Must(404, "GET", guests(forgotten, ""), nil)
	s.Must(200, "GET", guests(used, ""), nil)
	if _, err := s.Commands.Checkout.Cart(t.Context(), hers); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the customer's cart: %v", err)
	}
	again := s.Must(200, "POST", guests(forgotten, "/items"), fields{"sku": "MUG"}).Object(t)
	salestest.Check(t, again, fields{"cartRecreated": true, "items.#": 1})
	if again["maskedId"] == forgotten {
		t.Error("the cart is back under its masked ID")
	}
	// The cart was changed before the sweep reached it.
	id := salestest.ID(again)
	if err := s.Commands.Checkout.ExpireCart(t.Context(), id, clock.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Commands.Checkout.Cart(t.Context(), id); err != nil || now.Expired || now.ID != id {
		t.Errorf("%+v, %v", now, err)
	}
	if _, err := s.Commands.Checkout.Cart(t.Context(), 987654); err != cart.ErrNotFound {
		t.Error(err)
	}
	s.Verify("carts", "orders", "sequences")
}
