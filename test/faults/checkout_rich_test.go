package faults

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestKilledAfterEachStepOfARichCheckout is TestKilledAfterEachStepOfCheckout for an order that also uses the last use of a coupon, a gift
// card and a payment gateway.
func TestKilledAfterEachStepOfARichCheckout(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	for _, c := range []struct {
		step       string
		unanswered bool // the gateway does not answer, so everything is released
		placed     bool
	}{
		{step: "checkout: everything taken at once"},
		{step: "checkout: order placed with its cart", placed: true},
		{step: "checkout: stock reserved"},
		{step: "checkout: rules redeemed"},
		{step: "checkout: gift cards charged"},
		{step: "checkout: payment authorised"},
		{step: "checkout: order placed", placed: true},
		{step: "checkout: payment unanswered", unanswered: true},
		{step: "checkout: stock released", unanswered: true},
		{step: "checkout: rules returned", unanswered: true},
		{step: "checkout: gift cards returned", unanswered: true},
		{step: "checkout: payment voided", unanswered: true},
	} {
		t.Run(strings.TrimPrefix(c.step, "checkout: "), func(t *testing.T) {
			t.Parallel()
			url, auth := database(t)
			dying := serveDying(t, url, c.step, false)
			dying.Run("config", "set", "payment/sandbox/active", "1")
			dying.Must(201, "POST", "/coupons", object{"code": "ONCE", "discountType": "percent", "discountAmount": 10, "usageLimit": 1}, auth...)
			dying.Must(201, "POST", "/giftcards", object{"code": "GC-A", "initialBalance": 8}, auth...)
			mask, _ := dying.Must(201, "POST", "/guest-carts", nil).Object()["maskedId"].(string)
			cart := "/guest-carts/" + mask
			dying.Must(200, "POST", cart+"/items", object{"sku": goods[0], "qty": 2})
			dying.Must(201, "POST", cart+"/coupon", object{"code": "ONCE"})
			dying.Must(200, "POST", cart+"/giftcards", object{"giftcardCode": "GC-A"})
			if c.unanswered {
				dying.Run("gateway", "script", "authorise", "lose", "--times", "3")
			}
			online := maps.Clone(placement)
			online["paymentMethod"], online["paymentData"] = "sandbox", object{"instrument": "card"}
			if a, err := dying.Do("POST", cart+"/place-order", online, "X-Idempotency-Key", "only-once"); err == nil {
				t.Fatalf("the shop survived: %d %s", a.Status, a.Body)
			}
			<-dying.Ended()

			s := serve(t, url)
			db := connect(t, url)
			look := func(when string, orders int) {
				t.Helper()
				settled(t, db)
				taken(t, s, db, auth, when, orders)
			}
			orders := 0
			if c.placed {
				orders = 1
			}
			look("after the restart", orders)
			first := s.Must(201, "POST", cart+"/place-order", online, "X-Idempotency-Key", "only-once")
			look("after the client has repeated its request", 1)
			again := s.Must(201, "POST", cart+"/place-order", online, "X-Idempotency-Key", "only-once")
			if string(again.Body) != string(first.Body) {
				t.Errorf("the second answer differs:\n%s\n%s", first.Body, again.Body)
			}
			look("in the end", 1)
			whole(t, s, db)
		})
	}
}

// taken compares the resources that orders have used with the number of orders.
func taken(t testing.TB, s *servetest.Server, db *pgx.Conn, auth []string, when string, orders int) {
	t.Helper()
	if got := left(t, db, goods[0]); got != units-2*orders {
		t.Errorf("%s: %d units are left of %d orders", when, got, orders)
	}
	if got := s.Must(200, "GET", "/coupons/1", nil, auth...).Object()["timesUsed"]; got != float64(orders) {
		t.Errorf("%s: the coupon has %v uses of %d orders", when, got, orders)
	}
	if got := s.Must(200, "GET", "/giftcards/1", nil, auth...).Object()["balance"]; got != float64(8-8*orders) {
		t.Errorf("%s: the gift card has %v left of %d orders", when, got, orders)
	}
	held := query[int](t, db, `SELECT count(*) FROM sandbox_movements a WHERE kind = 'authorise' AND declined = ''
		AND NOT EXISTS (SELECT FROM sandbox_movements v WHERE v.kind = 'void' AND v.of = a.of)`)
	if held != orders {
		t.Errorf("%s: %d authorisations of %d orders", when, held, orders)
	}
	if got := ordersOf(t, s, auth); len(got) != orders {
		t.Errorf("%s: %d orders, want %d (%s)", when, len(got), orders, fmt.Sprint(got))
	}
}
