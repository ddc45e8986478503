package transports_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
)

// TestAccessLog checks the line of each kind of request. It has neither paths with secrets, nor queries, nor tokens.
func TestAccessLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer // the handler writes one line at a time
	s := newProbe().start(t, apptest.WithConfig(func(c *app.Config) { c.Requests.Access = slog.New(slog.NewJSONHandler(&log, nil)) }))
	s.Configure("apiplatform/protocols/mcp", "1")
	service := s.Service([]string{"all"})
	const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	mask := s.Must(201, "POST", "/guest-carts", body{}).Object(t)["maskedId"].(string)
	s.Must(200, "GET", "/guest-carts/"+mask+"?secret=hidden", nil, "X-Request-Id", "mine-1")
	s.Must(200, "GET", "/countries", nil, "Accept-Encoding", "gzip", "Traceparent", trace)
	s.Must(201, "POST", "/probes", body{"name": "x"}, apptest.Bearer(service)...)
	s.Must(401, "GET", "/orders", nil, apptest.Bearer("wrong-token")...)
	s.Must(404, "GET", "/nothing/"+mask, nil)
	answer := s.Must(200, "POST", "/api/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
		"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	s.Must(200, "POST", "/api/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"system_countries_list","arguments":{}}}`,
		"Mcp-Session-Id", answer.Header.Get("Mcp-Session-Id"))
	s.Stop() // every line was written
	var got []string
	for line := range strings.Lines(log.String()) {
		var l struct {
			RequestID string `json:"request_id"`
			TraceID   string `json:"trace_id"`
			Method    string
			Operation string
			Actor     string
			Status    int
			MS        float64
			Bytes     int
			Encoding  string
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.RequestID == "" || l.MS <= 0 || l.Bytes == 0 && l.Status != 204 {
			t.Errorf("%v: %s", err, line)
		}
		got = append(got, strings.Join([]string{l.Method, l.Operation, l.Actor, strconv.Itoa(l.Status), l.Encoding, l.TraceID}, "|"))
		if strings.Contains(l.Operation, "{id}") && l.Actor == "guest" && l.RequestID != "mine-1" {
			t.Errorf("the request ID of the client is lost: %s", line)
		}
	}
	want := []string{
		"POST|POST /guest-carts|guest|201||", "GET|GET /guest-carts/{id}|guest|200||",
		"GET|GET /countries|guest|200|gzip|4bf92f3577b34da6a3ce929d0e0e4736", "POST|POST /probes|api|201||", "GET|GET /orders||401||",
		"GET|GET (no route)||404||", "POST|POST /api/mcp|guest|200||", "POST|GET /countries|guest|200||",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, secret := range []string{mask, "hidden", service, "wrong-token"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log tells %q", secret)
		}
	}
}

// TestFirstPage checks the answers to browsers and programs at the root, and that a forged Host header stays out of the page.
func TestFirstPage(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	get := func(host string, headers ...string) (int, string) {
		r, w := httptest.NewRequest("GET", s.URL+"/", nil), httptest.NewRecorder()
		if host != "" {
			r.Host = host
		}
		r.Header.Set(headers[0], headers[1])
		s.HTTP.Handler().ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	local := strings.Replace(strings.TrimPrefix(s.URL, "http://"), "127.0.0.1", "localhost", 1)
	status, page := get(local, "Accept", "text/html,application/xhtml+xml")
	if status != 200 || !strings.Contains(page, "api=http://"+local+"/api/rest/v2") || !strings.Contains(page, `href="/api/docs"`) {
		t.Errorf("%d %s", status, page)
	}
	if _, page := get(`x";rm -rf /`, "Accept", "text/html"); strings.Contains(page, "rm -rf") {
		t.Error("the page repeats a forged Host header")
	}
	if status, index := get("", "Accept", "application/json"); status != 200 || !strings.Contains(index, `"docs":"/api/docs"`) {
		t.Errorf("%d %s", status, index)
	}
}
