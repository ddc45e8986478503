package sales_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"tradelog/domain/money"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// The members of a cart in the order of shapes-sales §1. A ? marks members that are left out if they are null.
const (
	cartMembers = `id maskedId? customerId? customerEmail? customerNote? reservedOrderId? storeId isActive cartRecreated items prices messages
		billingAddress? shippingAddress? availableShippingMethods selectedShippingMethod? availablePaymentMethods selectedPaymentMethod?
		appliedCoupon? appliedGiftcards giftMessage? currency itemsCount itemsQty createdAt updatedAt extensions`
	cartPriceMembers = `subtotal subtotalInclTax subtotalWithDiscount discountAmount baseDiscountAmount shippingAmount baseShippingAmount
		shippingAmountInclTax shippingTaxAmount taxAmount hiddenTaxAmount baseTaxAmount grandTotal baseGrandTotal baseSubtotal
		giftcardAmount`
	cartItemMembers = `id sku name qty price priceInclTax rowTotal rowTotalInclTax rowTotalWithDiscount discountAmount? discountPercent?
		taxAmount? taxPercent? productId productType thumbnailUrl? options stockStatus messages giftMessage? extensions`
	rateMembers     = `code title carrierCode methodCode carrierTitle methodTitle price`
	selectedMembers = `carrierCode methodCode carrierTitle methodTitle price`
	paymentMembers  = `code title sortOrder isOffline`
)

const cartNotFound = "Cart not found"

// TestACartsMembers checks that exactly the members of a cart are present, and their values.
func TestACartsMembers(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "19.99", 100, nil)
	fresh := s.Must(201, "POST", "/guest-carts", nil).Object(t)
	salestest.Members(t, "a fresh cart", fresh, cartMembers)
	mask, _ := fresh["maskedId"].(string)
	if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(mask) {
		t.Errorf("maskedId is %q", mask)
	}
	salestest.Check(t, fresh, fields{
		"customerId": nil, "isActive": true, "cartRecreated": false, "items": list{}, "billingAddress": nil, "shippingAddress": nil, "storeId": 1,
		"currency": "USD", "availableShippingMethods": list{}, "appliedGiftcards": list{}, "itemsCount": 0, "itemsQty": 0, "prices.subtotal": 0,
		"prices.grandTotal": 0, "prices.shippingAmount": nil,
	})
	filled := s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "mug", "qty": 3}).Object(t)
	salestest.Check(t, filled, fields{
		"billingAddress.firstname": "", "billingAddress.street": list{}, "shippingAddress.countryId": "",
		"shippingAddress.addressType": "shipping",
	})
	salestest.Members(t, "an address of nobody", filled["shippingAddress"], addressMembers)
	s.Must(200, "POST", guests(mask, "/shipping-methods"), fields{"address": salestest.Address()})
	cart := s.Must(200, "GET", guests(mask, ""), nil).Object(t)
	salestest.Members(t, "a filled cart", cart, cartMembers)
	salestest.Members(t, "its prices", cart["prices"], cartPriceMembers)
	salestest.Members(t, "its line", salestest.At(cart, "items.0"), cartItemMembers)
	salestest.Members(t, "its address", cart["shippingAddress"], addressMembers)
	salestest.Members(t, "its rate", salestest.At(cart, "availableShippingMethods.0"), rateMembers)
	salestest.Members(t, "its way to pay", salestest.At(cart, "availablePaymentMethods.0"), paymentMembers)
	salestest.Check(t, cart, fields{
		"items.0.sku": "MUG", "items.0.name": "The MUG", "items.0.qty": 3, "items.0.price": 19.99, "items.0.priceInclTax": 19.99,
		"items.0.rowTotal": 59.97, "items.0.rowTotalWithDiscount": 59.97, "items.0.productId": mug, "items.0.productType": "simple",
		"items.0.options": list{}, "items.0.stockStatus": "in_stock", "items.0.discountAmount": nil, "items.0.taxAmount": nil, "itemsCount": 1,
		"itemsQty": 3, "prices.subtotal": 59.97, "prices.subtotalInclTax": 59.97,
		"prices.subtotalWithDiscount": 59.97, "prices.baseSubtotal": 59.97, "prices.taxAmount": 0, "prices.discountAmount": nil,
		"prices.giftcardAmount": nil, "prices.shippingAmount": nil, "prices.grandTotal": 59.97, "prices.baseGrandTotal": 59.97,
		"shippingAddress.region": "California", "shippingAddress.regionId": 12, "shippingAddress.street": []string{"1 Main St", "Door 2"},
		"shippingAddress.company": "Acme",
		"availableShippingMethods": list{
			fields{"code": "flatrate_flatrate", "title": "Flat Rate - Fixed", "carrierCode": "flatrate", "methodCode": "flatrate",
				"carrierTitle": "Flat Rate", "methodTitle": "Fixed", "price": 15}},
		"availablePaymentMethods": list{fields{"code": "checkmo", "title": "Check / Money order", "sortOrder": 0, "isOffline": true}},
	})
	// A refused placement stores nothing. The closed cart shows the choices of the accepted one.
	_, anna := s.Customer("anna@example.com")
	id := s.Cart(anna, "MUG*2")
	s.Must(201, "POST", owned(id, "/place-order"), salestest.Placement(fields{"orderNote": "Ring twice"}), anna...)
	closed := s.Must(200, "GET", owned(id, ""), nil, anna...).Object(t)
	salestest.Members(t, "a closed cart", closed, cartMembers)
	salestest.Members(t, "its way to ship", closed["selectedShippingMethod"], selectedMembers)
	salestest.Check(t, closed, fields{
		"isActive": false, "maskedId": nil, "reservedOrderId": "100000001", "customerNote": "Ring twice",
		"selectedPaymentMethod": fields{"code": "checkmo", "title": "Check / Money order"},
		"selectedShippingMethod": fields{
			"carrierCode": "flatrate", "methodCode": "flatrate", "carrierTitle": "Flat Rate - Fixed", "methodTitle": "Flat Rate - Fixed",
			"price": 10,
		},
		"prices.shippingAmount": 10, "prices.grandTotal": 49.98,
	})
	linked := s.Must(200, "GET", guests(mask, ""), nil, "Accept", "application/ld+json").Object(t)
	salestest.Check(t, linked, fields{
		"@context": "/api/contexts/Cart", "@type": "Cart", "items.0.@type": "CartItem", "shippingAddress.@type": "Address",
	})
	s.Verify("carts")
}

