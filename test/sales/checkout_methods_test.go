package sales_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestWaysToShip checks that shipping methods depend on the configuration, the address and the cart (shapes-sales §4).
func TestWaysToShip(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	s.Product("CARD", "50", 100, fields{"type": "virtual"})
	mask, virtual := s.GuestCart("MUG*2", "CARD"), s.GuestCart("CARD")
	rates := func(mask, country string) string {
		t.Helper()
		address := salestest.Address()
		address["countryId"] = country
		var out []string
		for _, r := range s.Must(200, "POST", guests(mask, "/shipping-methods"), fields{"address": address}).List(t) {
			out = append(out, fmt.Sprintf("%v %v", r["code"], r["price"]))
		}
		return strings.Join(out, ", ")
	}
	for _, c := range []struct {
		set     []string
		country string
		want    string
	}{
		{nil, "US", "flatrate_flatrate 10"}, {nil, "", ""},
		{[]string{"carriers/flatrate/price", "2.5"}, "US", "flatrate_flatrate 5"},
		{[]string{"carriers/flatrate/handling_fee", "1"}, "US", "flatrate_flatrate 6"},
		{[]string{"carriers/flatrate/handling_type", "P", "carriers/flatrate/handling_fee", "10"}, "US", "flatrate_flatrate 5.5"},
		{[]string{"carriers/flatrate/type", "O"}, "US", "flatrate_flatrate 2.75"},
		{[]string{"carriers/freeshipping/active", "1"}, "US", "flatrate_flatrate 2.75, freeshipping_freeshipping 0"},
		{[]string{"carriers/freeshipping/free_shipping_subtotal", "70.01"}, "US", "flatrate_flatrate 2.75"},
		{[]string{"carriers/freeshipping/free_shipping_subtotal", "70"}, "US", "flatrate_flatrate 2.75, freeshipping_freeshipping 0"},
		{[]string{"carriers/flatrate/sallowspecific", "1", "carriers/flatrate/specificcountry", "DE,AT"}, "US", "freeshipping_freeshipping 0"},
		{nil, "AT", "flatrate_flatrate 2.75, freeshipping_freeshipping 0"},
		{[]string{"carriers/flatrate/showmethod", "1"}, "US", "flatrate_ 0, freeshipping_freeshipping 0"},
		{[]string{"carriers/flatrate/active", "0"}, "US", "freeshipping_freeshipping 0"},
	} {
		s.Configure(c.set...)
		if got := rates(mask, c.country); got != c.want {
			t.Errorf("after %v to %q: %s, want %s", c.set, c.country, got, c.want)
		}
		if got := rates(virtual, c.country); got != "" {
			t.Errorf("nothing to ship goes by %s", got)
		}
	}
	// A chosen method that is no longer offered is removed.
	s.Configure("carriers/flatrate/active", "1", "carriers/flatrate/sallowspecific", "0")
	_, anna := s.Customer("anna@example.com")
	id := s.Cart(anna, "MUG")
	s.Must(201, "POST", owned(id, placeOrder), salestest.Placement(nil), anna...)
	salestest.Check(t, s.Must(200, "GET", owned(id, ""), nil, anna...).Object(t),
		fields{"selectedShippingMethod.carrierCode": "flatrate", "prices.shippingAmount": 2.75})
	s.Configure("carriers/flatrate/active", "0")
	salestest.Check(t, s.Must(200, "GET", owned(id, ""), nil, anna...).Object(t),
		fields{"selectedShippingMethod": nil, "prices.shippingAmount": nil})
}

// TestWaysToPay checks that payment methods depend on the configuration, the billing country and the total (shapes-sales §5).
func TestWaysToPay(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	s.Product("GIFT", "0", 100, fields{"type": "virtual"})
	s.Product("CARD", "5", 100, fields{"type": "virtual"})
	s.Configure("payment/cashondelivery/active", "1", "payment/banktransfer/active", "1", "payment/banktransfer/sort_order", "-1",
		"payment/purchaseorder/active", "1", "payment/purchaseorder/title", "On account", "payment/checkmo/sort_order", "9")
	for lines, want := range map[string]string{
		"MUG": "banktransfer cashondelivery purchaseorder checkmo", "CARD": "banktransfer purchaseorder checkmo",
		"GIFT": "banktransfer purchaseorder free checkmo", "": "banktransfer cashondelivery purchaseorder free checkmo",
	} {
		mask := s.GuestCart(strings.Fields(lines)...)
		var codes []string
		for _, m := range s.Must(200, "GET", guests(mask, "/payment-methods"), nil).List(t) {
			codes = append(codes, m["code"].(string))
			if m["isOffline"] != true {
				t.Errorf("%v", m)
			}
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s is paid by %s, want %s", lines, got, want)
		}
	}
	free := s.Must(201, "POST", guests(s.GuestCart("GIFT"), placeOrder),
		salestest.Placement(fields{"paymentMethod": "free", "shippingMethod": nil, "shippingAddress": nil})).Object(t)
	salestest.Check(t, free, fields{
		"paymentMethodTitle": "No Payment Information Required", "prices.grandTotal": 0, "state": "new", "status": "pending",
	})
	// A status of another state than new is ignored.
	s.Configure("payment/checkmo/order_status", "complete")
	salestest.Check(t, s.Order("MUG"), fields{"status": "pending", "statusHistory.0.status": "pending"})
	data := s.Must(201, "POST", guests(s.GuestCart("MUG"), placeOrder),
		salestest.Placement(fields{"paymentMethod": "purchaseorder", "paymentData": fields{"poNumber": "PO-77"}}))
	salestest.Check(t, data.Object(t), fields{
		"paymentMethod": "purchaseorder", "paymentMethodTitle": "On account", "poNumber": "PO-77",
	})
	if strings.Contains(string(data.Body), "paymentData") {
		t.Error("payment data is shown")
	}
}

