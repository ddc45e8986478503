package transports_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestTheEarlierCheckWins sends requests that fail two checks of conventions §2. The answer must be that of the earlier one.
func TestTheEarlierCheckWins(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	_, token := s.Customer("anna@example.com")
	customer, reader, writer := apptest.Bearer(token), apptest.Bearer(s.Service([]string{"probes/read"})),
		apptest.Bearer(s.Service([]string{"probes/write"}))
	admin, other := apptest.Bearer(s.Admin("test/probe")), apptest.Bearer(s.Admin("sales/order"))
	bad := []string{"Authorization", "Bearer x"}
	key := refusal{400, "bad_request", "X-Idempotency-Key may only contain alphanumeric characters, dashes, and underscores", false}
	malformed := refusal{401, "authentication_error", "Malformed token", true}
	scope := refusal{403, "forbidden", "The admin scope is restricted to backend tokens.", false}
	noRole := refusal{403, "forbidden", `Your admin role does not grant access to "test/probe".`, false}
	accept := refusal{
		406, "error", `Requested format "text/html" is not supported. Supported MIME types are "application/ld+json", "application/json".`, false,
	}
	media := refusal{
		415, "error", `The content-type "text/plain" is not supported. Supported MIME types are "application/ld+json", "application/json".`,
		false,
	}
	missing := func(method, path string) refusal {
		return refusal{404, "not_found", fmt.Sprintf("No route found for %q", method+" "+s.URL+"/api/rest/v2"+path), false}
	}
	for _, c := range []struct {
		name         string
		want         refusal
		method, path string
		body         any
		headers      []string
	}{
		{"store, then currency", refusal{400, "bad_request", "Unknown store: x", false}, "GET", "/nothing?store=x", nil,
			[]string{"X-Currency-Code", "XXX"}},
		{"currency, then key", refusal{400, "bad_request", "Currency not available for this store: XXX", false}, "POST", "/nothing", "{}",
			[]string{"X-Currency-Code", "XXX", "X-Idempotency-Key", "a b"}},
		{"key, then route", key, "POST", "/nothing", "{}", []string{"X-Idempotency-Key", "a b"}},
		{"key, then token", key, "POST", "/probes", "{}", salestest.With(bad, "X-Idempotency-Key", "a b")},
		{"key, then being anonymous", key, "PUT", "/probes/1", "{}", []string{"X-Idempotency-Key", "a b"}},
		{"route, then token", missing("GET", "/nothing"), "GET", "/nothing", nil, bad},
		{"method, then token", refusal{
			405, "method_not_allowed",
			fmt.Sprintf("No route found for %q: Method Not Allowed (Allow: GET, PUT, DELETE)", "PATCH "+s.URL+"/api/rest/v2/probes/1"), false,
		},
			"PATCH", "/probes/1", "{}", bad},
		{"token, then scope", malformed, "GET", "/probes?store=admin", nil, bad},
		{"token, then representation", malformed, "GET", "/probes", nil, salestest.With(bad, "Accept", "text/html")},
		{"scope, then permission", scope, "POST", "/probes?store=admin", "{}", customer},
		{"scope is masked for guests", refusal{401, "unauthorized", "Authentication required", false}, "GET", "/probes?store=admin", nil, nil},
		{"being anonymous, then representation", unauthorized, "POST", "/probes", "{}", []string{"Accept", "text/html"}},
		{"being anonymous, then the row", unauthorized, "GET", "/closed-probes/99", nil, nil},
		{"admin role, then representation", noRole, "POST", "/probes", "{}", salestest.With(other, "Accept", "text/html")},
		{"representation, then content type", accept, "POST", "/probes", "x",
			salestest.With(writer, "Accept", "text/html", "Content-Type", "text/plain")},
		{"content type, then permission", media, "POST", "/probes", "x", salestest.With(reader, "Content-Type", "text/plain")},
		{"permission, then the row", denied, "PUT", "/probes/99", "{}", reader},
		{"permission, then the body", denied, "POST", "/probes", "{", reader},
		{"permission of a customer", denied, "GET", "/closed-probes/99", nil, customer},
		{"the row, then the body", notFound, "PUT", "/probes/99", "{", writer},
		{"the row, then a missing content type", notFound, "PUT", "/probes/99", "{}", salestest.With(admin, "Content-Type", "")},
		{"a missing content type, then the body", refusal{415, "error", `The "Content-Type" header must exist.`, false}, "POST", "/probes", "{",
			salestest.With(writer, "Content-Type", "")},
		{"the body, then the rules", badJSON, "POST", "/probes", `{"name":"bad"`, writer},
		{"the rules", refusal{422, "unprocessable_entity", "A probe is not called that.", false}, "POST", "/probes", body{"name": "bad"}, writer},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, s, c.want, c.method, c.path, c.body, c.headers...) })
	}
	s.Configure("apiplatform/protocols/rest_v2", "0")
	off := refusal{404, "protocol_disabled", "This API protocol is not enabled on this instance.", true}
	refused(t, s, off, "GET", "/probes?store=x", nil)
	refused(t, s, off, "GET", "/nothing", nil)
	refused(t, s, off, "PATCH", "/probes", nil)
	refused(t, s, off, "POST", "/auth/token", "{")
	s.Must(404, "GET", "/api/docs.json", nil)
	s.Must(200, "GET", "/healthz", nil)
	s.Configure("apiplatform/protocols/rest_v2", "1")
	s.Must(200, "GET", "/probes", nil)
	for _, path := range []string{"/api/soap", "/api/v2_soap/?wsdl", "/api/xmlrpc", "/api/jsonrpc", "/api/rest/"} {
		for _, method := range []string{"GET", "POST"} {
			if a := s.Do(method, path, nil); a.Status != 404 || len(a.Body) != 0 {
				t.Errorf("%s %s: %d %q", method, path, a.Status, a.Body)
			}
		}
	}
	refused(t, s, off, "POST", "/api/graphql", "{}")
}