// TestBareAnswers checks that guests' totals and methods are bare in every representation. Totals and methods of other carts are part of
// the cart.
func TestBareAnswers(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	mask, id := s.GuestCart("MUG*2"), s.Cart(anna, "MUG*2")
	for path, list := range map[string]bool{"/totals": false, "/payment-methods": true} {
		for _, accept := range []string{"application/json", "application/ld+json"} {
			a := s.Must(200, "GET", guests(mask, path), nil, "Accept", accept)
			if a.Header.Get("Content-Type") != "application/json; charset=utf-8" || strings.Contains(string(a.Body), "@") ||
				a.Body[0] == '[' != list {
				t.Errorf("%s as %s: %s %s", path, accept, a.Header.Get("Content-Type"), a.Body)
			}
		}
		salestest.Members(t, path, s.Must(200, "GET", owned(id, path), nil, anna...).Object(t), cartMembers)
	}
	salestest.Members(t, "totals", s.Must(200, "GET", guests(mask, "/totals"), nil).Object(t), cartPriceMembers)
	bare := s.Send(t, salestest.Exchange{
		Method: "POST", Path: guests(mask, "/shipping-methods"), Body: fields{"address": salestest.Address()}, Status: 200,
	})
	if rates := bare.List(t); len(rates) != 1 || rates[0]["price"] != 10.0 {
		t.Errorf("rates: %s", bare.Body)
	}
	whole := s.Send(t, salestest.Exchange{
		Method: "POST", Path: owned(id, "/shipping-methods"), Body: fields{"address": salestest.Address()}, Headers: anna, Status: 200,
	})
	salestest.Check(t, whole.Object(t), fields{"availableShippingMethods.#": 1, "shippingAddress.city": "Los Angeles", "customerId": 1})
	// The address is kept. A request without one uses it.
	for _, body := range []any{nil, fields{}, fields{"address": nil}} {
		if rates := s.Must(200, "POST", guests(mask, "/shipping-methods"), body).List(t); len(rates) != 1 {
			t.Errorf("with %v: %v", body, rates)
		}
	}
	if rates := s.Must(200, "POST", guests(mask, "/shipping-methods"), fields{"address": fields{"city": "Nowhere"}}).List(t); len(rates) != 0 {
		t.Errorf("without a country: %v", rates)
	}
	salestest.Check(t, s.Must(200, "GET", guests(mask, ""), nil).Object(t),
		fields{"shippingAddress.city": "Nowhere", "shippingAddress.firstname": "", "shippingAddress.company": nil})
}

