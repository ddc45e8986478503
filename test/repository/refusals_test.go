package repository

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// outside are the folders whose refusals no page of the console shows. They are programs of the command line, other interfaces of the shop,
// and operations that only buyers and agents use.
var outside = []string{
	"adapters/outside/", "app/eventstoredb.go", "app/people.go", "app/start.go", "clients/", "cmd/", "importing/",
	"installation/", "graphql/", "http/", "mcp/", "reactions/relay/", "soap/",
	"domain/agent/", "domain/cart/", "domain/contact/", "domain/wishlist/", "operations/access/captcha.go",
	"operations/access/social_providers.go", "operations/checkout/", "operations/customers/wishlists", "quote/",
}

// isOutside reports whether a file is outside. Coupons are in the console, beside carts that are not.
func isOutside(file string) bool {
	return below(file, outside) && !strings.HasPrefix(file, "operations/checkout/coupon_")
}

// constructors are the functions of package fault that make refusals, each with the argument that is the format.
var constructors = map[string]int{
	"New": 1, "Invalidf": 0, "NotFoundf": 0, "Conflictf": 0, "Forbiddenf": 0, "Preconditionf": 0,
}

// refusals are the refusals of the program.
type refusals struct {
	positions *token.FileSet
	files     []*ast.File
	constants map[string]map[string]ast.Expr // by directory and name
	formats   map[string]string              // with a file of each
	literals  map[string]bool                // all texts of the program
}

// refusalsOf reads the refusals of a directory: formats of package fault, and the tags refusal and each of inputs. It fails if a format
// cannot be read in an argument where others need one.
func refusalsOf(t *testing.T, root string) refusals {
	t.Helper()
	r := refusals{token.NewFileSet(), nil, map[string]map[string]ast.Expr{}, map[string]string{}, map[string]bool{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case leftBehind(d), d.IsDir() && slices.Contains([]string{"testdata", "examples", "testing"}, d.Name()):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		return r.read(path)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range r.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				return false
			}
			at := r.positions.Position(n.Pos())
			for _, format := range formatsIn(n) {
				text, written := folded(format, r.constants[filepath.Dir(at.Filename)])
				if !written && !isOutside(at.Filename) {
					t.Errorf("%s: the format of a refusal is not written out", at)
				}
				if before, known := r.formats[text]; !known || isOutside(before) {
					r.formats[text] = fmt.Sprintf("%s:%d", at.Filename, at.Line)
				}
			}
			return true
		})
	}
	return r
}

// read parses a file and notes its constants and texts.
func (r *refusals) read(path string) error {
	file, err := parser.ParseFile(r.positions, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	r.files = append(r.files, file)
	known := r.constants[filepath.Dir(path)]
	if known == nil {
		known = map[string]ast.Expr{}
		r.constants[filepath.Dir(path)] = known
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, ok := folded(n, nil); ok {
				r.literals[text] = true
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) {
					known[name.Name] = n.Values[i]
				}
			}
		}
		return true
	})
	return nil
}

// formatsIn returns the formats of the refusals that a node makes.
func formatsIn(n ast.Node) (formats []ast.Expr) {
	switch n := n.(type) {
	case *ast.CallExpr:
		name, ours := strings.CutPrefix(called(n, ""), "fault.")
		if at, makes := constructors[name]; ours && makes && len(n.Args) > at {
			return []ast.Expr{n.Args[at]}
		}
	case *ast.CompositeLit:
		of, ok := n.Type.(*ast.SelectorExpr)
		if !ok || of.Sel.Name != "Error" {
			return nil
		}
		if p, ok := of.X.(*ast.Ident); !ok || p.Name != "fault" {
			return nil
		}
		for _, e := range n.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				if name, ok := pair.Key.(*ast.Ident); ok && name.Name == "Message" {
					formats = append(formats, pair.Value)
				}
			}
		}
	case *ast.Field:
		tag, ok := folded(n.Tag, nil)
		for _, name := range []string{"refusal", "each"} {
			if text := reflect.StructTag(tag).Get(name); ok && text != "" {
				formats = append(formats, &ast.BasicLit{ValuePos: n.Tag.ValuePos, Kind: token.STRING, Value: strconv.Quote(text)})
			}
		}
	}
	return formats
}