// TestPermissions checks permissions (conventions §4).
func TestPermissions(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	_, token := s.Customer("anna@example.com")
	customer, service := apptest.Bearer(token), apptest.Bearer(s.Service([]string{"orders/all"}))
	reader, everything, admin := apptest.Bearer(s.Service([]string{"probes/all", "bare-probes/read"})),
		apptest.Bearer(s.Service([]string{"all"})), apptest.Bearer(s.Admin("all"))
	closed := refusal{403, "forbidden", "This endpoint is not admin-accessible.", false}

	refused(t, s, unauthorized, "GET", "/undeclared-probe", nil)
	for _, known := range [][]string{customer, service, admin} {
		s.Must(200, "GET", "/undeclared-probe", nil, known...)
	}
	refused(t, s, refusal{403, "forbidden", `Your admin role does not grant access to "test/probe".`, false}, "GET", "/undeclared-probe", nil,
		apptest.Bearer(s.Admin("sales/order"))...)
	refused(t, s, unauthorized, "GET", "/closed-probes/1", nil)
	refused(t, s, denied, "GET", "/closed-probes/1", nil, customer...)
	refused(t, s, denied, "GET", "/closed-probes/1", nil, service...)
	for _, known := range [][]string{reader, everything, admin} {
		s.Must(200, "GET", "/closed-probes/1", nil, known...)
		refused(t, s, notFound, "GET", "/closed-probes/46", nil, known...)
		refused(t, s, notFound, "GET", "/closed-probes/x", nil, known...)
		refused(t, s, notFound, "GET", "/closed-probes/99999999999999999999", nil, known...)
	}
	s.Must(200, "GET", "/bare-probe", nil, reader...)
	refused(t, s, closed, "GET", "/bare-probe", nil, admin...)
	// A role with "all" among other grants has every permission. A role with a foreign grant has no other permission.
	refused(t, s, denied, "DELETE", "/probes/1", nil, apptest.Bearer(s.Service([]string{"probes/read", "closed-probes/all"}))...)
	s.Must(204, "DELETE", "/probes/1", nil, everything...)

	// A back-office member is ignored from other callers, whatever its value is.
	for _, c := range []struct {
		headers []string
		secret  any
		name    string
	}{
		{nil, "s", "n"}, {nil, 5, "n"}, {customer, []int{}, "n"}, {service, "s", "n"}, {reader, "s", "s"}, {admin, "s", "s"},
		{apptest.Bearer(s.Admin("sales/order")), "s", "n"},
	} {
		if o := s.Must(201, "POST", "/open-probes", body{"name": "n", "secret": c.secret}, c.headers...).Object(t); o["name"] != c.name {
			t.Errorf("%v with %v: %v", c.secret, c.headers, o)
		}
	}
	refused(t, s, refusal{400, "bad_request", `The type of the "secret" attribute must be "string", "int" given.`, false}, "POST",
		"/open-probes", body{"name": "n", "secret": 5}, reader...)
}

// TestADefectTellsNothing checks that an internal error's text is not shown and that the key is released.
func TestADefectTellsNothing(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := salestest.With(apptest.Bearer(s.Service([]string{"probes/write"})), "X-Idempotency-Key", "k")
	for range 2 {
		refused(t, s, refusal{500, "internal_server_error", "An internal error occurred", false}, "POST", "/broken-probes",
			body{"name": "x"}, writer...)
	}
	if p.runs.Load() != 2 {
		t.Errorf("ran %d times", p.runs.Load())
	}
}