// TestAStoreOfItsOwn checks that a cart is priced in its own store, in that store's currency or the requested one.
func TestAStoreOfItsOwn(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	store, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "second", Name: "Second", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Scope{Level: "store", ID: store},
		map[string]string{"currency/options/default": "EUR", "payment/checkmo/title": "Scheck"}); err != nil {
		t.Fatal(err)
	}
	mug := s.Product("MUG", "19.99", 100, nil)
	if err := s.Commands.Catalog.UpdateProduct(apptest.Operator(), mug, store, record.Values{"name": []byte(`"Becher"`)}, nil,
		nil); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	there := s.Must(201, "POST", "/guest-carts", fields{"storeId": store}).Object(t)["maskedId"].(string)
	here := s.GuestCart("MUG*3")
	s.Must(200, "POST", guests(there, "/items"), fields{"sku": "MUG", "qty": 3})
	s.Run(t, []salestest.Exchange{
		{Name: "there, asked from here", Method: "GET", Path: guests(there, ""), Status: 200, Want: fields{
			"storeId": store, "currency": "EUR", "items.0.name": "Becher", "items.0.price": 14.13, "prices.subtotal": 42.39,
			"prices.baseSubtotal": 59.97,
		}},
		{Name: "here, asked from there", Method: "GET", Path: guests(here, ""), Headers: []string{"X-Store-Code", "second"}, Status: 200,
			Want: fields{"storeId": 1, "currency": "USD", "items.0.name": "The MUG", "prices.subtotal": 59.97}},
		{Name: "here, in euro", Method: "GET", Path: guests(here, ""), Headers: []string{"X-Currency-Code", "eur"}, Status: 200,
			Want: fields{"currency": "EUR", "prices.subtotal": 42.39, "prices.baseSubtotal": 59.97}},
		{Name: "in a currency nobody has", Method: "GET", Path: guests(here, ""), Headers: []string{"X-Currency-Code", "XXX"}, Status: 400,
			Message: "Currency not available for this store: XXX"},
		{Name: "placed there, asked from here", Method: "POST", Path: guests(there, placeOrder), Body: salestest.Placement(nil),
			Status: 201, Want: fields{
				"storeId": store, "incrementId": fmt.Sprintf("%d00000001", store), "currency": "EUR", "baseCurrencyCode": "USD",
				"globalCurrencyCode": "USD", "paymentMethodTitle": "Scheck", "storeName": "Main Website\nMain Store\nSecond", "items.0.name": "Becher",
				"items.0.price": 14.13, "items.0.basePrice": 19.99, "prices.shippingAmount": 10.6,
				"prices.baseShippingAmount": 15, "prices.grandTotal": 52.99, "prices.baseGrandTotal": 74.97,
			}},
	})
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Scope{Level: "store", ID: 1},
		map[string]string{"currency/options/allow": "USD"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	s.Run(t, []salestest.Exchange{{Name: "in a currency the cart's store has not", Method: "GET", Path: guests(here, ""),
		Headers: []string{"X-Store-Code", "second", "X-Currency-Code", "EUR"}, Status: 400,
		Message: "Currency not available for this cart's store: EUR"}})
}

