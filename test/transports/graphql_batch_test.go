package transports_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestLevelsAreReadTogether: references of the rows of a list are read with one query for each kind, however many rows there are.
func TestLevelsAreReadTogether(t *testing.T) {
	t.Parallel()
	q := &salestest.Queries{}
	s := startGraphQL(t, q.Trace())
	for i := range 12 {
		s.Product(fmt.Sprintf("P-%d", i), "10", 50, nil)
	}
	for i := range 6 {
		s.Order(fmt.Sprintf("P-%d*1", i), fmt.Sprintf("P-%d*2", i+6))
	}
	s.Settle()
	const query = `{ orders(first: 20) { edges { node { incrementId typed { items { sku product { name finalPrice stockQty
		urlKey } } } } } } }`
	spare := s.Product("SPARE", "10", 50, nil)
	s.Settle()
	s.must(fmt.Sprintf(`{ product(id: "/api/rest/v2/products/%d") { name } }`, spare), nil, s.Service...) // fills the cache of the shop
	q.Take()
	data := s.must(query, nil, s.Service...)
	made := q.Take()
	if n := len(at(data, "orders.edges").([]any)); n != 6 {
		t.Fatalf("%d orders", n)
	}
	for i := range 6 {
		for line := range 2 {
			if at(data, fmt.Sprintf("orders.edges.%d.node.typed.items.%d.product.stockQty", i, line)) == nil {
				t.Errorf("order %d, line %d: %v", i, line, at(data, fmt.Sprintf("orders.edges.%d.node.typed.items.%d", i, line)))
			}
		}
	}
	if len(made) > 4 {
		t.Errorf("%d queries:\n%q", len(made), made)
	}
	for i := range 4 {
		_, customer := s.Customer(fmt.Sprintf("c%d@example.com", i))
		for range 2 {
			s.Must(201, "POST", fmt.Sprintf("/orders/%d/invoices", salestest.ID(s.OrderOf(customer, fmt.Sprintf("P-%d", i)))), object{},
				s.Service...)
		}
	}
	s.Settle()
	q.Take()
	data = s.must(`{ invoices { edges { node { order { incrementId customer { email isSubscribed } } } } } }`, nil, s.Service...)
	if n := len(at(data, "invoices.edges").([]any)); n != 8 || at(data, "invoices.edges.0.node.order.customer.email") != "c3@example.com" {
		t.Errorf("%v", data)
	}
	// Rows and their number, orders, customers and subscriptions, and the versions of those three.
	if made := q.Take(); len(made) > 8 {
		t.Errorf("%d queries:\n%q", len(made), made)
	}
}
