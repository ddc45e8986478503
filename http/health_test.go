package http_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	tradehttp "tradelog/http"
)

// TestListenersOfTheirOwn checks the paths of the listeners that serve only probes or metrics.
func TestListenersOfTheirOwn(t *testing.T) {
	t.Parallel()
	metrics := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "up 1\n") })
	servers := map[string]http.Handler{
		"probes": tradehttp.NewHealth(tradehttp.Health{}, nil).Handler(), "metrics": tradehttp.NewMetrics(metrics, nil).Handler(),
	}
	for _, x := range []struct {
		server, method, path string
		status               int
		body, allow, to      string
	}{
		{"probes", "GET", "/healthz", 200, "ok\n", "", ""},
		{"probes", "GET", "/%68ealthz", 200, "ok\n", "", ""},
		{"probes", "GET", "/readyz", 200, `{"ready":true}`, "", ""},
		{"probes", "HEAD", "/readyz", 200, `{"ready":true}`, "", ""}, // the connection drops it
		{"probes", "POST", "/readyz", 405, "Method Not Allowed\n", "GET, HEAD", ""},
		{"probes", "GET", "/metrics", 404, "404 page not found\n", "", ""},
		{"metrics", "GET", "/metrics", 200, "up 1\n", "", ""},
		{"metrics", "DELETE", "/metrics", 405, "Method Not Allowed\n", "GET, HEAD", ""},
		{"metrics", "CONNECT", "/metrics", 405, "Method Not Allowed\n", "GET, HEAD", ""},
		{"metrics", "GET", "/metrics/", 404, "404 page not found\n", "", ""},
		{"metrics", "GET", "/metrics%2F", 404, "404 page not found\n", "", ""},
		{"metrics", "GET", "/", 404, "404 page not found\n", "", ""},
		{"metrics", "POST", "/x//metrics?a=b", 404, "404 page not found\n", "", ""},
		{"metrics", "CONNECT", "//metrics", 404, "404 page not found\n", "", ""},
	} {
		r := httptest.NewRequest("GET", "http://shop.test"+x.path, nil)
		r.Method = x.method
		w := httptest.NewRecorder()
		servers[x.server].ServeHTTP(w, r)
		h := w.Header()
		if w.Code != x.status || w.Body.String() != x.body || h.Get("Allow") != x.allow || h.Get("Location") != x.to {
			t.Errorf("%s %s: %d %q %v", x.method, x.path, w.Code, w.Body, h)
		}
		if refused := w.Code >= 400; refused != (h.Get("X-Content-Type-Options") == "nosniff") ||
			refused && h.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s %s: %v", x.method, x.path, h)
		}
	}
}
