package sales_test

import (
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// TestStockThatWasSoldIsTold: carts learn the remaining stock of a product from the projector. Neither they nor a change of a cached cart
// query the database for it.
func TestStockThatWasSoldIsTold(t *testing.T) {
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	mug := s.Product("MUG", "10", 5, nil)
	s.Order("MUG*2")
	s.Settle()
	mask := s.GuestCart()
	add := guests(mask, "/items")
	s.Must(200, "POST", add, fields{"sku": "MUG", "qty": 1})
	reads := func(do func()) (list []string) {
		q.Take()
		do()
		for _, sql := range q.Take() {
			if strings.Contains(sql, "product_stock") || strings.Contains(sql, "FROM events WHERE stream") {
				list = append(list, sql)
			}
		}
		return list
	}

	s.Order("MUG") // one of the three that are left
	s.Settle()
	if list := reads(func() { s.Must(200, "POST", add, fields{"sku": "MUG", "qty": 1}) }); len(list) > 0 {
		t.Errorf("one more is looked up: %v", list)
	}
	s.Run(t, []salestest.Exchange{{
		Name: "more than there are", Method: "POST", Path: add, Body: fields{"sku": "MUG", "qty": 1}, Status: 422,
		Message: `The requested quantity for "The MUG" is not available.`,
	}})
	s.Restock(mug, 3)
	s.Settle()
	if list := reads(func() { s.Must(200, "POST", add, fields{"sku": "MUG", "qty": 1}) }); len(list) > 0 {
		t.Errorf("new stock is looked up: %v", list)
	}
	if list := reads(func() {
		s.Must(200, "PUT", guests(mask, "/items/1"), fields{"qty": 2})
		s.Must(200, "PUT", guests(mask, "/shipping-address"), salestest.Address())
	}); len(list) > 0 {
		t.Errorf("changes of a cached cart read its stream: %v", list)
	}
}
