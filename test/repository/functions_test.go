package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The bounds of a function outside of tests.
const (
	maxFunctionLines      = 80
	maxFunctionComplexity = 24
)

// function is the size of a function. Functions inside it count with it. A function that is the value of a variable has the name var.
type function struct {
	name              string
	lines, complexity int
}

func (f function) large() bool {
	return f.lines > maxFunctionLines || f.complexity > maxFunctionComplexity
}

// TestFunctionsAreSmall finds functions above the bounds.
func TestFunctionsAreSmall(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && leftBehind(d) {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		functions, err := functionsOf(path, nil)
		if err != nil {
			return err
		}
		for _, f := range functions {
			if f.large() {
				t.Errorf("%s %s has %d lines and complexity %d: split it, so that it has at most %d and %d", path, f.name, f.lines, f.complexity,
					maxFunctionLines, maxFunctionComplexity)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func functionsOf(path string, source any) (out []function, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	add := func(name string, n ast.Node) {
		out = append(out, function{name, fset.Position(n.End()).Line - fset.Position(n.Pos()).Line + 1, complexity(n)})
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			add(f.Name.Name, f)
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			f, is := n.(*ast.FuncLit)
			if is {
				add("var", f)
			}
			return !is
		})
	}
	return out, nil
}

// complexity returns the cyclomatic complexity of a function: the number of its branches plus one.
func complexity(function ast.Node) int {
	branches := 0
	ast.Inspect(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			branches++
		case *ast.CaseClause:
			if n.List != nil {
				branches++
			}
		case *ast.CommClause:
			if n.Comm != nil {
				branches++
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				branches++
			}
		}
		return true
	})
	return branches + 1
}

func TestFunctionSizes(t *testing.T) {
	t.Parallel()
	got, err := functionsOf("sample.go", `package sample
func short() {}
func (s T) long(a, b bool, c chan int) {
	if a && b || !a {
	}
	for range 3 {
	}
	switch {
	case a:
	default:
	}
	select {
	case <-c:
	default:
	}
	func() {
		for {
		}
	}()
}
var f = func() {
	if true {
	}
}
`)
	if err != nil {
		t.Fatal(err)
	}
	if want := []function{{"short", 1, 1}, {"long", 18, 8}, {"var", 4, 2}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for f, want := range map[function]bool{{lines: 81}: true, {complexity: 25}: true, {lines: 80, complexity: 24}: false} {
		if f.large() != want {
			t.Errorf("that a function of %d lines and complexity %d is large is %t", f.lines, f.complexity, !want)
		}
	}
}
