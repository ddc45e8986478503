package customers_test

import (
	"fmt"
	"testing"
	"time"

	domainaccess "tradelog/domain/access"
	"tradelog/domain/twofactor"
	"tradelog/operations/access"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
)

// TestAPasswordEndsOtherLogins: tokens from before a change of a customer's password, a reset, or a change of the second factor are refused
// by every interface and not refreshed. The token that made the change goes on, and is refreshed.
func TestAPasswordEndsOtherLogins(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]struct {
		with func(s *apptest.Shop, clock *apptest.Clock, token string)
		kept bool // the login of the change
	}{
		"a changed password": {func(s *apptest.Shop, _ *apptest.Clock, token string) {
			s.Must(201, "POST", "/customers/me/password", fields{"currentPassword": "secret phrase", "newPassword": "other phrase"},
				apptest.Bearer(token)...)
		}, true},
		"a reset password": {func(s *apptest.Shop, _ *apptest.Clock, _ string) {
			if err := s.Commands.Customers.RequestReset(apptest.Operator(), 1, 1, "link"); err != nil {
				t.Error(err)
			}
			s.Must(201, "POST", "/customers/reset-password",
				fields{"email": "anna@example.com", "resetToken": "link", "newPassword": "other phrase"})
		}, false},
		"a second factor": {func(s *apptest.Shop, clock *apptest.Clock, token string) {
			s.Configure("customer/password/allow_2fa", "1")
			secret := twofactor.NewSecret([20]byte{1})
			if err := s.Commands.Customers.PrepareTwoFactor(apptest.Operator(), 1, secret); err != nil {
				t.Error(err)
			}
			s.Must(200, "PUT", "/customers/me/two-factor", fields{"enabled": true, "code": doubles.LoginCode(secret, clock.Now())},
				apptest.Bearer(token)...)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := apptest.NewClock()
			s := apptest.Start(t, apptest.WithClock(clock))
			s.Configure("apiplatform/protocols/graphql", "1", "apiplatform/protocols/mcp", "1")
			account(t, s, named("anna@example.com"), "secret phrase")
			login := func(password string) string {
				return s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": password}).Object(t)["token"].(string)
			}
			refresh := func(token string) string {
				return s.Must(200, "POST", "/auth/refresh", nil, apptest.Bearer(token)...).Object(t)["token"].(string)
			}
			other, mine := refresh(login("secret phrase")), login("secret phrase")
			change.with(s, clock, mine)
			s.Settle()
			ended := []string{other}
			if change.kept {
				s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(mine)...)
				s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(refresh(mine))...)
			} else {
				ended = append(ended, mine)
			}
			for _, token := range ended {
				for path, sent := range map[string]any{
					"/auth/refresh": nil, "/api/graphql": fields{"query": "{ customer { email } }"},
					"/api/mcp": fields{"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
				} {
					a := s.Do("POST", path, sent, append(apptest.Bearer(token), "Accept", "application/json, text/event-stream")...)
					refused(t, a, 401, "authentication_error", "Token has been revoked")
				}
				a := s.Do("GET", "/customers/me", nil, apptest.Bearer(token)...)
				refused(t, a, 401, "authentication_error", "Token has been revoked")
			}
			if name != "a second factor" {
				s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(login("other phrase"))...) // at once, in the same second
			}
		})
	}
}

// TestOnlyAFreshPasswordChangesTheAddress: without the present password, another e-mail address takes the very token of a login with the
// password within the last five minutes.
func TestOnlyAFreshPasswordChangesTheAddress(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	s.Configure("customer/create_account/confirm", "0")
	account(t, s, named("anna@example.com"), "secret phrase")
	email := "anna@example.com"
	login := func() string {
		return s.Must(200, "POST", "/auth/token", fields{"email": email, "password": "secret phrase"}).Object(t)["token"].(string)
	}
	issued, _, err := s.Logins.Signer.Issue(t.Context(), access.Claims{Type: access.TypeCustomer, CustomerID: 1}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		name, token string
		later       time.Duration
		status      int
	}{
		{"a fresh login", login(), 0, 200},
		{"just before five minutes", login(), 5 * time.Minute, 200},
		{"after five minutes", login(), 5*time.Minute + time.Second, 403},
		{"a refreshed token", "refresh", 0, 403},
		{"a token that no password opened", issued, 0, 403},
	} {
		token := c.token
		if clock.Advance(c.later); token == "refresh" {
			token = s.Must(200, "POST", "/auth/refresh", nil, apptest.Bearer(login())...).Object(t)["token"].(string)
		}
		next := fmt.Sprintf("anna%d@example.com", i)
		if a := s.Do("PUT", "/customers/me", fields{"email": next}, apptest.Bearer(token)...); a.Status != c.status {
			t.Errorf("%s: %d %s", c.name, a.Status, a.Body)
		}
		s.Settle()
		if c.status == 200 {
			email = next
		}
	}
}

// TestAPasswordEndsTheTokensOfTheBackOffice: the password of a user of the back office ends sessions, tokens of the command line and
// agents.
func TestAPasswordEndsTheTokensOfTheBackOffice(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	id := admin(t, s.Shop, "berta", "correct horse", "all")
	state, err := s.Commands.Access.Account(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	issue := func() string {
		token, _, err := s.Logins.Signer.Issue(t.Context(),
			access.Claims{Type: access.TypeAdmin, AdminID: id, Credentials: state.Credentials.Version}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	token := issue()
	session, err := visitor{t, s.Shop}.login("berta", "correct horse", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Access.AuthorizeAgent(apptest.Operator(), id, domainaccess.AgentAuthorized{
		AgentID: 77, ClientID: "c", Client: "Robot", Host: "example.com", Tools: []string{"@sales"}, ExpiresAt: time.Now().Add(time.Hour),
	}); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{token, session.Token} {
		s.Must(200, "GET", "/orders", nil, apptest.Bearer(token)...)
	}
	if _, err := operator(t, s.Shop, "account.password", map[string]any{"id": id, "password": "battery staple"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	for _, token := range []string{token, session.Token} {
		refused(t, s.Do("GET", "/orders", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
		refused(t, s.Do("POST", "/auth/refresh", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
	}
	if state, err = s.Commands.Access.Account(t.Context(), id); err != nil || !state.Agents[77].Revoked {
		t.Errorf("the agent goes on: %+v, %v", state.Agents, err)
	}
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(issue())...)
	again, err := visitor{t, s.Shop}.login("berta", "battery staple", "")
	if err != nil {
		t.Fatal(err)
	}
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(again.Token)...)
}
