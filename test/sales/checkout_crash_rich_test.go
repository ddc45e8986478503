package sales_test

import (
	"testing"

	"tradelog/adapters/sandbox"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// rich is a shop whose orders use everything: stock, the only use of a coupon, a gift card, and a payment gateway.
type rich struct {
	*salestest.Shop
	coupon, card int64
}

func enrich(s *salestest.Shop) rich {
	s.Configure("payment/sandbox/active", "1")
	return rich{s, coupon(s, "ONCE", fields{"usageLimit": 1}), card(s, "GC-A", 50, nil)}
}

// cart makes a guest's cart of two mugs: 18 with the coupon and 10 of shipping. The gift card pays 8 of that at first.
func (r rich) cart() string {
	r.T.Helper()
	mask := r.GuestCart("MUG*2")
	r.Do("POST", guests(mask, "/coupon"), fields{"code": "ONCE"}) // the coupon may be used up
	r.Must(200, "PUT", "/giftcards/"+itoa(int(r.card)), fields{"balance": 8}, r.Service...)
	r.Must(200, "POST", guests(mask, "/giftcards"), fields{"giftcardCode": "GC-A"})
	return mask
}

func (rich) placement() fields { return online("card") }

// silence lets the gateway leave one placement without an answer.
func (r rich) silence() {
	r.T.Helper()
	if err := (sandbox.Gateway{Pool: r.Pool}).Script(r.T.Context(), sandbox.Authorise, sandbox.Lose, 3); err != nil {
		r.T.Fatal(err)
	}
}

// audit compares the used resources with the number of orders.
func (r rich) audit(when string, orders int) {
	r.T.Helper()
	r.Settle()
	for path, want := range map[string]fields{
		"/coupons/" + itoa(int(r.coupon)): {"timesUsed": orders}, "/giftcards/" + itoa(int(r.card)): {"balance": 8 - 8*orders},
	} {
		got := r.Must(200, "GET", path, nil, r.Service...).Object(r.T)
		for name, v := range want {
			if got[name] != float64(v.(int)) {
				r.T.Errorf("%s: %s of %s is %v, want %v", when, name, path, got[name], v)
			}
		}
	}
	list, err := sandbox.Gateway{Pool: r.Pool}.Movements(r.T.Context(), 0)
	if err != nil {
		r.T.Fatal(err)
	}
	held := map[string]bool{}
	for _, m := range list {
		if m.Kind == sandbox.Authorise && m.Declined == "" {
			held[m.Of] = true
		}
	}
	for _, m := range list {
		if m.Kind == sandbox.Void {
			delete(held, m.Of)
		}
	}
	if len(held) != orders {
		r.T.Errorf("%s: %d authorisations for %d orders: %+v", when, len(held), orders, list)
	}
	if mugs := r.Stock("MUG"); mugs != itoa(5-2*orders) {
		r.T.Errorf("%s: %s mugs after %d orders", when, mugs, orders)
	}
}

// richCuts are the steps of a placement that uses everything, and of one without an answer of the gateway.
var richCuts = []cut{
	{"checkout: everything taken at once", false, 0}, {"checkout: order placed with its cart", false, 1},
	{"checkout: started", false, 0}, {"checkout: stock reserved", false, 0}, {"checkout: rules redeemed", false, 0},
	{"checkout: gift cards charged", false, 0}, {"checkout: payment authorised", false, 0}, {"checkout: order placed", false, 1},
	{"checkout: cart closed", false, 1}, {"checkout: payment unanswered", true, 0}, {"checkout: order abandoned", true, 0},
	{"checkout: stock released", true, 0}, {"checkout: rules returned", true, 0},
	{"checkout: gift cards returned", true, 0}, {"checkout: payment voided", true, 0}, {"checkout: aborted", true, 0},
}

// TestARichPlacementIsCutAndTheShopStartsAgain checks that each resource is released once, or belongs to the order.
func TestARichPlacementIsCutAndTheShopStartsAgain(t *testing.T) {
	t.Parallel()
	for _, c := range richCuts {
		t.Run(c.step, func(t *testing.T) {
			t.Parallel()
			first := salestest.Start(t)
			first.Product("MUG", "10", 5, nil)
			r := enrich(first)
			mask := r.cart()
			path, key := guests(mask, placeOrder), []string{"X-Idempotency-Key", "key"}
			if c.refused {
				r.silence()
			}
			cutAt(first, c.step, func(string) {})
			unansweredWith(t, first, path, r.placement(), key)
			first.Stop()

			r.Shop = salestest.Start(t, apptest.OnDatabase(first.Shop))
			r.audit("after the restart", c.orders)
			if c.orders == 0 {
				salestest.Check(t, r.Must(200, "GET", guests(mask, ""), nil).Object(t), fields{
					"isActive": true, "reservedOrderId": "100000001", "appliedCoupon.code": "ONCE", "appliedGiftcards.0.appliedAmount": 8,
					"prices.grandTotal": 20,
				})
			}
			retried := r.Must(201, "POST", path, r.placement(), key...)
			salestest.Check(t, retried.Object(t), fields{
				"incrementId": "100000001", "prices.grandTotal": 20, "prices.giftcardAmount": 8, "couponCode": "ONCE",
			})
			again := r.Must(201, "POST", path, r.placement(), key...)
			if again.Header.Get("X-Idempotency-Replayed") != "true" || string(again.Body) != string(retried.Body) {
				t.Errorf("a third attempt: %v %s", again.Header, again.Body)
			}
			r.audit("in the end", 1)
			r.Verify("carts", "orders", "stock", "pricerules", "giftcards", "executed")
		})
	}
}

// TestACancellationOfARichOrderIsCut checks that the reaction completes a cancellation once, whatever step it was cut off at.
func TestACancellationOfARichOrderIsCut(t *testing.T) {
	t.Parallel()
	for _, step := range []string{
		"cancel: order cancelled", "cancel: stock returned", "cancel: coupon returned", "cancel: gift cards credited",
	} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			first := salestest.Start(t)
			first.Product("MUG", "10", 5, nil)
			r := enrich(first)
			placed := first.Must(201, "POST", guests(r.cart(), placeOrder), r.placement()).Object(t)
			path, headers := "/orders/"+itoa(int(salestest.ID(placed)))+"/cancel", salestest.With(first.Service, "X-Idempotency-Key", "key")
			cutAt(first, step, func(string) {})
			unanswered(t, first, path, headers)
			first.Stop()
			r.Shop = salestest.Start(t, apptest.OnDatabase(first.Shop))
			salestest.Check(t, r.Must(201, "POST", path, nil, salestest.With(first.Service, "X-Idempotency-Key", "key")...).Object(t),
				fields{"state": "canceled"})
			r.audit("after the cancellation", 0)
			r.Verify("orders", "stock", "pricerules", "giftcards")
		})
	}
}