// TestLinesOfCarts adds, changes and removes lines and checks every refusal's message.
func TestLinesOfCarts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 20, nil)
	s.Product("OFF", "10", 20, fields{"isActive": false})
	s.Product("HIDDEN", "10", 20, fields{"visibility": "not_visible"})
	s.Product("GONE", "10", 0, nil)
	s.Product("TREE", "10", 20, fields{"type": "grouped"})
	units, yes, four, two := money.FromInt(50), true, money.FromInt(4), money.FromInt(2)
	s.ProductWith("PAIR", "3",
		stock.Change{Qty: &units, InStock: &yes, MinSaleQty: &two, MaxSaleQty: &four, Increments: &two, EnableIncrements: &yes}, nil)
	s.ProductWith("ROPE", "2", stock.Change{Qty: &units, InStock: &yes, DecimalQty: &yes}, nil)
	_, anna := s.Customer("anna@example.com")
	const (
		positive = "Quantity must be greater than zero"
		most     = "Quantity cannot exceed 10,000"
		soldOut  = "This product is currently out of stock."
		tooMany  = `The requested quantity for "The MUG" is not available.`
	)
	unknown := func(sku string) string { return "Product with SKU '" + sku + "' not found" }
	for name, cart := range map[string]struct {
		path    string
		headers []string
	}{"a guest": {guests(s.GuestCart(), ""), nil}, "a customer": {owned(s.Cart(anna), ""), anna}} {
		items := cart.path + "/items"
		add := func(name string, body any, status int, message string, want fields) salestest.Exchange {
			return salestest.Exchange{
				Name: "add " + name, Method: "POST", Path: items, Body: body, Headers: cart.headers, Status: status, Message: message, Want: want,
			}
		}
		change := func(name, id string, body any, status int, message string, want fields) salestest.Exchange {
			return salestest.Exchange{
				Name: "change " + name, Method: "PUT", Path: items + "/" + id, Body: body, Headers: cart.headers, Status: status,
				Message: message, Want: want,
			}
		}
		t.Run(name, func(t *testing.T) {
			s.Run(t, []salestest.Exchange{
				add("nothing", fields{"sku": "MUG", "qty": 0}, 400, positive, nil),
				add("less than nothing", fields{"sku": "MUG", "qty": -1}, 400, positive, nil),
				add("what is no number", fields{"sku": "MUG", "qty": "many"}, 400, positive, nil),
				add("a list", fields{"sku": "MUG", "qty": list{1}}, 400, positive, nil),
				add("too much", fields{"sku": "MUG", "qty": 10001}, 400, most, nil),
				add("more than can be counted", `{"sku": "MUG", "qty": 1e400}`, 400, most, nil),
				add("too much of what is not there", fields{"sku": "NONE", "qty": 10001}, 400, most, nil),
				add("half of what has no halves", fields{"sku": "MUG", "qty": 0.5}, 400, positive, nil),
				add("what is not there", fields{"sku": "NONE"}, 400, unknown("NONE"), nil),
				add("no SKU", fields{}, 400, unknown(""), nil),
				add("null", fields{"sku": nil}, 400, unknown(""), nil),
				add("a SKU of another type", fields{"sku": 5}, 400, `The type of the "sku" attribute must be "string", "int" given.`, nil),
				add("what is off", fields{"sku": "off"}, 400, "Product 'off' is not available", nil),
				add("what is not shown", fields{"sku": "HIDDEN"}, 400, "Product 'HIDDEN' is not available", nil),
				add("what needs more", fields{"sku": "TREE"}, 400, "Failed to add product: Please specify the quantity of product(s).", nil),
				add("what is sold out", fields{"sku": "GONE"}, 422, soldOut, nil),
				add("more than there is", fields{"sku": "MUG", "qty": 21}, 422, tooMany, nil),
				add("too few", fields{"sku": "PAIR"}, 422, "The minimum quantity allowed for purchase is 2.", nil),
				add("more than is sold", fields{"sku": "PAIR", "qty": 6}, 422, "The maximum quantity allowed for purchase is 4.", nil),
				add("three of what comes in pairs", fields{"sku": "PAIR", "qty": 3}, 422,
					"This product is available for purchase in increments of 2 only.", nil),
				add("not JSON", "{", 400, "Invalid JSON in request body", nil),
				add("an empty body", "", 400, "Invalid JSON in request body", nil),
				add("no body", nil, 400, "Invalid JSON in request body", nil),

				add("one", fields{"sku": " mug "}, 200, "", fields{"items.#": 1, "items.0.id": 1, "items.0.qty": 1, "cartRecreated": false}),
				add("more of it, as text", fields{"sku": "MUG", "qty": "2"}, 200, "", fields{"items.#": 1, "items.0.qty": 3}),
				add("a part too many", fields{"sku": "MUG", "qty": 1.9}, 200, "", fields{"items.0.qty": 4}),
				add("more than there is, with what is there", fields{"sku": "MUG", "qty": 17}, 422, tooMany, nil),
				add("a pair", fields{"sku": "PAIR", "qty": 2}, 200, "", fields{"items.#": 2, "items.1.id": 2}),
				add("a length", fields{"sku": "ROPE", "qty": 2.25}, 200, "",
					fields{"items.2.qty": 2.25, "items.2.rowTotal": 4.5, "itemsQty": 8.25, "prices.subtotal": 50.5}),

				change("a line of nobody", "9", fields{"qty": 1}, 404, "Cart item with ID '9' not found", nil),
				change("no line", "x", fields{"qty": 1}, 404, "Cart item with ID '0' not found", nil),
				change("to nothing", "1", fields{"qty": 0}, 400, positive, nil),
				change("to too much", "1", fields{"qty": 10001}, 400, most, nil),
				change("to a half", "1", fields{"qty": 0.5}, 400, positive, nil),
				change("to more than there is", "1", fields{"qty": 21}, 422, tooMany, nil),
				change("to more than is sold", "2", fields{"qty": 6}, 422, "The maximum quantity allowed for purchase is 4.", nil),
				change("up", "1", fields{"qty": 20}, 200, "", fields{"items.0.qty": 20}),
				change("nothing", "1", fields{}, 200, "", fields{"items.0.qty": 20}),
				change("null", "1", fields{"qty": nil}, 200, "", fields{"items.0.qty": 20}),
				change("the length", "3", fields{"qty": "1.5"}, 200, "", fields{"items.2.qty": 1.5}),
				{Name: "remove a line of nobody", Method: "DELETE", Path: items + "/9", Headers: cart.headers, Status: 404,
					Message: "Cart item with ID '9' not found"},
				{Name: "remove", Method: "DELETE", Path: items + "/2", Headers: cart.headers, Status: 200,
					Want: fields{"items.#": 2, "items.1.sku": "ROPE"}},
				{Name: "remove again", Method: "DELETE", Path: items + "/2", Headers: cart.headers, Status: 404,
					Message: "Cart item with ID '2' not found"},
				add("what was removed", fields{"sku": "PAIR", "qty": 2}, 200, "", fields{"items.#": 3, "items.2.id": 4}),
			})
		})
	}
	s.Verify("carts")
}

