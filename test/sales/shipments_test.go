package sales_test

import (
	"fmt"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/test/salestest"
)

// TestShipping checks shapes-sales §11 and the sums of partial shipments.
func TestShipping(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	s.Product("CARD", "25", 100, fields{"type": "virtual"})
	units, yes := money.FromInt(50), true
	s.ProductWith("ROPE", "2", stock.Change{Qty: &units, InStock: &yes, DecimalQty: &yes}, nil)
	o := s.Must(201, "POST", "/guest-carts/"+func() string {
		mask := s.GuestCart("MUG*3", "CARD")
		s.Must(200, "POST", "/guest-carts/"+mask+"/items", fields{"sku": "ROPE", "qty": 2.5})
		return mask
	}()+"/place-order", salestest.Placement(nil)).Object(t)
	foreign := s.Order("MUG")
	mug, card, rope := salestest.At(o, "items.0.id"), salestest.At(o, "items.1.id"), salestest.At(o, "items.2.id")
	other := salestest.At(foreign, "items.0.id")
	const (
		noID     = "Each item must have a valid orderItemId"
		noQty    = "Each item must have qty > 0"
		nothing  = "Cannot create shipment: total quantity is zero"
		noNumber = "Track number is required for each tracking entry"
	)
	ship := func(name string, body any, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: name, Method: "POST", Path: path(o, "/shipments"), Body: body, Headers: s.Service, Status: status, Message: message, Want: want,
		}
	}
	line := func(id, qty any) fields { return fields{"items": list{fields{"orderItemId": id, "qty": qty}}} }
	s.Run(t, []salestest.Exchange{
		ship("no number of a line", fields{"items": list{fields{"qty": 1}}}, 400, noID, nil),
		ship("number 0", line(0, 1), 400, noID, nil),
		ship("a negative number", line(-5, 1), 400, noID, nil),
		ship("null", line(nil, 1), 400, noID, nil),
		ship("no quantity", fields{"items": list{fields{"orderItemId": mug}}}, 400, noQty, nil),
		ship("quantity 0", line(mug, 0), 400, noQty, nil),
		ship("a negative quantity", line(mug, -1), 400, noQty, nil),
		ship("a quantity that is none", line(mug, "many"), 400, noQty, nil),
		ship("a line of nobody", line(987654, 1), 400, nothing, nil),
		ship("a line of another order", line(other, 1), 400, nothing, nil),
		ship("a line that is virtual", line(card, 1), 400, nothing, nil),
		ship("a part of what has no parts", line(mug, 0.9), 400, nothing, nil),
		ship("a track without a number", fields{"tracks": list{fields{"carrierCode": "ups"}}}, 400, noNumber, nil),
		ship("a blank track", fields{"tracks": list{fields{"trackNumber": "1Z"}, fields{"trackNumber": "  "}}}, 400, noNumber, nil),
		ship("track 0", fields{"tracks": list{fields{"trackNumber": "0"}}}, 400, noNumber, nil),
		ship("nothing, and a track without a number", fields{"items": list{fields{"orderItemId": card, "qty": 1}}, "tracks": list{fields{}}},
			400, nothing, nil),
		ship("items of another type", fields{"items": "all"}, 400, `The type of the "items" attribute must be "array", "string" given.`, nil),
		ship("a number of another type", line("one", 1), 400, `The type of the "items[0].orderItemId" attribute must be "int", "string" given.`,
			nil),
		ship("an empty body", "", 400, "Invalid JSON in request body", nil),
		ship("no body", nil, 400, "Invalid JSON in request body", nil),

		ship("one of three", fields{
			"items": list{fields{"orderItemId": mug, "qty": 1.9}, fields{"orderItemId": rope, "qty": 0.5}}, "comment": "First part",
			"notifyCustomer": true,
		}, 201, "", fields{
			"totalQty": 1, "totalWeight": 2.25, "items.#": 2, "items.0.qty": 1, "items.1.qty": 0.5, "items.1.rowTotal": 1,
			"comments.0.comment": "First part", "comments.0.isCustomerNotified": true, "comments.0.isVisibleOnFront": false, "emailSent": false,
			"orderIncrementId": "100000001", "incrementId": "100000001",
		}),
		ship("more than is left, twice, and what nobody knows", fields{
			"items": list{fields{"orderItemId": mug, "qty": 1}, fields{"orderItemId": mug, "qty": 99}, fields{"orderItemId": 987654, "qty": 1}},
			"tracks": list{
				fields{"trackNumber": " 1Z ", "carrierCode": "ups", "title": "UPS"}, fields{"trackNumber": "T2"},
				fields{"trackNumber": "T3", "carrierCode": "dhl"},
			}}, 201, "", fields{
			"totalQty": 2, "items.#": 2, "items.0.qty": 1, "items.1.qty": 1, "incrementId": "100000002",
			"tracks.0.trackNumber": "1Z", "tracks.0.carrier": "ups", "tracks.0.title": "UPS", "tracks.1.carrier": "custom",
			"tracks.1.title": "custom", "tracks.2.title": "dhl",
		}),
		ship("what is shipped is not there any more", line(mug, 1), 400, nothing, nil),
		ship("null is everything left", fields{"items": nil}, 201, "",
			fields{"items.#": 1, "items.0.sku": "ROPE", "items.0.qty": 2, "totalQty": 2, "comments": list{}, "tracks": list{}}),
		ship("nothing is left", fields{}, 400, cannotShip, nil),
	})
	got := s.Must(200, "GET", path(o, ""), nil, s.Service...).Object(t)
	salestest.Check(t, got, fields{
		"state": "processing", "items.0.qtyShipped": 3, "items.1.qtyShipped": 0, "items.2.qtyShipped": 2.5, "shipments.#": 3,
		"prices.grandTotal": o["prices"].(fields)["grandTotal"], "shipments.0.incrementId": "100000001", "shipments.2.incrementId": "100000003",
		"statusHistory.#": 2,
	})
	all := s.Must(200, "GET", path(o, "/shipments"), nil, s.Service...).List(t)
	if len(all) != 3 || all[0]["incrementId"] != "100000001" || all[2]["incrementId"] != "100000003" {
		t.Errorf("shipments, the oldest first: %v", all)
	}
	paged := s.Must(200, "GET", path(o, "/shipments?itemsPerPage=2&page=2"), nil, s.Service...)
	if rows := paged.List(t); len(rows) != 1 || rows[0]["incrementId"] != "100000003" || paged.Header.Get("X-Total-Count") != "3" {
		t.Errorf("the second page: %s", paged.Body)
	}
	if rows := s.Must(200, "GET", path(foreign, "/shipments"), nil, s.Service...).List(t); len(rows) != 0 {
		t.Errorf("another order has %d shipments", len(rows))
	}
	if rows := s.Must(200, "GET", path(o, "/shipments?page=9"), nil, s.Service...); len(rows.List(t)) != 0 ||
		rows.Header.Get("X-Total-Count") != "3" {
		t.Errorf("a page past the end: %s", rows.Body)
	}
	if mugs := s.Stock("MUG"); mugs != "96" {
		t.Errorf("shipping takes no stock: %s mugs", mugs)
	}
	s.Verify("orders", "sequences")
}

