package conformance_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/test/suite"
)

// TestGraphQLInABrowser opens the page in Chromium. It runs a query and a subscription, shows the schema, logs no error and sends no
// request to another server.
func TestGraphQLInABrowser(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := graphqlShop(t)
	s.Configure("apiplatform/graphql/graphiql", "1")
	s.Product("MUG", "10", 20, fields{"name": "A mug"})
	order := s.Order("MUG*1")
	s.Settle()
	picture := filepath.Join(t.TempDir(), "graphiql.png")
	seen := answer[struct {
		Complaints, Elsewhere []string
		First                 string
		Followed              bool
	}](t, "graphql", "page.mjs", chromium(t), s.URL+"/api/graphql", s.Shop.Service([]string{"all"}), fmt.Sprint(order["id"]), picture)
	if len(seen.Complaints) > 0 || len(seen.Elsewhere) > 0 || !seen.Followed || !strings.Contains(seen.First, `"sku": "MUG"`) {
		t.Errorf("%+v", seen)
	}
}
