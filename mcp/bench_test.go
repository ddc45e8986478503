package mcp_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"tradelog/internal/testing/apptest"
)

// discard is a connection that nobody reads.
type discard struct {
	header http.Header
	status int
	bytes  int64
}

func (d *discard) Header() http.Header { return d.header }

func (d *discard) WriteHeader(status int) { d.status = status }

func (d *discard) Write(b []byte) (int, error) {
	d.bytes += int64(len(b))
	return len(b), nil
}

// BenchmarkList compares a list of 20 products over REST with the same list as a tool call, both without the network:
//
//	go test ./mcp -run none -bench List
func BenchmarkList(b *testing.B) {
	s := start(b)
	for i := range 25 {
		product(b, s, fmt.Sprintf("MUG-%d", i), "19.99", 100)
	}
	service := apptest.Bearer(s.Service([]string{"all"}))
	a := introduce(b, s)
	measure := func(method, path string, body any, headers ...string) func(*testing.B) {
		payload := []byte(nil)
		if body != nil {
			payload = []byte(jsonOf(body))
		}
		return func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(method, s.URL+path, bytes.NewReader(payload))
				for i := 0; i < len(headers); i += 2 {
					r.Header.Set(headers[i], headers[i+1])
				}
				w := &discard{header: http.Header{}}
				s.HTTP.Handler().ServeHTTP(w, r)
				if w.status != 200 {
					b.Fatalf("status %d", w.status)
				}
				b.SetBytes(w.bytes)
			}
		}
	}
	call := request("tools/call", object{"name": "catalog_products_list", "arguments": object{"itemsPerPage": 20}})
	for _, who := range []struct {
		name    string
		headers []string
	}{{"guest", nil}, {"service", service}} {
		b.Run(who.name+"/REST", measure("GET", "/api/rest/v2/products?itemsPerPage=20", nil, append([]string{"Accept", "application/ld+json"},
			who.headers...)...))
		b.Run(who.name+"/tool", measure("POST", "/api/mcp", call, append(append([]string{}, a.headers...), who.headers...)...))
	}
}
