package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/internal/testing/apptest"
	"tradelog/internal/testing/salestest"
)

// TestWhatEverybodyMayCallIsLimited checks the limits of operations that need no token, or only a customer's: as many calls as the table
// of conventions §14 says, per IP address and, where by names somebody, per them.
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
		people bool // who calls, or is written about, is limited from all IP addresses
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
				headers = append(headers, apptest.Bearer(s.CustomerToken(customers[who]))...) // of this hour
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

// TestUnknownWordsAreLimited checks that searches for words that no product has are bounded: they are counted, they are remembered, and
// long ones are not compared with all names.
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
