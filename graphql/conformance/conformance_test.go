// Package conformance_test tests the GraphQL interface with foreign programs: Apollo Client, urql, graphql-request, graphql-ws and
// graphql-sse, with types that graphql-codegen makes from the schema, and the reference implementation's builder of schemas. They run on
// Node, which scripts/node.sh finds or downloads. Without it these tests fail.
package conformance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"tradelog/test/pgtest"
	"tradelog/test/programtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type object = map[string]any

// run runs a program of the project on Node.
func run(t *testing.T, args ...string) string {
	t.Helper()
	node, project := programtest.Node(t, "../../scripts", ".")
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), node, args...)
	cmd.Dir, cmd.Stderr = project, &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", args[0], err, out, said.String())
	}
	return string(out)
}

func start(t *testing.T) *salestest.Shop {
	t.Helper()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/graphql", "1", "apiplatform/graphql/introspection", "1")
	return s
}

// TestClients generates types, compiles a program with them and runs it.
func TestClients(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "10", 20, object{"name": "A mug"})
	order := s.Order("MUG*1")
	mask := s.GuestCart()
	s.Settle()
	_, project := programtest.Node(t, "../../scripts", ".")
	dir, err := os.MkdirTemp(project, "generated-") // beside the modules, which programs find above them
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	token := s.Shop.Service([]string{"all"})
	run(t, "codegen.mjs", s.URL+"/api/graphql", token, dir)
	program, err := os.ReadFile("clients.ts")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "clients.ts"), program, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "node_modules/typescript/bin/tsc", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext",
		"--skipLibCheck", "--lib", "es2023,dom", filepath.Join(dir, "clients.ts"))
	out := run(t, filepath.Join(dir, "clients.js"), s.URL+"/api/graphql", token, mask, fmt.Sprint(order["id"]))
	var got object
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := object{
		"apollo": object{"skus": []any{"MUG"}, "qty": 2.0, "echo": "a"}, "urql": object{"skus": []any{"MUG"}},
		"request": object{"total": 1.0, "sku": "MUG", "name": "A mug", "refusal": "Authentication required"},
		"sockets": "new", "events": "new",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestIntrospection: the reference implementation finds nothing wrong with the schema.
func TestIntrospection(t *testing.T) {
	t.Parallel()
	s := start(t)
	out := run(t, "introspect.mjs", s.URL+"/api/graphql")
	var got struct {
		Errors                                   []string
		Types, Queries, Mutations, Subscriptions int
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Errors) > 0 {
		t.Fatalf("%v %s", err, out)
	}
	if got.Types < 300 || got.Queries < 120 || got.Mutations < 120 || got.Subscriptions < 25 {
		t.Errorf("%+v: too few to be whole", got)
	}
}
