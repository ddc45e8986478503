package sales_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// coupon creates a coupon of 10 percent, with other members set.
func coupon(s *salestest.Shop, code string, more fields) int64 {
	body := fields{"code": code, "discountType": "percent", "discountAmount": 10}
	for name, v := range more {
		body[name] = v
	}
	return salestest.ID(s.Must(201, "POST", "/coupons", body, s.Service...).Object(s.T))
}

// card creates a gift card.
func card(s *salestest.Shop, code string, balance float64, more fields) int64 {
	body := fields{"code": code, "initialBalance": balance}
	for name, v := range more {
		body[name] = v
	}
	return salestest.ID(s.Must(201, "POST", "/giftcards", body, s.Service...).Object(s.T))
}

// TestAmountsAddUpToTheGrandTotal: where discounts apply to prices with tax, the tax on the discount is in the grand total and not in the
// tax. Carts, orders, invoices and credit memos name it.
func TestAmountsAddUpToTheGrandTotal(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("tax/calculation/price_includes_tax", "1", "tax/calculation/discount_tax", "1", "tax/calculation/apply_after_discount", "1")
	s.Product("MUG", "10", 100, fields{"taxClassId": 2})
	coupon(s, "TEN", nil)
	_, anna := s.Customer("anna@example.com")
	cart := s.Cart(anna, "MUG*3")
	s.Must(200, "PUT", owned(cart, "/shipping-address"), salestest.Address(), anna...)
	s.Must(200, "PUT", owned(cart, "/shipping-method"), fields{"carrierCode": "flatrate", "methodCode": "flatrate"}, anna...)
	priced := s.Must(201, "POST", owned(cart, "/coupon"), fields{"code": "ten"}, anna...).Object(t)
	order := s.Must(201, "POST", owned(cart, placeOrder), salestest.Placement(fields{"guestEmail": nil}), anna...).Object(t)
	one := fields{"items": []any{fields{"orderItemId": line(order, 0), "qty": 1}}}
	first := s.Must(201, "POST", path(order, "/invoices"), one, s.Service...).Object(t)
	second := s.Must(201, "POST", path(order, "/invoices"), fields{}, s.Service...).Object(t)
	memo := s.Must(201, "POST", path(order, "/credit-memos"), fields{}, s.Service...).Object(t)
	for _, c := range []struct {
		name string
		of   any
	}{
		{"the cart", priced["prices"]}, {"the order", order["prices"]}, {"the first invoice", first}, {"the second invoice", second},
		{"the credit memo", memo},
	} {
		of := c.of.(map[string]any)
		number := func(name string) float64 {
			n, _ := of[name].(float64)
			return n
		}
		if number("hiddenTaxAmount") <= 0 {
			t.Errorf("%s has the hidden tax %v", c.name, of["hiddenTaxAmount"])
		}
		sum := number("subtotal") - math.Abs(number("discountAmount")) + number("shippingAmount") + number("taxAmount") +
			number("hiddenTaxAmount")
		if math.Abs(sum-number("grandTotal")) > 0.001 {
			t.Errorf("%s: the amounts add up to %.2f, the grand total is %v", c.name, sum, of["grandTotal"])
		}
	}
}

