package transports_test

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// decoded returns the body of an answer without its coding.
func decoded(t *testing.T, a apptest.Answer) string {
	t.Helper()
	var from io.Reader = bytes.NewReader(a.Body)
	var err error
	switch coding := a.Header.Get("Content-Encoding"); coding {
	case "":
	case "gzip":
		from, err = gzip.NewReader(from)
	case "zstd":
		from, err = zstd.NewReader(from, zstd.WithDecoderConcurrency(1))
	default:
		t.Fatalf("the coding %q", coding)
	}
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestAnswersAreCompressed checks negotiation (RFC 9110 §12.5.3). All forms of an answer have the same ETag for caches: rendered, from
// memory, with HEAD and as a 304.
func TestAnswersAreCompressed(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	const large, small = "/countries", "/probes/1"
	plain := s.Must(200, "GET", large, nil)
	tag := plain.Header.Get("ETag")
	tagged(t, plain, "GET")
	for accepted, want := range map[string]string{
		"": "", "gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": "zstd", "gzip, br": "gzip", "br": "", "deflate": "",
		"gzip;q=0.8, zstd;q=0.5": "gzip", "zstd;q=0, *": "gzip", "*": "zstd", "*;q=0.1": "zstd", "GZip ; q=0.3": "gzip", "x-gzip": "gzip",
		"gzip;q=0": "", "gzip;q=0.5, identity": "", "gzip, identity": "gzip", "identity;q=0, gzip": "gzip", "identity": "",
		"gzip;q=often": "gzip", "*;q=0, zstd": "zstd",
	} {
		for _, method := range []string{"GET", "GET", "HEAD"} {
			a := s.Must(200, method, large, nil, "Accept-Encoding", accepted)
			h := a.Header
			if h.Get("Content-Encoding") != want || h.Get("ETag") != tag || h.Get("Vary") != plain.Header.Get("Vary") ||
				h.Get("Link") != plain.Header.Get("Link") || h.Get("Content-Type") != plain.Header.Get("Content-Type") {
				t.Errorf("%s with %q: %v", method, accepted, h)
			}
			if method == "HEAD" {
				continue
			}
			if h.Get("Content-Length") != strconv.Itoa(len(a.Body)) || decoded(t, a) != string(plain.Body) ||
				want != "" && len(a.Body)*2 > len(plain.Body) {
				t.Errorf("%q: %d of %d bytes, length %s", accepted, len(a.Body), len(plain.Body), h.Get("Content-Length"))
			}
		}
		kept := s.Must(304, "GET", large, nil, "Accept-Encoding", accepted, "If-None-Match", tag)
		if kept.Header.Get("Vary") != plain.Header.Get("Vary") || kept.Header.Get("ETag") != tag || kept.Header.Get("Content-Encoding") != "" {
			t.Errorf("304 with %q: %v", accepted, kept.Header)
		}
	}
	if !strings.Contains(plain.Header.Get("Vary"), "Accept-Encoding") {
		t.Errorf("Vary is %q", plain.Header.Get("Vary"))
	}
	// Small answers are compressed only for clients that accept nothing else.
	if a := s.Must(200, "GET", small, nil, "Accept-Encoding", "gzip, zstd"); a.Header.Get("Content-Encoding") != "" {
		t.Errorf("%d bytes are compressed", len(a.Body))
	}
	if a := s.Must(200, "GET", small, nil, "Accept-Encoding", "gzip, identity;q=0"); !strings.Contains(decoded(t, a), "probe <1>") ||
		a.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("without identity: %v %s", a.Header, a.Body)
	}
	s.Configure("apiplatform/protocols/mcp", "1")
	for _, none := range []string{"identity;q=0", "br, *;q=0"} {
		for _, path := range []string{large, "/api/docs.json", "/api/mcp"} {
			if a := s.Must(406, "GET", path, nil, "Accept-Encoding", none); !strings.Contains(a.Message(), `"zstd", "gzip" and "identity"`) {
				t.Errorf("%s of %s: %s", none, path, a.Body)
			}
		}
	}
}

