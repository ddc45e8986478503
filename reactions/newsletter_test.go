package reactions_test

import (
	"testing"

	"tradelog/internal/testing/apptest"
)

// TestSubscriptionsMove checks that a subscription goes with a customer's e-mail address, and ends if that has another one.
func TestSubscriptionsMove(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, token := s.Customer("anna@example.com")
	me := apptest.Bearer(token)
	subscriber := func(email string) (of int64, status string) {
		sub, err := s.Commands.Newsletter.Subscriber(t.Context(), email)
		if err != nil {
			t.Error(err)
		}
		return sub.CustomerID, string(sub.Status)
	}
	s.Must(201, "POST", "/newsletter/subscribe", map[string]any{}, me...)
	s.Must(200, "PUT", "/customers/me", map[string]any{"email": "ann@example.com"}, me...)
	s.until("the subscription has the new address", func() bool {
		_, before := subscriber("anna@example.com")
		of, now := subscriber("ann@example.com")
		return before == "" && of != 0 && now == "subscribed"
	})
	s.Must(201, "POST", "/newsletter/subscribe", map[string]any{"email": "bob@example.com"})
	s.Must(200, "PUT", "/customers/me", map[string]any{"email": "bob@example.com"}, me...)
	s.until("the former subscription has ended", func() bool {
		_, before := subscriber("ann@example.com")
		_, other := subscriber("bob@example.com")
		return before == "unsubscribed" && other == "subscribed"
	})
}
