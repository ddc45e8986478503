package sales_test

import (
	"fmt"
	"maps"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/shop"
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

// TestNobodyIsChargedMoreThanWasShown: a coupon that ended keeps a cart from being placed once, and an expected total that is not that of
// the order keeps it from being placed at all.
func TestNobodyIsChargedMoreThanWasShown(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "45", 100, nil)
	for name, c := range map[string]struct {
		code   string
		more   fields
		end    func(path string)
		reason string
	}{
		"deleted": {"GONE", nil, func(path string) { s.Must(204, "DELETE", path, nil, s.Service...) }, "Coupon code not found"},
		"switched off": {"OFF", nil, func(path string) { s.Must(200, "PUT", path, fields{"isActive": false}, s.Service...) },
			"Coupon is not active"},
		"expired": {"OLD", nil, func(path string) {
			s.Must(200, "PUT", path, fields{"toDate": "2020-01-01", "fromDate": nil}, s.Service...)
		}, "Coupon has expired"},
		"used up": {"USED", fields{"usageLimit": 1}, func(string) {
			other := s.GuestCart("MUG")
			s.Must(201, "POST", guests(other, "/coupon"), fields{"code": "USED"})
			s.Must(201, "POST", guests(other, placeOrder), salestest.Placement(nil))
		}, "Coupon usage limit reached"},
		"minimum rose": {"MIN", nil, func(path string) { s.Must(200, "PUT", path, fields{"minimumSubtotal": 100}, s.Service...) },
			"The minimum subtotal is $100.00"},
	} {
		t.Run(name, func(t *testing.T) {
			id := salestest.ID(s.Must(201, "POST", "/coupons", tenOff(c.code, c.more), s.Service...).Object(t))
			read, changed := s.GuestCart("MUG"), s.GuestCart("MUG")
			for _, mask := range []string{read, changed} {
				s.Must(201, "POST", guests(mask, "/coupon"), fields{"code": c.code})
				s.Must(200, "PUT", guests(mask, "/shipping-address"), salestest.Address())
				got := s.Must(200, "GET", guests(mask, ""), nil).Object(t)
				salestest.Check(t, got, fields{"messages": list{}, "appliedCoupon.code": c.code, "prices.grandTotal": 35})
			}
			c.end(fmt.Sprintf("/coupons/%d", id))
			s.Settle()
			message := fmt.Sprintf("Coupon code '%s' no longer applies: %s.", c.code, c.reason)
			s.Send(t, salestest.Exchange{
				Method: "GET", Path: guests(read, ""), Status: 200, Want: fields{"messages": list{message}, "prices.grandTotal": 45},
			})
			s.Send(t, salestest.Exchange{Method: "POST", Path: guests(read, "/shipping-methods"), Status: 200})
			before := s.LogSize()
			refused := s.Do("POST", guests(read, placeOrder), salestest.Placement(nil))
			if left := fmt.Sprint(s.Since(before)); refused.Status != 422 || refused.Message() != message || left != "[CartCouponRemoved]" {
				t.Errorf("refused with %d %s, leaving %s", refused.Status, refused.Body, left)
			}
			salestest.Check(t, refused.Object(t), fields{"error": "coupon_ended"})
			s.Run(t, []salestest.Exchange{
				{Name: "the coupon is off", Method: "GET", Path: guests(read, ""), Status: 200,
					Want: fields{"messages": list{message}, "appliedCoupon": nil}},
				{Name: "another total", Method: "POST", Path: guests(read, placeOrder),
					Body: salestest.Placement(fields{"expectedGrandTotal": 40}), Status: 409,
					Message: "The grand total is 50 USD now, and not 40: subtotal 45, discount 0, shipping 5, tax 0, gift cards 0. Nothing was ordered.",
					Want:    fields{"error": "total_changed", "violations.0.field": "expectedGrandTotal"}},
				{Name: "placed", Method: "POST", Path: guests(read, placeOrder), Body: salestest.Placement(fields{"expectedGrandTotal": 50}),
					Status: 201, Want: fields{"prices.grandTotal": 50, "couponCode": nil}},
				{Name: "a change says it", Method: "POST", Path: guests(changed, "/items"), Body: fields{"sku": "MUG", "qty": 1}, Status: 200,
					Want: fields{"messages": list{message}, "prices.grandTotal": 90, "appliedCoupon": nil}},
				{Name: "and was told", Method: "POST", Path: guests(changed, placeOrder), Body: salestest.Placement(nil), Status: 201},
			})
		})
	}
}

