package sales_test

import (
	"strings"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestPollingACartCostsNoQuery checks that a poll of an unchanged cart needs no query.
func TestPollingACartCostsNoQuery(t *testing.T) {
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	mug := s.Product("MUG", "10", 100, nil)
	s.Product("CAP", "5", 100, nil)
	_, anna := s.Customer("anna@example.com")
	id, mask := s.Cart(anna, "MUG", "CAP"), s.GuestCart("MUG")
	s.Settle()
	polls := map[string]struct {
		path    string
		headers []string
		cache   string
	}{
		"cart":   {owned(id, ""), anna, "private, must-revalidate, max-age=300"},
		"totals": {owned(id, "/totals"), anna, "private, must-revalidate, max-age=300"},
		"shop":   {owned(id, ""), s.Service, "private, must-revalidate, max-age=300"},
		"euro":   {owned(id, ""), salestest.With(anna, "X-Currency-Code", "EUR"), "private, must-revalidate, max-age=300"},
		"guest":  {guests(mask, ""), nil, "no-store"}, "sums": {guests(mask, "/totals"), nil, "no-store"},
		"ways": {guests(mask, "/payment-methods"), nil, "no-store"},
	}
	etags := map[string]string{}
	for name, p := range polls {
		first := s.Must(200, "GET", p.path, nil, p.headers...)
		etags[name] = first.Header.Get("ETag")
		if got := first.Header.Get("Cache-Control"); got != p.cache {
			t.Errorf("%s: Cache-Control %q, want %q", name, got, p.cache)
		}
		q.Take()
		s.Must(304, "GET", p.path, nil, salestest.With(p.headers, "If-None-Match", etags[name])...)
		if again := s.Must(200, "GET", p.path, nil, p.headers...); string(again.Body) != string(first.Body) ||
			again.Header.Get("Cache-Control") != p.cache {
			t.Errorf("%s: remembered as something else", name)
		}
		if seen := q.Take(); len(seen) > 0 {
			t.Errorf("%s: %d queries, such as %s", name, len(seen), seen[0])
		}
	}
	for _, c := range []struct {
		what    string
		do      func()
		changes string
	}{
		{"nothing", func() {}, ""},
		{"a line more", func() { s.Must(200, "POST", owned(id, "/items"), fields{"sku": "MUG"}, anna...) }, "cart totals shop euro"},
		{"another quantity", func() { s.Must(200, "PUT", guests(mask, "/items/1"), fields{"qty": 2}) }, "guest sums"},
		{"a price", func() { s.Change(mug, fields{"price": 11}) }, "cart totals shop euro guest sums"},
		{"a name", func() { s.Change(mug, fields{"name": "Cup"}) }, "cart totals shop euro guest"},
		{"sold out", func() { s.Restock(mug, 0) }, "cart totals shop euro guest"},
		{"an address", func() { s.Must(200, "POST", guests(mask, "/shipping-methods"), fields{"address": salestest.Address()}) }, "guest"},
		{"a setting", func() { s.Configure("payment/banktransfer/active", "1") }, "cart totals shop euro guest ways"},
		{"in stock", func() { s.Restock(mug, 9) }, "cart totals shop euro guest"},
		{"placed", func() { s.Must(201, "POST", owned(id, placeOrder), salestest.Placement(nil), anna...) }, "cart totals shop euro"},
	} {
		c.do()
		for name, p := range polls {
			a := s.Do("GET", p.path, nil, salestest.With(p.headers, "If-None-Match", etags[name])...)
			want := 304
			if strings.Contains(" "+c.changes+" ", " "+name+" ") {
				want = 200
			}
			if a.Status != want {
				t.Errorf("after %s, %s: %d, want %d", c.what, name, a.Status, want)
			}
			if a.Status == 200 {
				etags[name] = a.Header.Get("ETag")
			}
		}
	}
	s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil))
	s.Must(404, "GET", guests(mask, ""), nil, "If-None-Match", etags["guest"])
}

// TestPollingACartWithACoupon checks the same for a cart with a coupon, a gift card and taxes.
func TestPollingACartWithACoupon(t *testing.T) {
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	s.Product("MUG", "10", 100, fields{"taxClassId": 2})
	coupon(s, "TEN", nil)
	card(s, "GC-A", 4, nil)
	mask := s.GuestCart("MUG")
	s.Must(200, "PUT", guests(mask, "/shipping-address"), salestest.Address())
	s.Must(201, "POST", guests(mask, "/coupon"), fields{"code": "TEN"})
	s.Must(200, "POST", guests(mask, "/giftcards"), fields{"giftcardCode": "GC-A"})
	for _, c := range []struct {
		what  string
		do    func()
		total any
	}{
		{"nothing", func() {}, 5.74}, // 9 and 0.74 of tax, less 4
		{"a better coupon", func() { s.Must(200, "PUT", "/coupons/1", fields{"discountAmount": 20}, s.Service...) }, 4.66},
		{"a richer card", func() { s.Must(200, "PUT", "/giftcards/1", fields{"balance": 5}, s.Service...) }, 3.66},
		{"a higher tax", func() { s.Must(200, "PUT", "/tax-rates/1", fields{"rate": 10}, s.Service...) }, 3.8},
		{"a rule for all", func() {
			if _, err := s.Commands.Promotions.CreateRule(apptest.Operator(), pricerule.Rule{
				Name: "All", Active: true, WebsiteIDs: []int64{1}, GroupIDs: []int64{0}, Action: pricerule.CartFixed, Amount: money.One,
			}); err != nil {
				t.Fatal(err)
			}
		}, 2.7},
	} {
		c.do()
		s.Settle()
		salestest.Check(t, s.Must(200, "GET", guests(mask, ""), nil).Object(t), fields{"prices.grandTotal": c.total})
		q.Take()
		s.Must(200, "GET", guests(mask, ""), nil)
		if seen := q.Take(); len(seen) > 0 {
			t.Errorf("after %s: %d queries, such as %s", c.what, len(seen), seen[0])
		}
	}
}
