package repository

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed lists the packages of this project that each part may import, besides its own sub-packages (docs/architecture.md). A part that is
// not listed may import everything.
var allowed = map[string][]string{
	"domain":     {},
	"eventstore": {"domain"},
	"commands":   {"domain", "eventstore"},
	"readmodels": {"domain", "eventstore"},
	// pure folds and names; migrations know the tables
	"projections": {"domain", "eventstore", "readmodels/documents", "readmodels/folds", "readmodels/scopes", "readmodels/tables"},
	"quote":       {"domain", "eventstore", "readmodels"},
	"operations":  {"domain", "eventstore", "commands", "quote", "readmodels", "operations/records", "adapters/media"},
	// a plain record has rows and commands
	"operations/records":        {"domain", "commands", "projections", "readmodels", "operations"},
	"operations/representation": {"domain", "operations", "readmodels"},
	"reactions": {
		"domain", "eventstore", "commands", "quote", "readmodels", "adapters/mail", "adapters/media", "adapters/outside", "adapters/webhook",
	},
	"papers":       {"domain", "readmodels", "eventstore/audit/proof", "internal/pdf"},
	"http":         {"domain", "operations", "readmodels"},
	"soap":         {"domain", "operations", "readmodels", "installation/apisession"},
	"mcp":          {"domain", "operations", "readmodels"},
	"console":      {"eventstore/trail", "domain", "operations", "readmodels"},
	"graphql":      {"domain", "eventstore", "operations", "readmodels"},
	"adapters":     {"domain", "commands", "operations"},
	"installation": {"domain", "eventstore", "commands", "operations/passwords", "adapters/objects", "internal/privatepg"},
	"importing":    {"domain", "eventstore", "commands", "readmodels", "operations", "adapters/media"},
	// the program gives both the parts of a shop that they use
	"cmd/tradelog/demo":  {"domain", "eventstore", "commands", "quote", "readmodels", "operations", "adapters/media"},
	"cmd/tradelog/bench": {"cmd/tradelog/demo", "domain", "eventstore", "operations", "adapters/media", "internal/privatepg"},
	"app/logserver":      {"domain", "eventstore", "commands", "projections", "readmodels", "operations", "installation"},
	"app/monitoring":     {"eventstore", "installation", "projections", "readmodels", "reactions"},
	"internal":           {},
}

// exempt are the parts that test the whole and import all of it.
var exempt = []string{"test/"}

// plumbing are packages that every part but domain may import.
var plumbing = []string{"internal/wait", "internal/dedicated", "internal/tracing", "internal/lru"}

// areas lists the areas that an area may import on the same floor. An area that is not listed imports none.
var areas = map[string][]string{
	"commands/directory": {"catalog"},
	"commands/sales":     {"catalog"},
	"commands/checkout":  {"catalog", "sales"},
	// forgetting a person ends their data in every area
	"commands/forgetting": {"access", "checkout", "customers", "sales"},

	// the catalog collects its subjects and finds what a path leads to; content stores its pictures and has texts
	"operations/catalog": {"catalog/input", "catalog/parts", "catalog/product", "content"},
	// input is what the subjects of the catalog share; content expands the directives of descriptions
	"operations/catalog/product": {"catalog/input", "content"},
	// parts are shown as their product is; content stores pictures and the files of custom options
	"operations/catalog/parts": {"catalog/input", "catalog/product", "content"},
	// a placement answers with the order; content stores the files that buyers send
	"operations/checkout": {"content", "sales"},
	// the contact form asks whether a caller is a person; wishes and alerts are shown as products, and wishes are moved into carts
	"operations/customers": {"access", "catalog/product", "checkout"},
}

// floors are the parts that are divided into areas.
var floors = []string{"commands", "projections", "readmodels", "operations"}

// common are the packages of a floor that all its areas may import.
var common = map[string][]string{
	"readmodels": {"documents", "folds", "freshness", "scopes", "tables"},
	"operations": {
		"bodies",    // reads bodies
		"inputs",    // describes what operations take
		"passwords", // hashes secrets
	},
}

// banned are packages that a part may not import: domain does no I/O, and operations know no transport.
var banned = map[string][]string{
	"domain": {
		"net/http", "database/sql", "os", "os/exec", "github.com/jackc/pgx", "github.com/gin-gonic/gin", "log", "log/slog",
	},
	"operations": {"net/http", "net/url", "github.com/jackc/pgx", "github.com/gin-gonic/gin"},
}

