package sales_test

import (
	"testing"

	"tradelog/test/salestest"
)

// TestAnOrderThatCostsNothingIsInvoicedAtOnce checks the setting of shapes-sales §6 rule 11.
func TestAnOrderThatCostsNothingIsInvoicedAtOnce(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	for _, c := range []struct {
		name     string
		config   []string
		state    string
		invoices int
	}{
		{"as shops are installed", nil, "new", 0},
		{"with a status alone", []string{"payment/free/order_status", "processing"}, "new", 0},
		{"with both", []string{"payment/free/payment_action", "authorize_capture"}, "processing", 1},
	} {
		s.Configure(c.config...)
		code := "GC-" + c.state + itoa(len(c.name))
		gift := card(s, code, 15, nil)
		mask := s.GuestCart("MUG")
		s.Must(200, "POST", guests(mask, "/giftcards"), fields{"giftcardCode": code})
		o := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(fields{"paymentMethod": "free"})).Object(t)
		at := "/orders/" + itoa(int(salestest.ID(o)))
		salestest.Check(t, o, fields{"state": c.state, "prices.grandTotal": 0, "prices.giftcardAmount": 15})
		invoices := s.Must(200, "GET", at+"/invoices", nil, s.Service...).List(t)
		if len(invoices) != c.invoices {
			t.Fatalf("%s: %d invoices", c.name, len(invoices))
		}
		if c.invoices == 0 {
			continue
		}
		salestest.Check(t, invoices[0], fields{
			"incrementId": "100000001", "stateName": "paid", "grandTotal": 0, "subtotal": 10, "shippingAmount": 5, "giftcardAmount": 15,
		})
		s.Must(201, "POST", at+"/credit-memos", fields{}, s.Service...)
		s.Settle()
		salestest.Check(t, s.Must(200, "GET", "/giftcards/"+itoa(int(gift)), nil, s.Service...).Object(t), fields{"balance": 15})
	}
	s.Verify(s.Projections.Names()...)
}