// TestTotalsOfCarts checks every amount of a cart that uses everything, the same amounts in the order, and the amounts after everything is
// removed.
func TestTotalsOfCarts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, fields{"taxClassId": 2})
	coupon(s, "TEN", fields{"description": "Ten off"})
	cardID := card(s, "GC-A", 20, nil)
	id, anna := s.Customer("anna@example.com")
	cart := s.Cart(anna, "MUG*2")
	plain := s.Must(200, "GET", owned(cart, "/totals"), nil, anna...).Object(t)
	// without an address there is no tax
	salestest.Check(t, plain, fields{"prices.subtotal": 20, "prices.taxAmount": 0, "prices.grandTotal": 20})
	s.Must(200, "PUT", owned(cart, "/shipping-address"), salestest.Address(), anna...)
	taxed := s.Must(200, "PUT", owned(cart, "/shipping-method"), fields{"carrierCode": "flatrate", "methodCode": "flatrate"}, anna...).
		Object(t)
	salestest.Check(t, taxed, fields{
		"prices.subtotal": 20, "prices.subtotalInclTax": 21.65, "prices.taxAmount": 1.65, "prices.shippingAmount": 10, "prices.grandTotal": 31.65,
		"prices.discountAmount": nil, "prices.giftcardAmount": nil, "appliedCoupon": nil, "appliedGiftcards": list{},
		"items.0.price": 10, "items.0.priceInclTax": 10.83, "items.0.taxPercent": 8.25, "items.0.taxAmount": 1.65,
	})
	s.Must(201, "POST", owned(cart, "/coupon"), fields{"code": "ten"}, anna...)
	full := s.Must(200, "POST", owned(cart, "/giftcards"), fields{"giftcardCode": "gc-a"}, anna...).Object(t)
	salestest.Check(t, full, fields{
		"prices.subtotal": 20, "prices.discountAmount": 2, "prices.baseDiscountAmount": 2, "prices.subtotalWithDiscount": 18,
		"prices.taxAmount": 1.49, "prices.giftcardAmount": 20, "prices.grandTotal": 9.49, "prices.baseGrandTotal": 9.49,
		"appliedCoupon":          fields{"code": "TEN", "discountAmount": 2},
		"appliedGiftcards":       list{fields{"code": "GC-A", "balance": 20, "appliedAmount": 20}},
		"items.0.discountAmount": 2, "items.0.discountPercent": 10, "items.0.rowTotalWithDiscount": 18, "items.0.taxAmount": 1.49,
	})
	euro := s.Must(200, "GET", owned(cart, ""), nil, salestest.With(anna, "X-Currency-Code", "EUR")...).Object(t)
	salestest.Check(t, euro, fields{"currency": "EUR", "prices.baseGrandTotal": 9.49})
	s.Must(204, "DELETE", owned(cart, "/coupon"), nil, anna...)
	s.Must(204, "DELETE", owned(cart, "/giftcards/gc-a"), nil, anna...)
	back := s.Must(200, "GET", owned(cart, ""), nil, anna...).Object(t)
	salestest.Check(t, back, fields{"prices": taxed["prices"], "appliedCoupon": nil, "appliedGiftcards": list{}})

	s.Must(201, "POST", owned(cart, "/coupon"), fields{"couponCode": "TEN"}, anna...)
	s.Must(200, "POST", owned(cart, "/giftcards"), fields{"code": "GC-A"}, anna...)
	order := s.Must(201, "POST", owned(cart, placeOrder), salestest.Placement(fields{"guestEmail": nil}), anna...).Object(t)
	salestest.Check(t, order, fields{
		"couponCode": "TEN", "couponRuleName": "Ten off", "discountDescription": "TEN", "appliedRuleIds": []int{1},
		"giftcardCodes": fields{"GC-A": 20}, "customerId": id, "customerGroupId": 1, "prices.subtotal": 20, "prices.discountAmount": 2,
		"prices.taxAmount": 1.49, "prices.shippingAmount": 10, "prices.giftcardAmount": 20, "prices.grandTotal": 9.49, "prices.totalDue": 9.49,
		"prices.hiddenTaxAmount": 0, "prices.shippingTaxAmount": 0, "items.0.discountAmount": 2, "items.0.discountPercent": 10,
		"items.0.taxAmount": 1.49, "items.0.taxPercent": 8.25, "items.0.baseTaxAmount": 1.49,
	})
	// Later changes do not affect the order.
	s.Must(200, "PUT", "/coupons/1", fields{"discountAmount": 50}, s.Service...)
	s.Must(200, "PUT", "/tax-rates/1", fields{"rate": 20}, s.Service...)
	again := s.Must(200, "GET", "/orders/"+itoa(int(salestest.ID(order))), nil, anna...).Object(t)
	salestest.Check(t, again, fields{"prices": order["prices"], "items": order["items"]})

	spent := s.Must(200, "GET", "/giftcards/"+itoa(int(cardID)), nil, s.Service...).Object(t)
	salestest.Check(t, spent, fields{
		"balance": 0, "status": "used", "history.0.action": "used", "history.0.amount": -20, "history.0.comment": "Used in order #100000001",
	})
	salestest.Check(t, s.Must(200, "GET", "/coupons/1", nil, s.Service...).Object(t), fields{"timesUsed": 1})

	for range 2 { // a cancellation releases everything once
		_ = s.Do("POST", "/orders/"+itoa(int(salestest.ID(order)))+"/cancel", nil, anna...)
	}
	s.Settle()
	salestest.Check(t, s.Must(200, "GET", "/coupons/1", nil, s.Service...).Object(t), fields{"timesUsed": 0})
	salestest.Check(t, s.Must(200, "GET", "/giftcards/"+itoa(int(cardID)), nil, s.Service...).Object(t), fields{
		"balance": 20, "status": "active", "history.#": 2, "history.0.action": "refunded",
		"history.0.comment": "Refund for canceled order #100000001",
	})
	s.Verify("carts", "orders", "stock", "pricerules", "giftcards")
}

