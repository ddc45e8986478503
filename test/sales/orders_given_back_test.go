package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestWhatIsUsedAndGivenBackIsSeenAtOnce checks that coupon uses and card balances are current after a placement, cancellation or refund.
// It repeats the check often to detect a race.
func TestWhatIsUsedAndGivenBackIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 1000, nil)
	_, anna := s.Customer("anna@example.com")
	card := salestest.ID(s.Must(201, "POST", "/giftcards", fields{"code": "GC-ALL", "initialBalance": 1000}, s.Service...).Object(t))
	coupon := salestest.ID(s.Must(201, "POST", "/coupons", fields{"code": "SAVE10", "discountType": "percent", "discountAmount": 10},
		s.Service...).Object(t))
	reads := func(what string, balance, uses int) {
		t.Helper()
		salestest.Check(t, s.Must(200, "GET", fmt.Sprintf("/giftcards/%d", card), nil, s.Service...).Object(t), fields{"balance": balance})
		salestest.Check(t, s.Must(200, "GET", fmt.Sprintf("/coupons/%d", coupon), nil, s.Service...).Object(t), fields{"timesUsed": uses})
		if t.Failed() {
			t.Fatal(what)
		}
	}
	uses := 0
	for range 8 {
		// A mug for 10, less 1, and 5 of shipping.
		place := func() fields {
			t.Helper()
			cart := s.Cart(anna, "MUG")
			s.Must(201, "POST", fmt.Sprintf("/carts/%d/coupon", cart), fields{"code": "SAVE10"}, anna...)
			s.Must(200, "POST", fmt.Sprintf("/carts/%d/giftcards", cart), fields{"giftcardCode": "GC-ALL"}, anna...)
			o := s.Must(201, "POST", fmt.Sprintf("/carts/%d/place-order", cart),
				salestest.Placement(fields{"guestEmail": nil, "paymentMethod": "free"}), anna...).Object(t)
			uses++
			reads("placed", 986, uses)
			return o
		}
		canceled := place()
		s.Must(201, "POST", path(canceled, "/cancel"), nil, anna...)
		uses--
		reads("cancelled", 1000, uses)
		refunded := place()
		s.Must(201, "POST", path(refunded, "/invoices"), fields{}, s.Service...)
		s.Must(201, "POST", path(refunded, "/credit-memos"), fields{}, s.Service...)
		reads("refunded", 1000, uses)
	}
}
