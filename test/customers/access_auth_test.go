package customers_test

import (
	"encoding/json"
	"testing"

	"tradelog/domain/customer"
	"tradelog/test/apptest"
)

// account opens a customer's account with a password.
func account(t *testing.T, s *apptest.Shop, r customer.Registration, password string) int64 {
	t.Helper()
	hash, err := s.Logins.Passwords.Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if r.WebsiteID == 0 {
		r.WebsiteID, r.StoreID = 1, 1
	}
	r.StoreName, r.GroupID, r.PasswordHash = "Default Store View", 1, hash
	id, err := s.Commands.Customers.RegisterCustomer(apptest.Operator(), r, r.WebsiteID)
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return id
}

func named(email string) customer.Registration {
	return customer.Registration{Active: true, Profile: customer.Profile{Email: email, Firstname: "Anna", Lastname: "Smith"}}
}

// refused checks a refusal: its status, code and message.
func refused(t *testing.T, a apptest.Answer, status int, code, message string) {
	t.Helper()
	var got struct{ Error, Message string }
	if err := json.Unmarshal(a.Body, &got); err != nil || a.Status != status || got.Error != code || got.Message != message {
		t.Errorf("got %d %s\nwant %d %s %q", a.Status, a.Body, status, code, message)
	}
	if challenge := a.Header.Get("WWW-Authenticate"); (challenge == "Bearer") != (status == 401) {
		t.Errorf("status %d with challenge %q", a.Status, challenge)
	}
}

func TestGrantsAreChecked(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	account(t, s, named("anna@example.com"), "secret phrase")
	before := s.LogSize()
	for _, c := range []struct {
		name          string
		body          any
		status        int
		code, message string
	}{
		{"no JSON", "{", 400, "bad_request", "Invalid JSON in request body"},
		{"nothing", "", 400, "bad_request", "Invalid JSON in request body"},
		{"unknown grant", fields{"grant_type": "password"}, 400, "unsupported_grant_type",
			"Unsupported grant type. Use: customer, client_credentials, api_user"},
		{"empty grant", fields{"grant_type": ""}, 400, "unsupported_grant_type",
			"Unsupported grant type. Use: customer, client_credentials, api_user"},
		{"wrong type", fields{"email": []int{1}}, 400, "bad_request", `The type of the "email" attribute must be "string", "array" given.`},
		{"no email", fields{"password": "x"}, 400, "invalid_request", "Email and password are required"},
		{"blank email", fields{"email": " ", "password": "x"}, 400, "invalid_request", "Email and password are required"},
		{"no password", fields{"email": "anna@example.com"}, 400, "invalid_request", "Email and password are required"},
		{"no email address", fields{"email": "anna", "password": "x"}, 400, "invalid_request", "Invalid email format"},
		{"unknown email", fields{"email": "bob@example.com", "password": "x"}, 401, "invalid_credentials", "Invalid email or password"},
		{"wrong password", fields{"email": "anna@example.com", "password": "x"}, 401, "invalid_credentials", "Invalid email or password"},
		{"no client", fields{"grant_type": "client_credentials", "client_id": "x"}, 400, "invalid_request",
			"client_id and client_secret are required"},
		{"unknown client", fields{"grant_type": "client_credentials", "client_id": "x", "client_secret": "y"}, 401, "invalid_client",
			"Invalid client credentials"},
		{"no user", fields{"grant_type": "api_user", "api_key": "x"}, 400, "invalid_request", "username and api_key are required"},
		{"unknown user", fields{"grant_type": "api_user", "username": "x", "api_key": "y"}, 401, "invalid_client", "Invalid API credentials"},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, s.Do("POST", "/auth/token", c.body), c.status, c.code, c.message)
		})
	}
	if s.LogSize() != before {
		t.Error("a refused login was stored")
	}
}
