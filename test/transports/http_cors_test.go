package transports_test

import (
	"testing"

	"tradelog/domain/settings"
	"tradelog/test/apptest"
)

const (
	corsMethods = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
	elsewhere   = "https://app.example"
)

// TestPreflight checks that a preflight is answered before toggles and tokens (conventions §13).
func TestPreflight(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	s.Configure("apiplatform/protocols/rest_v2", "0")
	s.Logged(settings.Default, map[string]string{
		"apiplatform/general/cors_origins": "https://app.example, *, https://*.example, https://two.example",
	})
	for _, c := range []struct {
		path, origin, method, asked string
		status                      int
		allowed                     string
	}{
		{"/probes", elsewhere, "GET", "", 200, elsewhere},
		{"/probes", "https://two.example", "PATCH", "authorization, X-Store-Code", 200, "https://two.example"},
		{"/nothing", elsewhere, "DELETE", "content-type,accept,x-requested-with,x-currency-code,x-idempotency-key,x-order-token,if-none-match",
			200, elsewhere},
		{"/probes", "https://evil.example", "GET", "", 200, ""}, {"/probes", "https://APP.example", "GET", "", 200, ""},
		{"/probes", "https://app.example:443", "GET", "", 200, ""}, {"/probes", "*", "GET", "", 200, ""}, {"/probes", "null", "GET", "", 200, ""},
		{"/probes", "http://127.0.0.1:8080", "GET", "", 200, ""}, {"/probes", elsewhere, "TRACE", "", 405, elsewhere},
		{"/probes", elsewhere, "GET", "x-evil", 400, elsewhere},
	} {
		headers := []string{"Origin", c.origin, "Access-Control-Request-Method", c.method, "Authorization", "Bearer x"}
		if c.asked != "" {
			headers = append(headers, "Access-Control-Request-Headers", c.asked)
		}
		a := s.Do("OPTIONS", c.path, nil, headers...)
		h := a.Header
		if a.Status != c.status || h.Get("Access-Control-Allow-Origin") != c.allowed || h.Get("Access-Control-Allow-Methods") != corsMethods ||
			h.Get("Vary") != "Origin" ||
			h.Get("Access-Control-Max-Age") != "3600" || h.Get("Access-Control-Allow-Headers") == "" ||
			h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%+v: %d %v", c, a.Status, h)
		}
		if text := string(a.Body); c.status == 400 && text != "Unauthorized header x-evil" || c.status == 200 && text != "" {
			t.Errorf("%+v: %q", c, text)
		}
	}
	s.Configure("apiplatform/protocols/rest_v2", "1")
	for _, headers := range [][]string{{"Origin", elsewhere}, {"Access-Control-Request-Method", "GET"}, nil} {
		if a := s.Do("OPTIONS", "/probes", nil, headers...); a.Status != 405 {
			t.Errorf("OPTIONS with %v: %d", headers, a.Status)
		}
	}
}

// TestOtherOrigins checks actual requests, including refusals.
func TestOtherOrigins(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	from := func(origin, path string, status int) apptest.Answer {
		t.Helper()
		return s.Must(status, "GET", path, nil, "Origin", origin)
	}
	// Without a list, only the shop's own origin is allowed.
	if got := from("http://127.0.0.1:8080", "/probes", 200).Header.Get("Access-Control-Allow-Origin"); got != "http://127.0.0.1:8080" {
		t.Errorf("the shop's own address: %q", got)
	}
	s.Configure("apiplatform/general/cors_origins", elsewhere)
	for _, c := range []struct {
		origin, path string
		status       int
		allowed      string
	}{
		{elsewhere, "/probes", 200, elsewhere}, {elsewhere, "/closed-probes/1", 401, elsewhere}, {elsewhere, "/nothing", 404, elsewhere},
		{elsewhere, "/probes?store=x", 400, elsewhere}, {"https://evil.example", "/probes", 200, ""},
		{"http://127.0.0.1:8080", "/probes", 200, ""}, {s.URL, "/probes", 200, ""},
		{"null", "/probes", 200, ""},
	} {
		h := from(c.origin, c.path, c.status).Header
		exposed := ""
		if c.allowed != "" {
			exposed = "link, deprecation, sunset, etag, x-total-count, x-event-position, x-idempotency-body-differs, " +
				"x-idempotency-replayed, x-request-id, retry-after, x-dry-run, preference-applied, ratelimit, ratelimit-policy"
		}
		if h.Get("Access-Control-Allow-Origin") != c.allowed || h.Get("Access-Control-Expose-Headers") != exposed ||
			h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%+v: %v", c, h)
		}
		if got := h.Get("Vary"); got != "Origin, Authorization, Accept, Accept-Encoding, X-Store-Code, X-Currency-Code" {
			t.Errorf("%+v: Vary %q", c, got)
		}
	}
}
