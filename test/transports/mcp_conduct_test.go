package transports_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
)

// TestHostsAreThoseOfTheBaseURLs checks that a change of the base URLs needs no restart.
func TestHostsAreThoseOfTheBaseURLs(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	ask := func(host, origin string) (int, string) {
		t.Helper()
		r, err := http.NewRequest("POST", s.URL+"/api/mcp", strings.NewReader(jsonOf(request("initialize", introduction))))
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			r.Host = host
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		a, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		body := new(strings.Builder)
		if _, err := copyTo(body, a); err != nil {
			t.Fatal(err)
		}
		if a.StatusCode == 403 && a.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("a refusal is %s", a.Header.Get("Content-Type"))
		}
		return a.StatusCode, body.String()
	}
	for _, c := range []struct {
		host, origin string
		status       int
		message      string
	}{
		{"", "", 200, ""}, {"127.0.0.1:9", "", 200, ""}, {"127.0.0.1", "", 200, ""},
		{"localhost:8080", "", 200, ""}, {"[::1]:8080", "", 200, ""}, {"", "http://localhost:3000", 200, ""}, // the machine's other names
		{"evil.example", "", 403, "Forbidden: Invalid Host header."}, {"localhost.evil.example", "", 403, "Forbidden: Invalid Host header."},
		{"", "https://evil.example", 403, "Forbidden: Invalid Origin header."}, {"", "null", 403, "Forbidden: Invalid Origin header."},
		{"evil.example", "http://127.0.0.1:3000", 200, ""}, // if there is an Origin header, only that counts
	} {
		if status, body := ask(c.host, c.origin); status != c.status || c.message != "" && body != c.message {
			t.Errorf("host %q origin %q: %d %s, want %d %s", c.host, c.origin, status, body, c.status, c.message)
		}
	}
	s.Configure("web/secure/base_url", "https://Shop.Example:8443/path/")
	if status, _ := ask("shop.example", ""); status != 200 {
		t.Errorf("the new base URL's host: %d", status)
	}
	store, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "de", Name: "Deutsch", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Scope{Level: "store", ID: store},
		map[string]string{"web/unsecure/base_url": "http://de.example/"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if status, _ := ask("de.example:80", ""); status != 200 {
		t.Errorf("a store view's host: %d", status)
	}
	s.Configure("web/secure/base_url", "", "web/unsecure/base_url", "http://only.example/")
	if status, _ := ask("", ""); status != 403 {
		t.Errorf("the host that was taken away: %d", status)
	}
}

func copyTo(to *strings.Builder, a *http.Response) (int64, error) {
	b := make([]byte, 1<<16)
	n, err := a.Body.Read(b)
	to.Write(b[:n])
	if err != nil && err.Error() == "EOF" {
		err = nil
	}
	return int64(n), err
}

// TestBeforeAnyMessage checks that refusals before the operation have REST's messages.
func TestBeforeAnyMessage(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	s.Configure("web/unsecure/base_url", "http://127.0.0.1/")
	restricted := apptest.Bearer(s.Service([]string{"all"}, 99))
	_, customer := s.Customer("anna@example.com")
	for _, c := range []struct {
		path    string
		headers []string
		status  int
		want    object
	}{
		{"/api/mcp", []string{"X-Store-Code", "nowhere"}, 400,
			object{"error": "bad_request", "message": "Unknown store: nowhere", "code": 400.0}},
		{"/api/mcp?store=", nil, 400, object{"error": "bad_request", "message": "The store parameter cannot be empty.", "code": 400.0}},
		{"/api/mcp", []string{"X-Idempotency-Key", "a b"}, 400,
			object{"error": "bad_request", "message": "X-Idempotency-Key may only contain alphanumeric characters, dashes, and underscores",
				"code": 400.0}},
		{"/api/mcp", []string{"Authorization", "Bearer x"}, 401, object{"error": "authentication_error", "message": "Malformed token"}},
		{"/api/mcp", []string{"Authorization", "Bearer x", "X-Store-Code", "nowhere"}, 400,
			object{"error": "bad_request", "message": "Unknown store: nowhere", "code": 400.0}},
		{"/api/mcp", restricted, 403, object{"error": "forbidden", "message": "Token is not authorized for the requested store.", "code": 403.0}},
		{"/api/mcp?store=admin", apptest.Bearer(customer), 403,
			object{"error": "forbidden", "message": "The admin scope is restricted to backend tokens.", "code": 403.0}},
		{"/api/mcp?store=admin", nil, 401, object{"error": "unauthorized", "message": "Authentication required", "code": 401.0}},
	} {
		a := s.Do("POST", c.path, request("initialize", introduction), c.headers...)
		if got := a.Object(t); a.Status != c.status || jsonOf(got) != jsonOf(c.want) || c.status == 401 &&
			a.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s %v: %d %s, want %d %v", c.path, c.headers, a.Status, a.Body, c.status, c.want)
		}
	}
}

