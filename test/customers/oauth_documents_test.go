package customers_test

import (
	"crypto/x509"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
)

// clientSite is the site of a client that has a metadata document.
type clientSite struct {
	*httptest.Server
	asked atomic.Int64
}

func newClientSite(t *testing.T) *clientSite {
	t.Helper()
	s := &clientSite{}
	document := func(id string) []byte {
		b, _ := json.Marshal(map[string]any{"client_id": id, "client_name": "A documented assistant", "redirect_uris": []string{callback}})
		return b
	}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		switch r.URL.Path {
		case "/client.json":
			_, _ = w.Write(document(s.URL + r.URL.Path))
		case "/other.json": // names another client
			_, _ = w.Write(document(s.URL + "/client.json"))
		case "/moved.json":
			http.Redirect(w, r, "/client.json", http.StatusFound)
		case "/large.json":
			_, _ = w.Write(append([]byte(strings.Repeat(" ", 6<<10)), document(s.URL+r.URL.Path)...))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// roots is an option that trusts the certificate of a site.
func (s *clientSite) roots() apptest.Option {
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return apptest.WithConfig(func(c *app.Config) { c.Outside.AgentRoots = pool })
}

// TestMetadataDocuments: the ID of a client may be the URL of its metadata, which is fetched once.
func TestMetadataDocuments(t *testing.T) {
	t.Parallel()
	site := newClientSite(t)
	s := startOAuth(t, site.roots())
	client := site.URL + "/client.json"
	got := s.exchange(client, s.allowed(s.ask(client), "support").Get("code"))
	if got.status != 200 || s.works(got.json(t)["access_token"].(string)) != 200 {
		t.Errorf("the tokens are %d %s", got.status, got.body)
	}
	if asked := site.asked.Load(); asked != 1 {
		t.Errorf("the document was fetched %d times", asked)
	}
	if page := s.browser(s.ask(client, "redirect_uri", "https://evil.example/")).page; page.status != 400 ||
		page.header.Get("Location") != "" {
		t.Errorf("another redirect URI: %d %v", page.status, page.header)
	}
	for _, name := range []string{"other", "moved", "large", "missing"} {
		if page := s.browser(s.ask(site.URL + "/" + name + ".json")).page; page.status != 400 || strings.Contains(page.body, "<form") {
			t.Errorf("%s: %d %s", name, page.status, page.body)
		}
	}
}

// TestDocumentsOfTheOwnNetworkAreNotFetched: a shop on the internet fetches nothing from its own network, under any name.
func TestDocumentsOfTheOwnNetworkAreNotFetched(t *testing.T) {
	t.Parallel()
	site := newClientSite(t)
	s := startOAuth(t, site.roots())
	s.Configure("web/secure/base_url", "https://shop.example/", "web/unsecure/base_url", "https://shop.example/")
	_, port, _ := net.SplitHostPort(site.Listener.Addr().String())
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "127.1"} {
		q := url.Values{"response_type": {"code"}, "client_id": {"https://" + host + ":" + port + "/client.json"}, "redirect_uri": {callback},
			"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"}}
		if page := s.browser(q).page; page.status != 400 || strings.Contains(page.body, "<form") {
			t.Errorf("%s: %d %s", host, page.status, page.body)
		}
	}
	if asked := site.asked.Load(); asked != 0 {
		t.Errorf("the site was asked %d times", asked)
	}
}