// TestCouponsOnCarts checks refusals, and coupons that become invalid (shapes-sales §1).
func TestCouponsOnCarts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	coupon(s, "TEN", nil)
	coupon(s, "RICH", fields{"minimumSubtotal": 15})
	coupon(s, "OFF", fields{"isActive": false})
	coupon(s, "WHOLESALE", fields{"customerGroupIds": []int{2}})
	_, anna := s.Customer("anna@example.com")
	_, bob := s.Customer("bob@example.com")
	id, mask := s.Cart(anna, "MUG"), s.GuestCart("MUG")
	s.Run(t, []salestest.Exchange{
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": " "}, Headers: anna, Status: 400, Message: "Coupon code is required"},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{}, Headers: anna, Status: 400, Message: "Coupon code is required"},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": "NO-SUCH"}, Headers: anna, Status: 400,
			Message: "Coupon code 'NO-SUCH' is not valid"},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": "OFF"}, Headers: anna, Status: 400,
			Message: "Coupon code 'OFF' could not be applied"},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": "RICH"}, Headers: anna, Status: 400,
			Message: "Coupon code 'RICH' could not be applied"},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": "WHOLESALE"}, Headers: anna, Status: 400,
			Message: "Coupon code 'WHOLESALE' could not be applied"},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": "TEN"}, Headers: bob, Status: 404, Message: cartNotFound},
		{Method: "DELETE", Path: owned(id, "/coupon"), Headers: bob, Status: 404, Message: cartNotFound},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": "TEN"}, Status: 401, Message: "Authentication required"},
		{Method: "POST", Path: guests(strings.Repeat("0", 32), "/coupon"), Body: fields{"code": "TEN"}, Status: 404, Message: cartNotFound},
		{Method: "POST", Path: owned(id, "/coupon"), Body: fields{"code": "TEN"}, Headers: anna, Status: 201,
			Want: fields{"appliedCoupon.code": "TEN", "prices.grandTotal": 9}},
		{Method: "POST", Path: guests(mask, "/coupon"), Body: fields{"code": "ten"}, Status: 201,
			Want: fields{"appliedCoupon": fields{"code": "TEN", "discountAmount": 1}}},
		{Method: "GET", Path: guests(mask, "/totals"), Status: 200, Want: fields{"discountAmount": 1, "grandTotal": 9}},
		{Method: "DELETE", Path: guests(mask, "/coupon"), Status: 204},
		{Method: "DELETE", Path: guests(mask, "/coupon"), Status: 204},
		{Method: "PUT", Path: guests(mask, "/coupon"), Body: fields{"couponCode": "TEN"}, Status: 200, Want: fields{"appliedCoupon.code": "TEN"}},
	})
	if a := s.Do("POST", guests(mask, "/coupon"), fields{"code": "NO-SUCH"}); !strings.Contains(string(a.Body), `"invalid_coupon"`) {
		t.Errorf("refused with %s", a.Body)
	}
	// A coupon without effect also removes the previous one.
	if a := s.Must(400, "POST", guests(mask, "/coupon"), fields{"code": "RICH"}); a.Message() != "Coupon code 'RICH' could not be applied" {
		t.Error(a.Message())
	}
	salestest.Check(t, s.Must(200, "GET", guests(mask, ""), nil).Object(t), fields{"appliedCoupon": nil, "prices.grandTotal": 10})
	// A coupon that becomes invalid is removed by the next change and does not return.
	s.Must(200, "PUT", guests(mask, "/items/1"), fields{"qty": 2})
	s.Must(201, "POST", guests(mask, "/coupon"), fields{"code": "RICH"})
	salestest.Check(t, s.Must(200, "PUT", guests(mask, "/items/1"), fields{"qty": 1}).Object(t), fields{"appliedCoupon": nil})
	salestest.Check(t, s.Must(200, "PUT", guests(mask, "/items/1"), fields{"qty": 2}).Object(t),
		fields{"appliedCoupon": nil, "prices.grandTotal": 20})
	// A read does not remove it.
	s.Must(200, "PUT", "/coupons/1", fields{"isActive": false}, s.Service...)
	salestest.Check(t, s.Must(200, "GET", owned(id, ""), nil, anna...).Object(t), fields{"appliedCoupon": nil, "prices.grandTotal": 10})
	s.Must(200, "PUT", "/coupons/1", fields{"isActive": true}, s.Service...)
	salestest.Check(t, s.Must(200, "GET", owned(id, ""), nil, anna...).Object(t), fields{"appliedCoupon.code": "TEN"})

	check := s.Must(201, "POST", "/coupons/validate", fields{"code": "TEN", "cartId": id}, anna...).Object(t)
	salestest.Check(t, check, fields{"isValid": true, "discountPreview": 1})
	for name, headers := range map[string][]string{"another customer": bob, "a guest": nil} {
		if a := s.Must(400, "POST", "/coupons/validate", fields{"code": "TEN", "cartId": id}, headers...); a.Message() != "Cart not accessible" {
			t.Errorf("%s: %s", name, a.Body)
		}
	}
	salestest.Check(t, s.Must(201, "POST", "/coupons/validate", fields{"code": "TEN", "cartId": 999}, anna...).Object(t),
		fields{"isValid": true, "discountPreview": nil})
}