// TestWhoBuys checks that a customer's order has the account's data and a guest's the data sent.
func TestWhoBuys(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	id, anna := s.Customer("anna@example.com")
	address := salestest.Address()
	address["region"], address["street"], address["unknown"] = "california", "1 <b>Main</b> St\nDoor 2", "ignored"
	address["postcode"] = strings.Repeat("9", 30)
	body := salestest.Placement(fields{"guestEmail": "other@example.com", "shippingAddress": address, "orderNote": "  Ring twice  "})
	own := s.Must(201, "POST", owned(s.Cart(anna, "MUG"), placeOrder), body, anna...).Object(t)
	salestest.Check(t, own, fields{
		"customerId": id, "customerEmail": "anna@example.com", "customerFirstname": "Anna", "customerLastname": "Smith", "customerGroupId": 1,
		"customerIsGuest": false, "accessToken": nil, "customerNote": "Ring twice", "statusHistory.0.note": "Ring twice", "statusHistory.#": 2,
		"shippingAddress.region": "California", "shippingAddress.regionId": 12, "shippingAddress.street": []string{"1 Main St", "Door 2"},
		"shippingAddress.postcode": strings.Repeat("9", 20), "billingAddress.firstname": "Gina",
	})
	alias := salestest.Placement(fields{"guestEmail": nil, "email": "gina@example.com"})
	guest := s.Must(201, "POST", guests(s.GuestCart("MUG"), placeOrder), alias).Object(t)
	salestest.Check(t, guest, fields{
		"customerId": nil, "customerEmail": "gina@example.com", "customerGroupId": 0, "customerIsGuest": true, "statusHistory.#": 1,
		"statusHistory.0.note": nil, "customerNote": nil,
	})
	byID := salestest.Address()
	delete(byID, "region")
	byID["regionId"] = 43
	salestest.Check(t, s.Must(201, "POST", guests(s.GuestCart("MUG"), placeOrder), salestest.Placement(fields{"shippingAddress": byID})).
		Object(t), fields{"shippingAddress.region": "New York", "shippingAddress.regionId": 43})
	byID["regionId"] = "12"
	salestest.Check(t, s.Must(201, "POST", guests(s.GuestCart("MUG"), placeOrder), salestest.Placement(fields{"billingAddress": byID})).
		Object(t), fields{"billingAddress.region": "California"})
}

// TestShippingForNothing checks free shipping by a price rule, for some units or all, and the carriers' prices (shapes-sales §4).
func TestShippingForNothing(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("carriers/freeshipping/active", "1", "carriers/freeshipping/free_shipping_subtotal", "1000")
	s.Product("MUG", "10", 100, nil)
	coupon(s, "ITEMS", fields{"simpleFreeShipping": 1, "discountQty": 1, "discountAmount": 1})
	coupon(s, "ALL", fields{"simpleFreeShipping": 2, "discountAmount": 1})
	mask := s.GuestCart("MUG*3")
	s.Must(200, "PUT", guests(mask, "/shipping-address"), salestest.Address())
	for _, c := range []struct {
		coupon string
		want   string
	}{{"", "flatrate_flatrate 15"}, {"ITEMS", "flatrate_flatrate 10"}, {"ALL", "flatrate_flatrate 0, freeshipping_freeshipping 0"}} {
		if c.coupon != "" {
			s.Must(201, "POST", guests(mask, "/coupon"), fields{"code": c.coupon})
		}
		var got []string
		for _, r := range s.Must(200, "POST", guests(mask, "/shipping-methods"), nil).List(t) {
			got = append(got, fmt.Sprintf("%v %v", r["code"], r["price"]))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("with %q: %s, want %s", c.coupon, got, c.want)
		}
	}
	order := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(fields{"shippingMethod": "freeshipping_freeshipping"})).
		Object(t)
	salestest.Check(t, order, fields{"prices.shippingAmount": nil, "items.0.freeShipping": false, "prices.grandTotal": 29.7})
}

// TestNothingToPay checks that the method free is offered only if nothing is to be paid.
func TestNothingToPay(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("GIFT", "0", 100, fields{"type": "virtual"})
	s.Product("MUG", "10", 100, nil)
	pay := func(mask string, status int, message string) salestest.Exchange {
		return salestest.Exchange{
			Method: "POST", Path: guests(mask, placeOrder), Body: salestest.Placement(fields{"paymentMethod": "free"}),
			Status: status, Message: message,
		}
	}
	s.Send(t, pay(s.GuestCart("MUG"), 400, "Payment method is not available for this cart"))
	salestest.Check(t, s.Send(t, pay(s.GuestCart("GIFT"), 201, "")).Object(t), fields{"paymentMethod": "free", "prices.grandTotal": 0})
	card(s, "GC-A", 100, nil)
	mask := s.GuestCart("MUG")
	s.Must(200, "POST", guests(mask, "/giftcards"), fields{"giftcardCode": "GC-A"})
	s.Configure("payment/free/active", "0") // the method is forced if gift cards pay everything
	s.Must(400, "POST", guests(mask, placeOrder), salestest.Placement(nil))
	salestest.Check(t, s.Send(t, pay(mask, 201, "")).Object(t),
		fields{"paymentMethod": "free", "prices.grandTotal": 0, "prices.giftcardAmount": 15})
}
