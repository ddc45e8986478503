package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

func TestAGuestOrdersAndTheShopShips(t *testing.T) {
	t.Parallel()
	shop := salestest.Start(t)
	shop.Product("MUG", "19.99", 10, nil)
	shop.Product("CAP", "7.45", 5, nil)
	service := shop.Service

	cart := shop.Must(201, "POST", "/guest-carts", nil).Object(t)
	mask := cart["maskedId"].(string)
	shop.Must(200, "POST", "/guest-carts/"+mask+"/items", fields{"sku": "MUG", "qty": 3})
	shop.Must(200, "POST", "/guest-carts/"+mask+"/items", fields{"sku": "cap"})
	methods := shop.Must(200, "POST", "/guest-carts/"+mask+"/shipping-methods", fields{"address": salestest.Address()}).List(t)
	if len(methods) != 1 || methods[0]["code"] != "flatrate_flatrate" || methods[0]["price"] != 20.0 {
		t.Fatalf("shipping methods: %v", methods)
	}
	totals := shop.Must(200, "GET", "/guest-carts/"+mask+"/totals", nil).Object(t)
	if totals["subtotal"] != 67.42 {
		t.Fatalf("totals: %v", totals)
	}
	placed := shop.Must(201, "POST", "/guest-carts/"+mask+"/place-order", salestest.Placement(fields{"orderNote": "Ring twice"}))
	order := placed.Object(t)
	if order["state"] != "new" || order["status"] != "pending" || order["incrementId"] != "100000001" {
		t.Fatalf("placed: %s", placed.Body)
	}
	prices := order["prices"].(fields)
	if prices["grandTotal"] != 87.42 || prices["shippingAmount"] != 20.0 || prices["totalDue"] != 87.42 {
		t.Errorf("prices: %v", prices)
	}
	if region := order["shippingAddress"].(fields)["region"]; region != "California" {
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
	held := shop.Must(201, "POST", path+"/hold", fields{"reason": "fraud check"}, service...).Object(t)
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
	shop.Must(201, "POST", path+"/comments", fields{"comment": "Packing"}, service...)
	shipment := shop.Must(201, "POST", path+"/shipments", fields{"tracks": list{fields{"trackNumber": "1Z"}}}, service...).Object(t)
	if shipment["totalQty"] != 4.0 {
		t.Errorf("shipment: %v", shipment)
	}
	final := shop.Must(200, "GET", path, nil, service...).Object(t)
	if final["state"] != "processing" || final["remoteIp"] == nil || len(final["shipments"].(list)) != 1 {
		t.Errorf("final: %v", final)
	}
	var notes []string
	for _, e := range final["statusHistory"].(list) {
		entry := e.(fields)
		note, _ := entry["note"].(string)
		notes = append(notes, entry["status"].(string)+":"+note)
	}
	want := []string{
		"processing:", "pending:Packing", "pending:", "holded:Order held: fraud check", "holded:", "pending:Ring twice", "pending:",
	}
	if fmt.Sprint(notes) != fmt.Sprint(want) {
		t.Errorf("history %q, want %q", notes, want)
	}
	if got := shop.Must(400, "POST", path+"/shipments", fields{}, service...).
		Message(); got != "Order cannot be shipped (already fully shipped or not in a shippable state)" {
		t.Error(got)
	}
	if mugs := shop.Stock("MUG"); mugs != "7" {
		t.Errorf("stock of MUG: %s", mugs)
	}
}
