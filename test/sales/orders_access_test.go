package sales_test

import (
	"fmt"
	"testing"

	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestWhoMayDoWhatWithOrders tries every operation with every kind of caller. For callers who may not see a resource it does not exist.
func TestWhoMayDoWhatWithOrders(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 50, nil)
	store, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "second", Name: "Second", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	_, anna := s.Customer("anna@example.com")
	_, ben := s.Customer("ben@example.com")
	order, guests, whole := s.OrderOf(anna, "MUG*3"), s.Order("MUG"), s.OrderOf(anna, "MUG")
	shipment := s.Must(201, "POST", path(order, "/shipments"),
		fields{"items": []any{fields{"orderItemId": salestest.At(order, "items.0.id"), "qty": 1}}}, s.Service...).Object(t)
	other := s.As([]string{"all"}, 1)
	elsewhere := salestest.With(s.As([]string{"all"}, store), "X-Store-Code", "second")
	manager, clerk := apptest.Bearer(s.Admin("sales/order", "sales/shipment")), apptest.Bearer(s.Admin("catalog/products"))
	reader, writer, creator, packer := s.As([]string{"orders/read"}), s.As([]string{"orders/write"}), s.As([]string{"orders/create"}),
		s.As([]string{"shipments/create"})
	track := fields{"trackNumber": "1Z"}
	at := fmt.Sprintf("/shipments/%d", salestest.ID(shipment))
	const (
		denied    = "Access denied"
		anonymous = "Authentication required"
		noACL     = `Your admin role does not grant access to "sales/order".`
		noParcels = `Your admin role does not grant access to "sales/shipment".`
		notHere   = "Access denied for this order's store"
		noOrder   = "Order not found"
		notFound  = "Not Found"
	)
	type who = struct {
		name    string
		headers []string
		status  int
		message string
	}
	for _, c := range []struct {
		method, path string
		body         any
		callers      []who
	}{
		{"GET", "/orders", nil, []who{
			{"guest", nil, 401, anonymous}, {"customer", anna, 403, denied}, {"no permission", packer, 403, denied},
			{"create alone", creator, 403, denied}, {"write alone", writer, 403, denied}, {"reader", reader, 200, ""}, {"admin", manager, 200, ""},
			{"other admin", clerk, 403, noACL},
		}},
		{"GET", path(order, ""), nil, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 200, ""}, {"other customer", ben, 404, notFound},
			{"no permission", packer, 404, notFound}, {"create alone", creator, 404, notFound}, {"write alone", writer, 200, ""},
			{"reader", reader, 200, ""}, {"admin", manager, 200, ""}, {"other admin", clerk, 403, noACL}, {"of the store", other, 200, ""},
			{"of another store", elsewhere, 403, notHere},
		}},
		{"GET", path(guests, ""), nil, []who{{"customer", anna, 404, notFound}, {"reader", reader, 200, ""}}},
		{"GET", "/orders/999999", nil, []who{
			{"guest", nil, 401, anonymous}, {"customer", anna, 404, notFound}, {"no permission", packer, 404, notFound},
			{"reader", reader, 404, notFound},
		}},
		{"GET", "/orders/x", nil, []who{{"reader", reader, 404, notFound}}},
		{"GET", "/orders/99999999999999999999", nil, []who{{"reader", reader, 404, notFound}}},
		{"GET", "/customers/me/orders", nil, []who{
			{"guest", nil, 401, anonymous}, {"customer", anna, 200, ""}, {"reader", reader, 200, ""}, {"admin", manager, 200, ""},
			{"write alone", writer, 403, denied},
		}},
		{"POST", path(order, "/hold"), nil, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied}, {"reader", reader, 403, denied}, {"create alone", creator, 403, denied},
			{"other admin", clerk, 403, noACL}, {"of another store", elsewhere, 403, notHere},
		}},
		{"POST", path(order, "/unhold"), nil, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied}, {"reader", reader, 403, denied},
			{"of another store", elsewhere, 403, notHere},
		}},
		{"POST", path(order, "/cancel"), nil, []who{
			{"guest", nil, 401, anonymous}, {"other customer", ben, 404, noOrder}, {"reader", reader, 403, denied},
			{"other admin", clerk, 403, noACL}, {"of another store", elsewhere, 403, notHere},
		}},
		{"POST", path(guests, "/cancel"), nil, []who{{"customer", anna, 404, noOrder}}},
		{"POST", path(order, "/comments"), fields{"comment": "x"}, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied}, {"reader", reader, 403, denied},
			{"of another store", elsewhere, 403, notHere},
		}},
		{"POST", "/orders/999999/hold", nil, []who{{"reader", reader, 403, denied}, {"writer", writer, 404, noOrder}}},
		{"POST", "/orders/999999/unhold", nil, []who{{"writer", writer, 404, noOrder}}},
		{"POST", "/orders/999999/cancel", nil, []who{{"writer", writer, 404, noOrder}, {"customer", anna, 404, noOrder}}},
		{"POST", "/orders/999999/comments", fields{"comment": "x"}, []who{{"writer", writer, 404, noOrder}}},
		{"GET", path(order, "/shipments"), nil, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied}, {"orders alone", reader, 403, denied},
			{"create alone", packer, 403, denied}, {"admin", manager, 200, ""}, {"other admin", clerk, 403, noParcels},
			{"of another store", elsewhere, 403, notHere},
		}},
		{"GET", "/orders/999999/shipments", nil, []who{{"service", s.Service, 404, noOrder}, {"owner", anna, 403, denied}}},
		{"POST", path(order, "/shipments"), fields{}, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied}, {"orders alone", writer, 403, denied},
			{"of another store", elsewhere, 403, notHere},
		}},
		{"POST", "/orders/999999/shipments", fields{}, []who{{"packer", packer, 404, noOrder}}},
		{"GET", at, nil, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied}, {"create alone", packer, 403, denied}, {"service", s.Service, 200, ""},
			{"of another store", elsewhere, 403, "Access denied for this shipment's store"},
		}},
		{"GET", "/shipments/999999", nil, []who{{"service", s.Service, 404, "Shipment not found"}, {"no permission", reader, 403, denied}}},
		{"POST", at + "/tracks", track, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied},
			{"of another store", elsewhere, 403, "Access denied for this shipment's store"},
		}},
		{"POST", at + "/comments", fields{"comment": "c"}, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 403, denied}, {"reader", reader, 403, denied},
			{"of another store", elsewhere, 403, "Access denied for this shipment's store"},
		}},
		{"POST", "/shipments/999999/comments", fields{}, []who{{"packer", packer, 404, "Shipment not found"}}},
		{"POST", "/shipments/999999/tracks", track, []who{{"packer", packer, 404, "Shipment not found"}}},
		{"DELETE", at + "/tracks/1", nil, []who{
			{"guest", nil, 401, anonymous}, {"reader", reader, 403, denied}, {"packer", packer, 404, "Tracking entry not found for this shipment"},
		}},
		{"DELETE", "/shipments/999999/tracks/1", nil, []who{{"packer", packer, 404, "Shipment not found"}}},
	} {
		var table []salestest.Exchange
		for _, w := range c.callers {
			table = append(table, salestest.Exchange{
				Name: fmt.Sprintf("%s %s as %s", c.method, c.path, w.name), Method: c.method, Path: c.path, Body: c.body, Headers: w.headers,
				Status: w.status, Message: w.message,
			})
		}
		s.Run(t, table)
	}

	// The answer to an order of somebody else equals that to a missing one.
	foreign, missing := s.Must(404, "GET", path(order, ""), nil, ben...), s.Must(404, "GET", "/orders/999999", nil, ben...)
	if string(foreign.Body) != string(missing.Body) {
		t.Errorf("a foreign order is told apart: %s %s", foreign.Body, missing.Body)
	}
	// These members are only for the back office.
	s.Run(t, []salestest.Exchange{
		{Name: "the owner does not see addresses of the net", Method: "GET", Path: path(order, ""), Headers: anna, Status: 200,
			Unwanted: []string{"remoteIp", "127.0.0.1", "cost"}},
		{Name: "nor in their list", Method: "GET", Path: "/customers/me/orders", Headers: anna, Status: 200,
			Unwanted: []string{"remoteIp", "127.0.0.1"}},
		{Name: "the owner may not cancel what was shipped", Method: "POST", Path: path(order, "/cancel"), Headers: anna, Status: 422,
			Message: cannotCancel},
		{Name: "the owner may cancel", Method: "POST", Path: path(whole, "/cancel"), Headers: anna, Status: 201,
			Want: fields{"state": "canceled"}, Unwanted: []string{"remoteIp"}},
	})
	if list := s.Must(200, "GET", "/customers/me/orders", nil, reader...).List(t); len(list) != 0 {
		t.Errorf("a service account has %d orders of its own", len(list))
	}
	if list := s.Must(200, "GET", "/orders", nil, elsewhere...).List(t); len(list) != 0 {
		t.Errorf("a token of another store sees %d orders", len(list))
	}
	if list := s.Must(200, "GET", "/orders", nil, other...).List(t); len(list) != 3 {
		t.Errorf("a token of the store sees %d orders", len(list))
	}
}
