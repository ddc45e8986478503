package sales_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/test/salestest"
)

const (
	cannotHold   = "Order cannot be held"
	notOnHold    = "Order is not on hold"
	cannotCancel = "Order cannot be cancelled"
	cannotShip   = "Order cannot be shipped (already fully shipped or not in a shippable state)"
)

// TestABlankReasonIsNone checks that the history omits a blank reason.
func TestABlankReasonIsNone(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	o := s.Order("MUG")
	for _, action := range []string{"/hold", "/unhold", "/cancel"} {
		s.Must(201, "POST", path(o, action), fields{"reason": "  "}, s.Service...)
	}
	// these would forge a line of the history or control a terminal
	for _, reason := range []string{"a\nCancelled by admin", "\x1b[2J", "\a"} {
		s.Send(t, salestest.Exchange{
			Method: "POST", Path: path(o, "/hold"), Headers: s.Service, Body: fields{"reason": reason}, Status: 400,
			Message: `The "reason" attribute must be one line without control characters.`,
		})
	}
	o = s.Must(200, "GET", path(o, ""), nil, s.Service...).Object(t)
	salestest.Check(t, o, fields{"statusHistory.#": 4, "statusHistory.0.note": nil, "statusHistory.1.note": nil, "statusHistory.2.note": nil})
}

// TestLifecycle takes orders through their states and tries all steps that each state refuses (shapes-sales §8).
func TestLifecycle(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG*2")
	act := func(what string, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: fmt.Sprintf("%s of %v", what, want["state"]), Method: "POST", Path: path(o, "/"+what), Headers: s.Service, Body: fields{},
			Status: status, Message: message, Want: want,
		}
	}
	s.Run(t, []salestest.Exchange{
		act("unhold", 422, notOnHold, nil),
		act("hold", 201, "", fields{
			"state": "holded", "status": "holded", "holdBeforeState": "new", "holdBeforeStatus": "pending", "statusHistory.0.status": "holded",
			"statusHistory.0.note": nil,
		}),
		act("hold", 422, cannotHold, nil),
		act("cancel", 422, cannotCancel, nil),
		act("shipments", 400, cannotShip, nil),
		act("unhold", 201, "", fields{"state": "new", "status": "pending", "holdBeforeState": nil, "holdBeforeStatus": nil}),
		act("shipments", 201, "", nil),
		act("shipments", 400, cannotShip, nil),
		act("hold", 201, "", fields{"state": "holded", "holdBeforeState": "processing", "holdBeforeStatus": "processing"}),
		act("unhold", 201, "", fields{"state": "processing", "status": "processing"}),
		act("cancel", 422, cannotCancel, nil), // what was shipped is to be invoiced
		act("invoices", 201, "", fields{"grandTotal": 30}),
		act("cancel", 422, cannotCancel, nil),
		act("hold", 422, cannotHold, nil),
		act("unhold", 422, notOnHold, nil),
		act("shipments", 400, cannotShip, nil),
		{Method: "POST", Path: path(o, "/comments"), Body: fields{"comment": "Too late"}, Headers: s.Service, Status: 201,
			Want: fields{"state": "complete", "statusHistory.0.note": "Too late", "statusHistory.0.status": "complete"}},
	})
	want := []string{"complete:Too late", "complete:", "processing:", "holded:", "processing:", "pending:", "holded:", "pending:"}
	if got := history(s.Must(200, "GET", path(o, ""), nil, s.Service...).Object(t)); !slices.Equal(got, want) {
		t.Errorf("history\n got %q\nwant %q", got, want)
	}
	if got := s.Stock("MUG"); got != "98" {
		t.Errorf("%s mugs, want 98: they were shipped", got)
	}
	s.Verify("orders", "stock")
}

