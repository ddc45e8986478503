package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNoRace checks the packages that the race detector leaves out (scripts/norace.txt). Each is in the build, is none of ours, starts no
// goroutine, and uses no means of synchronization but sync.Pool. The race detector would miss the order that other means establish.
func TestNoRace(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("scripts/norace.txt")
	if err != nil {
		t.Fatal(err)
	}
	patterns := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(list)), "\n"), func(line string) bool {
		return strings.HasPrefix(line, "#")
	})
	out, err := exec.Command("go", "list", "-deps", "-test", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{join .GoFiles \" \"}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		path := fields[0]
		i := slices.IndexFunc(patterns, func(pattern string) bool {
			parent, below := strings.CutSuffix(pattern, "/...")
			return path == parent || below && strings.HasPrefix(path, parent+"/")
		})
		if i < 0 {
			continue
		}
		found[patterns[i]] = true
		if path == "tradelog" || strings.HasPrefix(path, "tradelog/") {
			t.Errorf("%s is ours", path)
		}
		for _, name := range strings.Fields(fields[2]) {
			sharing(t, filepath.Join(fields[1], name))
		}
	}
	for _, pattern := range patterns {
		if !found[pattern] {
			t.Errorf("no package of the build matches %s", pattern)
		}
	}
}

// sharing fails a test if a file starts goroutines or synchronizes them.
func sharing(t *testing.T, path string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			t.Errorf("%s starts a goroutine", path)
		case *ast.ImportSpec:
			if n.Path.Value == `"sync/atomic"` {
				t.Errorf("%s imports sync/atomic", path)
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "sync" && n.Sel.Name != "Pool" {
				t.Errorf("%s uses sync.%s", path, n.Sel.Name)
			}
		}
		return true
	})
}
