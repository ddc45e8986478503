package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unusedAllowed lists package-level names that the program does not use, with the reason.
var unusedAllowed = map[string]string{
	"internal/privatepg.Recipe": "the harness of tests caches clusters by it",
	// The zero values of enumerations have names, so that their lists are whole.
	"app.API": "a zero value", "app.RepeatEffects": "a zero value", "domain/catalog.likeSearch": "a zero value",
	"domain/tax.TotalBase": "a zero value", "operations.FormNothing": "a zero value",
}

// TestNothingIsForTestsOnly checks that the program uses each package-level name that a package of it declares. Methods are not counted,
// because interfaces may need them.
func TestNothingIsForTestsOnly(t *testing.T) {
	t.Parallel()
	declared, used := map[string]string{}, map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		switch {
		case err != nil:
			return err
		case leftBehind(d) || isHarness(path):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		note(filepath.ToSlash(filepath.Dir(path)), path, file, declared, used)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range declared {
		if _, allowed := unusedAllowed[name]; allowed == used[name] {
			if used[name] {
				t.Errorf("%s is used; remove it from unusedAllowed", name)
			} else {
				t.Errorf("%s: the program does not use %s: remove it, or move it to a test file", path, name)
			}
		}
	}
}

// isHarness reports whether a directory is for tests, or not part of the program.
func isHarness(path string) bool {
	return slices.Contains([]string{"test", "eventstore/storetest", "examples", "clients", "deploy"}, path)
}

// note records the package-level names that a file declares, and the names that it uses, its own package's and others'.
func note(dir, path string, file *ast.File, declared map[string]string, used map[string]bool) {
	own := map[*ast.Ident]bool{}
	declare := func(name *ast.Ident) {
		own[name] = true
		if name.Name != "_" && name.Name != "init" && name.Name != "main" {
			declared[dir+"."+name.Name] = path
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			own[d.Name] = true
			if d.Recv == nil {
				declare(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					declare(s.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						declare(name)
					}
				}
			}
		}
	}
	imported := importedBy(file)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && imported[of.Name] != "" {
				used[imported[of.Name]+"."+n.Sel.Name] = true
			}
			own[n.Sel] = true
		case *ast.Ident:
			if !own[n] {
				used[dir+"."+n.Name] = true
			}
		}
		return true
	})
}

// importedBy returns the folders of the packages of the tree that a file imports, by the names that they have in it.
func importedBy(file *ast.File) map[string]string {
	imported := map[string]string{}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if ours, ok := strings.CutPrefix(path, "tradelog/"); ok {
			name := path[strings.LastIndex(path, "/")+1:]
			if i.Name != nil {
				name = i.Name.Name
			}
			imported[name] = ours
		}
	}
	return imported
}

func TestUnusedNames(t *testing.T) {
	t.Parallel()
	declared, used := map[string]string{}, map[string]bool{}
	for path, source := range map[string]string{
		"a/a.go": "package a\nimport other \"tradelog/b\"\nvar Used, Unused = 1, 2\nfunc run() { other.Called(Used) }\n",
		"b/b.go": "package b\nfunc Called(int) { run() }\nfunc run() {}\nfunc Tested() {}\ntype T struct{}\nfunc (T) Method() {}\n",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		note(filepath.Dir(path), path, file, declared, used)
	}
	var unused []string
	for name := range declared {
		if !used[name] {
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	if want := []string{"a.Unused", "a.run", "b.Tested"}; !slices.Equal(unused, want) {
		t.Errorf("%v, want %v: T is used by its method", unused, want)
	}
}