// TestTracks adds and removes tracks in any state of the order.
func TestTracks(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o, other := s.Order("MUG"), s.Order("MUG")
	shipment := s.Must(201, "POST", path(o, "/shipments"), fields{"tracks": list{fields{"trackNumber": "A"}}}, s.Service...).Object(t)
	elsewhere := s.Must(201, "POST", path(other, "/shipments"), fields{}, s.Service...).Object(t)
	at := fmt.Sprintf("/shipments/%d", salestest.ID(shipment))
	first := fmt.Sprintf("%s/tracks/%d", at, salestest.Number(salestest.At(shipment, "tracks.0.id")))
	const needed, missing = "Track number is required", "Tracking entry not found for this shipment"
	s.Run(t, []salestest.Exchange{
		{Name: "no number", Method: "POST", Path: at + "/tracks", Body: fields{"carrierCode": "ups"}, Headers: s.Service,
			Status: 400, Message: needed},
		{Name: "a blank number", Method: "POST", Path: at + "/tracks", Body: fields{"trackNumber": "  "}, Headers: s.Service,
			Status: 400, Message: needed},
		{Name: "null", Method: "POST", Path: at + "/tracks", Body: fields{"trackNumber": nil}, Headers: s.Service, Status: 400, Message: needed},
		{Name: "added", Method: "POST", Path: at + "/tracks", Body: fields{"trackNumber": "B", "carrierCode": "dhl"}, Headers: s.Service,
			Status: 201,
			Want: fields{
				"id": salestest.ID(shipment), "tracks.#": 2, "tracks.1.trackNumber": "B", "tracks.1.carrier": "dhl", "tracks.1.title": "dhl",
			}},
		{
			Name: "of another shipment", Method: "DELETE",
			Path:    fmt.Sprintf("/shipments/%d/tracks/%d", salestest.ID(elsewhere), salestest.Number(salestest.At(shipment, "tracks.0.id"))),
			Headers: s.Service, Status: 404, Message: missing,
		},
		{Name: "the carrier's number", Method: "DELETE", Path: at + "/tracks/B", Headers: s.Service, Status: 404, Message: missing},
		{Name: "invoiced meanwhile", Method: "POST", Path: path(o, "/invoices"), Body: fields{}, Headers: s.Service, Status: 201},
		{Name: "removed", Method: "DELETE", Path: first, Headers: s.Service, Status: 204},
		{Name: "removed twice", Method: "DELETE", Path: first, Headers: s.Service, Status: 404, Message: missing},
		{Name: "what is left", Method: "GET", Path: at, Headers: s.Service, Status: 200,
			Want: fields{"tracks.#": 1, "tracks.0.trackNumber": "B"}},
		{Name: "added to a complete order", Method: "POST", Path: at + "/tracks", Body: fields{"trackNumber": "C"}, Headers: s.Service,
			Status: 201, Want: fields{"tracks.#": 2}},
		{Name: "seen in the order", Method: "GET", Path: path(o, ""), Headers: s.Service, Status: 200,
			Want: fields{"shipments.0.tracks.#": 2, "shipments.0.tracks.1.trackNumber": "C"}},
	})
	if a := s.Must(404, "DELETE", first, nil, s.Service...); a.Message() != missing {
		t.Error(a.Message())
	}
	s.Verify("orders", "sequences")
}

