package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxColumns is the greatest width of a line in bytes. A tab counts as one.
const maxColumns = 140

// TestLines finds lines that are too wide and lines with two statements. A line that ends with a struct tag may be wider, because a tag
// cannot be split.
func TestLines(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if len(line) > maxColumns && !strings.HasSuffix(line, "\"`") {
				t.Errorf("%s:%d is %d columns wide; at most %d are allowed", path, i+1, len(line), maxColumns)
			}
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			var list []ast.Stmt
			switch n := n.(type) {
			case *ast.BlockStmt:
				list = n.List
			case *ast.CaseClause:
				list = n.Body
			case *ast.CommClause:
				list = n.Body
			}
			for i := 1; i < len(list); i++ {
				if at := fset.Position(list[i].Pos()); at.Line == fset.Position(list[i-1].End()).Line {
					t.Errorf("%s:%d has two statements", path, at.Line)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
