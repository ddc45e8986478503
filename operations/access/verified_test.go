package access

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestVerifiedTokensTellNobody: the cache entry of a checked token does not identify its person, so nothing of it remains when the person
// is forgotten.
func TestVerifiedTokensTellNobody(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := &Signer{
		Secret: func(context.Context) ([]byte, error) { return []byte("a secret of at least 32 characters"), nil },
		Issuer: func(context.Context) (string, error) { return "https://shop.example/", nil }, Clock: func() time.Time { return now },
	}
	token, _, err := s.Issue(t.Context(), Claims{Type: TypeCustomer, CustomerID: 7, Email: "zerlina@example.com"}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // checked, and then cached
		if c, err := s.Check(t.Context(), token); err != nil || c.CustomerID != 7 || c.Email != "" {
			t.Fatalf("%+v, %v", c, err)
		}
	}
	cache := s.seen.cache()
	if cache.Len() != 1 {
		t.Fatalf("%d tokens are remembered", cache.Len())
	}
	payload := strings.Split(token, ".")[1]
	for _, key := range cache.Keys() {
		value, _ := cache.Get(key)
		for _, text := range []string{string(key[:]), fmt.Sprintf("%+v", value)} {
			if strings.Contains(text, "zerlina") || strings.Contains(text, payload) {
				t.Errorf("remembered: %s", text)
			}
		}
	}
}
