package conformance_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/test/programtest"
)

// TestGraphiQLInABrowser opens the page in Chromium: it runs a query and a subscription, shows the schema, complains of nothing and asks no
// other server.
func TestGraphiQLInABrowser(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Configure("apiplatform/graphql/graphiql", "1")
	s.Product("MUG", "10", 20, object{"name": "A mug"})
	order := s.Order("MUG*1")
	s.Settle()
	chromium := programtest.Find(t, filepath.Join("../../scripts", "chromium.sh"))[0]
	picture := filepath.Join(t.TempDir(), "graphiql.png")
	out := run(t, "page.mjs", chromium, s.URL+"/api/graphql", s.Shop.Service([]string{"all"}), fmt.Sprint(order["id"]), picture)
	var seen struct {
		Complaints, Elsewhere []string
		First                 string
		Followed              bool
	}
	if err := json.Unmarshal([]byte(out), &seen); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(seen.Complaints) > 0 || len(seen.Elsewhere) > 0 || !seen.Followed || !strings.Contains(seen.First, `"sku": "MUG"`) {
		t.Errorf("%+v", seen)
	}
}
