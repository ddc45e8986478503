package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// past are the readers that come to rows without naming their scopes at the query, by what they use for it.
var past = map[string][]string{
	// Each has recorded the scopes and versions of what it caches.
	"recorded": {"at", "cached", "several"},
	// A masked ID never leads to another cart.
	"constant": {"CartByMask"},
	// Only commands, sweeps and reactions ask. An answer made of these rows would not be remembered.
	"unnamed": {"OpenCheckouts", "PendingPayments", "PlacedReservations", "UnplacedReservations", "Uses", "ids"},
}

// TestReadersNameWhatTheyRead: a query whose scopes are not recorded would let an answer be remembered for ever.
func TestReadersNameWhatTheyRead(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("readmodels/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
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
					if n.Sel.Name == "pool" && path != "readmodels/source.go" {
						t.Errorf("%s: %s queries the pool; use Reader.From", path, f.Name.Name)
					}
				case *ast.CompositeLit:
					if of, ok := n.Type.(*ast.Ident); ok && of.Name == "Source" && path != "readmodels/source.go" {
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