// TestWhatElseIsCompressed checks answers that are not cached, and those of other interfaces. Answers with tokens are not compressed.
func TestWhatElseIsCompressed(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	s.Configure("apiplatform/protocols/mcp", "1", "apiplatform/protocols/v2_soap", "1")
	service := s.Service([]string{"all"})
	introduction := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}`
	session := s.Must(200, "POST", "/api/mcp", introduction).Header.Get("Mcp-Session-Id")
	for _, c := range []struct {
		method, path string
		sent         any
		headers      []string
	}{
		{"POST", "/large-probes", body{"name": "x", "count": 2000}, apptest.Bearer(service)},
		{"GET", "/api/docs.json", nil, nil}, {"GET", "/api/docs", nil, []string{"Accept", "text/html"}}, {"GET", "/api/docs.jsonld", nil, nil},
		{"GET", "/api", nil, nil},
		{"POST", "/api/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, []string{"Mcp-Session-Id", session}},
		{"GET", "/api/v2_soap?wsdl", nil, nil},
	} {
		for _, coding := range []string{"gzip", "zstd"} {
			plain := s.Do(c.method, c.path, c.sent, c.headers...)
			a := s.Do(c.method, c.path, c.sent, salestest.With(c.headers, "Accept-Encoding", coding)...)
			if a.Status != plain.Status || a.Status >= 300 || a.Header.Get("Content-Encoding") != coding ||
				plain.Header.Get("Content-Encoding") != "" ||
				len(decoded(t, a)) != len(plain.Body) || a.Header.Get("Content-Length") != strconv.Itoa(len(a.Body)) ||
				!strings.Contains(strings.Join(a.Header.Values("Vary"), ","), "Accept-Encoding") ||
				strings.Join(a.Header.Values("Vary"), ",") != strings.Join(plain.Header.Values("Vary"), ",") {
				t.Errorf("%s %s with %s: %d %v, %d of %d bytes", c.method, c.path, coding, a.Status, a.Header, len(a.Body), len(plain.Body))
			}
		}
	}
	batch := `[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]`
	inSession := []string{"Mcp-Session-Id", session}
	whole := s.Must(200, "POST", "/api/mcp", batch, inSession...)
	for _, coding := range []string{"gzip", "zstd"} { // the answers of a batch are a stream
		a := s.Must(200, "POST", "/api/mcp", batch, salestest.With(inSession, "Accept-Encoding", coding)...)
		if a.Header.Get("Content-Encoding") != coding || a.Header.Get("Content-Length") == strconv.Itoa(len(whole.Body)) ||
			decoded(t, a) != string(whole.Body) || len(a.Body)*2 > len(whole.Body) {
			t.Errorf("a batch with %s: %v, %d of %d bytes", coding, a.Header, len(a.Body), len(whole.Body))
		}
	}
	token := s.Do("POST", "/auth/token", body{"email": "nobody@example.com", "password": "wrong"}, "Accept-Encoding", "gzip, identity;q=0")
	if token.Status != http.StatusUnauthorized && token.Status != http.StatusNotAcceptable || token.Header.Get("Content-Encoding") != "" {
		t.Errorf("an answer about a token: %d %v", token.Status, token.Header)
	}
}

// BenchmarkAnswer measures an answer from memory in all its forms, without the network:
//
//	go test ./test/transports -run none -bench Answer
func BenchmarkAnswer(b *testing.B) {
	s := apptest.Start(b)
	const path = "/api/rest/v2/countries"
	tag := s.Must(200, "GET", path, nil).Header.Get("ETag")
	for _, c := range []struct {
		name    string
		status  int
		headers []string
	}{
		{"plain", 200, nil}, {"gzip", 200, []string{"Accept-Encoding", "gzip, deflate, br"}},
		{"zstd", 200, []string{"Accept-Encoding", "gzip, deflate, br, zstd"}}, {"304", 304, []string{"If-None-Match", tag}},
	} {
		b.Run(c.name, s.Measure(c.status, "GET", path, nil, c.headers...))
	}
}
