package customers_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/access"
	"tradelog/domain/settings"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// unrefused checks that a request succeeds and that the answer matches the OpenAPI document.
func unrefused(t *testing.T, s *apptest.Shop, doc *contract.Document, status int, path string, sent any, headers ...string) map[string]any {
	t.Helper()
	a := s.Must(status, "POST", path, sent, headers...)
	contract.Check(t, doc, "POST", path, a.Status, a.Header.Get("Content-Type"), a.Body)
	return a.Object(t)
}

// TestWhatATokenRequestLooksLike checks everything about the request but the credentials (conventions §2, §3.1).
func TestWhatATokenRequestLooksLike(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	doc := contract.Fetch(t, s.URL)
	account(t, s, named("anna@example.com"), "secret phrase")
	_, other := s.Customer("other@example.com")
	expired := apptest.Bearer(other)
	clock.Advance(time.Hour)
	good := fields{"email": "anna@example.com", "password": "secret phrase"}
	before := s.LogSize()
	for _, c := range []struct {
		name          string
		path          string
		sent          any
		headers       []string
		status        int
		code, message string
	}{
		{"no content type", "/auth/token", `{}`, []string{"Content-Type", ""}, 415, "error", `The "Content-Type" header must exist.`},
		{"a form", "/auth/token", "email=anna", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "error",
			`The content-type "application/x-www-form-urlencoded" is not supported. Supported MIME types are "application/ld+json", ` +
				`"application/json".`},
		{"a page is wanted", "/auth/token", good, []string{"Accept", "text/html"}, 406, "error",
			`Requested format "text/html" is not supported. Supported MIME types are "application/ld+json", "application/json".`},
		{"a list", "/auth/token", "[1]", nil, 400, "bad_request", "The request body must be a JSON object"},
		{"a grant that is no text", "/auth/token", fields{"grant_type": 1}, nil, 400, "bad_request",
			`The type of the "grant_type" attribute must be "string", "int" given.`},
		{"a password that is no text", "/auth/token", fields{"email": "anna@example.com", "password": 1}, nil, 400, "bad_request",
			`The type of the "password" attribute must be "string", "int" given.`},
		{"a secret that is no text", "/auth/token", fields{"grant_type": "client_credentials", "client_id": "x", "client_secret": true}, nil,
			400, "bad_request",
			`The type of the "client_secret" attribute must be "string", "bool" given.`},
		{"an unknown store", "/auth/token?store=mars", good, nil, 400, "bad_request", "Unknown store: mars"},
		{"the scope of all stores", "/auth/token?store=admin", good, nil, 401, "unauthorized", "Authentication required"},
		{"an expired token beside the credentials", "/auth/token", good, expired, 401, "authentication_error", "Token has expired"},
		{"a malformed token beside the credentials", "/auth/token", good, apptest.Bearer("x"), 401, "authentication_error", "Malformed token"},
		{"an expired token cannot be renewed", "/auth/refresh", nil, expired, 401, "authentication_error", "Token has expired"},
		{"nor a malformed one", "/auth/refresh", nil, apptest.Bearer("x"), 401, "authentication_error", "Malformed token"},
		{"nor ended", "/auth/logout", nil, expired, 401, "authentication_error", "Token has expired"},
		{"nor a malformed one ended", "/auth/logout", "{", apptest.Bearer("a.b.c"), 401, "authentication_error", "Malformed token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := s.Do("POST", c.path, c.sent, c.headers...)
			refused(t, a, c.status, c.code, c.message)
			contract.Check(t, doc, "POST", c.path, a.Status, a.Header.Get("Content-Type"), a.Body)
		})
	}
	if s.LogSize() != before {
		t.Error("a refusal was stored")
	}
	for name, headers := range map[string][]string{
		"another kind of JSON": {"Content-Type", "application/ld+json"}, "with a charset": {"Content-Type", "application/json; charset=utf-8"},
		"a bad idempotency key means nothing here": {"X-Idempotency-Key", "not a key"}, "an empty one neither": {"X-Idempotency-Key", ""},
	} {
		for range 2 {
			if o := unrefused(t, s, doc, 200, "/auth/token", `{"email":"anna@example.com","password":"secret phrase","grant_type":null}`,
				headers...); o["token"] == "" {
				t.Errorf("%s: %v", name, o)
			}
		}
	}
	linked := unrefused(t, s, doc, 200, "/auth/token", good, "Accept", "application/ld+json")
	if linked["@context"] != "/api/contexts/AuthToken" || linked["@type"] != "AuthToken" || linked["id"] != "auth" {
		t.Errorf("as JSON-LD: %v", linked)
	}
	token := apptest.Bearer(linked["token"].(string))
	renewed := unrefused(t, s, doc, 200, "/auth/refresh", nil, token...)
	for name := range renewed {
		if name != "id" && name != "token" && name != "token_type" && name != "expires_in" && name != "extensions" {
			t.Errorf("a renewed token comes with %s: %v", name, renewed[name])
		}
	}
	unrefused(t, s, doc, 201, "/auth/logout", nil, apptest.Bearer(renewed["token"].(string))...)
}

