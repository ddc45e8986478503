// Package clienttest tests the client libraries in clients/. It starts a shop of its own: the real program behind a proxy that injects
// faults. It runs examples of libraries as programs. One suite of behaviours serves all languages, see Suite. Each library has a small
// program, its driver, which carries out commands with the library, see Driver.
package clienttest

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/pgtest"
	"tradelog/test/servetest"
)

// Object is a JSON object.
type Object = map[string]any

// Shop is the program with demo data, behind a proxy. Its URL stays the same when the program is killed and started again.
type Shop struct {
	URL    string // of the proxy, such as http://127.0.0.1:41234
	Faults *Proxy // records requests and injects faults

	ClientID, ClientSecret string // of a service account with all permissions
	Email, Password        string // of a customer

	t       testing.TB // the test that uses the shop at present
	owner   testing.TB // the test with which it ends
	data    string
	server  *servetest.Server
	service []string
}

// Start starts a shop. It ends with the test.
func Start(t testing.TB) *Shop {
	t.Helper()
	s := &Shop{t: t, owner: t, data: pgtest.Dir(t), Faults: newProxy(t)}
	s.URL = s.Faults.url
	s.Restart()
	said := func(what string) string {
		m := regexp.MustCompile(what + `\s+(\S+)`).FindStringSubmatch(s.server.Said)
		if m == nil {
			t.Fatalf("the start does not tell the %s:\n%s", what, s.server.Said)
		}
		return m[1]
	}
	s.ClientID, s.ClientSecret, s.Email, s.Password = said("client_id"), said("client_secret"), said("email"), said("password")
	s.service = s.login(Object{"grant_type": "client_credentials", "client_id": s.ClientID, "client_secret": s.ClientSecret})
	return s
}

// within runs a part of the owner's test.
func (s *Shop) within(t *testing.T, name string, test func(t *testing.T)) bool {
	return t.Run(name, func(t *testing.T) {
		s.t = t
		defer func() { s.t = s.owner }()
		test(t)
	})
}

// Kill ends the program as a power cut would. Until Restart, the proxy cuts every connection.
func (s *Shop) Kill() {
	s.Faults.to(nil)
	s.server.Kill()
}

// Restart starts the program on the same data and connects the proxy to it.
func (s *Shop) Restart() {
	s.t.Helper()
	s.server = servetest.Start(s.owner, s.data, "--demo")
	s.Faults.lead(s.server.URL)
}

// Run carries out another command of the program on the same data, such as "config", "set", "a/b/c", "1".
func (s *Shop) Run(args ...string) string {
	s.t.Helper()
	out, err := s.server.Try(args...)
	if err != nil {
		s.t.Fatalf("tradelog %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Configure sets a path of the configuration and waits until the shop uses it.
func (s *Shop) Configure(path, value string) {
	s.t.Helper()
	_, before := s.Changes("0", "configuration")
	s.Run("config", "set", path, value)
	if page := s.Must(200, "GET", "/changes?wait=30&resources=configuration&after="+before, nil).Object(); len(page["changes"].([]any)) == 0 {
		s.t.Fatalf("the shop does not see %s", path)
	}
}

// Token returns a token with all permissions.
func (s *Shop) Token() string { return strings.TrimPrefix(s.service[1], "Bearer ") }

// Must sends a request with all permissions directly to the shop. The answer must have the status.
func (s *Shop) Must(status int, method, path string, body any, headers ...string) servetest.Answer {
	s.t.Helper()
	return s.must(status, method, path, body, append(s.service[:len(s.service):len(s.service)], headers...)...)
}

func (s *Shop) must(status int, method, path string, body any, headers ...string) servetest.Answer {
	s.t.Helper()
	answer, err := s.server.Do(method, path, body, headers...)
	if err != nil || answer.Status != status {
		s.t.Fatalf("%s %s: %d, want %d: %v\n%s", method, path, answer.Status, status, err, answer.Body)
	}
	return answer
}

// Product creates a product with 5 in stock and returns its ID.
func (s *Shop) Product(sku string) int64 {
	s.t.Helper()
	made := s.Must(201, "POST", "/products", Object{
		"sku": sku, "name": sku, "price": json.Number("12.5"), "type": "simple", "isActive": true, "visibility": "catalog_search",
	}).Object()
	s.Must(200, "PUT", "/inventory", Object{"sku": sku, "qty": 5})
	return int64(made["id"].(float64))
}

// Price returns the price of a product in the shop's notation.
func (s *Shop) Price(id int64) string {
	s.t.Helper()
	var product struct{ Price json.Number }
	if err := json.Unmarshal(s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil).Body, &product); err != nil {
		s.t.Fatal(err)
	}
	return product.Price.String()
}

// Changes returns the changes after a cursor, directly from the shop's feed.
func (s *Shop) Changes(after, resources string) (changes []Object, cursor string) {
	s.t.Helper()
	for {
		page := s.Must(200, "GET", "/changes?limit=1000&after="+after+"&resources="+resources, nil).Object()
		if after == page["cursor"] {
			return changes, after
		}
		for _, c := range page["changes"].([]any) {
			changes = append(changes, c.(Object))
		}
		after = page["cursor"].(string)
	}
}

// Env returns the environment of a program that uses the shop. It is the test's environment with TRADELOG_URL, TRADELOG_CLIENT_ID,
// TRADELOG_CLIENT_SECRET, TRADELOG_EMAIL and TRADELOG_PASSWORD.
func (s *Shop) Env(more ...string) []string {
	return append(append(os.Environ(), "TRADELOG_URL="+s.URL, "TRADELOG_CLIENT_ID="+s.ClientID, "TRADELOG_CLIENT_SECRET="+s.ClientSecret,
		"TRADELOG_EMAIL="+s.Email, "TRADELOG_PASSWORD="+s.Password), more...)
}

// Revoke ends a token, as it was sent in the header Authorization.
func (s *Shop) Revoke(authorization string) {
	s.t.Helper()
	answer, err := s.server.Do("POST", "/auth/logout", Object{}, "Authorization", authorization)
	if err != nil || answer.Status/100 != 2 {
		s.t.Fatalf("log out: %d %v", answer.Status, err)
	}
}

// login returns the header with a new token.
func (s *Shop) login(body Object) []string {
	s.t.Helper()
	token, ok := s.must(200, "POST", "/auth/token", body).Object()["token"].(string)
	if !ok || strings.TrimSpace(token) == "" {
		s.t.Fatal("there is no token")
	}
	return []string{"Authorization", "Bearer " + token}
}
