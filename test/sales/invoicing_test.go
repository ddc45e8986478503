package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

const (
	cannotInvoice = "Order cannot be invoiced (already fully invoiced or not in an invoiceable state)"
	cannotRefund  = "Order cannot be refunded (already fully refunded or not in a refundable state)"
)

// line returns the number of an order's line.
func line(o fields, n int) any { return salestest.At(o, fmt.Sprintf("items.%d.id", n)) }

// TestInvoicesAndRefunds takes an order of two lines through two invoices and two refunds, with every refusal (shapes-sales §10, §12).
func TestInvoicesAndRefunds(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	s.Product("CUP", "7.5", 100, nil)
	o := s.Order("MUG*2", "CUP*1")
	mug, cup := line(o, 0), line(o, 1)
	invoice := func(body any, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: fmt.Sprintf("invoice %v", body), Method: "POST", Path: path(o, "/invoices"), Headers: s.Service, Body: body, Status: status,
			Message: message, Want: want,
		}
	}
	refund := func(body any, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: fmt.Sprintf("refund %v", body), Method: "POST", Path: path(o, "/credit-memos"), Headers: s.Service, Body: body, Status: status,
			Message: message, Want: want,
		}
	}
	items := func(of ...any) fields {
		var list []any
		for i := 0; i < len(of); i += 2 {
			list = append(list, fields{"orderItemId": of[i], "qty": of[i+1]})
		}
		return fields{"items": list}
	}
	s.Run(t, []salestest.Exchange{
		refund(fields{}, 400, cannotRefund, nil),
		invoice(fields{"capture": "now"}, 400, "Invalid capture mode; expected one of: online, offline, not_capture", nil),
		invoice(fields{"capture": "online"}, 400, "The order's payment method does not support online capture", nil),
		invoice(fields{"items": "all"}, 400, "Items must be a list of {orderItemId, qty} objects", nil),
		invoice(fields{"items": []any{1}}, 400, "Each item must be an object with orderItemId and qty", nil),
		invoice(fields{"comment": 1}, 400, "Comment must be a string", nil),
		invoice(fields{"notifyCustomer": "yes"}, 400, "notifyCustomer must be a boolean", nil),
		invoice(items(0, 1), 400, "Each item must have a valid orderItemId", nil),
		invoice(items(mug, 0), 400, "Each item must have qty > 0", nil),
		invoice(items(999999, 1), 400, "Order item 999999 does not belong to this order", nil),
		invoice(items(mug, 0.5), 400, fmt.Sprintf("Order item %v does not accept a fractional qty", mug), nil),
		invoice(items(mug, 3), 400, fmt.Sprintf("Qty to invoice for order item %v exceeds the qty available to invoice", mug), nil),
		// The flat rate for three units is 15, all of it on the first invoice.
		invoice(items(mug, 1), 201, "", fields{
			"incrementId": "100000001", "state": 2, "stateName": "paid", "subtotal": 10, "shippingAmount": 15, "grandTotal": 25,
			"items.#": 1, "totalQty": 1,
		}),
		{Method: "GET", Path: path(o, ""), Headers: s.Service, Status: 200, Want: fields{
			"state": "processing", "prices.totalPaid": 25, "prices.totalDue": 17.5, "prices.totalInvoiced": 25, "items.0.qtyInvoiced": 1,
		}},
		invoice(fields{"comment": "The rest"}, 201, "", fields{
			"incrementId": "100000002", "subtotal": 17.5, "shippingAmount": 0, "grandTotal": 17.5, "comments.0.comment": "The rest",
		}),
		invoice(fields{}, 400, cannotInvoice, nil),
		refund("", 400, "Invalid JSON in request body", nil), // only {} refunds everything
		refund(items(0, 1), 400, "Each item must have a valid orderItemId", nil),
		refund(items(cup, 0), 400, "Each item must have qty > 0", nil),
		refund(items(cup, 2), 422, `Invalid qty to refund item "The CUP": at most 1 can be refunded, in whole units`, nil),
		refund(fields{"adjustmentPositive": "a lot"}, 400, `The type of the "adjustmentPositive" attribute must be "float", "string" given.`,
			nil),
		refund(fields{"adjustmentNegative": "2"}, 400, `The type of the "adjustmentNegative" attribute must be "float", "string" given.`, nil),
		refund(fields{"adjustmentNegative": -1}, 400, "Adjustments cannot be negative", nil),
		refund(fields{"adjustmentPositive": 1}, 400, "Refund amount exceeds the order's refundable balance", nil),
		refund(fields{"items": []any{fields{"orderItemId": cup, "qty": 1, "backToStock": true}}, "comment": "Chipped", "adjustmentNegative": 5},
			201, "", fields{
				"incrementId": "100000001", "state": "refunded", "subtotal": 7.5, "shippingAmount": 15, "adjustmentNegative": 5, "grandTotal": 17.5,
				"comment": "Chipped", "items.0.sku": "CUP", "items.0.backToStock": true}),
		{Method: "GET", Path: path(o, "/credit-memos"), Headers: s.Service, Status: 200},
		{Method: "GET", Path: "/credit-memos/999999", Headers: s.Service, Status: 404, Message: "Credit memo not found"},
		{Method: "GET", Path: "/orders/999999/credit-memos", Headers: s.Service, Status: 404, Message: "Order not found"},
		{Method: "GET", Path: path(o, ""), Headers: s.Service, Status: 200,
			Want: fields{"state": "processing", "prices.totalRefunded": 17.5, "items.1.qtyRefunded": 1}},
		refund(fields{"adjustmentPositive": 5}, 201, "", fields{
			"incrementId": "100000002", "subtotal": 20, "shippingAmount": 0, "grandTotal": 25,
		}),
		{Method: "GET", Path: path(o, ""), Headers: s.Service, Status: 200, Want: fields{"state": "closed", "prices.totalRefunded": 42.5}},
		refund(fields{}, 400, cannotRefund, nil),
	})
	if got := s.Stock("CUP"); got != "100" {
		t.Errorf("%s cups, want 100: one came back", got)
	}
	if got := s.Stock("MUG"); got != "98" {
		t.Errorf("%s mugs, want 98: they were not put back", got)
	}
	s.Verify("orders", "stock")
}

