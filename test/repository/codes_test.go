package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// codeRow is a row of the table of error codes: a code, its statuses and its causes.
var codeRow = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([0-9, ]+) \\| ([^|]+) \\|$")

// TestEveryErrorCodeIsDocumented compares the table in docs/compatibility.md with the codes of the program: those of the kinds of failure,
// and those of single failures (fault.Error.WithCode).
func TestEveryErrorCodeIsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/compatibility.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, row := range codeRow.FindAllStringSubmatch(string(page), -1) {
		if documented[row[1]] {
			t.Errorf("%s has two rows", row[1])
		}
		documented[row[1]] = true
	}
	given := givenCodes(t)
	if len(given) < 20 {
		t.Errorf("only %v were found", slices.Sorted(maps.Keys(given)))
	}
	for code, path := range given {
		if !documented[code] {
			t.Errorf("%s: the code %s has no row in docs/compatibility.md", path, code)
		}
	}
	for code := range documented {
		if given[code] == "" {
			t.Errorf("docs/compatibility.md: no failure has the code %s", code)
		}
	}
}

// givenCodes returns the codes of the program, each with a file that uses it.
func givenCodes(t *testing.T) map[string]string {
	t.Helper()
	given, constants := map[string]string{}, map[string]string{}
	named := map[string]string{} // constants in use, by file
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case leftBehind(d) || isHarness(filepath.ToSlash(path)):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "WithCode" && len(n.Args) == 1 {
					noteCode(n.Args[0], path, given, named)
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if i < len(n.Values) {
						constants[name.Name] = textOf(n.Values[i])
					}
				}
			case *ast.KeyValueExpr: // the table of the kinds of failure
				if row, ok := n.Value.(*ast.CompositeLit); ok && len(row.Elts) == 3 &&
					filepath.ToSlash(path) == "operations/representation/failure.go" {
					given[textOf(row.Elts[1])] = path
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range named {
		if constants[name] == "" {
			t.Errorf("%s: the value of the code %s is not known", path, name)
		}
		given[constants[name]] = path
	}
	delete(given, "")
	return given
}

// noteCode records the code of a failure: a text or a constant. A code that is copied from another failure is recorded there.
func noteCode(argument ast.Expr, path string, given, named map[string]string) {
	switch a := argument.(type) {
	case *ast.BasicLit:
		given[textOf(a)] = path
	case *ast.Ident:
		named[a.Name] = path
	}
}

// textOf returns the value of a text, or "" for anything else.
func textOf(e ast.Expr) string {
	if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.STRING {
		text, _ := strconv.Unquote(b.Value)
		return text
	}
	return ""
}
