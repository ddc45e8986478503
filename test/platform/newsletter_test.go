package platform_test

import (
	"testing"

	"tradelog/test/apptest"
)

// TestSubscriptionsMove checks that a subscription moves with a customer's e-mail address, and ends if the new address has another one.
func TestSubscriptionsMove(t *testing.T) {
	t.Parallel()
	s := startStepped(t)
	id, me := s.Customer("anna@example.com")
	subscriber := func(email string) (of int64, status string) {
		sub, err := s.Commands.Newsletter.Subscriber(t.Context(), email)
		if err != nil {
			t.Error(err)
		}
		return sub.CustomerID, string(sub.Status)
	}
	s.Must(201, "POST", "/newsletter/subscribe", fields{}, me...)
	s.moves(id, "ann@example.com", me)
	until(t, "the subscription has the new address", func() bool {
		_, before := subscriber("anna@example.com")
		of, now := subscriber("ann@example.com")
		return before == "" && of != 0 && now == "subscribed"
	})
	s.Must(201, "POST", "/newsletter/subscribe", fields{"email": "bob@example.com"})
	s.moves(id, "bob@example.com", me)
	until(t, "the former subscription has ended", func() bool {
		_, before := subscriber("ann@example.com")
		_, other := subscriber("bob@example.com")
		return before == "unsubscribed" && other == "subscribed"
	})
}

// moves gives a customer another e-mail address, which they prove. Until then the subscription stays.
func (s *stepped) moves(id int64, email string, me []string) {
	s.T.Helper()
	s.Must(200, "PUT", "/customers/me", fields{"email": email}, me...)
	account, err := s.Commands.Customers.Customer(s.T.Context(), id)
	if err != nil || account.Proof.Email != email || account.Profile.Email == email {
		s.T.Fatalf("%s does not wait: %v", email, err)
	}
	if sub, err := s.Commands.Newsletter.Subscriber(s.T.Context(), email); err != nil || sub.CustomerID == id {
		s.T.Fatalf("the subscription went to %s before the proof: %v", email, err)
	}
	if err := s.Commands.Customers.ProveEmail(apptest.Operator(), id, 1, account.Proof.Link.Token, 2); err != nil {
		s.T.Fatal(err)
	}
}

// TestGuestsSubscriptionsAreAdopted checks that a guest's subscription belongs to the account that proves its address.
func TestGuestsSubscriptionsAreAdopted(t *testing.T) {
	t.Parallel()
	s := startStepped(t)
	s.Must(201, "POST", "/newsletter/subscribe", fields{"email": "carl@example.com"})
	id, me := s.Customer("carl@example.com")
	until(t, "the subscription is the customer's", func() bool {
		sub, err := s.Commands.Newsletter.Subscriber(t.Context(), "carl@example.com")
		return err == nil && sub.CustomerID == id && sub.Status == "subscribed"
	})
	s.Settle()
	if got := s.Must(200, "GET", "/customers/me", nil, me...).Object(t); got["isSubscribed"] != true {
		t.Errorf("the account shows %v", got["isSubscribed"])
	}
	s.moves(id, "charles@example.com", me)
	until(t, "the subscription goes along", func() bool {
		sub, err := s.Commands.Newsletter.Subscriber(t.Context(), "charles@example.com")
		return err == nil && sub.CustomerID == id && sub.Status == "subscribed"
	})
}
