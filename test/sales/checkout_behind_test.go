package sales_test

import (
	"testing"

	"tradelog/test/salestest"
)

// TestCartsAreRightWhileTheirProjectorStandsStill checks that carts are read from their streams, and that cached answers are invalidated
// too.
func TestCartsAreRightWhileTheirProjectorStandsStill(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	mask, id := s.GuestCart("MUG"), s.Cart(anna, "MUG")
	for range 2 { // the second answer comes from the cache
		s.Must(200, "GET", guests(mask, ""), nil)
		s.Must(200, "GET", owned(id, ""), nil, anna...)
	}
	s.Break("carts", "orders")
	for _, c := range []struct {
		base    func(string) string
		headers []string
	}{
		{func(p string) string { return guests(mask, p) }, nil}, {func(p string) string { return owned(id, p) }, anna},
		{func() func(string) string {
			m := s.GuestCart("MUG")
			return func(p string) string { return guests(m, p) }
		}(), nil}, // opened while the projector is stopped
	} {
		s.Run(t, []salestest.Exchange{
			{Name: "added", Method: "POST", Path: c.base("/items"), Body: fields{"sku": "MUG", "qty": 2}, Headers: c.headers, Status: 200,
				Want: fields{"items.0.qty": 3, "prices.subtotal": 30}},
			{Name: "read", Method: "GET", Path: c.base(""), Headers: c.headers, Status: 200, Want: fields{"items.0.qty": 3}},
			{Name: "changed", Method: "PUT", Path: c.base("/items/1"), Body: fields{"qty": 4}, Headers: c.headers, Status: 200,
				Want: fields{"items.0.qty": 4}},
			{Name: "read again", Method: "GET", Path: c.base(""), Headers: c.headers, Status: 200, Want: fields{"items.0.qty": 4}},
			{Name: "placed", Method: "POST", Path: c.base(placeOrder), Body: salestest.Placement(nil), Headers: c.headers, Status: 201,
				Want: fields{
					"state": "new", "items.0.qty": 4, "prices.grandTotal": 60, "statusHistory.#": 1, "shipments": list{},
					"shippingAddress.region": "California",
				}},
		})
	}
	s.Run(t, []salestest.Exchange{
		{Name: "a placed cart of a guest", Method: "GET", Path: guests(mask, ""), Status: 404, Message: cartNotFound},
		{Name: "a placed cart", Method: "GET", Path: owned(id, ""), Headers: anna, Status: 200, Want: fields{"isActive": false}},
	})
}
