package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestAnOrderGoesOutAndComesBackInParts tells a whole story. A part of an order is shipped, an unavailable part is refunded and returned to
// stock, and the rest is shipped. At last a mug comes back and is refunded with an extra amount.
func TestAnOrderGoesOutAndComesBackInParts(t *testing.T) {
	t.Parallel()
	apptest.OnEachStore(t, tellAnOrderGoesOutAndComesBackInParts)
}

func tellAnOrderGoesOutAndComesBackInParts(t *testing.T, store apptest.Option) {
	s := salestest.Start(t, store)
	s.Product("MUG", "19.99", 10, fields{"taxClassId": 2})
	s.Product("CAP", "7.45", 5, fields{"taxClassId": 2})

	// 59.97 and 14.90, 25 of shipping, and 8.25 percent of tax on the lines: 4.95 and 1.23.
	o := s.Order("MUG*3", "CAP*2")
	id := salestest.ID(o)
	mug := func(qty int) fields { return fields{"orderItemId": line(o, 0), "qty": qty} }
	caps := func(qty int) fields { return fields{"orderItemId": line(o, 1), "qty": qty} }
	returned := func(item fields) fields {
		item["backToStock"] = true
		return item
	}
	post := func(name, below string, body any, status int, want fields) salestest.Exchange {
		return salestest.Exchange{Name: name, Method: "POST", Path: path(o, below), Body: body, Headers: s.Service, Status: status, Want: want}
	}
	look := func(name string, want fields) salestest.Exchange {
		return salestest.Exchange{Name: name, Method: "GET", Path: path(o, ""), Headers: s.Service, Status: 200, Want: want}
	}
	tooMuch := post("more than what is left is not refunded", "/credit-memos", fields{"items": list{mug(1)}, "adjustmentPositive": 100}, 400,
		nil)
	tooMuch.Message = "Refund amount exceeds the order's refundable balance"
	s.Run(t, []salestest.Exchange{
		post("the shop invoices everything", "/invoices", nil, 201,
			fields{"subtotal": 74.87, "taxAmount": 6.18, "shippingAmount": 25, "grandTotal": 106.05, "stateName": "paid"}),
		post("and ships two mugs", "/shipments", fields{"items": list{mug(2)}, "tracks": list{fields{"trackNumber": "1Z"}}}, 201,
			fields{"totalQty": 2}),
		look("the rest waits", fields{"state": "processing", "items.0.qtyShipped": 2, "items.1.qtyShipped": 0}),
		post("a mug and a cap will not come; the shipping is kept", "/credit-memos",
			fields{"items": list{returned(mug(1)), caps(1)}, "adjustmentNegative": 25}, 201,
			fields{
				"subtotal": 27.44, "taxAmount": 2.27, "shippingAmount": 25, "adjustmentNegative": 25, "grandTotal": 29.71, "items.0.backToStock": true,
				"items.1.backToStock": false,
			}),
		look("they need not be shipped", fields{
			"state": "processing", "items.0.qtyRefunded": 1, "prices.totalRefunded": 29.71, "prices.totalPaid": 106.05,
		}),
		post("the rest is a cap", "/shipments", fields{}, 201, fields{"totalQty": 1, "items.#": 1, "items.0.sku": "CAP"}),
		look("the order is complete", fields{"state": "complete"}),
		tooMuch,
		post("a mug comes back", "/credit-memos", fields{"items": list{returned(mug(1))}, "adjustmentPositive": 5}, 201,
			fields{"subtotal": 19.99, "taxAmount": 1.65, "shippingAmount": 0, "adjustmentPositive": 5, "grandTotal": 26.64}),
		look("it stays complete", fields{
			"state": "complete", "items.0.qtyRefunded": 2, "prices.totalRefunded": 56.35, "prices.adjustmentPositive": 5,
			"prices.adjustmentNegative": 25,
		}),
	})

	s.Settle()
	for sku, want := range map[string]string{"MUG": "9", "CAP": "3"} {
		if got := s.Stock(sku); got != want {
			t.Errorf("%s of %s, want %s", got, sku, want)
		}
	}
	checkBooks(s, id, books{Invoiced: 10605, Refunded: 5635})
	checkLogHistory(s, fmt.Sprintf("order-%d", id),
		"OrderPlaced OrderInvoiced OrderStateChanged OrderInvoiceNumbered OrderShipped OrderRefunded OrderCreditMemoNumbered "+
			"OrderShipped OrderStateChanged OrderRefunded OrderCreditMemoNumbered")
	s.Verify(s.Projections.Names()...)
}
