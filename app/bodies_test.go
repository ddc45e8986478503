package app_test

import (
	"testing"

	"tradelog/test/salestest"
)

// TestEmptyBodiesAreRefused where an operation requires a body (shapes-sales §0.3). An empty object is a body.
func TestEmptyBodiesAreRefused(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("revocation/general/enabled", "1")
	_, anna := s.Customer("anna@example.com")
	for _, c := range []struct {
		method, path string
		headers      []string
	}{
		{"POST", "/contact", nil}, {"POST", "/newsletter/subscribe", nil}, {"POST", "/newsletter/subscribe", anna},
		{"POST", "/newsletter/unsubscribe", nil}, {"POST", "/customers/me/revocation-requests", anna},
		{"POST", "/coupons", s.Service}, {"POST", "/coupons/validate", s.Service},
	} {
		before := s.LogSize()
		if a := s.Do(c.method, c.path, nil, c.headers...); a.Status != 400 || a.Message() != "Invalid JSON in request body" {
			t.Errorf("%s %s: %d %q", c.method, c.path, a.Status, a.Message())
		}
		if s.LogSize() != before {
			t.Errorf("%s %s has changed something", c.method, c.path)
		}
	}
	s.Must(201, "POST", "/newsletter/subscribe", salestest.Fields{}, anna...)
}