// TestLinesOfDeletedProducts checks that lines of deleted products disappear and that a product of the same SKU brings them back.
func TestLinesOfDeletedProducts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 20, nil)
	s.Product("CAP", "7", 20, nil)
	mask := s.GuestCart("MUG*2", "CAP")
	s.Change(mug, fields{"isActive": false})
	s.Run(t, []salestest.Exchange{
		{Name: "off", Method: "GET", Path: guests(mask, ""), Status: 200,
			Want: fields{"items.#": 1, "items.0.sku": "CAP", "prices.subtotal": 7, "itemsCount": 1}},
		{Name: "changed", Method: "PUT", Path: guests(mask, "/items/1"), Body: fields{"qty": 1}, Status: 404,
			Message: "Cart item with ID '1' not found"},
	})
	s.Change(mug, fields{"isActive": true, "price": 12})
	s.Run(t, []salestest.Exchange{
		{Name: "on again, at another price", Method: "GET", Path: guests(mask, ""), Status: 200,
			Want: fields{"items.#": 2, "prices.subtotal": 31}},
	})
	s.Restock(mug, 0)
	s.Run(t, []salestest.Exchange{
		{Name: "sold out", Method: "GET", Path: guests(mask, ""), Status: 200,
			Want: fields{"items.0.stockStatus": "out_of_stock", "items.1.stockStatus": "in_stock"}},
	})
	if err := s.Commands.Catalog.DeleteProduct(apptest.Operator(), mug); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	s.Run(t, []salestest.Exchange{
		{Name: "deleted", Method: "GET", Path: guests(mask, ""), Status: 200, Want: fields{"items.#": 1, "prices.subtotal": 7}},
		{Name: "ordered without it", Method: "POST", Path: guests(mask, "/place-order"), Body: salestest.Placement(nil), Status: 201,
			Want: fields{"items.#": 1, "prices.grandTotal": 12}},
	})
}

