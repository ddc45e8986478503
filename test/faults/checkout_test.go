package faults

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/servetest"
)

// TestKilledAfterEachStepOfCheckout kills the shop after each step of a placement and of a refused placement. It then starts another one
// and checks the outcome, before and after the client retries.
func TestKilledAfterEachStepOfCheckout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		step    string
		refused bool // the stock is gone when the cart is locked
		placed  bool // whether the restarted shop places the order before the client retries
	}{
		{step: apptest.PlacedAtOnce, placed: true},
		{step: "checkout: started"},
		{step: "checkout: stock reserved"},
		{step: "checkout: order placed", placed: true},
		{step: "checkout: cart closed", placed: true},
		{step: "checkout: order abandoned", refused: true},
		{step: "checkout: stock released", refused: true},
		{step: "checkout: aborted", refused: true},
	} {
		t.Run(strings.TrimPrefix(c.step, "checkout: "), func(t *testing.T) {
			t.Parallel()
			url, auth := database(t)
			dying := serveDying(t, url, c.step, c.refused)
			mask, _ := dying.Must(201, "POST", "/guest-carts", nil).Object()["maskedId"].(string)
			cart := "/guest-carts/" + mask
			dying.Must(200, "POST", cart+"/items", object{"sku": goods[0], "qty": 3})
			if a, err := dying.Do("POST", cart+"/place-order", placement, "X-Idempotency-Key", "only-once"); err == nil {
				t.Fatalf("the shop survived: %d %s", a.Status, a.Body)
			}
			<-dying.Ended()

			s := serve(t, url)
			db := connect(t, url)
			settled(t, db)
			remain, cartStatus, orders := units, 200, 0
			switch {
			case c.refused:
				remain = 0
			case c.placed:
				remain, cartStatus, orders = units-3, 404, 1
			}
			look := func(when string) {
				t.Helper()
				settled(t, db)
				if got := left(t, db, goods[0]); got != remain {
					t.Errorf("%s: %d units are left, want %d", when, got, remain)
				}
				s.Must(cartStatus, "GET", cart, nil)
				if got := ordersOf(t, s, auth); len(got) != orders {
					t.Errorf("%s: %d orders, want %d", when, len(got), orders)
				}
			}
			look("after the restart")

			if c.refused {
				a := s.Must(422, "POST", cart+"/place-order", placement, "X-Idempotency-Key", "only-once")
				if !strings.Contains(message(a), "available") && !strings.Contains(message(a), "stock") {
					t.Errorf("refused because: %s", a.Body)
				}
				look("after another refusal")
				s.Must(200, "PUT", "/inventory", object{"sku": goods[0], "qty": units}, auth...)
			}
			first := s.Must(201, "POST", cart+"/place-order", placement, "X-Idempotency-Key", "only-once")
			remain, cartStatus, orders = units-3, 404, 1
			look("after the client has repeated its request")
			again := s.Must(201, "POST", cart+"/place-order", placement, "X-Idempotency-Key", "only-once")
			if string(again.Body) != string(first.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" {
				t.Errorf("the second answer differs:\n%s\n%s", first.Body, again.Body)
			}
			id, increment := numbers(first)
			if got := ordersOf(t, s, auth); fmt.Sprint(got) != fmt.Sprint([]string{fmt.Sprintf("%d %s", id, increment)}) {
				t.Errorf("orders %q, want only %d", got, id)
			}
			if increment != "100000001" { // the number of the first attempt is used
				t.Errorf("the order has number %s", increment)
			}
			whole(t, s, db)
		})
	}
}

// ordersOf lists the orders as identifier and number.
func ordersOf(t testing.TB, s *servetest.Server, auth []string) (out []string) {
	t.Helper()
	for _, o := range s.Must(200, "GET", "/orders", nil, auth...).List() {
		out = append(out, fmt.Sprintf("%.0f %s", o["id"], o["incrementId"]))
	}
	return out
}
