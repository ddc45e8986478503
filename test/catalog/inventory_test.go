package catalog_test

import (
	"fmt"
	"sync"
	"testing"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

func TestInventory(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.product("MUG", nil)
	s.product("CUP", fields{"stockData": fields{"qty": 3, "backorders": 1}})
	s.Must(201, "POST", "/products", fields{"sku": "BARE", "name": "Bare"}, s.Service...)
	s.product("SET", fields{"type": "grouped", "stockData": fields{"is_in_stock": true}})
	put := func(name string, body any, status int, message string, want fields) exchange {
		return exchange{
			Name:    name,
			Method:  "PUT",
			Path:    "/inventory",
			Body:    body,
			Headers: s.Service,
			Status:  status,
			Message: message,
			Want:    want,
		}
	}
	refused := func(name string, body any, message string) exchange { return put(name, body, 400, message, nil) }
	s.Run(t, []exchange{
		put("a quantity", fields{"sku": "MUG", "qty": 12}, 200, "", fields{
			"sku": "MUG", "qty": 12, "previousQty": 5, "isInStock": true, "manageStock": true, "success": true, "minQty": nil,
			"results": nil, "@type": nil,
		}),
		put("the SKU in another case, with blanks", fields{"sku": " mug ", "qty": 11}, 200, "", fields{"sku": "mug", "previousQty": 12}),
		put("nothing left", fields{"sku": "MUG", "qty": 0}, 200, "", fields{"qty": 0, "isInStock": false}),
		put("in stock without any", fields{"sku": "MUG", "qty": 0, "isInStock": true}, 200, "", fields{"qty": 0, "isInStock": true}),
		put("out of stock with some", fields{"sku": "MUG", "qty": 4, "isInStock": false}, 200, "",
			fields{"qty": 4, "isInStock": false, "previousQty": 0}),
		put("not managed", fields{"sku": "MUG", "qty": 4, "manageStock": false}, 200, "", fields{"manageStock": false}),
		put("managed again when it is left out", fields{"sku": "MUG", "qty": 4}, 200, "", fields{"manageStock": true, "isInStock": true}),
		put("a product without stock", fields{"sku": "BARE", "qty": 1}, 200, "", fields{"previousQty": 0, "qty": 1}),
		put("the largest", fields{"sku": "BARE", "qty": 99_999_999}, 200, "", fields{"qty": 99_999_999}),
		put("null is not sent", fields{"sku": "BARE", "qty": 2, "isInStock": nil, "manageStock": nil}, 200, "",
			fields{"qty": 2, "isInStock": true}),
		put("another field, which is repeated",
			fields{"sku": "CUP", "qty": 3, "minSaleQty": 2, "useConfigMaxSaleQty": true, "backorders": 2, "isQtyDecimal": true}, 200, "",
			fields{"qty": 3, "minSaleQty": 2, "useConfigMaxSaleQty": true, "backorders": 2, "isQtyDecimal": true, "maxSaleQty": nil}),
		put("what is sold as its parts has no units", fields{"sku": "SET", "qty": 0, "isInStock": true}, 200, "",
			fields{"qty": 0, "isInStock": true}),
		refused("units of what is sold as its parts", fields{"sku": "SET", "qty": 9}, "SET is grouped and has no quantity of its own. "+
			"Set the stock of its parts. With qty 0, isInStock says whether it can be bought."),

		refused("no SKU", fields{"qty": 1}, "SKU is required"),
		refused("a blank SKU", fields{"sku": " ", "qty": 1}, "SKU is required"),
		refused("no quantity", fields{"sku": "MUG"}, "Quantity is required"),
		refused("null for a quantity", fields{"sku": "MUG", "qty": nil}, "Quantity is required"),
		refused("only how it is managed", fields{"sku": "MUG", "isInStock": false, "manageStock": false, "minSaleQty": 2},
			"Quantity is required"),
		refused("parts of units", fields{"sku": "MUG", "qty": 2.5}, `The type of the "qty" attribute must be "int", "float" given.`),
		refused("less than nothing", fields{"sku": "MUG", "qty": -1}, "Quantity cannot be negative"),
		refused("too much", fields{"sku": "MUG", "qty": 100_000_000}, "Quantity cannot be greater than 99999999"),
		refused("far too much", `{"sku": "MUG", "qty": 9223372036854775807}`, "Quantity cannot be greater than 99999999"),
		refused("more than any number", `{"sku": "MUG", "qty": 9223372036854775808}`, `The value of the "qty" attribute is out of range.`),
		refused("text", fields{"sku": "MUG", "qty": "1"}, `The type of the "qty" attribute must be "int", "string" given.`),
		refused("a number for a flag", fields{"sku": "MUG", "qty": 1, "isInStock": 1},
			`The type of the "isInStock" attribute must be "bool", "int" given.`),
		refused("backorders", fields{"sku": "MUG", "qty": 1, "backorders": 7}, "backorders must be one of: 0, 1, 2"),
		refused("a negative column", fields{"sku": "MUG", "qty": 1, "notifyStockQty": -1}, "notify_stock_qty cannot be negative"),
		put("an unknown SKU", fields{"sku": "NOPE", "qty": 1}, 404, "Product not found for SKU: NOPE", nil),
		refused("bad JSON", "{", "Invalid JSON in request body"),
	})
	mug := s.Must(200, "GET", "/products?sku=MUG", nil, s.Service...).List(t)[0]
	salestest.Check(t, mug, fields{"stockQty": 4, "stockStatus": "in_stock"})
	linked := s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 1}, salestest.With(s.Service, "Accept", "application/ld+json")...).
		Object(t)
	salestest.Check(t, linked, fields{"@context": "/api/contexts/Stock", "@type": "Stock"})
}