// TestGiftCardsOnCarts checks every refusal, and cards that can no longer pay.
func TestGiftCardsOnCarts(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock))
	s.Product("MUG", "10", 100, nil)
	soon := clock.Now().Add(20 * time.Minute).Format(time.DateTime)
	card(s, "GC-A", 6, nil)
	card(s, "GC-B", 50, fields{"expiresAt": soon})
	card(s, "GC-OFF", 50, fields{"status": "disabled"})
	card(s, "GC-OLD", 50, fields{"expiresAt": "2020-01-01"})
	card(s, "GC-EMPTY", 50, fields{"balance": 0})
	mask := s.GuestCart("MUG")
	post := func(code string, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Method: "POST", Path: guests(mask, "/giftcards"), Body: fields{"giftcardCode": code}, Status: status, Message: message, Want: want,
		}
	}
	s.Run(t, []salestest.Exchange{
		post(" ", 400, "Gift card code is required", nil),
		post("GC-NONE", 400, `Gift card "GC-NONE" is not valid`, nil),
		post("GC-OLD", 400, `Gift card "GC-OLD" has expired`, nil),
		post("GC-EMPTY", 400, `Gift card "GC-EMPTY" has been fully used`, nil),
		post("GC-OFF", 400, `Gift card "GC-OFF" is not active`, nil),
		post("gc-a", 200, "", fields{
			"appliedGiftcards": list{fields{"code": "GC-A", "balance": 6, "appliedAmount": 6}}, "prices.grandTotal": 4, "prices.giftcardAmount": 6,
		}),
		post("GC-A", 400, `Gift card "GC-A" is already applied`, nil),
		post("GC-B", 200, "", fields{"appliedGiftcards.1": fields{"code": "GC-B", "balance": 50, "appliedAmount": 4}, "prices.grandTotal": 0,
			"prices.giftcardAmount":   10,
			"availablePaymentMethods": list{fields{"code": "free", "title": "No Payment Information Required", "sortOrder": 1, "isOffline": true}}}),
		{Method: "GET", Path: guests(mask, "/totals"), Status: 200, Want: fields{"giftcardAmount": 10, "grandTotal": 0}},
		{Method: "DELETE", Path: guests(mask, "/giftcards/GC-NONE"), Status: 400, Message: `Gift card "GC-NONE" is not applied to this cart`},
		{Method: "GET", Path: guests(mask, ""), Status: 200, Want: fields{"appliedGiftcards.#": 2}},
	})
	// An expired card invalidates the cached cart.
	clock.Advance(30 * time.Minute)
	salestest.Check(t, s.Must(200, "GET", guests(mask, ""), nil).Object(t), fields{"appliedGiftcards.#": 1, "prices.grandTotal": 4})
	s.Send(t, salestest.Exchange{
		Method: "POST", Path: guests(mask, placeOrder), Body: salestest.Placement(nil), Status: 422,
		Message: `Gift card "GC-B" is no longer valid`,
	})
	s.Must(204, "DELETE", guests(mask, "/giftcards/gc-b"), nil)
	s.Must(200, "PUT", "/giftcards/1", fields{"balance": 0}, s.Service...)
	s.Send(t, salestest.Exchange{
		Method: "POST", Path: guests(mask, placeOrder), Body: salestest.Placement(nil), Status: 422,
		Message: `Gift card "GC-A" has no remaining balance`,
	})
	// removed for good
	salestest.Check(t, s.Must(200, "PUT", guests(mask, "/items/1"), fields{"qty": 2}).Object(t), fields{"appliedGiftcards": list{}})
	s.Must(200, "PUT", "/giftcards/1", fields{"balance": 6}, s.Service...)
	salestest.Check(t, s.Must(200, "GET", guests(mask, ""), nil).Object(t), fields{"appliedGiftcards": list{}, "prices.grandTotal": 20})
	// If gift cards are switched off, none can be applied. An applied one pays nothing and stays visible.
	s.Must(200, "POST", guests(mask, "/giftcards"), fields{"giftcardCode": "GC-A"})
	s.Configure("giftcard/general/enabled", "0")
	s.Run(t, []salestest.Exchange{
		post(" ", 400, "Gift card code is required", nil),
		post("GC-B", 400, "Gift cards are not available for this cart", nil),
		{Method: "GET", Path: guests(mask, ""), Status: 200, Want: fields{"appliedGiftcards": list{}, "prices.grandTotal": 20}},
		{Method: "POST", Path: guests(mask, placeOrder), Body: salestest.Placement(nil), Status: 422,
			Message: `Gift card "GC-A" is no longer valid`},
		{Method: "GET", Path: "/giftcards/1", Headers: s.Service, Status: 200, Want: fields{"code": "GC-A", "balance": 6}},
		{Method: "DELETE", Path: guests(mask, "/giftcards/GC-A"), Status: 204},
	})
	s.Configure("giftcard/general/enabled", "1")
	// A card with a lower balance pays less.
	s.Must(200, "POST", guests(mask, "/giftcards"), fields{"giftcardCode": "GC-A"})
	s.Must(200, "PUT", "/giftcards/1", fields{"balance": 5}, s.Service...)
	salestest.Check(t, s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil)).Object(t),
		fields{"prices.giftcardAmount": 5, "prices.grandTotal": 25, "giftcardCodes": fields{"GC-A": 5}})
}

