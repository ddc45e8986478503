package sales_test

import (
	"testing"

	"tradelog/test/salestest"
)

// TestWhatInvoicesNeedOfTheBuyerIsKept: the VAT ID of an address that was given to a cart or a placement, and the number of the buyer's own
// order.
func TestWhatInvoicesNeedOfTheBuyerIsKept(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("payment/purchaseorder/active", "1")
	s.Product("MUG", "20", 10, fields{})
	address := salestest.Address()
	address["vatId"] = "FR12345678901"
	placed := s.Must(201, "POST", guests(s.GuestCart("MUG"), placeOrder), salestest.Placement(fields{
		"billingAddress": address, "paymentMethod": "purchaseorder", "paymentData": fields{"poNumber": "PO-77"},
	})).Object(t)
	want := fields{"billingAddress.vatId": "FR12345678901", "poNumber": "PO-77"}
	salestest.Check(t, placed, want)
	salestest.Check(t, s.Must(200, "GET", path(placed, ""), nil, s.Service...).Object(t), want)
	mask := s.GuestCart("MUG")
	s.Must(200, "PUT", guests(mask, "/shipping-address"), address)
	cart := s.Must(200, "PUT", guests(mask, "/billing-address"), fields{"sameAsShipping": true}).Object(t)
	salestest.Check(t, cart, fields{"billingAddress.vatId": "FR12345678901", "shippingAddress.vatId": "FR12345678901"})
}

// TestAdjustmentsHaveATaxClass: one that there is, or none. What is untaxed has no tax in adjustments.
func TestAdjustmentsHaveATaxClass(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "20", 10, fields{})
	o := s.Order("MUG*2")
	refund := func(name string, body fields, status int, want fields, message string) salestest.Exchange {
		body["items"] = list{fields{"orderItemId": line(o, 0), "qty": 1}}
		return salestest.Exchange{
			Name: name, Method: "POST", Path: path(o, "/credit-memos"), Body: body, Headers: s.Service, Status: status, Want: want, Message: message,
		}
	}
	s.Run(t, []salestest.Exchange{
		{Name: "invoiced", Method: "POST", Path: path(o, "/invoices"), Headers: s.Service, Status: 201},
		refund("a class that there is not", fields{"adjustmentTaxClassId": 99, "adjustmentNegative": 1}, 400, nil,
			"Unknown product tax class ID: 99"),
		refund("untaxed", fields{"adjustmentTaxClassId": 0, "adjustmentNegative": 1}, 201,
			fields{"adjustmentNegative": 1, "adjustmentTaxAmount": 0, "taxAmount": 0}, ""),
		refund("at the rates of the lines", fields{"adjustmentNegative": 1}, 201, fields{"adjustmentTaxAmount": 0}, ""),
	})
}
