package apptest

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Discard is a response whose body is counted and dropped.
type Discard struct {
	Headers http.Header
	Status  int
	Bytes   int64 // of the body
}

// Header returns the headers.
func (d *Discard) Header() http.Header { return d.Headers }

// WriteHeader notes the status.
func (d *Discard) WriteHeader(status int) { d.Status = status }

// Write counts the bytes.
func (d *Discard) Write(b []byte) (int, error) {
	if d.Status == 0 {
		d.Status = http.StatusOK
	}
	d.Bytes += int64(len(b))
	return len(b), nil
}

// Measure returns a benchmark of a request without the network. headers are pairs of name and value.
func (s *Shop) Measure(status int, method, path string, body []byte, headers ...string) func(*testing.B) {
	return Measure(s.HTTP.Handler(), status, method, s.URL+path, body, headers...)
}

// Measure returns a benchmark of a request to a handler.
func Measure(handler http.Handler, status int, method, url string, body []byte, headers ...string) func(*testing.B) {
	return func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest(method, url, bytes.NewReader(body))
			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
			w := &Discard{Headers: http.Header{}}
			handler.ServeHTTP(w, r)
			if w.Status != status {
				b.Fatalf("status %d", w.Status)
			}
			b.ReportMetric(float64(w.Bytes), "body-bytes")
		}
	}
}