// TestCodesCannotBeTried checks the rate limits of codes.
func TestCodesCannotBeTried(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Requests.RateLimitsOff = false }))
	s.Configure("system/rate_limit/coupon_validate", "3", "system/rate_limit/giftcard_balance", "2")
	s.Product("MUG", "10", 100, nil)
	mask := s.GuestCart("MUG")
	for path, c := range map[string]struct {
		tries int
		body  fields
	}{"/coupon": {3, fields{"code": "NO-SUCH"}}, "/giftcards": {2, fields{"giftcardCode": "NO-SUCH"}}} {
		for i := range c.tries + 1 {
			a := s.Do("POST", guests(mask, path), c.body)
			if want := map[bool]int{true: 400, false: 429}[i < c.tries]; a.Status != want {
				t.Errorf("try %d of %s: %d, want %d", i, path, a.Status, want)
			}
		}
	}
	id := s.Cart(s.Service, "MUG")
	for range 5 {
		s.Must(400, "POST", owned(id, "/coupon"), fields{"code": "NO-SUCH"}, s.Service...)
	}
}

// TestGiftMessages checks messages where the shop allows them.
func TestGiftMessages(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	mask := s.GuestCart("MUG")
	note := fields{"sender": " Anna ", "recipient": "Bob ", "message": "For you"}
	shown := fields{"sender": "Anna", "recipient": "Bob", "message": "For you"}
	s.Run(t, []salestest.Exchange{
		{Method: "PUT", Path: guests(mask, "/gift-message"), Body: note, Status: 400, Message: "Gift messages are not available for this cart"},
		{Method: "PUT", Path: guests(mask, "/items/1/gift-message"), Body: note, Status: 400,
			Message: "Gift messages are not available for this item"},
		{Method: "PUT", Path: guests(mask, "/items/9/gift-message"), Body: note, Status: 404, Message: "Cart item not found"},
	})
	s.Configure("sales/gift_options/allow_order", "1", "sales/gift_options/allow_items", "1")
	s.Run(t, []salestest.Exchange{
		{Method: "PUT", Path: guests(mask, "/gift-message"), Body: note, Status: 200,
			Want: fields{"giftMessage": shown, "items.0.giftMessage": nil}},
		{Method: "PUT", Path: guests(mask, "/items/1/gift-message"), Body: note, Status: 200,
			Want: fields{"giftMessage": shown, "items.0.giftMessage": shown}},
		{Method: "PUT", Path: guests(mask, "/items/9/gift-message"), Body: note, Status: 404, Message: "Cart item not found"},
		{Method: "PUT", Path: guests(mask, "/gift-message"), Body: fields{"sender": "Anna", "message": "  "}, Status: 200,
			Want: fields{"giftMessage": nil}},
	})
	s.Configure("sales/gift_options/allow_order", "0", "sales/gift_options/allow_items", "0")
	s.Run(t, []salestest.Exchange{
		{Method: "DELETE", Path: guests(mask, "/items/1/gift-message"), Status: 204},
		{Method: "DELETE", Path: guests(mask, "/items/9/gift-message"), Status: 404, Message: "Cart item not found"},
		{Method: "DELETE", Path: guests(mask, "/gift-message"), Status: 204},
		{Method: "GET", Path: guests(mask, ""), Status: 200, Want: fields{"giftMessage": nil, "items.0.giftMessage": nil}},
	})
}

