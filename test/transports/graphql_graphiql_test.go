package transports_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestThePage is served to browsers if it is switched on, with files from this server alone.
func TestThePage(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	browser := []string{"Accept", "text/html,application/xhtml+xml"}
	if a := s.Do("GET", path, nil, browser...); a.Status != 404 || !strings.Contains(string(a.Body), "apiplatform/graphql/graphiql") {
		t.Errorf("switched off: %d %s", a.Status, a.Body)
	}
	s.Configure("apiplatform/graphql/graphiql", "1")
	page := s.Must(200, "GET", path, nil, browser...)
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self';") ||
		!strings.Contains(policy, "connect-src 'self';") || page.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%s", page.Header)
	}
	files := regexp.MustCompile(`(?:src|href)="(/[^"]+)"`).FindAllStringSubmatch(string(page.Body), -1)
	if len(files) != 6 {
		t.Errorf("%d files: %s", len(files), page.Body)
	}
	for _, f := range files {
		a := s.Must(200, "GET", f[1], nil)
		if len(a.Body) < 50 || a.Header.Get("ETag") == "" {
			t.Errorf("%s: %d bytes, %s", f[1], len(a.Body), a.Header)
		}
		s.Must(304, "GET", f[1], nil, "If-None-Match", a.Header.Get("ETag"))
	}
	s.Must(404, "GET", "/api/graphql/graphiql/LICENSES", nil)
	if r := s.read(s.get("{ __typename }", browser...)); fmt.Sprint(r.Data) != "map[__typename:Query]" {
		t.Errorf("a query of a browser: %s", r.Body)
	}
}
