package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestWhatEverybodyMayCallIsLimited checks the limits of operations that need no token, or only a customer's. They are those of the table
// of conventions §14, per IP address and, for requests that name a person, per person.
func TestWhatEverybodyMayCallIsLimited(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	s.Configure("system/trusted_proxies/addresses", "127.0.0.0/8", "newsletter/subscription/allow_guest_subscribe", "1")
	review := fmt.Sprintf("/products/%d/reviews", s.Product("MUG", "10", 9, nil))
	customers := map[string]int64{}
	for _, who := range []string{"ann", "ben"} {
		customers[who], _ = s.Customer(who + "@example.com")
	}
	email := func(who string) string { return who + "@example.com" }
	const people, addresses = true, false
	for i, c := range []struct {
		path   string
		most   int
		window time.Duration
		people bool // the caller, or the person named, is limited from all IP addresses
		body   func(who string) salestest.Fields
	}{
		{"/customers", 5, time.Hour, addresses, func(string) salestest.Fields { return salestest.Fields{} }},
		{"/customers/forgot-password", 5, time.Hour, people, func(who string) salestest.Fields {
			return salestest.Fields{"email": email(who)}
		}},
		{"/customers/reset-password", 10, time.Hour, addresses, func(who string) salestest.Fields {
			return salestest.Fields{"email": email(who), "resetToken": "none", "newPassword": "a long password"}
		}},
		{"/newsletter/subscribe", 5, time.Hour, people, func(who string) salestest.Fields {
			return salestest.Fields{"email": "news-" + email(who)}
		}},
		{"/newsletter/unsubscribe", 10, time.Hour, addresses, func(who string) salestest.Fields {
			return salestest.Fields{"email": "news-" + email(who)}
		}},
		{"/contact", 5, time.Hour, people, func(who string) salestest.Fields {
			return salestest.Fields{"name": "A", "email": email(who), "comment": "Hello"}
		}},
		{review, 10, time.Hour, people, func(string) salestest.Fields {
			return salestest.Fields{"title": "Good", "detail": "A good mug.", "nickname": "A"}
		}},
		{"/customers/social-auth", 10, time.Minute, addresses, func(string) salestest.Fields {
			return salestest.Fields{"provider": "google", "providerToken": "none"}
		}},
	} {
		limited := func(ip int, who string) bool {
			t.Helper()
			headers := []string{"X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", i, ip)}
			if c.path == review {
				headers = append(headers, apptest.Bearer(s.CustomerToken(customers[who]))...) // a token of the clock's present hour
			}
			a := s.Do("POST", c.path, c.body(who), headers...)
			if a.Status >= 500 || c.path == review && a.Status != 201 && a.Status != 429 {
				t.Errorf("%s: %d %s", c.path, a.Status, a.Body)
			}
			return a.Status == 429
		}
		for n := range c.most {
			if limited(1, "ann") {
				t.Errorf("%s: call %d is refused, %d are allowed", c.path, n+1, c.most)
			}
		}
		if !limited(1, "ann") || !limited(1, "ben") {
			t.Errorf("%s: call %d of an IP address is not refused", c.path, c.most+1)
		}
		if limited(2, "ann") != c.people || limited(3, "ben") {
			t.Errorf("%s: another IP address; refused for the same person: want %v, for another: want false", c.path, c.people)
		}
		clock.Advance(c.window)
		if limited(1, "ann") {
			t.Errorf("%s: a call is refused after %s", c.path, c.window)
		}
	}
}

// TestUnknownWordsAreLimited checks that searches for words of no product are bounded. They count in a limit and are cached, and long words
// are not compared with all names.
func TestUnknownWordsAreLimited(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.WithRateLimits())
	s.Product("MUG", "10", 9, salestest.Fields{"name": "Ceramic mug"})
	s.Configure("catalog/search/search_type", "2", "system/rate_limit/search", "2")
	s.Settle()
	s.Must(200, "GET", "/products?search=ceramik", nil)
	s.Must(200, "GET", "/products?search=zzzzqqqq", nil)
	s.Must(429, "GET", "/products?search=yyyyqqqq", nil)
	for _, known := range []string{"zzzzqqqq", "zzzzqqqq&sortBy=sku", "zzzzqqqq&itemsPerPage=5", "ceramic", "a+b+c+d+xxxqqq", "mug"} {
		s.Must(200, "GET", "/products?search="+known, nil)
	}
	s.Must(400, "GET", "/products?search="+strings.Repeat("x", 1025), nil)
}