// TestASessionHasNoRights checks that each message needs its own bearer token.
func TestASessionHasNoRights(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	service := apptest.Bearer(s.Service([]string{"orders/read"}))
	nobody := introduce(t, s)
	nobody.refused("-32603 Authentication required: send an API bearer token with the MCP request.", "sales_orders_list", nil)
	nobody.call("sales_orders_list", nil, service...)
	owner := introduce(t, s, service...)
	owner.call("sales_orders_list", []any{})
	owner.headers = owner.headers[:len(owner.headers)-2]
	owner.refused("-32603 Authentication required: send an API bearer token with the MCP request.", "sales_orders_list", nil)
}

// TestStoreContext checks the store header and the store parameter in the endpoint's URL.
func TestStoreContext(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	if _, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "de", Name: "Deutsch", WebsiteID: 1, GroupID: 1, IsActive: true}); err != nil {
		t.Fatal(err)
	}
	id := product(t, s, "MUG", "19.99", 10)
	service := apptest.Bearer(s.Service([]string{"all"}))
	a := introduce(t, s, service...)
	a.call("catalog_products_update", object{"id": id, "name": "Tasse"}, "X-Store-Code", "de")
	if got := a.call("catalog_products_get", object{"id": id}).object(t); got["name"] != "The MUG" {
		t.Errorf("everywhere: %v", got["name"])
	}
	if got := a.call("catalog_products_get", object{"id": id}, "X-Store-Code", "de").object(t); got["name"] != "Tasse" {
		t.Errorf("by header: %v", got["name"])
	}
	answer := s.Do("POST", "/api/mcp?store=de", request("tools/call", object{"name": "catalog_products_get", "arguments": object{"id": id}}),
		a.headers...)
	if got := resultOf(t, replyOf(t, answer)).object(t); got["name"] != "Tasse" {
		t.Errorf("by URL: %v", got["name"])
	}
}

// TestLimitsAreSharedWithREST checks that both count in the same windows.
func TestLimitsAreSharedWithREST(t *testing.T) {
	t.Parallel()
	s := startMCP(t, apptest.WithRateLimits())
	s.Configure("system/rate_limit/guest_order_lookup", "3")
	a := introduce(t, s)
	a.refused("-32603 Not Found", "sales_orders_details_get", object{"incrementId": "1"})
	s.Must(404, "GET", "/orders/1/details", nil)
	a.refused("-32603 Not Found", "sales_orders_details_get", object{"incrementId": "1"})
	a.refused("-32603 Too many requests. Please try again later.", "sales_orders_details_get", object{"incrementId": "1"})
	s.Must(429, "GET", "/orders/1/details", nil)
}

// TestTheClientsNameIsInTheLog checks that the events of a client carry its name.
func TestTheClientsNameIsInTheLog(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 10)
	id := order(t, s, "MUG", 1)
	service := apptest.Bearer(s.Service([]string{"all"}))
	params := object{
		"protocolVersion": "2025-11-25", "capabilities": object{},
		"clientInfo": object{"name": "Back\x1b[31m office\nassistant", "version": strings.Repeat("9", 200)},
	}
	opened := post(s, request("initialize", params), service...)
	a := &agent{t, s, append([]string{"Mcp-Session-Id", opened.Header.Get("Mcp-Session-Id")}, service...), ""}
	a.call("sales_orders_hold_create", object{"id": id, "reason": "address check"})
	s.Must(201, "POST", "/orders/1/unhold", nil, service...)
	events, err := s.Store.ReadStream(context.Background(), "order-1", 0, 0, 10)
	if err != nil || len(events) != 3 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	clients := []string{}
	for _, e := range events {
		var meta struct{ Client string }
		if err := json.Unmarshal(e.Metadata, &meta); err != nil {
			t.Fatal(err)
		}
		clients = append(clients, meta.Client)
	}
	if want := "Back[31m officeassistant " + strings.Repeat("9", 55); clients[0] != "" || clients[1] != want || clients[2] != "" {
		t.Errorf("clients %q", clients)
	}
}
