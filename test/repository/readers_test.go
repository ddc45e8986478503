package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// past are the readers that reach rows without naming their scopes at the query, by the function that they use for it.
var past = map[string][]string{
	// Each has recorded the scopes and versions of its cached value.
	"recorded": {"At", "Get", "Read", "Several"},
	// A masked ID never leads to another cart.
	"Constant": {"CartByMask"},
	// Only commands, sweeps and reactions use these. An answer made of these rows would not be cached.
	"Unnamed": {"IDs", "OpenCheckouts", "PendingPayments", "Uses"},
	"IDs":     {"ExpiredGiftCards", "OfCustomer", "OfGroup", "PlacedReservations", "StaleCarts", "UnplacedReservations"},
}

// sources are the files that query: of the primary, and of replicas for a Source.
var sources = []string{"readmodels/source.go", "readmodels/replica.go"}

// TestReadersNameWhatTheyRead: a query without recorded scopes would let an answer be cached for ever.
func TestReadersNameWhatTheyRead(t *testing.T) {
	t.Parallel()
	engine, err := filepath.Glob("readmodels/*.go")
	if err != nil {
		t.Fatal(err)
	}
	areas, err := filepath.Glob("readmodels/*/*.go")
	if err != nil || len(engine) == 0 || len(areas) == 0 {
		t.Fatalf("%d and %d files, error %v", len(engine), len(areas), err)
	}
	files := slices.DeleteFunc(slices.Concat(engine, areas), func(path string) bool { return strings.HasSuffix(path, "_test.go") })
	used := map[string][]string{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if _, ruled := past[n.Sel.Name]; ruled {
						used[n.Sel.Name] = append(used[n.Sel.Name], f.Name.Name)
					}
					if n.Sel.Name == "pool" && !slices.Contains(sources, path) {
						t.Errorf("%s: %s queries the pool; use Reader.From", path, f.Name.Name)
					}
				case *ast.CompositeLit:
					if slices.Contains([]string{"Source", "readmodels.Source"}, types.ExprString(n.Type)) && path != "readmodels/source.go" {
						t.Errorf("%s: %s makes a source of its own; use Reader.From", path, f.Name.Name)
					}
				}
				return true
			})
		}
	}
	for name, want := range past {
		slices.Sort(used[name])
		if got := slices.Compact(used[name]); !slices.Equal(got, want) {
			t.Errorf("%s is used by %v, want %v", name, got, want)
		}
	}
}