// keepsKeys is the one package of operations with tables of its own.
const keepsKeys = "operations/idempotency/"

func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	sideways := map[string]map[string]bool{} // the imports within floors, by importing package and by floor
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		name = filepath.ToSlash(name)
		part := partOf(path.Dir(name))
		may, ruled := allowed[part]
		if !ruled || slices.ContainsFunc(exempt, func(of string) bool { return strings.HasPrefix(name, of) }) {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			for _, bad := range banned[part] {
				if (imported == bad || strings.HasPrefix(imported, bad+"/")) && !strings.HasPrefix(name, keepsKeys) {
					t.Errorf("%s imports %s, which %s may not", name, imported, part)
				}
			}
			ours, ok := strings.CutPrefix(imported, "tradelog/")
			if !ok || ours == part {
				continue
			}
			if area, same := strings.CutPrefix(ours, part+"/"); same && partOf(ours) == part {
				own := path.Dir(name)
				may := slices.Concat(areas[own], common[part])
				for _, by := range []string{own, part} {
					if sideways[by] == nil {
						sideways[by] = map[string]bool{}
					}
					sideways[by][area] = true
				}
				if slices.Contains(floors, part) && ours != own && !permitted(area, may) {
					t.Errorf("%s imports %s; %s may import %v of its floor", name, imported, own, may)
				}
				continue
			}
			if !permitted(ours, may) && (part == "domain" || !permitted(ours, plumbing)) {
				t.Errorf("%s imports %s; %s may import %v", name, imported, part, may)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []map[string][]string{areas, common} {
		for by, may := range list {
			for _, name := range may {
				if !slices.ContainsFunc(slices.Collect(maps.Keys(sideways[by])), func(area string) bool { return permitted(area, []string{name}) }) {
					t.Errorf("%s imports no package of %s any more: take that out of the list", by, name)
				}
			}
		}
	}
}

// partOf returns the part of a package: the longest listed path that the package's path begins with, otherwise its first folder.
func partOf(dir string) string {
	for at := dir; at != "."; at = path.Dir(at) {
		if _, listed := allowed[at]; listed {
			return at
		}
	}
	first, _, _ := strings.Cut(dir, "/")
	return first
}

func permitted(imported string, may []string) bool {
	for _, m := range may {
		if imported == m || strings.HasPrefix(imported, m+"/") {
			return true
		}
	}
	return false
}

// TestTransportsHaveNoSQL checks that transports, handlers and the domain contain no queries.
func TestTransportsHaveNoSQL(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"http", "mcp", "soap", "graphql", "domain", "commands"} {
		err := filepath.WalkDir(part, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // the part does not exist yet
			}
			if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range file.Imports {
				if strings.Contains(i.Path.Value, "jackc/pgx") || strings.Contains(i.Path.Value, "database/sql") {
					t.Errorf("%s imports %s: there is no SQL in %s", path, i.Path.Value, part)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// eachImport calls found for every import of a package of the tree. It passes the file, its folder, the alias of the package, if any, and
// the package's folder.
func eachImport(t *testing.T, found func(path, dir, alias, of string)) {
	t.Helper()
	anyImport(t, func(path, dir, alias, of string) {
		if of, ours := strings.CutPrefix(of, "tradelog/"); ours {
			found(path, dir, alias, of)
		}
	})
}

// anyImport calls found for every import, as eachImport does for those of the tree.
func anyImport(t *testing.T, found func(path, dir, alias, of string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if path = filepath.ToSlash(path); err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			alias := ""
			if i.Name != nil {
				alias = i.Name.Name
			}
			found(path, filepath.ToSlash(filepath.Dir(path)), alias, strings.Trim(i.Path.Value, `"`))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheProductHasNoTestCode checks that shipped packages do not import test harnesses.
func TestTheProductHasNoTestCode(t *testing.T) {
	t.Parallel()
	eachImport(t, func(path, _, _, of string) {
		if strings.HasPrefix(of, "test/") && !strings.HasPrefix(path, "test/") && !strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s imports %s", path, of)
		}
	})
}

// compiledTwice are the packages that may have both internal tests and tests that start a shop. Go compiles the packages that import them
// once more for these tests. Other shops are started in packages below test.
var compiledTwice = []string{
	"app",               // the shop itself
	"cmd/tradelog",      // no package imports the program
	"cmd/tradelog/cli",  // only the program imports it
	"console",           // only the program imports it
	"cmd/tradelog/demo", // only the program imports it
}

// TestShopsAreCompiledOnce keeps `make test` within its time, see docs/development.md.
func TestShopsAreCompiledOnce(t *testing.T) {
	t.Parallel()
	within, shops := map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if path = filepath.ToSlash(path); err != nil || leftBehind(d) || d.Name() == "testdata" || path == "test" {
			if d.IsDir() && d.Name() != "." {
				return fs.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		within[dir] = within[dir] || !strings.HasSuffix(file.Name.Name, "_test")
		for _, i := range file.Imports {
			of := strings.Trim(i.Path.Value, `"`)
			shops[dir] = shops[dir] || slices.Contains(
				[]string{"tradelog/app", "tradelog/test/apptest", "tradelog/test/salestest", "tradelog/test/servetest"}, of)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, starts := range shops {
		switch twice := starts && within[dir]; {
		case twice && !slices.Contains(compiledTwice, dir):
			t.Errorf("%s has tests from within and tests that start a shop: move the latter to a package below test", dir)
		case !twice && slices.Contains(compiledTwice, dir):
			t.Errorf("%s is compiled once: remove it from compiledTwice", dir)
		}
	}
}

// TestTheShopKnowsNoPages: package office adds the console and printing to the shop, and the program adds office to the command line. So
// the change of a page affects the tests of few packages.
func TestTheShopKnowsNoPages(t *testing.T) {
	t.Parallel()
	users := map[string][]string{ // folders whose files may import a package, tests included
		"console":    {"app/office"},
		"papers":     {"app/office"},
		"einvoice":   {"papers", "app/office", "test/conformance"},
		"app/office": {"cmd/tradelog", "console", "test/conformance"},
	}
	eachImport(t, func(path, dir, _, of string) {
		if may, page := users[of]; page && of != dir && !slices.Contains(may, dir) {
			t.Errorf("%s imports %s: only %v may, so that few tests depend on it", path, of, may)
		}
	})
}

// TestTheProgramStaysSmall: the clients of brokers are in the program tradelog-relay alone. No package uses the templates of the standard
// library, which call methods by name. With them the linker would keep every exported method of every type (docs/dependencies.md).
func TestTheProgramStaysSmall(t *testing.T) {
	t.Parallel()
	anyImport(t, func(path, dir, _, of string) {
		// no program has the generator of clients
		shipped := !strings.HasPrefix(path, "test/") && !strings.HasPrefix(path, "clients/") && !strings.HasSuffix(path, "_test.go")
		switch {
		case !shipped:
		case of == "tradelog/reactions/relay/brokers" && dir != "cmd/tradelog-relay":
			t.Errorf("%s imports %s: only cmd/tradelog-relay may", path, of)
		case of == "text/template" || of == "html/template":
			t.Errorf("%s imports %s: github.com/DataDog/datadog-agent/pkg/template has the same templates, which call functions alone", path, of)
		}
	})
}

// TestAliasesNameTheirPackage: an alias contains the name of its package, such as readcatalog for readmodels/catalog. Otherwise a reader
// takes it for another package, such as domain for domain/catalog.
func TestAliasesNameTheirPackage(t *testing.T) {
	t.Parallel()
	eachImport(t, func(path, _, alias, of string) {
		own := of[strings.LastIndex(of, "/")+1:]
		if alias != "" && !strings.Contains(alias, own) && of != "clients/go" { // a package named tradelog
			t.Errorf("%s imports %s as %s: put %s into the name", path, of, alias, own)
		}
	})
}

// TestEveryFolderIsOnTheMap checks that README's map of the code has a line for each top-level folder.
func TestEveryFolderIsOnTheMap(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range entries {
		if d.IsDir() && !leftBehind(d) && d.Name() != ".ci" && !strings.Contains(string(readme), "| `"+d.Name()+"/` |") {
			t.Errorf("README.md has no line for %s/", d.Name())
		}
	}
}