// TestARecreatedCart checks that adding to a missing cart creates one with the product, or nothing.
func TestARecreatedCart(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 8, nil)
	placed := s.GuestCart("MUG")
	s.Must(201, "POST", guests(placed, "/place-order"), salestest.Placement(nil))
	for _, mask := range []string{strings.Repeat("0", 32), "nonsense", "1", placed} {
		s.Run(t, []salestest.Exchange{
			{Name: "what is not there", Method: "POST", Path: guests(mask, "/items"), Body: fields{"sku": "NONE"}, Status: 400,
				Message: "Product with SKU 'NONE' not found"},
			{Name: "nothing", Method: "POST", Path: guests(mask, "/items"), Body: fields{"sku": "NONE", "qty": 0}, Status: 400,
				Message: "Quantity must be greater than zero"},
			{Name: "too much", Method: "POST", Path: guests(mask, "/items"), Body: fields{"sku": "MUG", "qty": 9}, Status: 422,
				Message: `The requested quantity for "The MUG" is not available.`},
		})
		got := s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "MUG"}).Object(t)
		salestest.Check(t, got, fields{"cartRecreated": true, "items.#": 1, "customerId": nil})
		fresh, _ := got["maskedId"].(string)
		if len(fresh) != 32 || fresh == mask {
			t.Errorf("%s is recreated as %q", mask, fresh)
		}
		salestest.Check(t, s.Must(200, "GET", guests(fresh, ""), nil).Object(t), fields{"cartRecreated": false, "items.#": 1})
	}
	upper := s.GuestCart("MUG")
	salestest.Check(t, s.Must(200, "POST", guests(strings.ToUpper(upper), "/items"), fields{"sku": "MUG"}).Object(t),
		fields{"cartRecreated": false, "maskedId": upper, "items.0.qty": 2})
}

