package sales_test

import (
	"fmt"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestLimitsHoldHoweverALineCame: a cart that is merged, or whose product has changed since, is not ordered past the limits of the product.
// The cart says so before, and the refusal names the line.
func TestLimitsHoldHoweverALineCame(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	five := money.FromInt(5)
	s.ProductWith("MUG", "10", stock.Change{Qty: new(money.FromInt(100)), InStock: new(true), MaxSaleQty: &five}, nil)
	s.Product("CAP", "5", 10, nil)
	s.Must(201, "POST", "/customers", fields{
		"email": "anna@example.com", "password": "secret phrase", "firstname": "Anna", "lastname": "Smith",
	}, s.Service...)
	login := func(mask string) (cart map[string]any, headers []string) {
		token := s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase", "maskedId": mask}).Object(t)
		headers = apptest.Bearer(token["token"].(string))
		return s.Must(200, "GET", fmt.Sprintf("/carts/%v", token["cartId"]), nil, headers...).Object(t), headers
	}
	for _, c := range []struct {
		line string
		want float64
	}{{"MUG*3", 3}, {"MUG*2", 5}, {"MUG*5", 5}, {"MUG*1", 5}} {
		got, _ := login(s.GuestCart(c.line))
		salestest.Check(t, got, fields{"items.#": 1, "items.0.qty": c.want, "items.0.messages": list{}})
	}
	got, anna := login(s.GuestCart("CAP*10"))
	salestest.Check(t, got, fields{"items.#": 2, "items.1.qty": 10, "items.1.messages": list{}, "items.1.stockStatus": "in_stock"})

	// What was allowed when it was added is checked again.
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 100, "maxSaleQty": 4}, s.Service...)
	s.Must(200, "PUT", "/inventory", fields{"sku": "CAP", "qty": 7}, s.Service...)
	s.Settle()
	mugs, caps := "The maximum quantity allowed for purchase is 4.", `The requested quantity for "The CAP" is not available.`
	path := fmt.Sprintf("/carts/%v", got["id"])
	s.Run(t, []salestest.Exchange{
		{Name: "the cart says it", Method: "GET", Path: path, Headers: anna, Status: 200, Want: fields{
			"items.0.messages": list{mugs}, "items.0.stockStatus": "in_stock", "items.1.messages": list{caps}, "items.1.stockStatus": "out_of_stock",
		}},
		{Name: "the placement names both", Method: "POST", Path: path + placeOrder, Headers: anna, Body: salestest.Placement(nil), Status: 422,
			Message: "Not all products are available in the requested quantity. The MUG: " + mugs + " The CAP: " + caps,
			Want: fields{
				"violations.0.field": "items[0].qty", "violations.1.field": "items[1].qty",
			}},
		{Name: "four mugs", Method: "PUT", Path: path + "/items/1", Headers: anna, Body: fields{"qty": 4}, Status: 200,
			Want: fields{"items.0.messages": list{}}},
		{Name: "seven caps", Method: "PUT", Path: path + "/items/2", Headers: anna, Body: fields{"qty": 7}, Status: 200,
			Want: fields{"items.1.messages": list{}, "items.1.stockStatus": "in_stock"}},
		{Name: "placed", Method: "POST", Path: path + placeOrder, Headers: anna, Body: salestest.Placement(nil), Status: 201},
	})
}