// TestCommentsOnShipments adds comments in any state of the order; the newest is first.
func TestCommentsOnShipments(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG*2")
	shipment := s.Must(201, "POST", path(o, "/shipments"),
		fields{"comment": "Off it goes", "items": list{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1}}}, s.Service...).Object(t)
	at := fmt.Sprintf("/shipments/%d", salestest.ID(shipment))
	comment := func(name string, body any, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: name, Method: "POST", Path: at + "/comments", Body: body, Headers: s.Service, Status: status, Message: message, Want: want,
		}
	}
	const needed = "Comment text is required"
	s.Run(t, []salestest.Exchange{
		comment("no text", fields{}, 400, needed, nil),
		comment("null", fields{"comment": nil}, 400, needed, nil),
		comment("a blank text", fields{"comment": "  "}, 400, needed, nil),
		comment("a text of another type", fields{"comment": 5}, 400, `The type of the "comment" attribute must be "string", "int" given.`, nil),
		comment("a remark", fields{"comment": " Late "}, 201, "", fields{"id": salestest.ID(shipment), "comments.#": 2,
			"comments.0.comment": "Late", "comments.0.isCustomerNotified": false, "comments.0.isVisibleOnFront": false,
			"comments.1.comment": "Off it goes"}),
		{Name: "cancelled meanwhile", Method: "POST", Path: path(o, "/cancel"), Headers: s.Service, Status: 201},
		comment("in any state", fields{"comment": "Lost", "notifyCustomer": true, "visibleOnFront": true}, 201, "",
			fields{"comments.#": 3, "comments.0.comment": "Lost",
				"comments.0.isCustomerNotified": true, "comments.0.isVisibleOnFront": true}),
		{Name: "seen in the order", Method: "GET", Path: path(o, ""), Headers: s.Service, Status: 200, Want: fields{"shipments.0.comments.#": 3}},
	})
	numbers := map[int64]bool{}
	for _, c := range s.Must(200, "GET", at, nil, s.Service...).Object(t)["comments"].([]any) {
		numbers[salestest.ID(c.(fields))] = true
	}
	if len(numbers) != 3 {
		t.Errorf("the numbers of three remarks are %v", numbers)
	}
	s.Verify("orders", "sequences")
}