// TestSettersOfCarts checks the operations that store parts of a placement in advance (shapes-sales §1 (5)).
func TestSettersOfCarts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	mask := s.GuestCart("MUG")
	put := func(below string, body any, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{Method: "PUT", Path: guests(mask, below), Body: body, Status: status, Message: message, Want: want}
	}
	s.Configure("payment/banktransfer/active", "1", "payment/banktransfer/allowspecific", "1", "payment/banktransfer/specificcountry", "DE")
	s.Run(t, []salestest.Exchange{
		put("/billing-address", fields{"sameAsShipping": true}, 400, "Cart has no shipping address to copy", nil),
		put("/shipping-address", fields{"firstName": "Gina", "street": []string{""}, "countryId": "US"}, 400,
			"Missing required address fields: lastName, street, city, postcode, telephone", nil),
		put("/billing-address", fields{"firstName": "Gina"}, 400,
			"Missing required address fields: lastName, street, city, postcode, countryId, telephone", nil),
		put("/shipping-method", fields{"carrierCode": "flatrate", "methodCode": "flatrate"}, 400,
			"Shipping method is not available for this address", nil),
		put("/shipping-address", salestest.Address(), 200, "",
			fields{"shippingAddress.firstname": "Gina", "shippingAddress.regionId": 12, "availableShippingMethods.#": 1}),
		put("/billing-address", fields{"sameAsShipping": true}, 200, "", fields{"billingAddress.lastname": "Guest"}),
		put("/shipping-method", fields{"carrierCode": "flatrate"}, 400, "Carrier code and method code are required", nil),
		put("/shipping-method", fields{"carrierCode": "flatrate", "methodCode": "best"}, 400, "Shipping method is not available for this address",
			nil),
		put("/shipping-method", fields{"carrierCode": "flatrate", "methodCode": "flatrate"}, 200, "",
			fields{"selectedShippingMethod.carrierCode": "flatrate", "prices.grandTotal": 15}),
		put("/payment-method", fields{}, 400, "Payment method code is required", nil),
		put("/payment-method", fields{"methodCode": "checkmo", "additionalData": "x"}, 400, "additionalData must be an object", nil),
		put("/payment-method", fields{"methodCode": "purchaseorder"}, 400, "Payment method is not available for this cart", nil),
		put("/payment-method", fields{"methodCode": "free"}, 400, "Payment method is not available for this cart", nil),
		put("/payment-method", fields{"methodCode": "banktransfer"}, 400,
			"Payment method is not available: Selected payment type is not allowed for billing country.", nil),
	})
	s.Configure("payment/purchaseorder/active", "1")
	s.Run(t, []salestest.Exchange{
		put("/payment-method", fields{"methodCode": "purchaseorder", "additionalData": fields{"poNumber": "PO-77"}}, 200, "",
			fields{"selectedPaymentMethod.code": "purchaseorder"}),
		{Method: "POST", Path: guests(mask, placeOrder), Body: fields{"guestEmail": "gina@example.com"}, Status: 201,
			Want: fields{
				"paymentMethod": "purchaseorder", "shippingMethod": "flatrate_flatrate", "prices.grandTotal": 15, "poNumber": "PO-77",
			}},
	})
}

