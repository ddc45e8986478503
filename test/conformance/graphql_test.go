package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

func graphqlShop(t *testing.T) *salestest.Shop {
	t.Helper()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/graphql", "1", "apiplatform/graphql/introspection", "1")
	return s
}

// TestGraphQLClients generates types, compiles a program with them and runs it.
func TestGraphQLClients(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := graphqlShop(t)
	s.Product("MUG", "10", 20, fields{"name": "A mug"})
	order := s.Order("MUG*1")
	mask := s.GuestCart()
	s.Settle()
	_, project := suite.Node(t, scripts, "graphql")
	dir, err := os.MkdirTemp(project, "generated-") // beside the modules, because programs search directories above them for modules
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	token := s.Shop.Service([]string{"all"})
	run(t, node(t, "graphql", "codegen.mjs", s.URL+"/api/graphql", token, dir))
	program, err := os.ReadFile("graphql/clients.ts")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "clients.ts"), program, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, node(t, "graphql", "node_modules/typescript/bin/tsc", "--strict", "--target", "es2022", "--module", "nodenext",
		"--moduleResolution", "nodenext", "--skipLibCheck", "--lib", "es2023,dom", filepath.Join(dir, "clients.ts")))
	got := answer[fields](t, "graphql", filepath.Join(dir, "clients.js"), s.URL+"/api/graphql", token, mask, fmt.Sprint(order["id"]))
	want := fields{
		"apollo": fields{"skus": []any{"MUG"}, "qty": 2.0, "echo": "a"}, "urql": fields{"skus": []any{"MUG"}},
		"request": fields{"total": 1.0, "sku": "MUG", "name": "A mug", "refusal": "Authentication required"},
		"sockets": "new", "events": "new",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestGraphQLIntrospection: the reference implementation accepts the schema.
func TestGraphQLIntrospection(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := graphqlShop(t)
	got := answer[struct {
		Errors                                   []string
		Types, Queries, Mutations, Subscriptions int
	}](t, "graphql", "introspect.mjs", s.URL+"/api/graphql")
	if len(got.Errors) > 0 {
		t.Fatal(got.Errors)
	}
	if got.Types < 300 || got.Queries < 120 || got.Mutations < 120 || got.Subscriptions < 25 {
		t.Errorf("%+v: too few to be whole", got)
	}
}
