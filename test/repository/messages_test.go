package repository

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// texts are the messages of the program: those that it declares, and those of refusals, which web pages translate.
type texts struct {
	declared, refusals map[string]string // with a file of each
	literals           map[string]string // all texts of the program
}

// messagesOf reads the messages of a directory: calls of locale.Text in Go code, and [[...]] in templates.
func messagesOf(t *testing.T, root string) texts {
	t.Helper()
	found := texts{map[string]string{}, map[string]string{}, map[string]string{}}
	marks := regexp.MustCompile(`\[\[(.+?)\]\]`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == ".git") {
				return filepath.SkipDir
			}
			return err
		}
		switch {
		case strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".txt"):
			content, err := os.ReadFile(path)
			for _, m := range marks.FindAllStringSubmatch(string(content), -1) {
				found.declared[m[1]] = path
			}
			return err
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			return found.read(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// read reads the messages of a file in Go.
func (f texts) read(t *testing.T, path string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	literal := func(e ast.Expr) (string, bool) {
		l, ok := e.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(l.Value)
		return text, err == nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if text, ok := literal(e); ok {
				f.literals[text] = path
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		text, written := literal(call.Args[0])
		switch name := called(call, file.Name.Name); {
		case name == "locale.Text" && !written:
			t.Errorf("%s: the text of a message is not written out", path)
		case name == "locale.Text":
			f.declared[text] = path
		case strings.HasPrefix(name, "fault.") && written:
			f.refusals[text] = path
		}
		return true
	})
	return nil
}

// called returns the name of a called function with its package.
func called(call *ast.CallExpr, within string) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if p, ok := f.X.(*ast.Ident); ok {
			return p.Name + "." + f.Sel.Name
		}
	case *ast.Ident:
		return within + "." + f.Name
	}
	return ""
}

// catalogue holds the translations in a file: the text or the plural forms of each English text.
type catalogue map[string][]string

// readCatalogues reads the catalogues of the program by the names of their files.
func readCatalogues(t *testing.T) map[string]catalogue {
	t.Helper()
	names, err := filepath.Glob("domain/locale/messages/*.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]catalogue{}
	for _, name := range names {
		all[name] = catalogueIn(t, name)
	}
	return all
}

// catalogueIn reads the translations in a file.
func catalogueIn(t *testing.T, name string) catalogue {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var translations map[string]any
	if err := json.Unmarshal(content, &translations); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	all := catalogue{}
	for english, translated := range translations {
		switch translated := translated.(type) {
		case string:
			all[english] = []string{translated}
		case map[string]any:
			for _, form := range translated {
				text, _ := form.(string)
				all[english] = append(all[english], text)
			}
		default:
			t.Errorf("%s: %q is neither a text nor plural forms", name, english)
		}
	}
	return all
}

const (
	englishCatalogue = "domain/locale/messages/en.json" // only plural forms
	germanCatalogue  = "domain/locale/messages/de.json"
)

// TestMessagesAreTranslated: every message has a translation in every catalogue, no translation is left over, and none is written in Go.
// The catalogues of the program are in domain/locale; an example has its own. Refusals need no translation, but all languages translate the
// same ones.
func TestMessagesAreTranslated(t *testing.T) {
	t.Parallel()
	example := messagesOf(t, "examples")
	all := messagesOf(t, ".")
	catalogues := readCatalogues(t)
	german := catalogues[germanCatalogue]
	if len(german) == 0 {
		t.Fatalf("there is no %s", germanCatalogue)
	}
	for name, translations := range catalogues {
		for text, translated := range translations {
			if all.declared[text] == "" && all.refusals[text] == "" {
				t.Errorf("%s translates %q, which nothing shows", name, text)
			}
			for _, form := range translated {
				path := all.literals[form]
				if path != "" && form != text && name != englishCatalogue && !slices.Contains(words, form) &&
					!strings.HasPrefix(path, "cmd/tradelog/demo/") {
					t.Errorf("%s has the text %q, which belongs in %s", path, form, name)
				}
			}
		}
		if name == englishCatalogue {
			continue
		}
		for text, path := range all.declared {
			if _, ok := translations[text]; !ok && example.declared[text] == "" {
				t.Errorf("%s has no translation of %q, which is in %s", name, text, path)
			}
		}
		for text := range german {
			if path := all.refusals[text]; translations[text] == nil && path != "" {
				t.Errorf("%s has no translation of %q, which is in %s", name, text, path)
			}
		}
	}
}

// words lists translations that the program also has as literals of its own. They are the date of British English, the name of a header,
// the planet of made-up names, and the code of a tax.
var words = []string{"2 January 2006", "Server", "VAT", "mars"}

// TestMessagesOfTheContractStandAlone: a refusal that the contract has word for word has no name in brackets behind it: clients compare
// messages. Its field tells what it is about.
func TestMessagesOfTheContractStandAlone(t *testing.T) {
	t.Parallel()
	sheets, err := filepath.Glob("docs/contract/*.md")
	if err != nil || len(sheets) == 0 {
		t.Fatal(err)
	}
	quoted, named := regexp.MustCompile("`([^`\n]+)`"), regexp.MustCompile(`^(.+?)\.? \(%[a-z0-9.]+\)\.?$`)
	demanded := map[string]bool{}
	for _, sheet := range sheets {
		content, err := os.ReadFile(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(string(content), -1) {
			demanded[strings.TrimSuffix(m[1], ".")] = true
		}
	}
	for text, path := range messagesOf(t, ".").refusals {
		if m := named.FindStringSubmatch(text); m != nil && demanded[m[1]] {
			t.Errorf("%s: %q has more than the contract's %q", path, text, m[1])
		}
	}
}