// TestCustomPrices checks that only the back office sets them and that the order has them.
func TestCustomPrices(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	s.Product("CAP", "5", 100, nil)
	_, anna := s.Customer("anna@example.com")
	id, mask := s.Cart(s.Service), s.GuestCart()
	own := s.Cart(anna, "MUG")
	denied := "customPrice requires admin or carts/write authorization"
	add := func(body fields, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Method: "POST", Path: owned(id, "/items"), Body: body, Headers: s.Service, Status: status, Message: message, Want: want,
		}
	}
	s.Run(t, []salestest.Exchange{
		{Method: "POST", Path: owned(own, "/items"), Body: fields{"sku": "MUG", "customPrice": 1}, Headers: anna, Status: 403, Message: denied},
		{Method: "PUT", Path: owned(own, "/items/1"), Body: fields{"customPrice": 1}, Headers: anna, Status: 403, Message: denied},
		{Method: "POST", Path: guests(mask, "/items"), Body: fields{"sku": "MUG", "customPrice": 1}, Status: 401,
			Message: "Authentication required"},
		add(fields{"sku": "MUG", "customPrice": "cheap"}, 400, "customPrice must be a number", nil),
		add(fields{"sku": "MUG", "customPrice": -1}, 400, "Custom price cannot be negative", nil),
		add(fields{"sku": "MUG", "customPrice": "7.5"}, 200, "", fields{"items.0.price": 7.5, "prices.grandTotal": 7.5}),
		add(fields{"sku": "MUG", "customPrice": 7}, 400, "customPrice would reprice units already in the cart; update the existing item instead",
			nil),
		add(fields{"sku": "MUG", "customPrice": 7.5}, 200, "", fields{"items.0.qty": 2, "prices.grandTotal": 15}),
		{Method: "PUT", Path: owned(id, "/items/1"), Body: fields{"customPrice": 0, "qty": 3}, Headers: s.Service, Status: 200,
			Want: fields{"items.0.qty": 3, "prices.grandTotal": 0}},
		{Method: "PUT", Path: owned(id, "/items/1"), Body: fields{"customPrice": 4}, Headers: s.Service, Status: 200,
			Want: fields{"items.0.qty": 3, "prices.grandTotal": 12}},
		{Method: "PUT", Path: owned(id, "/items/1"), Body: fields{"customPrice": 9}, Headers: salestest.With(s.Service, "X-Currency-Code", "EUR"),
			Status: 200, Want: fields{"items.0.price": 9}},
		{Method: "POST", Path: owned(id, placeOrder), Body: salestest.Placement(nil),
			Headers: salestest.With(s.Service, "X-Currency-Code", "EUR"), Status: 201,
			Want: fields{"items.0.price": 9, "items.0.originalPrice": inEuros(s, 10), "currency": "EUR"}},
	})
}

