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

// TestGuestsSubscriptionsAreAdopted checks that what an address has subscribed as a guest belongs to the account that proves the address.
func TestGuestsSubscriptionsAreAdopted(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.Must(201, "POST", "/newsletter/subscribe", map[string]any{"email": "carl@example.com"})
	id, token := s.Customer("carl@example.com")
	me := apptest.Bearer(token)
	s.until("the subscription is the customer's", func() bool {
		sub, err := s.Commands.Newsletter.Subscriber(t.Context(), "carl@example.com")
		return err == nil && sub.CustomerID == id && sub.Status == "subscribed"
	})
	s.Settle()
	if got := s.Must(200, "GET", "/customers/me", nil, me...).Object(t); got["isSubscribed"] != true {
		t.Errorf("the account shows %v", got["isSubscribed"])
	}
	s.Must(200, "PUT", "/customers/me", map[string]any{"email": "charles@example.com"}, me...)
	s.until("the subscription goes along", func() bool {
		sub, err := s.Commands.Newsletter.Subscriber(t.Context(), "charles@example.com")
		return err == nil && sub.CustomerID == id && sub.Status == "subscribed"
	})
}
