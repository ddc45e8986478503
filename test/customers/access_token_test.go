package customers_test

import (
	"testing"
	"time"

	"tradelog/test/apptest"
)

func TestRefreshAndLogout(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	before := s.LogSize()
	refused(t, s.Do("POST", "/auth/refresh", nil), 400, "bad_request", "Bearer token required")
	refused(t, s.Do("POST", "/auth/refresh", nil, "Authorization", "Basic eDp5"), 400, "bad_request", "Bearer token required")
	if o := s.Must(201, "POST", "/auth/logout", nil).Object(t); o["success"] != true || o["message"] != "Successfully logged out" ||
		o["id"] != "auth" {
		t.Errorf("logout without a token: %v", o)
	}
	if s.LogSize() != before {
		t.Error("something was stored")
	}
	_, customers := s.Customer("anna@example.com")
	for name, token := range map[string]string{"customer": customers, "service": s.Service([]string{"all"}), "admin": s.Admin("all")} {
		for _, sent := range []any{nil, "not JSON"} { // the body is ignored
			got := s.Must(200, "POST", "/auth/refresh", sent, apptest.Bearer(token)...).Object(t)
			if got["token_type"] != "Bearer" || got["expires_in"] != 3600.0 || got["customer"] != nil {
				t.Errorf("%s: %v", name, got)
			}
			refused(t, s.Do("GET", "/stores", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
			refused(t, s.Do("POST", "/auth/refresh", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
			token = got["token"].(string)
			s.Must(200, "GET", "/stores", nil, apptest.Bearer(token)...)
		}
		s.Must(201, "POST", "/auth/logout", nil, apptest.Bearer(token)...)
		refused(t, s.Do("POST", "/auth/logout", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
		refused(t, s.Do("GET", "/stores", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
	}
}

// TestRevocationOutlivesTheProcess checks that another instance on the same log refuses a revoked token.
func TestRevocationOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	_, token := s.Customer("anna@example.com")
	s.Must(201, "POST", "/auth/logout", nil, apptest.Bearer(token)...)
	s.Stop()
	again := apptest.Start(t, apptest.OnDatabase(s))
	refused(t, again.Do("GET", "/customers/me", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
}

func TestLoginLimits(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	id := account(t, s, named("anna@example.com"), "secret phrase")
	tooMany := func(a apptest.Answer, wait string) {
		t.Helper()
		refused(t, a, 429, "too_many_requests", "Too many requests. Please try again later.")
		if got := a.Header.Get("Retry-After"); got != wait {
			t.Errorf("Retry-After %q, want %s", got, wait)
		}
	}
	try := func() apptest.Answer {
		return s.Do("POST", "/auth/token", fields{"email": "Anna@example.com", "password": "wrong"})
	}
	for range 5 {
		refused(t, try(), 401, "invalid_credentials", "Invalid email or password")
		clock.Advance(2 * time.Second)
	}
	tooMany(try(), "50")
	tooMany(s.Do("POST", "/auth/token", fields{"username": "anna@EXAMPLE.com", "password": "secret phrase"}), "50")
	clock.Advance(50 * time.Second)
	s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase"})
	tooMany(try(), "2")

	// An address has ten calls a minute, of all grants together. Malformed JSON does not count, and refresh has its own limit.
	clock.Advance(time.Hour)
	s.Must(400, "POST", "/auth/token", "{")
	for range 10 {
		s.Must(400, "POST", "/auth/token", fields{"grant_type": "x"})
	}
	tooMany(s.Do("POST", "/auth/token", fields{"grant_type": "x"}), "60")
	token := s.CustomerToken(id)
	for range 10 {
		token = s.Must(200, "POST", "/auth/refresh", nil, apptest.Bearer(token)...).Object(t)["token"].(string)
	}
	tooMany(s.Do("POST", "/auth/refresh", nil, apptest.Bearer(token)...), "60")
	s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(token)...) // the refusal did not revoke the token
}
