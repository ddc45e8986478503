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

// exportedAllowed lists exported names that no other package uses, with the reason.
var exportedAllowed = map[string]string{
	"cmd/tradelog/cli.Version":       "the build sets it",
	"operations/catalog.Stock":       "a component of the OpenAPI document has this name, and the package imports domain/stock",
	"operations/catalog/input.Stock": "a component of the OpenAPI document has this name, and the package imports domain/stock",
}

// exports are the exported names of packages with their uses by other packages. Names are written with their folder, such as
// domain/money.Decimal.
type exports struct {
	declared map[string]string          // file of each exported name
	mentions map[string]map[string]bool // names of its own package in the declaration of an exported name
	kinds    map[string]string          // type of each exported constant
	used     map[string]bool            // names that another package uses, tests included
	events   map[string]bool            // types of events, which are exported together
}

// TestExportedNamesAreUsedElsewhere: names that no other package uses are not exported. Exceptions are names in the declaration of another
// exported name, such as the type of a result, and constants of an exported type.
func TestExportedNamesAreUsedElsewhere(t *testing.T) {
	t.Parallel()
	e := exports{
		declared: map[string]string{}, mentions: map[string]map[string]bool{}, kinds: map[string]string{}, used: map[string]bool{},
		events: map[string]bool{},
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		switch {
		case err != nil:
			return err
		case leftBehind(d) || path == "clients/go":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		e.note(path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range e.unused() {
		if exportedAllowed[name] == "" {
			t.Errorf("%s: no other package uses %s: it need not be exported", e.declared[name], name)
		}
		delete(e.declared, name)
	}
	for name := range exportedAllowed {
		if e.declared[name] != "" {
			t.Errorf("%s is used elsewhere; remove it from exportedAllowed", name)
		}
	}
}

// unused returns the exported names that could be unexported.
func (e *exports) unused() (names []string) {
	shown := map[string]bool{}
	var show func(name string)
	show = func(name string) {
		if !shown[name] {
			shown[name] = true
			for other := range e.mentions[name] {
				show(other)
			}
		}
	}
	for name := range e.used {
		show(name)
	}
	for name := range e.declared {
		kind := e.kinds[name]
		if !shown[name] && !e.events[name] && (kind == "" || e.declared[kind] != "" && !shown[kind]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// note adds a file.
func (e *exports) note(path string, file *ast.File) {
	dir := filepath.ToSlash(filepath.Dir(path))
	e.uses(file)
	if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "examples/") {
		return
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			e.function(dir, path, d)
		case *ast.GenDecl:
			var kind ast.Expr // constants without a value have the type of the one before
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					e.declare(dir, path, s.Name)
					e.show(dir, s.Name.Name, s.Type, s.TypeParams)
				case *ast.ValueSpec:
					if s.Type != nil || len(s.Values) > 0 {
						kind = s.Type
					}
					e.values(dir, path, d.Tok, s, kind)
				}
			}
		}
	}
}

func (e *exports) declare(dir, path string, name *ast.Ident) {
	if name.IsExported() {
		e.declared[dir+"."+name.Name] = path
	}
}

// function records a function with the names in its signature; those of a method count for its type.
func (e *exports) function(dir, path string, d *ast.FuncDecl) {
	if d.Recv == nil {
		e.declare(dir, path, d.Name)
		e.show(dir, d.Name.Name, d.Type)
		return
	}
	of := receiver(d.Recv.List[0].Type)
	if d.Name.Name == "EventName" {
		e.events[dir+"."+of] = true
	}
	if d.Name.IsExported() {
		e.show(dir, of, d.Type)
	}
}

// values records constants or variables with the names in their type.
func (e *exports) values(dir, path string, tok token.Token, s *ast.ValueSpec, kind ast.Expr) {
	for _, name := range s.Names {
		e.declare(dir, path, name)
		if kind != nil {
			e.show(dir, name.Name, kind)
		}
		for _, v := range s.Values {
			e.show(dir, name.Name, v)
		}
		if tok != token.CONST || !name.IsExported() {
			continue
		}
		switch k := kind.(type) {
		case *ast.Ident:
			if k.IsExported() {
				e.kinds[dir+"."+name.Name] = dir + "." + k.Name
			}
		case *ast.SelectorExpr: // a type of another package
			e.kinds[dir+"."+name.Name] = "elsewhere." + k.Sel.Name
		}
	}
}

// show records the names that the parts of a declaration show to other packages. Unexported fields and the bodies of functions show
// nothing.
func (e *exports) show(dir, name string, parts ...ast.Node) {
	of := dir + "." + name
	if e.mentions[of] == nil {
		e.mentions[of] = map[string]bool{}
	}
	for _, part := range parts {
		if list, ok := part.(*ast.FieldList); part == nil || ok && list == nil {
			continue
		}
		ast.Inspect(part, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				return false
			case *ast.StructType:
				for _, f := range n.Fields.List {
					if len(f.Names) == 0 || slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
						e.show(dir, name, f.Type)
					}
				}
				return false
			case *ast.SelectorExpr:
				e.show(dir, name, n.X)
				return false
			case *ast.Ident:
				e.mentions[of][dir+"."+n.Name] = true
			}
			return true
		})
	}
}

// uses records the names that a file uses of the packages that it imports. External tests import their own package.
func (e *exports) uses(file *ast.File) {
	imported := importedBy(file)
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := s.X.(*ast.Ident); ok && imported[of.Name] != "" {
				e.used[imported[of.Name]+"."+s.Sel.Name] = true
			}
		}
		return true
	})
}
