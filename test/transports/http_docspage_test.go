package transports_test

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// TestThePageIsServed checks that browsers get the page and programs the document, and that each also has an address of its own.
func TestThePageIsServed(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	for _, c := range []struct{ path, accept, want string }{
		{"/api/docs", "text/html,application/xhtml+xml;q=0.9", "text/html; charset=utf-8"},
		{"/api/docs.html", "", "text/html; charset=utf-8"},
		{"/api/docs", "application/json", "application/vnd.oai.openapi+json; charset=utf-8"},
		{"/api/docs", "", "application/vnd.oai.openapi+json; charset=utf-8"},
		{"/api/docs.json", "text/html", "application/vnd.oai.openapi+json; charset=utf-8"},
	} {
		var headers []string
		if c.accept != "" {
			headers = []string{"Accept", c.accept}
		}
		a := shop.Must(200, "GET", c.path, nil, headers...)
		if got := a.Header.Get("Content-Type"); got != c.want {
			t.Errorf("%s with Accept %q is %s, want %s", c.path, c.accept, got, c.want)
		}
		if policy := a.Header.Get("Content-Security-Policy"); strings.HasPrefix(c.want, "text/html") &&
			policy != policyOf(t, a.Body) {
			t.Errorf("%s: the policy %s does not fit the page", c.path, policy)
		}
	}
}

// TestTheDocumentIsRevalidated checks that programs with the current document get a 304, in each version of the format.
func TestTheDocumentIsRevalidated(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	const old = "/api/docs.json?spec_version=3.0.3"
	tags := map[string]string{}
	for _, path := range []string{"/api/docs.json", old, "/api/docs"} {
		a := shop.Must(200, "GET", path, nil)
		tags[path] = a.Header.Get("ETag")
		if a.Header.Get("Vary") != "Accept-Encoding, Accept" || a.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", path, a.Header)
		}
		for _, method := range []string{"GET", "HEAD"} {
			b := shop.Must(304, method, path, nil, "If-None-Match", "W/"+tags[path])
			if len(b.Body) > 0 || b.Header.Get("ETag") != tags[path] {
				t.Errorf("%s %s: %v", method, path, b.Header)
			}
		}
	}
	if tags["/api/docs.json"] == tags[old] || tags["/api/docs.json"] != tags["/api/docs"] || tags[old] == "" {
		t.Errorf("tags %v", tags)
	}
	shop.Must(200, "GET", old, nil, "If-None-Match", tags["/api/docs.json"])
	for asked, version := range map[string]string{"": "3.1.0", "3.1.0": "3.1.0", "3.1": "3.1.0", "3.0.0": "3.0.3", "3.0": "3.0.3"} {
		if got := shop.Must(200, "GET", "/api/docs.json?spec_version="+asked, nil).Object(t)["openapi"]; got != version {
			t.Errorf("spec_version=%s: %v, want %s", asked, got, version)
		}
	}
	if got := shop.Must(400, "GET", "/api/docs.json?spec_version=2.0", nil).Message(); got != "spec_version must be 3.1.0 or 3.0.3" {
		t.Errorf("an unknown version: %s", got)
	}
}

// policyOf returns the policy of a page: it may run its own script, use its own style, and send requests to this server.
func policyOf(t *testing.T, page []byte) string {
	t.Helper()
	digest := func(element string) string {
		found := regexp.MustCompile("(?s)<" + element + ">(.*?)</" + element + ">").FindSubmatch(page)
		if found == nil {
			t.Fatalf("the page has no %s", element)
		}
		sum := sha256.Sum256(found[1])
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; script-src " + digest("script") + "; style-src " + digest("style") +
		"; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
