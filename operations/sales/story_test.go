package sales_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/internal/apptest"
)

// product puts a product with stock into the shop.
func product(t testing.TB, s *apptest.Shop, sku, price string, qty int64) int64 {
	t.Helper()
	values, err := record.Of(map[string]any{
		"sku": sku, "name": "The " + sku, "type": "simple", "isActive": true, "visibility": "catalog_search", "attributeSetId": 4, "taxClassId": 0,
		"websiteIds": []int64{1}, "categoryIds": []int64{2}, "urlKey": sku, "price": json.RawMessage(price), "weight": 1.5,
	})
	if err != nil {
		t.Fatal(err)
	}
	units, yes := money.FromInt(qty), true
	id, err := s.Commands.CreateProduct(apptest.Operator(), values, &stock.Change{Qty: &units, InStock: &yes})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return id
}

var address = map[string]any{
	"firstName": "Gina", "lastName": "Guest", "street": []string{"1 Main St"}, "city": "Los Angeles", "region": "CA", "postcode": "90001",
	"countryId": "US", "telephone": "555-0100",
}

var placement = map[string]any{
	"shippingAddress": address, "billingAddress": address, "guestEmail": "gina@example.com", "paymentMethod": "checkmo",
	"shippingMethod": "flatrate_flatrate", "orderNote": "Ring twice",
}

func TestAGuestOrdersAndTheShopShips(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	product(t, shop, "MUG", "19.99", 10)
	product(t, shop, "CAP", "7.45", 5)
	service := apptest.Bearer(shop.Service([]string{"all"}))

	cart := shop.Must(201, "POST", "/guest-carts", nil).Object(t)
	mask := cart["maskedId"].(string)
	shop.Must(200, "POST", "/guest-carts/"+mask+"/items", map[string]any{"sku": "MUG", "qty": 3})
	shop.Must(200, "POST", "/guest-carts/"+mask+"/items", map[string]any{"sku": "cap"})
	methods := shop.Must(200, "POST", "/guest-carts/"+mask+"/shipping-methods", map[string]any{"address": address}).List(t)
	if len(methods) != 1 || methods[0]["code"] != "flatrate_flatrate" || methods[0]["price"] != 20.0 {
		t.Fatalf("shipping methods: %v", methods)
	}
	totals := shop.Must(200, "GET", "/guest-carts/"+mask+"/totals", nil).Object(t)
	if totals["subtotal"] != 67.42 {
		t.Fatalf("totals: %v", totals)
	}
	placed := shop.Must(201, "POST", "/guest-carts/"+mask+"/place-order", placement)
	order := placed.Object(t)
	if order["state"] != "new" || order["status"] != "pending" || order["incrementId"] != "100000001" {
		t.Fatalf("placed: %s", placed.Body)
	}
	prices := order["prices"].(map[string]any)
	if prices["grandTotal"] != 87.42 || prices["shippingAmount"] != 20.0 || prices["totalDue"] != 87.42 {
		t.Errorf("prices: %v", prices)
	}
	if region := order["shippingAddress"].(map[string]any)["region"]; region != "California" {
		t.Errorf("region: %v", region)
	}
	id := int64(order["id"].(float64))
	shop.Must(404, "GET", "/guest-carts/"+mask, nil)

	// The guest reads the order once.
	token := order["accessToken"].(string)
	shop.Must(404, "GET", "/orders/100000001/details", nil)
	shop.Must(404, "GET", "/orders/100000001/details", nil, "X-Order-Token", "wrong")
	read := shop.Must(200, "GET", "/orders/100000001/details", nil, "X-Order-Token", token).Object(t)
	if _, leaked := read["remoteIp"]; leaked || read["accessToken"] != nil {
		t.Errorf("the guest sees too much: %v", read)
	}
	shop.Must(404, "GET", "/orders/100000001/details", nil, "X-Order-Token", token)

	// The shop holds, releases and ships it.
	path := fmt.Sprintf("/orders/%d", id)
	held := shop.Must(201, "POST", path+"/hold", map[string]any{"reason": "fraud check"}, service...).Object(t)
	if held["state"] != "holded" || held["holdBeforeState"] != "new" {
		t.Errorf("held: %v", held)
	}
	if got := shop.Must(422, "POST", path+"/hold", nil, service...).Message(); got != "Order cannot be held" {
		t.Error(got)
	}
	if got := shop.Must(422, "POST", path+"/cancel", nil, service...).Message(); got != "Order cannot be cancelled" {
		t.Error(got)
	}
	shop.Must(201, "POST", path+"/unhold", nil, service...)
	shop.Must(201, "POST", path+"/comments", map[string]any{"comment": "Packing"}, service...)
	shipment := shop.Must(201, "POST", path+"/shipments", map[string]any{"tracks": []any{map[string]any{"trackNumber": "1Z"}}}, service...).Object(t)
	if shipment["totalQty"] != 4.0 {
		t.Errorf("shipment: %v", shipment)
	}
	final := shop.Must(200, "GET", path, nil, service...).Object(t)
	if final["state"] != "processing" || final["remoteIp"] == nil || len(final["shipments"].([]any)) != 1 {
		t.Errorf("final: %v", final)
	}
	var notes []string
	for _, e := range final["statusHistory"].([]any) {
		entry := e.(map[string]any)
		note, _ := entry["note"].(string)
		notes = append(notes, entry["status"].(string)+":"+note)
	}
	want := []string{"processing:", "pending:Packing", "pending:", "holded:Order held: fraud check", "holded:", "pending:Ring twice", "pending:"}
	if fmt.Sprint(notes) != fmt.Sprint(want) {
		t.Errorf("history %q, want %q", notes, want)
	}
	if got := shop.Must(400, "POST", path+"/shipments", map[string]any{}, service...).Message(); got != "Order cannot be shipped (already fully shipped or not in a shippable state)" {
		t.Error(got)
	}
	mug, err := shop.Reader.ProductBySKU(context.Background(), 1, "MUG")
	if err != nil || mug.Level.Qty.String() != "7" {
		t.Errorf("stock of MUG: %v, %v", mug.Level.Qty, err)
	}
}