// TestLifetimesOfTokens checks that an invalid lifetime is replaced by the default.
func TestLifetimesOfTokens(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	account(t, s, named("anna@example.com"), "secret phrase")
	for value, want := range map[string]float64{"60": 60, "0": 3600, "-5": 3600, "": 3600} {
		s.Logged(settings.Default, map[string]string{"apiplatform/oauth2/token_lifetime": value})
		if got := s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase"}).
			Object(t)["expires_in"]; got != want {
			t.Errorf("a lifetime of %q is %v seconds, want %v", value, got, want)
		}
	}
}

// lines is a log that can be read while it is written.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// TestADefectTellsNothing checks that an internal error fails the login and that neither the answer nor the log contains the credentials or
// the account.
func TestADefectTellsNothing(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := apptest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	account(t, s, named("anna@example.com"), "secret phrase")
	s.Do("POST", "/auth/token", fields{"email": "anna@example.com", "password": "another phrase"})
	s.Do("POST", "/auth/token", fields{"grant_type": "client_credentials", "client_id": "tradelog_x", "client_secret": "client phrase"})
	s.Do("POST", "/auth/token", fields{"grant_type": "api_user", "username": "sync", "api_key": "key phrase"})
	s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase"})
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE read.customers RENAME TO gone`); err != nil {
		t.Fatal(err)
	}
	a := s.Do("POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase"})
	refused(t, a, 500, "internal_server_error", "An error occurred during authentication")
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE read.gone RENAME TO customers`); err != nil {
		t.Fatal(err)
	}
	s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase"})
	written := log.text()
	if !strings.Contains(written, "request failed") {
		t.Errorf("the defect was not logged:\n%s", written)
	}
	for _, secret := range []string{"phrase", "anna@example.com", "Bearer ey"} {
		if strings.Contains(written, secret) || strings.Contains(string(a.Body), secret) {
			t.Errorf("%q was told:\n%s\n%s", secret, a.Body, written)
		}
	}
}