// TestBodiesThatAreInsistedOn checks that operations with a large default need a body, which may be {} (shapes-sales §0).
func TestBodiesThatAreInsistedOn(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG")
	for _, at := range []string{path(o, "/shipments"), path(o, "/credit-memos"), "/coupons", "/coupons/validate"} {
		s.Send(t, salestest.Exchange{Method: "POST", Path: at, Headers: s.Service, Status: 400, Message: "Invalid JSON in request body"})
	}
	s.Run(t, []salestest.Exchange{
		{Method: "POST", Path: path(o, "/hold"), Headers: s.Service, Status: 201},
		{Method: "POST", Path: path(o, "/unhold"), Headers: s.Service, Status: 201},
		{Method: "POST", Path: path(o, "/invoices"), Headers: s.Service, Status: 201},
		{Method: "POST", Path: path(o, "/shipments"), Body: fields{}, Headers: s.Service, Status: 201},
		{Method: "POST", Path: path(o, "/credit-memos"), Body: fields{}, Headers: s.Service, Status: 201},
	})
}

// TestInvoicesArePaged checks the paging (rest-v2 §4).
func TestInvoicesArePaged(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	o := s.Order("MUG*3")
	var made []any
	for range 3 {
		i := s.Must(201, "POST", path(o, "/invoices"), fields{"items": []any{fields{"orderItemId": line(o, 0), "qty": 1}}}, s.Service...).
			Object(t)
		made = append(made, i["id"])
	}
	for query, want := range map[string]string{
		"": fmt.Sprint(made), "?itemsPerPage=2": fmt.Sprint(made[:2]), "?itemsPerPage=2&page=2": fmt.Sprint(made[2:]),
		"?itemsPerPage=2&page=3": "[]",
	} {
		a := s.Must(200, "GET", path(o, "/invoices")+query, nil, s.Service...)
		got := []any{}
		for _, i := range a.List(t) {
			got = append(got, i["id"])
		}
		if fmt.Sprint(got) != want || a.Header.Get("X-Total-Count") != "3" {
			t.Errorf("%s: %v of %s, want %s of 3", query, got, a.Header.Get("X-Total-Count"), want)
		}
	}
}