// TestLimitsByHandAreApplied checks that the handler of each operation that declares a limit by hand applies it: a request counts in the
// bucket of the limit.
func TestLimitsByHandAreApplied(t *testing.T) {
	t.Parallel()
	e := startEverything(t)
	e.Configure("system/trusted_proxies/addresses", "127.0.0.0/8", "newsletter/subscription/allow_guest_subscribe", "1",
		"catalog/search/search_type", "2", "customer/password/allow_2fa", "1")
	e.Settle()
	type sent struct {
		body    any
		headers []string
	}
	file := salestest.Fields{"sku": "MUG", "qty": 1, "cartId": e.named["carts"], "options_files": salestest.Fields{
		"1": salestest.Fields{"name": "a.txt", "base64_encoded_data": "YQ=="}}}
	coupon := sent{salestest.Fields{"code": "NONE", "giftcardCode": "NONE"}, nil}
	mine := sent{coupon.body, e.anna}
	password := sent{salestest.Fields{"currentPassword": "wrong password", "newPassword": "another password",
		"enabled": false, "code": "1"}, e.anna}
	address := sent{salestest.Fields{"email": "gina@example.com", "name": "Gina", "comment": "Hello", "password": "a long password",
		"resetToken": "none", "newPassword": "a long password", "firstname": "Gina", "lastname": "Guest"}, nil}
	ordered := e.Must(200, "GET", "/orders/"+e.named["orders"], nil, e.Service...).Object(t)
	reference, _ := ordered["incrementId"].(string)
	requests := map[string]sent{
		"POST /carts/{id}/coupon": mine, "POST /guest-carts/{id}/coupon": coupon, "PUT /carts/{id}/coupon": mine,
		"PUT /guest-carts/{id}/coupon": coupon, "POST /carts/{id}/giftcards": mine, "POST /guest-carts/{id}/giftcards": coupon,
		"DELETE /carts/{id}/giftcards/{code}": mine, "DELETE /guest-carts/{id}/giftcards/{code}": coupon,
		"POST /coupons/validate": coupon, "POST /contact": address, "POST /customers": address, "POST /customers/forgot-password": address,
		"POST /customers/reset-password": address, "POST /newsletter/subscribe": address, "POST /newsletter/unsubscribe": address,
		"PUT /customers/me":           {salestest.Fields{"email": "new@example.com", "currentPassword": "wrong"}, e.anna},
		"POST /customers/me/password": password, "POST /customers/me/two-factor": password, "PUT /customers/me/two-factor": password,
		"POST /carts/{id}/items": {file, e.anna}, "POST /guest-carts/{id}/items": {file, nil},
		"POST /customers/me/wishlist/{id}/move-to-cart": {file, e.anna},
		"POST /customers/me/revocation-requests":        {salestest.Fields{"orderReference": reference}, e.anna},
		"GET /products":                                 {nil, nil},
	}
	n := 0 // counted for the IP address
	for _, o := range e.Pipeline.Registry.All() {
		for _, limit := range o.Limits {
			if !limit.ByHand {
				continue
			}
			r, ok := requests[o.Name()]
			if !ok {
				t.Errorf("%s declares a limit by hand: add a request that it counts", o.Name())
				continue
			}
			n++
			ip, path := fmt.Sprintf("10.9.%d.%d", n/200, n%200+1), e.path(t, o, false)
			if o.Reads() {
				path += "?search=qqqzzz"
			}
			if limit.Bucket == "begun" { // a cart that begins
				path = strings.Replace(path, e.named["guest-carts"], strings.Repeat("0", 32), 1)
				r.body = salestest.Fields{"sku": "MUG"}
			}
			a := e.Do(o.Method, path, r.body, append([]string{"X-Forwarded-For", ip}, r.headers...)...)
			bucket := strings.Join([]string{limit.Setting(), o.Resource.Name, limit.Bucket}, " ")
			counted := false
			keys := []string{"ip " + ip, fmt.Sprintf("store 1 ip %s", ip), fmt.Sprintf("1 ip %s", ip)}
			for _, key := range keys {
				counted = counted || !e.Pipeline.Limiter.Left(bucket+" "+key, 1, limit.Window)
			}
			if !counted {
				t.Errorf("%s does not apply its limit %s: %d %.200s", o.Name(), limit.Setting(), a.Status, a.Body)
			}
		}
	}
}