// TestACallerWhoLeavesIsNoDefect: no failure is logged when a caller disconnects before the answer was made.
func TestACallerWhoLeavesIsNoDefect(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := apptest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	lock, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback(context.Background())
	if _, err := lock.Exec(t.Context(), `LOCK TABLE read.customers`); err != nil {
		t.Fatal(err)
	}
	caller, leave := context.WithCancel(t.Context())
	defer leave()
	request := httptest.NewRequestWithContext(caller, "POST", "/api/rest/v2/auth/token",
		strings.NewReader(`{"email": "anna@example.com", "password": "secret phrase"}`))
	request.Header.Set("Content-Type", "application/json")
	answer, answered := httptest.NewRecorder(), make(chan struct{})
	go func() {
		s.HTTP.Handler().ServeHTTP(answer, request)
		close(answered)
	}()
	for waits := false; !waits; {
		if err := s.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted
			AND relation = 'read.customers'::regclass)`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	leave()
	<-answered
	if written := log.text(); strings.Contains(written, "request failed") || !strings.Contains(written, "the caller has left") {
		t.Errorf("answered %d, and the log says\n%s", answer.Code, written)
	}
}

// TestEveryGrantIsLimitedByAccount checks that guessing is limited for each account, whatever the case of its name, and does not affect
// other accounts. Malformed requests do not count.
func TestEveryGrantIsLimitedByAccount(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	s.Configure("system/rate_limit/auth_token_ip", "0", "system/rate_limit/customer_login", "2")
	secrets := passwords.NewCredentials()
	if _, err := s.Commands.Access.CreateAccount(apptest.Operator(),
		access.AccountCreated{Kind: access.API, Username: "Sync", KeyHash: passwords.HashKey(secrets.APIKey)}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	grant := func(kind, name, value, secret, of string) apptest.Answer {
		return s.Do("POST", "/auth/token", fields{"grant_type": kind, name: value, secret: of})
	}
	for _, c := range []struct {
		kind, name, secret          string
		value, other, written       string // an account, another account, and the first one in another case
		blank, wrongCode, wrongText string // the refusals
	}{
		{"customer", "email", "password", "a@example.com", "b@example.com", " A@Example.com", "Email and password are required",
			"invalid_credentials", "Invalid email or password"},
		{"client_credentials", "client_id", "client_secret", "one", "two", "one", "client_id and client_secret are required", "invalid_client",
			"Invalid client credentials"},
		{"api_user", "username", "api_key", "sync", "other", "SYNC", "username and api_key are required", "invalid_client",
			"Invalid API credentials"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			for range 5 {
				refused(t, grant(c.kind, c.name, c.value, c.secret, ""), 400, "invalid_request", c.blank)
			}
			for range 2 {
				refused(t, grant(c.kind, c.name, c.value, c.secret, "wrong"), 401, c.wrongCode, c.wrongText)
			}
			for _, name := range []string{c.value, c.written} {
				a := grant(c.kind, c.name, name, c.secret, secrets.APIKey) // the right secret is refused as well
				refused(t, a, 429, "too_many_requests", "Too many requests. Please try again later.")
				if a.Header.Get("Retry-After") != "60" {
					t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
				}
			}
			refused(t, grant(c.kind, c.name, c.other, c.secret, "wrong"), 401, c.wrongCode, c.wrongText)
		})
	}
	clock.Advance(time.Minute)
	if a := grant("api_user", "username", "sync", "api_key", secrets.APIKey); a.Status != 200 {
		t.Errorf("after a minute: %d %s", a.Status, a.Body)
	}
	s.Configure("system/rate_limit/customer_login", "0")
	for range 5 {
		refused(t, grant("client_credentials", "client_id", "one", "client_secret", "wrong"), 401, "invalid_client", "Invalid client credentials")
	}
}

// TestTheLimitOfAnAddressIsForAllGrants checks the limit by address. Renewals have a limit of their own, which invalid tokens do not use
// up.
func TestTheLimitOfAnAddressIsForAllGrants(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	s.Configure("system/rate_limit/auth_token_ip", "3", "system/trusted_proxies/addresses", "127.0.0.0/8")
	token := apptest.Bearer(s.Service([]string{"all"}))
	before := s.LogSize()
	for i, grant := range []string{"customer", "client_credentials", "api_user", "x"} {
		a := s.Do("POST", "/auth/token", fields{"grant_type": grant})
		if (a.Status == 429) != (i == 3) {
			t.Errorf("%s: %d %s", grant, a.Status, a.Body)
		}
	}
	s.Must(400, "POST", "/auth/token", fields{}, "X-Forwarded-For", "10.0.0.1") // another client
	s.Must(400, "POST", "/auth/token", "{")                                     // refused before it is counted
	for range 5 {
		s.Must(401, "POST", "/auth/refresh", nil, apptest.Bearer("x")...)
		s.Must(400, "POST", "/auth/refresh", nil)
		s.Must(201, "POST", "/auth/logout", nil)
	}
	if s.LogSize() != before {
		t.Error("a refusal was stored")
	}
	for range 3 {
		token = apptest.Bearer(s.Must(200, "POST", "/auth/refresh", nil, token...).Object(t)["token"].(string))
	}
	before = s.LogSize()
	refused(t, s.Do("POST", "/auth/refresh", nil, token...), 429, "too_many_requests", "Too many requests. Please try again later.")
	if s.LogSize() != before {
		t.Error("the token that could not be renewed was ended")
	}
	clock.Advance(time.Minute)
	s.Must(200, "POST", "/auth/refresh", nil, token...)
	for i := range 4 {
		if a := s.Do("POST", "/auth/token", fields{"grant_type": fmt.Sprint(i)}); (a.Status == 429) != (i == 3) {
			t.Errorf("in the next minute: %d %s", a.Status, a.Body)
		}
	}
}
