package sales_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestTheLastCoupon tells a whole story: two buyers want the last use of a coupon. One gets it, and the other buys without it, with the
// same cart. After the first one's cancellation the coupon can be used again.
func TestTheLastCoupon(t *testing.T) {
	t.Parallel()
	apptest.OnEachStore(t, tellTheLastCoupon)
}

func tellTheLastCoupon(t *testing.T, store apptest.Option) {
	s := salestest.Start(t, store)
	s.Product("MUG", "10", 10, nil)
	s.Must(201, "POST", "/coupons", fields{"code": "TWICE", "discountType": "percent", "discountAmount": 10, "usageLimit": 2}, s.Service...)
	cart := func() string {
		mask := s.GuestCart("MUG")
		s.Must(201, "POST", "/guest-carts/"+mask+"/coupon", fields{"code": "TWICE"})
		return "/guest-carts/" + mask
	}
	place := func(cart string) apptest.Answer { return s.Do("POST", cart+"/place-order", salestest.Placement(nil)) }
	used := func(when string, want int) {
		t.Helper()
		s.Settle()
		salestest.Check(t, s.Must(200, "GET", "/coupons/1", nil, s.Service...).Object(t), fields{"timesUsed": want})
	}
	latecomer := cart()
	if first := place(cart()); first.Status != 201 {
		t.Fatalf("%d %s", first.Status, first.Body)
	}
	used("one use is left", 1)

	carts := []string{cart(), cart()}
	answers := make([]apptest.Answer, len(carts))
	var racing sync.WaitGroup
	for i := range carts {
		racing.Go(func() { answers[i] = place(carts[i]) })
	}
	racing.Wait()
	used("none is left", 2)
	var winner, loser fields
	for i, a := range answers {
		switch {
		case a.Status == 201 && a.Object(t)["couponCode"] == "TWICE":
			winner = a.Object(t)
		case a.Status == 201: // the coupon was already known to be used up
			loser = a.Object(t)
		case a.Status == 422 && strings.HasSuffix(strings.TrimSuffix(a.Message(), "."), "Coupon usage limit reached"):
			still := s.Must(200, "GET", carts[i], nil).Object(t)
			salestest.Check(t, still, fields{
				"isActive": true, "items.#": 1, "itemsQty": 1, "prices.subtotal": 10, "prices.discountAmount": nil, "appliedCoupon": nil,
			})
			s.Must(200, "PUT", fmt.Sprintf("%s/items/%v", carts[i], salestest.At(still, "items.0.id")), fields{"qty": 2})
			loser = s.Must(201, "POST", carts[i]+"/place-order", salestest.Placement(nil)).Object(t)
		default:
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	if winner == nil || loser == nil {
		t.Fatalf("not exactly one has won: %s; %s", answers[0].Body, answers[1].Body)
	}
	salestest.Check(t, winner, fields{"prices.discountAmount": 1, "prices.grandTotal": 14})
	salestest.Check(t, loser, fields{"couponCode": nil, "prices.discountAmount": nil})
	kept := int(loser["totalQtyOrdered"].(float64))

	s.Must(201, "POST", path(winner, "/cancel"), fields{"reason": "changed my mind"}, s.Service...)
	used("the winner's use is given back", 1)
	lucky := place(latecomer).Object(t)
	salestest.Check(t, lucky, fields{"couponCode": "TWICE", "prices.grandTotal": 14})
	used("and taken by somebody else", 2)
	for _, o := range []fields{loser, lucky} {
		s.Must(201, "POST", path(o, "/invoices"), nil, s.Service...)
	}

	if got, want := s.Stock("MUG"), fmt.Sprint(10-2-kept); got != want {
		t.Errorf("%s mugs, want %s", got, want)
	}
	checkBooks(s, salestest.ID(winner), books{})
	checkBooks(s, salestest.ID(loser), books{Invoiced: 1500 * int64(kept)})
	checkBooks(s, salestest.ID(lucky), books{Invoiced: 1400})
	checkLogHistory(s, fmt.Sprintf("order-%d", salestest.ID(winner)), "OrderPlaced OrderCanceled")
	told := logHistory(s, "pricerule-1")
	if redeemed := strings.Count(told, "PriceRuleRedeemed"); redeemed != 3 {
		t.Errorf("the history tells of %d uses:\n%s", redeemed, told)
	}
	s.Verify(s.Projections.Names()...)
}