// TestWhoMayUseACart checks that the owner, the back office and holders of the masked ID may use a cart. Others get the answer that it does
// not exist.
func TestWhoMayUseACart(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 200, nil)
	store, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "second", Name: "Second", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	_, anna := s.Customer("anna@example.com")
	_, ben := s.Customer("ben@example.com")
	hers, mask := s.Cart(anna, "MUG"), s.GuestCart("MUG")
	guestsID := salestest.ID(s.Must(200, "GET", guests(mask, ""), nil).Object(t))
	reader, writer, other := s.As([]string{"carts/read"}), s.As([]string{"carts/write"}), s.As([]string{"orders/create"})
	manager, clerk := apptest.Bearer(s.Admin("sales/order/actions/create")), apptest.Bearer(s.Admin("sales/order"))
	elsewhere := salestest.With(s.As([]string{"all"}, store), "X-Store-Code", "second")
	const denied, anonymous = "Access denied", "Authentication required"
	noACL := `Your admin role does not grant access to "sales/order/actions/create".`
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
		{"GET", owned(hers, ""), nil, []who{
			{"guest", nil, 401, anonymous}, {"owner", anna, 200, ""}, {"other customer", ben, 404, cartNotFound}, {"reader", reader, 200, ""},
			{"writer", writer, 200, ""}, {"no permission", other, 403, denied}, {"admin", manager, 200, ""}, {"other admin", clerk, 403, noACL},
			{"of another store", elsewhere, 404, cartNotFound},
		}},
		{"GET", owned(guestsID, ""), nil, []who{
			{"guest", nil, 401, anonymous}, {"customer", anna, 404, cartNotFound}, {"reader", reader, 200, ""},
		}},
		{"GET", owned(hers, "/totals"), nil, []who{
			{"owner", anna, 200, ""}, {"other customer", ben, 404, cartNotFound}, {"reader", reader, 200, ""},
		}},
		{"GET", owned(hers, "/payment-methods"), nil, []who{
			{"owner", anna, 200, ""}, {"other customer", ben, 404, cartNotFound}, {"reader", reader, 200, ""},
		}},
		{"GET", "/carts/999999", nil, []who{
			{"guest", nil, 401, anonymous}, {"customer", anna, 404, cartNotFound}, {"reader", reader, 404, cartNotFound},
			{"no permission", other, 403, denied},
		}},
		{"GET", "/carts/0", nil, []who{{"reader", reader, 404, cartNotFound}}},
		{"GET", "/carts/x", nil, []who{{"reader", reader, 404, cartNotFound}}},
		{"GET", "/carts/99999999999999999999", nil, []who{{"reader", reader, 404, cartNotFound}}},
		{"POST", owned(hers, "/items"), fields{"sku": "MUG"}, []who{
			{"guest", nil, 401, anonymous}, {"other customer", ben, 404, cartNotFound}, {"reader", reader, 403, denied}, {"owner", anna, 200, ""},
			{"writer", writer, 200, ""}, {"admin", manager, 200, ""},
		}},
		{"PUT", owned(hers, "/items/1"), fields{"qty": 2}, []who{
			{"guest", nil, 401, anonymous}, {"other customer", ben, 404, cartNotFound}, {"reader", reader, 403, denied}, {"owner", anna, 200, ""},
		}},
		{"DELETE", owned(hers, "/items/1"), nil, []who{
			{"guest", nil, 401, anonymous}, {"other customer", ben, 404, cartNotFound}, {"reader", reader, 403, denied},
		}},
		{"POST", owned(hers, "/shipping-methods"), fields{}, []who{
			{"guest", nil, 401, anonymous}, {"other customer", ben, 404, cartNotFound}, {"reader", reader, 403, denied}, {"owner", anna, 200, ""},
		}},
		{"POST", owned(hers, "/place-order"), fields{}, []who{
			{"guest", nil, 401, anonymous}, {"other customer", ben, 404, cartNotFound}, {"carts alone", writer, 403, denied},
			{"other admin", manager, 403, `Your admin role does not grant access to "sales/order".`},
		}},
		{"POST", "/carts", nil, []who{{"guest", nil, 401, anonymous}, {"reader", reader, 403, denied}}},
		{"POST", "/carts", fields{"storeId": 99}, []who{{"customer", anna, 400, "Invalid store: 99"}}},
		{"POST", "/carts", fields{"storeId": 1}, []who{{"of another store", elsewhere, 403, "Token is not authorized for store: 1"}}},
		{"POST", "/guest-carts", fields{"storeId": 0}, []who{{"guest", nil, 400, "Invalid store: 0"}}},
		{"POST", "/guest-carts", fields{"storeId": "1"}, []who{
			{"guest", nil, 400, `The type of the "storeId" attribute must be "int", "string" given.`},
		}},
		{"GET", guests(mask, ""), nil, []who{{"guest", nil, 200, ""}, {"customer", anna, 200, ""}, {"writer", writer, 200, ""}}},
		{"GET", guests(strings.ToUpper(mask), ""), nil, []who{{"guest", nil, 200, ""}}},
		{"GET", guests(fmt.Sprint(guestsID), ""), nil, []who{{"guest", nil, 404, cartNotFound}, {"writer", writer, 404, cartNotFound}}},
		{"GET", guests(strings.Repeat("0", 32), ""), nil, []who{{"guest", nil, 404, cartNotFound}}},
		{"GET", guests(mask[:31], "/totals"), nil, []who{{"guest", nil, 404, cartNotFound}}},
		{"GET", guests(mask[:31]+"g", "/payment-methods"), nil, []who{{"guest", nil, 404, cartNotFound}}},
		{"PUT", guests(mask[1:], "/items/1"), fields{"qty": 1}, []who{{"guest", nil, 404, cartNotFound}}},
		{"DELETE", guests(mask[1:], "/items/1"), nil, []who{{"guest", nil, 404, cartNotFound}}},
		{"POST", guests(mask[1:], "/shipping-methods"), fields{}, []who{{"guest", nil, 404, cartNotFound}}},
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
	s.Run(t, []salestest.Exchange{
		{Name: "a customer's cart", Method: "POST", Path: "/carts", Body: fields{"customerId": 99, "id": 5}, Headers: anna, Status: 201,
			Want: fields{"maskedId": nil, "customerId": 1}},
		{Name: "the back office's cart is a guest's", Method: "POST", Path: "/carts", Headers: writer, Status: 201,
			Want: fields{"customerId": nil}},
		{Name: "in another store", Method: "POST", Path: "/carts", Body: fields{"storeId": store}, Headers: anna, Status: 201,
			Want: fields{"storeId": store}},
		{Name: "in the request's store", Method: "POST", Path: "/guest-carts", Headers: []string{"X-Store-Code", "second"}, Status: 201,
			Want: fields{"storeId": store}},
	})
}