// TestReasons checks that reasons become entries of the history. Only the customer's own step is marked as notified (shapes-sales §8.6).
func TestReasons(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	o := s.OrderOf(anna, "MUG")
	s.Must(201, "POST", path(o, "/hold"), fields{"reason": "address <check>"}, s.Service...)
	s.Must(201, "POST", path(o, "/unhold"), fields{"reason": "found it"}, s.Service...)
	canceled := s.Must(201, "POST", path(o, "/cancel"), fields{"reason": "too slow"}, anna...).Object(t)
	want := []string{
		"canceled:Order cancelled: too slow", "canceled:", "pending:Order released from hold: found it", "pending:",
		"holded:Order held: address <check>", "holded:", "pending:",
	}
	all := s.Must(200, "GET", path(o, ""), nil, s.Service...).Object(t)
	if got := history(all); !slices.Equal(got, want) {
		t.Errorf("history\n got %q\nwant %q", got, want)
	}
	want[2], want[4] = "pending:", "holded:" // the shop's own reasons are for the back office
	if got := history(canceled); !slices.Equal(got, want) {
		t.Errorf("history of the customer\n got %q\nwant %q", got, want)
	}
	for i, told := range []bool{true, false, false, false, false, false, false} {
		salestest.Check(t, canceled, fields{
			fmt.Sprintf("statusHistory.%d.isCustomerNotified", i): told, fmt.Sprintf("statusHistory.%d.isVisibleOnFront", i): false,
		})
	}
	other := s.Order("MUG")
	s.Run(t, []salestest.Exchange{
		{Name: "null is no reason", Method: "POST", Path: path(other, "/hold"), Body: fields{"reason": nil}, Headers: s.Service, Status: 201,
			Want: fields{"statusHistory.#": 2}},
		{Name: "a reason is text", Method: "POST", Path: path(other, "/unhold"), Body: fields{"reason": 5}, Headers: s.Service, Status: 400,
			Message: `The type of the "reason" attribute must be "string", "int" given.`},
		{Name: "not JSON", Method: "POST", Path: path(other, "/unhold"), Body: "{", Headers: s.Service, Status: 400,
			Message: "Invalid JSON in request body"},
		{Name: "a list", Method: "POST", Path: path(other, "/unhold"), Body: "[1]", Headers: s.Service, Status: 400,
			Message: "The request body must be a JSON object"},
		{Name: "another media type", Method: "POST", Path: path(other, "/unhold"), Body: "x=1",
			Headers: salestest.With(s.Service, "Content-Type", "text/plain"), Status: 415,
			Message: `The content-type "text/plain" is not supported. Supported MIME types are "application/ld+json", "application/json".`},
	})
}

// TestCancelRestoresStock checks that the stock of unshipped units is returned once.
func TestCancelRestoresStock(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 5, nil)
	s.Product("CAP", "8", 2, nil)
	o := s.Order("MUG*3", "CAP*2")
	if mugs, caps := s.Stock("MUG"), s.Stock("CAP"); mugs != "2" || caps != "0 out of stock" {
		t.Errorf("after the order: %s mugs, %s caps", mugs, caps)
	}
	s.Must(201, "POST", path(o, "/shipments"), fields{"items": []any{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1}}},
		s.Service...)
	if mugs := s.Stock("MUG"); mugs != "2" {
		t.Errorf("shipping changed the stock: %s mugs", mugs)
	}
	canceled := s.Must(201, "POST", path(o, "/cancel"), nil, s.Service...).Object(t)
	salestest.Check(t, canceled, fields{
		"items.0.qtyCanceled": 2, "items.0.qtyShipped": 1, "items.1.qtyCanceled": 2, "state": "processing", "prices.totalCanceled": 36,
		"prices.subtotalCanceled": 36, "prices.totalDue": 35, // a mug and the shipping of five units
	})
	if mugs, caps := s.Stock("MUG"), s.Stock("CAP"); mugs != "4" || caps != "2" {
		t.Errorf("after the cancellation: %s mugs, %s caps", mugs, caps)
	}
	s.Must(422, "POST", path(o, "/cancel"), nil, s.Service...)
	if mugs := s.Stock("MUG"); mugs != "4" {
		t.Errorf("cancelled twice: %s mugs", mugs)
	}
	salestest.Check(t, s.Must(201, "POST", path(o, "/invoices"), fields{}, s.Service...).Object(t), fields{"grandTotal": 35, "items.0.qty": 1})
	salestest.Check(t, s.Must(200, "GET", path(o, ""), nil, s.Service...).Object(t), fields{"state": "complete", "prices.totalDue": 0})
	s.Configure("cataloginventory/options/can_back_in_stock", "0")
	o = s.Order("CAP*2")
	s.Must(201, "POST", path(o, "/cancel"), nil, s.Service...)
	if caps := s.Stock("CAP"); caps != "2 out of stock" {
		t.Errorf("what may not be back in stock: %s", caps)
	}
	s.Verify("stock", "orders")
}

