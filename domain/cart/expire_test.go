package cart

import (
	"testing"
	"time"
)

// TestExpire: only a cart that is still waiting for its buyer, and has waited for long, is dropped.
func TestExpire(t *testing.T) {
	t.Parallel()
	created := Created{CartID: 1, StoreID: 1, MaskedID: "m", At: at}
	started := CheckoutStarted{CartID: 1, OrderID: 7, IncrementID: "100000001", At: at}
	late := at.Add(time.Hour)
	for _, c := range []struct {
		name   string
		state  State
		before time.Time
		want   int
	}{
		{"nobody came", fold(created), late, 1},
		{"somebody did", fold(created, CouponApplied{Code: "X", At: late}), late, 0},
		{"just then", fold(created), at, 0},
		{"it is being placed", fold(created, started), late, 0},
		{"it could not be placed", fold(created, started, CheckoutAborted{CartID: 1, OrderID: 7, At: at}), late, 1},
		{"it was placed", fold(created, started, Closed{CartID: 1, OrderID: 7, At: at}), late, 0},
		{"it is in another cart", fold(created, MergedInto{IntoCartID: 2, At: at}), late, 0},
		{"it is gone", fold(created, Expired{CartID: 1, At: at}), late, 0},
		{"there is none", State{}, late, 0},
	} {
		if events := c.state.Expire(c.before, late); len(events) != c.want {
			t.Errorf("%s: %v", c.name, events)
		}
	}
	gone := fold(created, Expired{CartID: 1, At: at})
	if _, err := gone.ApplyCoupon("X", at); err != ErrNotFound {
		t.Errorf("a coupon for a cart that is gone: %v", err)
	}
	if _, err := gone.Create(1, 1, 0, "m", at); err == nil {
		t.Error("its number was given out again")
	}
}
