package transports_test

import (
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestCacheControl checks who may cache an answer and for how long (conventions §1 rows C3 and C4, §9).
func TestCacheControl(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	id, token := s.Customer("anna@example.com")
	_ = id
	customer, service, admin := apptest.Bearer(token), apptest.Bearer(s.Service([]string{"all"})), apptest.Bearer(s.Admin("all"))
	for _, c := range []struct {
		path    string
		headers []string
		want    string
	}{
		{"/probes", nil, "public, max-age=3600"}, {"/probes/1", nil, "public, max-age=3600"}, {"/stores", nil, "public, max-age=3600"},
		{"/probes/1", []string{"X-Store-Code", "default"}, "public, max-age=3600"}, {"/probes?store=default", nil, "private, max-age=3600"},
		{"/probes", customer, "private, must-revalidate, max-age=60"}, {"/probes/1", customer, "private, must-revalidate, max-age=300"},
		{"/probes?store=1", service, "private, must-revalidate, max-age=60"},
		{"/closed-probes/1", admin, "private, must-revalidate, max-age=300"},
		{"/customers/me", customer, "private, must-revalidate, max-age=300"}, {"/customers", service, "private, must-revalidate, max-age=60"},
		{"/private-probes/1", nil, "no-store"}, {"/private-probes/1", customer, "no-store"},
	} {
		for _, method := range []string{"GET", "GET", "HEAD"} { // rendered, from memory, without a body
			a := s.Must(200, method, c.path, nil, c.headers...)
			if got := a.Header.Get("Cache-Control"); got != c.want {
				t.Errorf("%s %s with %v: %q, want %q", method, c.path, c.headers, got, c.want)
			}
			if got := a.Header.Get("Vary"); got != "Origin, Authorization, Accept, Accept-Encoding, X-Store-Code, X-Currency-Code" {
				t.Errorf("%s %s: Vary %q", method, c.path, got)
			}
			kept := s.Must(304, method, c.path, nil, append(c.headers, "If-None-Match", a.Header.Get("ETag"))...)
			if kept.Header.Get("Cache-Control") != c.want || kept.Header.Get("ETag") != a.Header.Get("ETag") ||
				kept.Header.Get("Vary") != a.Header.Get("Vary") || len(kept.Body) != 0 {
				t.Errorf("%s %s: 304 with %v %s", method, c.path, kept.Header, kept.Body)
			}
		}
	}
	for _, c := range []struct{ method, path string }{{"POST", "/open-probes"}, {"PUT", "/probes/1"}, {"DELETE", "/probes/1"}} {
		a := s.Do(c.method, c.path, body{"name": "x"}, service...)
		if a.Status >= 300 || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s %s: %d %q", c.method, c.path, a.Status, a.Header.Get("Cache-Control"))
		}
		tagged(t, a, c.method)
	}
}

// TestIfNoneMatch checks the forms of the header (RFC 9110 §13.1.2).
func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	a := s.Must(200, "GET", "/probes", nil)
	tag := a.Header.Get("ETag")
	tagged(t, a, "GET")
	other := `"00000000000000000000000000000000"`
	for header, status := range map[string]int{
		tag: 304, "W/" + tag: 304, "*": 304, other + ", " + tag: 304, other + "," + tag + "," + other: 304, `W/"x", W/` + tag: 304,
		strings.Trim(tag, `"`): 304, ` ` + tag + ` `: 304, `"a,b", ` + tag: 304, other: 200, strings.ToUpper(tag): 200,
		`"` + strings.Trim(tag, `"`): 200, ",": 200, strings.Replace(tag, `"`, `" `, 1): 200,
	} {
		if got := s.Do("GET", "/probes", nil, "If-None-Match", header); got.Status != status {
			t.Errorf("If-None-Match: %s is %d, want %d", header, got.Status, status)
		}
	}
	kept := s.Must(304, "GET", "/probes", nil, "If-None-Match", tag)
	if kept.Header.Get("Link") != a.Header.Get("Link") {
		t.Errorf("304 with the links %q", kept.Header.Get("Link"))
	}
	if linked := s.Must(200, "GET", "/probes", nil, "If-None-Match", tag, "Accept", "application/ld+json"); linked.Header.Get("ETag") == tag {
		t.Error("two representations share an ETag")
	}
	refused(t, s, notFound, "GET", "/probes/99", nil, "If-None-Match", "*")
	writer := apptest.Bearer(s.Service([]string{"probes/write"}))
	s.Must(201, "POST", "/probes", body{"name": "x"}, salestest.With(writer, "If-None-Match", "*")...) // only reads are conditional
}

// TestAnswersFollowTheConfiguration checks that a change of the configuration invalidates cached answers, even of operations that do not
// declare it.
func TestAnswersFollowTheConfiguration(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	_, token := s.Customer("anna@example.com")
	me := apptest.Bearer(token)
	for range 2 {
		a := s.Must(200, "GET", "/customers/me", nil, me...)
		s.Configure("general/store_information/name", "Other")
		s.Must(304, "GET", "/customers/me", nil, append(me, "If-None-Match", a.Header.Get("ETag"))...) // the same body has the same ETag
	}
	first := s.Must(200, "GET", "/store-config", nil)
	s.Configure("general/store_information/name", "Another")
	if a := s.Must(200, "GET", "/store-config", nil, "If-None-Match", first.Header.Get("ETag")); a.Object(t)["storeName"] != "Another" {
		t.Errorf("%s", a.Body)
	}
}
