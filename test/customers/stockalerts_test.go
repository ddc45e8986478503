package customers_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const alerts = "/customers/me/stock-alerts"

// TestCustomersWaitForProducts requests alerts, lists them and withdraws them, with every kind of caller.
func TestCustomersWaitForProducts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug, gone := s.Product("MUG", "10", 10, nil), s.Product("GONE", "5", 0, nil)
	off, other := s.Product("OFF", "5", 0, fields{"isActive": false}), s.Product("OTHER", "5", 0, nil)
	_, store := s.SecondWebsite()
	me, anna := s.Customer("anna@example.com")
	_, bob := s.Customer("bob@example.com")
	shown := fields{"id": 1, "customerId": me, "productId": gone, "productName": "The GONE", "productSku": "GONE", "storeId": 1}
	s.Run(t, []exchange{
		{Name: "of nobody", Method: "GET", Path: alerts, Status: 401, Message: "Authentication required"},
		{Name: "of a token", Method: "GET", Path: alerts, Headers: s.Service, Status: 403, Message: "Customer identity required"},
		{Name: "of an admin", Method: "POST", Path: alerts, Body: fields{"productId": gone}, Headers: apptest.Bearer(s.Admin("all")), Status: 403,
			Message: "Customer identity required"},
		{Name: "nothing", Method: "POST", Path: alerts, Body: fields{}, Headers: anna, Status: 400,
			Message: "Say which product: productId or sku."},
		{Name: "twice", Method: "POST", Path: alerts, Body: fields{"productId": gone, "sku": "MUG"}, Headers: anna, Status: 400,
			Message: "Say which product by productId or by sku, not by both."},
		{Name: "no product", Method: "POST", Path: alerts, Body: fields{"productId": 999}, Headers: anna, Status: 404,
			Message: "Product not found"},
		{Name: "no SKU", Method: "POST", Path: alerts, Body: fields{"sku": "NONE"}, Headers: anna, Status: 404, Message: "Product not found"},
		{Name: "a product that is off", Method: "POST", Path: alerts, Body: fields{"productId": off}, Headers: anna, Status: 404,
			Message: "Product not found"},
		{Name: "a product that is there", Method: "POST", Path: alerts, Body: fields{"productId": mug}, Headers: anna, Status: 422,
			Message: "This product is in stock."},
		{Name: "by SKU", Method: "POST", Path: alerts, Body: fields{"sku": " gone "}, Headers: anna, Status: 201, Want: shown},
		{Name: "again", Method: "POST", Path: alerts, Body: fields{"productId": gone}, Headers: anna, Status: 201, Want: shown},
		{Name: "another one's alert", Method: "DELETE", Path: alerts + "/1", Headers: bob, Status: 404, Message: "Stock alert not found"},
		{Name: "the back office without the right", Method: "GET", Path: "/stock-alerts", Headers: s.As([]string{"orders/read"}), Status: 403,
			Message: "Access denied"},
		{Name: "a customer", Method: "GET", Path: "/stock-alerts", Headers: anna, Status: 403, Message: "Access denied"},
	})
	s.Must(201, "POST", alerts, fields{"productId": other}, anna...)
	s.Must(201, "POST", alerts, fields{"productId": gone}, bob...)
	list := func(path string, headers []string) string {
		t.Helper()
		out := ""
		for _, a := range s.Must(200, "GET", path, nil, headers...).List(t) {
			out += fmt.Sprint(a["productSku"], " of ", a["customerId"], ", ")
		}
		return out
	}
	same := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, not %s", what, got, want)
		}
	}
	same("Anna's", list(alerts, anna), fmt.Sprintf("OTHER of %d, GONE of %d, ", me, me))
	same("who waits for a product", list(fmt.Sprintf("/stock-alerts?productId=%d", gone), s.As([]string{"stock-alerts/read"})),
		fmt.Sprintf("GONE of %d, GONE of %d, ", me+1, me))
	same("of a customer", list(fmt.Sprintf("/stock-alerts?customerId=%d", me+1), s.Service), fmt.Sprintf("GONE of %d, ", me+1))
	same("with the rights of another store", list("/stock-alerts?store=de", s.As([]string{"stock-alerts/read"}, store)), "")
	s.Must(204, "DELETE", alerts+"/1", nil, anna...)
	same("after one is withdrawn", list(alerts, anna), fmt.Sprintf("OTHER of %d, ", me))
	s.Configure("catalog/productalert/allow_stock", "0")
	s.Run(t, []exchange{
		{Name: "a store that tells nobody", Method: "POST", Path: alerts, Body: fields{"productId": gone}, Headers: anna, Status: 422,
			Message: "This store tells nobody when products are in stock again."},
	})
	s.Verify("stockalerts")
}