// TestStockOfASKUWithASlash: an encoded slash, a plus sign and a blank belong to the SKU in a path.
func TestStockOfASKUWithASlash(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.product("A/B+C D", fields{"stockData": fields{"qty": 3}})
	for path, status := range map[string]int{
		"/inventory/A%2FB+C%20D": 200, "/inventory/A%2fB%2BC%20D": 200, "/%69nventory/A%2FB+C%20D": 200, "/inventory/A%2FB+C%20D/movements": 200,
		"/inventory/A/B+C%20D": 404, "/inventory/A%2FB%20C%20D": 404, "/inventory%2FA%2FB+C%20D": 404,
	} {
		if a := s.Do("GET", path, nil, s.Service...); a.Status != status {
			t.Errorf("GET %s: %d %s, want %d", path, a.Status, a.Body, status)
		}
	}
}

// TestStockIsAChangeOfTheProduct: the product shows its stock, so its time of change tells of it (docs/synchronisation.md).
func TestStockIsAChangeOfTheProduct(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.product("MUG", nil)
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 3}, s.Service...)
	o := s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil).Object(t)
	stock := s.Must(200, "GET", "/inventory/MUG", nil, s.Service...).Object(t)
	salestest.Check(t, o, fields{"updatedAt": stock["updatedAt"], "stockQty": 3})
}

