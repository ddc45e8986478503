package console_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestPaths checks paths and methods beside those of pages: some have no page, and some are another spelling of a page's.
func TestPaths(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("A/B+C D", "5", 10, nil)
	_, key := s.APIUser("greta", "all")
	s.Settle()
	b := logIn(t, s, "greta", key)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	at.Path = "/console"
	ask := func(method, path string, cookies ...*http.Cookie) (*http.Request, *httptest.ResponseRecorder) {
		r, w := httptest.NewRequest("GET", "http://shop.test"+path, nil), httptest.NewRecorder()
		r.Method = method
		for _, c := range cookies {
			r.AddCookie(c)
		}
		s.HTTP.Handler().ServeHTTP(w, r)
		return r, w
	}
	const missing, expired = "There is no such page", "The form has expired"
	for _, x := range []struct {
		method, path string
		status       int
		has          string // the Location of a redirection, the Allow of a 405, or a text of the page
	}{
		{"GET", "/console", 200, "<title>Today"},
		{"GET", "/console/account", 200, "<h1>"},
		{"GET", "/%63onsole/acc%6Funt", 200, "<h1>"},
		{"HEAD", "/console", 200, ""},
		{"HEAD", "/console/orders", 200, ""},
		{"HEAD", "/console/nothing", 404, ""},
		{"HEAD", "/console/assets/console.css", 200, ""},

		{"GET", "/console/", 404, missing},
		{"GET", "/console/orders/", 404, missing},
		{"GET", "/console/account/on/", 404, missing},
		{"GET", "/console/orders/1/nothing", 404, missing},
		{"GET", "/console/a/b/c/d/e/f", 404, missing},
		{"GET", "/console/assets/nothing.css", 404, "404 page not found\n"},
		{"GET", "/console/assets/", 404, missing},
		{"GET", "/consoles", 404, "No route found for"},
		{"GET", "//console", 404, "No route found for"},

		{"GET", "/console/logout", 404, missing}, // a form alone
		{"POST", "/console/orders", 403, expired},
		{"POST", "/console/assets/console.css", 403, expired},
		{"DELETE", "/console/orders/1", 403, expired},
		{"OPTIONS", "/console/orders", 403, expired},
		{"TRACE", "/console/orders", 403, expired},
		{"CONNECT", "/console//orders", 403, expired},
		{"POST", "/console?a=b", 403, expired},
		{"OPTIONS", "/console", 403, expired},
		{"PROPFIND", "/console", 405, "OPTIONS, CONNECT, TRACE, GET, HEAD, POST, PUT, PATCH, DELETE"},
		{"PROPFIND", "/console/a/b/c/d/e/f", 405, "OPTIONS, CONNECT, TRACE, GET, HEAD, POST, PUT, PATCH, DELETE"},

		{"GET", "/console//orders?a=b", 404, missing},
		{"POST", "/console/orders//do/", 403, expired},
		{"GET", "/console/./orders/../account", 404, missing},

		{"GET", "/console/inventory/A%2FB+C%20D", 200, "A/B&#43;C D"},
		{"GET", "/console/inventory/A%2fB%2BC%20D", 200, "A/B&#43;C D"},
		{"GET", "/console/inventory/A%2FB+C%20D/timeline", 200, "A/B&#43;C D"},
		{"GET", "/console/inventory/A/B+C%20D", 404, missing},
		{"GET", "/console/orders%2F1", 404, missing},
		{"GET", "/console/inventory/A%252FB", 404, "Product"},
		{"GET", "/console/inventory/..%2Fx", 404, "Product"},
		{"GET", "/api%2Fdocs.json", 404, "No route found for"},
	} {
		r, w := ask(x.method, x.path, b.Client.Jar.Cookies(at)...)
		got := w.Body.String()
		switch w.Code {
		case http.StatusTemporaryRedirect:
			got = w.Header().Get("Location")
		case http.StatusMethodNotAllowed:
			got = w.Header().Get("Allow")
		}
		if exact := w.Code/100 == 3 || w.Code == 405; w.Code != x.status || !strings.Contains(got, x.has) || exact && got != x.has {
			t.Errorf("%s %s: %d %.3000q, want %d %q", x.method, x.path, w.Code, got, x.status, x.has)
		}
		ours := strings.HasPrefix(r.URL.Path, "/console/") && x.method != "PROPFIND"
		if ours != (w.Header().Get("X-Robots-Tag") == "noindex") && r.URL.Path != "/console" {
			t.Errorf("%s %s: headers %v", x.method, x.path, w.Header())
		}
	}
	_, w := ask("GET", "/console/inventory/A%2FB+C%20D?x=%41")
	want := "/console/login?to=%2Fconsole%2Finventory%2FA%252FB%2BC%2520D%3Fx%3D%2541"
	if to := w.Header().Get("Location"); to != want {
		t.Errorf("a login leads back to %s, want %s", to, want)
	}
}