// inEuros converts an amount of the base currency to euros.
func inEuros(s *salestest.Shop, base int) any {
	shop, err := s.Readers.Directory.Shop(s.T.Context())
	if err != nil {
		s.T.Fatal(err)
	}
	rate, _ := shop.Rate("USD", "EUR")
	var out float64
	fmt.Sscan(rate.Mul(money.FromInt(int64(base))).Cents().String(), &out)
	return out
}

// TestAGuestsKey checks that a repeated write with a key is done once and gets the same answer. A key is valid only for its cart.
func TestAGuestsKey(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	key := []string{"X-Idempotency-Key", "add-1"}
	mine, other := s.GuestCart(), s.GuestCart()
	add := func(mask string, headers ...string) (fields, bool) {
		a := s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "MUG", "qty": 2}, headers...)
		return a.Object(t), a.Header.Get("X-Idempotency-Replayed") == "true"
	}
	for i, c := range []struct {
		mask     string
		headers  []string
		qty      int
		replayed bool
	}{
		{mine, key, 2, false}, {mine, key, 2, true}, {strings.ToUpper(mine), nil, 4, false}, {mine, key, 2, true}, {other, key, 2, false},
		{mine, []string{"X-Idempotency-Key", "add-2"}, 6, false},
	} {
		got, replayed := add(c.mask, c.headers...)
		if replayed != c.replayed {
			t.Errorf("%d: replayed is %v", i, replayed)
		}
		salestest.Check(t, got, fields{"items.#": 1, "items.0.qty": c.qty})
	}
	salestest.Check(t, s.Must(200, "GET", guests(mine, ""), nil).Object(t), fields{"items.0.qty": 6})
	// Without a valid masked ID the key is ignored, and each caller gets a cart of their own.
	one, _ := add("anything", key...)
	two, replayed := add("anything", key...)
	if replayed || one["maskedId"] == two["maskedId"] || one["cartRecreated"] != true {
		t.Errorf("two guests share the cart %v", one["maskedId"])
	}
	// A repeated addition to a missing cart creates one cart.
	gone := s.GuestCart("MUG")
	s.Must(201, "POST", guests(gone, placeOrder), salestest.Placement(nil))
	first, _ := add(gone, key...)
	again, replayed := add(gone, key...)
	if !replayed || first["maskedId"] != again["maskedId"] || first["cartRecreated"] != true {
		t.Errorf("%v and %v", first["maskedId"], again["maskedId"])
	}
}

// TestPublicWritesKnowTheirKeys checks that each public write has a scope or a reason for none.
func TestPublicWritesKnowTheirKeys(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	known := 0
	for _, o := range s.Pipeline.Registry.All() {
		writes := o.Method == "POST" || o.Method == "PUT" || o.Method == "PATCH"
		open := o.Access.Auth == operations.Public || o.Access.Auth == operations.OrderToken
		switch {
		case !writes || !open || strings.Contains(o.Path, "/auth/"): // the keys of token operations are ignored
			if o.Idempotency.Unkeyed != "" {
				t.Errorf("%s %s says why keys mean nothing, and nobody asked", o.Method, o.Path)
			}
		case (o.Idempotency.Scope == nil) == (o.Idempotency.Unkeyed == ""):
			t.Errorf("%s %s needs either Scope or Unkeyed", o.Method, o.Path)
		case strings.HasPrefix(o.Path, "/guest-carts/") && o.Idempotency.Scope == nil:
			t.Errorf("%s %s has a cart to scope its keys to", o.Method, o.Path)
		default:
			known++
		}
	}
	if known < 15 {
		t.Errorf("only %d public writes were found", known)
	}
}
