package agent

import (
	"errors"
	"strings"
	"testing"
)

// TestRedirectURIs: an answer goes to https or to the machine of the browser, and only to a registered URI.
func TestRedirectURIs(t *testing.T) {
	t.Parallel()
	for uri, want := range map[string]bool{
		"https://assistant.example/callback": true, "https://assistant.example/callback?x=1": true, "http://127.0.0.1:9/cb": true,
		"http://localhost/cb": true, "http://[::1]:7/cb": true,
		"http://assistant.example/callback": false, "https://*.example/cb": false, "https://user@assistant.example/": false,
		"https://assistant.example/#f": false, "https://assistant.example/#": false, "javascript:alert(1)": false, "data:text/html,x": false,
		"//assistant.example/cb": false, "/cb": false, "": false, "https://": false, "app://callback": false, "https://a b.example/": false,
		"https://a.example;script-src/": false, "http://localhost.evil.example/": false, "https://a.example/" + strings.Repeat("x", 2000): false,
	} {
		if err := checkRedirect(uri); (err == nil) != want {
			t.Errorf("%s: %v", uri, err)
		}
	}
	c := Client{RedirectURIs: []string{"https://assistant.example/cb", "http://127.0.0.1/cb", "http://localhost:1/cb"}}
	for uri, want := range map[string]bool{
		"https://assistant.example/cb": true, "http://127.0.0.1:4711/cb": true, "http://127.0.0.1/cb": true, "http://localhost:2/cb": true,
		"https://assistant.example:444/cb": false, "https://assistant.example/cb/": false, "https://assistant.example/cb?x": false,
		"https://assistant.example.evil.example/cb": false, "http://127.0.0.1:4711/other": false, "http://127.0.0.2/cb": false, "": false,
		"http://assistant.example/cb": false, "https://127.0.0.1/cb": false,
	} {
		if got := c.Permits(uri); got != want {
			t.Errorf("%s is permitted: %t", uri, got)
		}
	}
}

// TestProofs: the example of RFC 7636, appendix B, and verifiers that do not prove it.
func TestProofs(t *testing.T) {
	t.Parallel()
	const verifier, challenge = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
	if err := CheckChallenge(challenge, "S256"); err != nil || !Proves(verifier, challenge) {
		t.Errorf("the example of the specification: %v", err)
	}
	for _, wrong := range []string{"", verifier + "x", verifier[1:], challenge} {
		if Proves(wrong, challenge) {
			t.Errorf("%q proves it", wrong)
		}
	}
	for _, c := range [][2]string{{challenge, "plain"}, {challenge, ""}, {"", "S256"}, {challenge + "=", "S256"}, {challenge[1:], "S256"}} {
		if err := CheckChallenge(c[0], c[1]); !errors.Is(err, errProof) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// TestMetadata: a client's own description is bounded.
func TestMetadata(t *testing.T) {
	t.Parallel()
	good := []string{"https://assistant.example/cb"}
	for _, c := range []struct {
		is   string
		m    Metadata
		fail error
	}{
		{"a name and a redirect URI", Metadata{Name: "An assistant", RedirectURIs: good}, nil},
		{"no name", Metadata{RedirectURIs: good}, nil},
		{"no redirect URI", Metadata{Name: "x"}, errRedirect},
		{"eleven redirect URIs", Metadata{RedirectURIs: make([]string, 11)}, errRedirect},
		{"a long name", Metadata{Name: strings.Repeat("x", 101), RedirectURIs: good}, ErrMetadata},
		{"a line break in the name", Metadata{Name: "a\nb", RedirectURIs: good}, ErrMetadata},
		{"a name that is read backwards", Metadata{Name: "a\u202eb", RedirectURIs: good}, ErrMetadata},
		{"the implicit grant alone", Metadata{RedirectURIs: good, Responses: []string{"token"}}, ErrMetadata},
		{"client credentials alone", Metadata{RedirectURIs: good, Grants: []string{"client_credentials"}}, ErrMetadata},
	} {
		got, err := c.m.Client("id")
		if !errors.Is(err, c.fail) || err == nil && (got.ID != "id" || got.Name == "") {
			t.Errorf("%s: %+v, %v", c.is, got, err)
		}
	}
	for id, want := range map[string]bool{
		"https://assistant.example/client.json": true, "https://assistant.example": false, "https://assistant.example/": false,
		"http://assistant.example/client.json": false, "https://assistant.example/a/../b": false, "https://u:p@assistant.example/c": false,
		"abc": false,
	} {
		if got := IsDocument(id); got != want {
			t.Errorf("%s is a document: %t", id, got)
		}
	}
}

// TestResources: a token is for the MCP endpoint, however its URL chooses tools.
func TestResources(t *testing.T) {
	t.Parallel()
	for indicator, want := range map[string]bool{
		"": true, "https://shop.example/api/mcp": true, "https://shop.example/api/mcp/": true, "https://shop.example/api/mcp?tools=support": true,
		"https://shop.example/api/rest/v2": false, "https://other.example/api/mcp": false, "https://shop.example/api/mcp#x": false, "x": false,
	} {
		if got := SameResource(indicator, "https://shop.example/api/mcp"); got != want {
			t.Errorf("%q: %t", indicator, got)
		}
	}
	if !OnLoopback("http://127.0.0.1:8080/") || !OnLoopback("http://localhost/") || OnLoopback("https://shop.example/") {
		t.Error("which base URLs are on this machine")
	}
}