// TestGuestCartsBeginWithTheirFirstChange checks that a guest's cart without lines is not stored. It works as an empty cart, on other
// instances as well, and begins with its first line.
func TestGuestCartsBeginWithTheirFirstChange(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock))
	s.Product("MUG", "10", 9, nil)
	s.Settle()
	other := apptest.Start(t, apptest.OnDatabase(s.Shop), apptest.WithClock(clock))
	before := s.LogSize()
	made := s.Must(201, "POST", "/guest-carts", nil)
	cart := made.Object(t)
	mask, _ := cart["maskedId"].(string)
	path := "/guest-carts/" + mask
	if made.Header.Get("X-Event-Position") != "" || s.LogSize() != before {
		t.Errorf("an empty cart has left events")
	}
	for _, shop := range []*apptest.Shop{s.Shop, other} {
		if again := shop.Must(200, "GET", path, nil).Object(t); again["id"] != cart["id"] || again["maskedId"] != mask {
			t.Errorf("got %v", again)
		}
		shop.Must(200, "GET", path+"/totals", nil)
		shop.Must(200, "GET", path+"/payment-methods", nil)
		shop.Must(200, "POST", path+"/shipping-methods", fields{})
		shop.Must(404, "PUT", path+"/items/1", fields{"qty": 2})
		shop.Must(404, "DELETE", path+"/items/1", nil)
		shop.Must(204, "DELETE", path+"/coupon", nil)
		shop.Must(422, "POST", path+"/place-order", fields{})
	}
	s.Must(404, "GET", fmt.Sprintf("/carts/%v", cart["id"]), nil, s.Service...)
	s.Must(404, "GET", "/guest-carts/"+strings.Repeat("a", 32), nil)
	if s.LogSize() != before {
		t.Errorf("reading an empty cart has left events")
	}
	added := other.Must(200, "POST", path+"/items", fields{"sku": "MUG", "qty": 2}).Object(t)
	if added["id"] != cart["id"] || added["maskedId"] != mask || added["cartRecreated"] == true {
		t.Errorf("the first line makes %v", added)
	}
	if names := s.Since(before); len(names) != 2 || names[0] != "CartCreated" || names[1] != "CartItemAdded" {
		t.Errorf("events %v", names)
	}
	s.Settle()
	if qty := salestest.At(s.Must(200, "GET", path, nil).Object(t), "items.0.qty"); fmt.Sprint(qty) != "2" {
		t.Errorf("the first instance has %v of it", qty)
	}
	s.Must(200, "GET", fmt.Sprintf("/carts/%v", cart["id"]), nil, s.Service...)
	stale, _ := s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	clock.Advance(31 * 24 * time.Hour)
	s.Must(404, "GET", "/guest-carts/"+stale, nil)
}