// TestAVirtualOrder checks that it is never shipped.
func TestAVirtualOrder(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("CARD", "25", 100, fields{"type": "virtual", "weight": nil})
	mask := s.GuestCart("CARD*2")
	o := s.Must(201, "POST", "/guest-carts/"+mask+"/place-order",
		salestest.Placement(fields{"shippingAddress": nil, "shippingMethod": "nonsense_method"})).Object(t)
	salestest.Check(t, o, fields{
		"isVirtual": true, "shippingAddress": nil, "shippingMethod": nil, "shippingDescription": nil, "weight": nil, "items.0.isVirtual": true,
		"prices.grandTotal": 50, "prices.shippingAmount": nil,
	})
	s.Run(t, []salestest.Exchange{
		{Method: "POST", Path: path(o, "/shipments"), Body: fields{}, Headers: s.Service, Status: 400, Message: cannotShip},
	})
	mixed := s.Must(200, "POST", "/guest-carts/"+s.GuestCart("CARD")+"/items", fields{"sku": "CARD"})
	salestest.Check(t, mixed.Object(t), fields{"itemsCount": 1, "itemsQty": 2, "availableShippingMethods": []any{}})
}

// TestComments checks the rules of shapes-sales §9.
func TestComments(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG")
	comment := func(name string, body any, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: name, Method: "POST", Path: path(o, "/comments"), Body: body, Headers: s.Service, Status: status, Message: message, Want: want,
		}
	}
	assigned := `Status "complete" is not assigned to the order's current state "new"; allowed: pending`
	s.Run(t, []salestest.Exchange{
		comment("a remark", fields{"comment": "  Packing  "}, 201, "", fields{
			"statusHistory.0.note": "Packing", "statusHistory.0.status": "pending", "statusHistory.0.isCustomerNotified": false,
			"statusHistory.0.isVisibleOnFront": false,
		}),
		comment("an old name", fields{"note": "Wrapping", "notifyCustomer": true, "visibleOnFront": true}, 201, "", fields{
			"statusHistory.0.note": "Wrapping", "statusHistory.0.isCustomerNotified": true, "statusHistory.0.isVisibleOnFront": true,
		}),
		comment("the new name wins", fields{"comment": "new", "note": "old"}, 201, "", fields{"statusHistory.0.note": "new"}),
		comment("with the status", fields{"comment": "x", "status": "pending"}, 201, "", fields{"status": "pending", "state": "new"}),
		comment("a blank status is none", fields{"comment": "x", "status": "  "}, 201, "", fields{"status": "pending"}),
		comment("null is no status", fields{"comment": "x", "status": nil}, 201, "", fields{"status": "pending"}),
		comment("no text", fields{}, 400, "Comment text is required", nil),
		comment("blank text", fields{"comment": " \n "}, 400, "Comment text is required", nil),
		comment("null", fields{"comment": nil}, 400, "Comment text is required", nil),
		comment("no text and a wrong status", fields{"status": 5}, 400, "Comment text is required", nil),
		comment("a status that is no text", fields{"comment": "x", "status": 5}, 400, "Status must be a string", nil),
		comment("a status of another state", fields{"comment": "x", "status": "complete"}, 400, assigned, nil),
		comment("text of another type", fields{"comment": 5}, 400, `The type of the "comment" attribute must be "string", "int" given.`, nil),
		comment("no body", nil, 400, "Invalid JSON in request body", nil),
		comment("an empty body", "", 400, "Invalid JSON in request body", nil),
		{Name: "an unknown order, no text", Method: "POST", Path: "/orders/999999/comments", Body: fields{}, Headers: s.Service, Status: 400,
			Message: "Comment text is required"},
		{Name: "an unknown order, a wrong status", Method: "POST", Path: "/orders/999999/comments",
			Body: fields{"comment": "x", "status": []int{1}}, Headers: s.Service, Status: 400, Message: "Status must be a string"},
		{Name: "an unknown order, a status of nothing", Method: "POST", Path: "/orders/999999/comments",
			Body: fields{"comment": "x", "status": "z"}, Headers: s.Service, Status: 404, Message: "Order not found"},
	})
}