func TestBulkInventory(t *testing.T) {
	t.Parallel()
	s := start(t)
	for i := range 3 {
		s.product(fmt.Sprintf("P%d", i), nil)
	}
	s.product("SET", fields{"type": "bundle"})
	put := func(name string, items any, status int, message string, want fields) exchange {
		return exchange{
			Name: name, Method: "PUT", Path: "/inventory/bulk", Body: fields{"items": items}, Headers: s.Service, Status: status,
			Message: message, Want: want,
		}
	}
	many := make([]fields, 101)
	for i := range many {
		many[i] = fields{"sku": "P0", "qty": i}
	}
	before := s.LogSize()
	a := s.Must(200, "PUT", "/inventory/bulk",
		fields{
			"items": []fields{
				{"sku": "P0", "qty": 10}, {"sku": "p1", "qty": 0}, {"sku": "P0", "qty": 20, "minQty": 1}, {"sku": "P2", "qty": 5, "isInStock": false},
			},
		}, s.Service...)
	if s.LogSize() != before+1 {
		t.Errorf("one update left %d events", s.LogSize()-before)
	}
	salestest.Check(t, a.Object(t), fields{"sku": "bulk", "qty": 0, "success": true, "previousQty": nil})
	for i, want := range []fields{
		{"sku": "P0", "qty": 10, "previousQty": 5, "isInStock": true, "success": true},
		{"sku": "p1", "qty": 0, "isInStock": false, "previousQty": 5}, {"sku": "P0", "qty": 20, "previousQty": 10, "minQty": 1},
		{"sku": "P2", "qty": 5, "isInStock": false},
	} {
		salestest.Check(t, a.Object(t)["results"].([]any)[i].(map[string]any), want)
	}
	s.Run(t, []exchange{
		put("no items", nil, 400, "Items array is required and cannot be empty", nil),
		put("an empty list", []fields{}, 400, "Items array is required and cannot be empty", nil),
		{Name: "nothing", Method: "PUT", Path: "/inventory/bulk", Body: fields{}, Headers: s.Service, Status: 400,
			Message: "Items array is required and cannot be empty"},
		put("too many", many, 400, "Maximum 100 items per bulk update", nil),
		put("as many as there may be", many[:100], 200, "", fields{"success": true}),
		put("no SKU", []fields{{"sku": "P0", "qty": 1}, {"qty": 1}}, 400, "Item at index 1: SKU is required", nil),
		put("an unknown SKU", []fields{{"sku": "P0", "qty": 1}, {"sku": "P1", "qty": 1}, {"sku": "NOPE", "qty": 1}}, 400,
			"Item at index 2: Product not found for SKU: NOPE", nil),
		put("less than nothing", []fields{{"sku": "P0", "qty": 1}, {"sku": "P1", "qty": -1}}, 400, "Item at index 1: Quantity cannot be negative",
			nil),
		put("units of what is sold as its parts", []fields{{"sku": "P0", "qty": 1}, {"sku": "SET", "qty": 1}}, 400,
			"Item at index 1: SET is bundle and has no quantity of its own. Set the stock of its parts. With qty 0, isInStock says whether it "+
				"can be bought.", nil),
		put("the first of two mistakes", []fields{{"sku": "NOPE", "qty": 1}, {"qty": 1}}, 400, "Item at index 0: Product not found for SKU: NOPE",
			nil),
		put("no quantity", []fields{{"sku": "P0", "qty": 1}, {"sku": "P1", "isInStock": true}}, 400, "Item at index 1: Quantity is required",
			nil),
		put("parts of units", []fields{{"sku": "P0", "qty": 1.5}}, 400, `The type of the "items[0].qty" attribute must be "int", "float" given.`,
			nil),
		put("too much", []fields{{"sku": "P0", "qty": 100_000_000}}, 400, "Item at index 0: Quantity cannot be greater than 99999999", nil),
		put("a text for a quantity", []fields{{"sku": "P0", "qty": 1}, {"sku": "P1", "qty": "1"}}, 400,
			`The type of the "items[1].qty" attribute must be "int", "string" given.`, nil),
		put("an item that is none", []any{fields{"sku": "P0", "qty": 1}, 7}, 400,
			`The type of the "items[1]" attribute must be "array", "int" given.`, nil),
		put("an object for the list", fields{"sku": "P0"}, 400, `The type of the "items" attribute must be "array", "array" given.`, nil),
	})
	salestest.Check(t, s.Must(200, "GET", "/products?sku=P0", nil).List(t)[0], fields{"stockQty": 99})
	salestest.Check(t, s.Must(200, "GET", "/products?sku=P1", nil).List(t)[0], fields{"stockQty": 0})
}

// TestConcurrentBulkUpdatesAreAtomic checks that bulk updates are atomic: a reader sees the numbers of one writer.
func TestConcurrentBulkUpdatesAreAtomic(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := start(t)
	const products, writers, rounds = 12, 4, 10
	for i := range products {
		s.product(fmt.Sprintf("P%02d", i), nil)
	}
	update := func(qty int) []fields {
		items := make([]fields, products)
		for i := range items {
			items[i] = fields{"sku": fmt.Sprintf("P%02d", i), "qty": qty}
		}
		return items
	}
	s.Must(200, "PUT", "/inventory/bulk", fields{"items": update(1)}, s.Service...)
	var writing, reading sync.WaitGroup
	done := make(chan struct{})
	for w := range writers {
		writing.Go(func() {
			for r := range rounds {
				items := update(1000*(w+1) + r)
				if r%3 == 2 { // some updates are refused and must change nothing
					items[products-1]["sku"] = "NOPE"
					if a := s.Do("PUT", "/inventory/bulk", fields{"items": items}, s.Service...); a.Status != 400 {
						t.Errorf("status %d", a.Status)
					}
					continue
				}
				a := s.Do("PUT", "/inventory/bulk", fields{"items": items}, s.Service...)
				if a.Status != 200 {
					t.Errorf("status %d: %s", a.Status, a.Body)
					continue
				}
				results := a.Object(t)["results"].([]any)
				first, last := results[0].(fields)["previousQty"], results[products-1].(fields)["previousQty"]
				if salestest.Number(first) != salestest.Number(last) {
					t.Errorf("it was based on half an update: %s", a.Body)
				}
			}
		})
	}
	reading.Go(func() {
		for {
			rows := s.Do("GET", "/products?itemsPerPage=100", nil).List(t)
			for _, row := range rows {
				if row["stockQty"] != rows[0]["stockQty"] {
					t.Errorf("half an update was seen: %v and %v", row["stockQty"], rows[0]["stockQty"])
				}
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	writing.Wait()
	close(done)
	reading.Wait()
	s.Verify("stock")
}