// TestATotalThatChangedSaysWhy: the refusal of an expected total names the price, the rate, the coupon, the gift card or the shipping that
// has changed since the cart was shown.
func TestATotalThatChangedSaysWhy(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "45", 100, nil)
	coupon := salestest.ID(s.Must(201, "POST", "/coupons", tenOff("TEN", nil), s.Service...).Object(t))
	card := salestest.ID(s.Must(201, "POST", "/giftcards", fields{"code": "CARD", "balance": 20, "websiteId": 1}, s.Service...).Object(t))
	_, anna := s.Customer("anna@example.com")
	euro := salestest.With(anna, "X-Currency-Code", "EUR")
	for _, c := range []struct {
		name    string
		headers []string
		choose  func(cart int64)
		change  func()
		want    list
	}{
		{"the price", anna, nil, func() { s.Change(mug, fields{"price": 50}) },
			list{fields{"what": "price", "name": "MUG", "before": 45.0, "now": 50.0}}},
		{"the shipping", anna, nil, func() { s.Configure("carriers/flatrate/price", "7") },
			list{fields{"what": "shipping", "before": 5.0, "now": 7.0}}},
		{"the coupon", anna, func(cart int64) { s.Must(201, "POST", owned(cart, "/coupon"), fields{"code": "TEN"}, anna...) },
			func() {
				s.Must(200, "PUT", fmt.Sprintf("/coupons/%d", coupon), fields{"discountAmount": 8}, s.Service...)
			},
			list{fields{"what": "coupon", "name": "TEN", "before": 10.0, "now": 8.0}}},
		{"the card", anna, func(cart int64) { s.Must(200, "POST", owned(cart, "/giftcards"), fields{"code": "CARD"}, anna...) },
			func() { s.Must(200, "PUT", fmt.Sprintf("/giftcards/%d", card), fields{"balance": 15}, s.Service...) },
			list{fields{"what": "giftcard", "name": "CARD", "before": 20.0, "now": 15.0}}},
		{"the rate", euro, nil, func() {
			rate := shop.Rate{From: "USD", To: "EUR", Value: money.MustParse("0.8")}
			if err := s.Commands.Directory.SetRates(apptest.Operator(), rate); err != nil {
				t.Fatal(err)
			}
		}, list{
			fields{"what": "rate", "name": "EUR", "before": 0.9, "now": 0.8},
			fields{"what": "price", "name": "MUG", "before": 45.0, "now": 40.0},
			fields{"what": "shipping", "before": 6.3, "now": 5.6},
		}},
	} {
		if c.name == "the price" {
			rate := shop.Rate{From: "USD", To: "EUR", Value: money.MustParse("0.9")}
			if err := s.Commands.Directory.SetRates(apptest.Operator(), rate); err != nil {
				t.Fatal(err)
			}
		}
		cart := s.Cart(anna, "MUG")
		s.Must(200, "PUT", owned(cart, "/shipping-address"), salestest.Address(), anna...)
		s.Must(200, "PUT", owned(cart, "/shipping-method"), fields{"carrierCode": "flatrate", "methodCode": "flatrate"}, anna...)
		if c.choose != nil {
			c.choose(cart)
		}
		s.Settle()
		total := salestest.At(s.Must(200, "GET", owned(cart, ""), nil, c.headers...).Object(t), "prices.grandTotal")
		c.change()
		s.Settle()
		body := salestest.Placement(fields{"guestEmail": nil, "expectedGrandTotal": total})
		refused := s.Must(409, "POST", owned(cart, placeOrder), body, c.headers...).Object(t)
		if got := salestest.At(refused, "violations.0.present.changed"); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s has changed: %v, want %v", c.name, got, c.want)
		}
		now := salestest.At(refused, "violations.0.present.prices.grandTotal")
		s.Must(201, "POST", owned(cart, placeOrder), salestest.Placement(fields{"guestEmail": nil, "expectedGrandTotal": now}), c.headers...)
	}
	// The buyer of a guest's cart adds the shipping, which the placement chooses.
	mask := s.GuestCart("MUG")
	total := salestest.At(s.Must(200, "GET", guests(mask, ""), nil).Object(t), "prices.grandTotal").(float64)
	s.Change(mug, fields{"price": 60})
	s.Settle()
	refused := s.Must(409, "POST", guests(mask, placeOrder), salestest.Placement(fields{"expectedGrandTotal": total + 7})).Object(t)
	want := list{fields{"what": "price", "name": "MUG", "before": 50.0, "now": 60.0}}
	if got := salestest.At(refused, "violations.0.present.changed"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("for a guest: %v, want %v", got, want)
	}
}

// TestWhatIsNoLongerSoldIsNamed: a product that was disabled is not ordered, and the cart says so before.
func TestWhatIsNoLongerSoldIsNamed(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	product := s.Product("CAP", "5", 100, nil)
	mask := s.GuestCart("MUG", "CAP")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", product), fields{"isActive": false}, s.Service...)
	s.Settle()
	s.Run(t, []salestest.Exchange{
		{Name: "the cart says it", Method: "GET", Path: guests(mask, ""), Status: 200, Want: fields{
			"items.#": 1, "messages": list{`"CAP" is no longer available and will not be ordered.`},
		}},
		{Name: "the rest is ordered", Method: "POST", Path: guests(mask, placeOrder), Body: salestest.Placement(nil), Status: 201,
			Want: fields{"items.#": 1, "items.0.sku": "MUG"}},
	})
}

// tenOff returns a coupon of 10 off the cart, with other members set.
func tenOff(code string, more fields) fields {
	body := fields{"code": code, "discountType": "cart_fixed", "discountAmount": 10}
	maps.Copy(body, more)
	return body
}
