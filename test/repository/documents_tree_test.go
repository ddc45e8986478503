package repository

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// tree holds the names of the repository.
type tree struct {
	paths    map[string]bool // files and directories
	packages map[string][]*goPackage
	foreign  map[string]bool // last elements of imported packages of others
	tests    map[string]bool
	targets  map[string]bool // of make
	program  *program
	comments []goComment
	excused  map[string]bool // the exceptions that were needed
}

// goPackage holds the declarations of a package: the members of each type, and nil for functions, variables and constants.
type goPackage struct {
	dir   string
	names map[string]*members
}

// members are the fields and methods of a type. An open type has further ones, of a type that it embeds or is an alias of.
type members struct {
	names map[string]bool
	open  bool
}

// goComment is a group of comments.
type goComment struct {
	file string
	line int
	text string
	doc  bool // of a doc.go
}

// readTree returns the names of the repository, with no exceptions needed yet.
func readTree(t *testing.T) *tree {
	t.Helper()
	r, err := parsedTree()
	if err != nil {
		t.Fatal(err)
	}
	r.excused = map[string]bool{}
	return &r
}

// parsedTree parses all Go files once, without checking types.
var parsedTree = sync.OnceValues(func() (tree, error) {
	r := tree{
		paths: map[string]bool{".": true}, packages: map[string][]*goPackage{}, foreign: map[string]bool{}, tests: map[string]bool{},
		targets: map[string]bool{}, program: newProgram(),
	}
	byDir := map[string]*goPackage{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case leftBehind(d):
			return fs.SkipDir
		}
		r.paths[name] = true
		if strings.HasSuffix(name, ".go") {
			return r.readGo(name, byDir)
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	tables, err := filepath.Glob("domain/settings/*.tsv")
	if err == nil && len(tables) == 0 {
		err = errors.New("there are no tables of configuration paths")
	}
	if err != nil {
		return r, err
	}
	for _, table := range tables {
		text, err := os.ReadFile(table)
		if err != nil {
			return r, err
		}
		r.program.readSettings(string(text))
	}
	makefile, err := os.ReadFile("Makefile")
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z-]*):`).FindAllStringSubmatch(string(makefile), -1) {
		r.targets[m[1]] = true
	}
	return r, err
})

// readGo adds the declarations and the comments of a file.
func (r *tree) readGo(name string, byDir map[string]*goPackage) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, g := range file.Comments {
		var lines []string
		for _, c := range g.List {
			lines = append(lines, strings.TrimPrefix(c.Text, "//"))
		}
		r.comments = append(r.comments, goComment{name, fset.Position(g.Pos()).Line, strings.Join(lines, "\n"), path.Base(name) == "doc.go"})
	}
	for _, i := range file.Imports {
		if imported, _ := strconv.Unquote(i.Path.Value); !strings.HasPrefix(imported, "tradelog/") {
			r.foreign[path.Base(imported)] = true
		}
	}
	key := path.Dir(name) + " " + file.Name.Name
	p := byDir[key]
	if p == nil {
		p = &goPackage{path.Dir(name), map[string]*members{}}
		byDir[key] = p
		r.packages[file.Name.Name] = append(r.packages[file.Name.Name], p)
		if base := path.Base(path.Dir(name)); base != file.Name.Name {
			r.packages[base] = append(r.packages[base], p)
		}
	}
	if strings.HasPrefix(name, programDir) || strings.HasPrefix(name, "test/suite/") {
		r.program.read(file)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				p.typed(receiver(d.Recv.List[0].Type)).names[d.Name.Name] = true
				continue
			}
			p.names[d.Name.Name] = nil
			if strings.HasSuffix(name, "_test.go") {
				r.tests[d.Name.Name] = true
			}
		case *ast.GenDecl:
			p.declare(d)
		}
	}
	return nil
}

// typed returns the members of a type, which may be declared later.
func (p *goPackage) typed(name string) *members {
	if p.names[name] == nil {
		p.names[name] = &members{names: map[string]bool{}}
	}
	return p.names[name]
}

// declare adds types, variables and constants.
func (p *goPackage) declare(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			for _, n := range s.Names {
				p.names[n.Name] = &members{open: true} // those of its type
			}
		case *ast.TypeSpec:
			m := p.typed(s.Name.Name)
			fields := &ast.FieldList{}
			switch of := s.Type.(type) {
			case *ast.StructType:
				fields = of.Fields
			case *ast.InterfaceType:
				fields = of.Methods
			default:
				m.open = true
			}
			for _, f := range fields.List {
				m.open = m.open || len(f.Names) == 0
				for _, n := range f.Names {
					m.names[n.Name] = true
				}
			}
		}
	}
}

// receiver returns the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