// folded returns the text of a constant expression: a literal, the name of a constant, a conversion, or a sum of these.
func folded(e ast.Expr, constants map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e == nil || e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.Ident:
		value, known := constants[e.Name]
		if !known {
			return "", false
		}
		return folded(value, nil)
	case *ast.CallExpr:
		if to, ok := e.Fun.(*ast.Ident); ok && to.Name == "string" && len(e.Args) == 1 {
			return folded(e.Args[0], constants)
		}
	case *ast.BinaryExpr:
		left, first := folded(e.X, constants)
		right, second := folded(e.Y, constants)
		return left + right, first && second && e.Op == token.ADD
	}
	return "", false
}

// below reports whether a path is one of some folders, or below one.
func below(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(path, folder) })
}

// verb matches a verb of package fmt with flags, width, the number of its argument before or behind them, and its letter.
var verb = regexp.MustCompile(`%[-+# 0]*(?:\[(\d+)\])?(?:\d+)?(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

// argumentsOf returns the arguments that a format prints, each with its verb. A quoted text may be printed without quotes of Go.
func argumentsOf(format string) (arguments []string) {
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if n, err := strconv.Atoi(m[1] + m[2]); err == nil {
			next = n
		}
		if m[3] == "%" {
			arguments = append(arguments, "%")
			continue
		}
		arguments = append(arguments, strconv.Itoa(next)+strings.Replace(m[3], "q", "s", 1))
		next++
	}
	slices.Sort(arguments)
	return arguments
}

// TestArgumentsOf: the order of verbs does not count, but the order of their arguments does.
func TestArgumentsOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format, want string
	}{
		{"nothing", ""},
		{"%s takes %q, not %.60q", "1s 2s 3s"},
		{"%.60[3]q und %[1]s, %s", "1s 2s 3s"},
		{"%d %% of %v", "% 1d 2v"},
		{"%[2]s", "2s"},
		{"U+%04X, %.1f", "1X 2f"},
	} {
		if got := strings.Join(argumentsOf(c.format), " "); got != c.want {
			t.Errorf("%q prints %q, not %q", c.format, got, c.want)
		}
	}
}

// refusalCatalogue has the German refusals of the console alone.
const refusalCatalogue = "console/refusals/messages/de.json"

// terser are refusals whose translations leave out the page's subject: the action that failed, or the thing.
var terser = []string{
	"Failed to %s", "Failed to %s: %s", "The timeline of %s%s is for tokens that are not restricted to stores.",
}

// TestRefusalsAreGerman: the console speaks German. So each refusal that its pages can show has a German text with the same arguments. Add
// that of a new refusal to console/refusals. If buyers see the refusal on pages, it belongs in the catalogues of domain/locale instead.
func TestRefusalsAreGerman(t *testing.T) {
	t.Parallel()
	r := refusalsOf(t, ".")
	if len(r.formats) < 500 {
		t.Fatalf("only %d refusals are found", len(r.formats))
	}
	ours, german := catalogueIn(t, refusalCatalogue), catalogue{}
	for _, name := range []string{"domain/locale", "eventstore/trail", "console", "console/labels", "console/refusals"} {
		for english, forms := range catalogueIn(t, name+"/messages/de.json") {
			german[english] = forms
		}
	}
	for format, file := range r.formats {
		words := strings.ContainsFunc(verb.ReplaceAllString(format, ""), func(c rune) bool { return 'a' <= c && c <= 'z' })
		if words && !isOutside(file) && german[format] == nil {
			t.Errorf("%s has no %q, which %s refuses", refusalCatalogue, format, file)
		}
	}
	for english, forms := range ours {
		if _, refused := r.formats[english]; !refused && !r.literals[english] {
			t.Errorf("%s translates %q, which nothing says", refusalCatalogue, english)
		}
		for _, form := range forms {
			if same := slices.Equal(argumentsOf(english), argumentsOf(form)); same == slices.Contains(terser, english) {
				t.Errorf("%s: %q is translated with other arguments as %q", refusalCatalogue, english, form)
			}
			ends := strings.HasSuffix(english, ".") == strings.HasSuffix(form, ".")
			if form == english || form == "" || strings.TrimSpace(form) != form || !ends {
				t.Errorf("%s: %q is translated as %q", refusalCatalogue, english, form)
			}
		}
	}
}
