package console

import (
	"encoding/json"
	"fmt"
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
	"time"

	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/domain/settings"
)

var (
	actionOf   = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	translated = regexp.MustCompile(`\bt ("(?:[^"\\]|\\.)*")`)
	tagOf      = regexp.MustCompile(`(?s)<[^>]*>`)
	spokenOf   = regexp.MustCompile(`\b(aria-label|placeholder|title|alt)="([^"]*)"`)
	letters    = regexp.MustCompile(`\pL{2,}`)
)

// pageTexts returns the texts that templates translate, each with its file.
func pageTexts(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	eachPage(t, func(name, content string) {
		for _, action := range actionOf.FindAllString(content, -1) {
			for _, m := range translated.FindAllStringSubmatch(action, -1) {
				text, err := strconv.Unquote(m[1])
				if err != nil {
					t.Fatalf("%s: %s: %v", name, m[1], err)
				}
				texts[text] = name
			}
		}
	})
	return texts
}

func eachPage(t *testing.T, visit func(name, content string)) {
	t.Helper()
	names, err := fs.Glob(pages, "pages/*.html")
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		content, err := fs.ReadFile(pages, name)
		if err != nil {
			t.Fatal(err)
		}
		visit(name, string(content))
	}
}

// goTexts returns the texts that Go files of the package translate, each with its file, and all of their literals. Refusals are translated
// where a page shows them.
func goTexts(t *testing.T) (texts, literals map[string]string) {
	t.Helper()
	texts, literals = map[string]string{}, map[string]string{}
	eachNode(t, ".", func(name string, n ast.Node) {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, ok := written(n); ok {
				literals[text] = name
			}
		case *ast.CallExpr:
			if text, ok := literalOf(n, called(n)); ok {
				texts[text] = name
			}
		case *ast.CompositeLit:
			for _, text := range titlesIn(n) {
				texts[text] = name
			}
		}
	})
	if texts["Today"] == "" || texts["Done: %s"] == "" || texts["There is no such page"] == "" {
		t.Fatalf("the walk of the Go files misses texts: %d found", len(texts))
	}
	return texts, literals
}

// titlesIn returns the titles in a table: a list of structs that have a field title.
func titlesIn(table *ast.CompositeLit) (titles []string) {
	list, ok := table.Type.(*ast.ArrayType)
	if !ok {
		return nil
	}
	row, ok := list.Elt.(*ast.StructType)
	if !ok {
		return nil
	}
	var names []string
	for _, f := range row.Fields.List {
		for _, name := range f.Names {
			names = append(names, name.Name)
		}
	}
	at := slices.Index(names, "title")
	for _, element := range table.Elts {
		if values, ok := element.(*ast.CompositeLit); ok && at >= 0 && at < len(values.Elts) {
			if text, ok := written(values.Elts[at]); ok {
				titles = append(titles, text)
			}
		}
	}
	return titles
}

// refusals returns the refusals of other packages that pages may show. Some of them are translated here.
func refusals(t *testing.T) map[string]bool {
	t.Helper()
	texts := map[string]bool{}
	for _, dir := range []string{"../commands", "../eventstore/audit", "../operations", "../operations/eventlog", "../readmodels"} {
		eachNode(t, dir, func(_ string, n ast.Node) {
			if call, ok := n.(*ast.CallExpr); ok && strings.HasPrefix(called(call), "fault.") {
				for _, argument := range call.Args {
					if text, ok := written(argument); ok {
						texts[text] = true
					}
				}
			}
		})
	}
	return texts
}

// eachNode visits the nodes of the Go files in a directory, without tests, with the names of the files.
func eachNode(t *testing.T, dir string, visit func(name string, n ast.Node)) {
	t.Helper()
	names, err := filepath.Glob(dir + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %v, %v", dir, names, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			visit(name, n)
			return true
		})
	}
}

// written returns the text of an expression that is a literal.
func written(n ast.Expr) (string, bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// called returns the name of a called function, of fault with its package.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if p, ok := f.X.(*ast.Ident); ok && p.Name == "fault" {
			return "fault." + f.Sel.Name
		}
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// literalOf returns the literal that a call translates, if it has one.
func literalOf(call *ast.CallExpr, name string) (string, bool) {
	at, translates := map[string]int{"text": 0, "translate": 1, "quantity": 1}[name]
	if strings.HasPrefix(name, "fault.") && strings.HasSuffix(name, "f") {
		at, translates = 0, true
	}
	if !translates || len(call.Args) <= at {
		return "", false
	}
	return written(call.Args[at])
}

// catalogueOf reads a catalogue: the translation of each text, or all of its plural forms.
func catalogueOf(t *testing.T, name string) map[string][]string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var read map[string]any
	if err := json.Unmarshal(content, &read); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	all := map[string][]string{}
	for english, text := range read {
		if forms, plural := text.(map[string]any); plural {
			for _, form := range slices.Sorted(maps.Keys(forms)) {
				all[english] = append(all[english], fmt.Sprint(forms[form]))
			}
		} else {
			all[english] = []string{fmt.Sprint(text)}
		}
	}
	return all
}

// sameTexts are texts of pages that are the same in German.
var sameTexts = []string{
	"Code", "Filter", "Installation", "Live", "Log", "Marketing", "Name", "Position", "Relay", "Relays", "Status", "Stream",
	"Streams", "Token", "Trace", "Version", "Webhook", "Webhooks",
	"Website %s",
}

// TestTextsOfPagesAreTranslated: each text of a page has a German translation with the same verbs, and messages/ translates no other text.
func TestTextsOfPagesAreTranslated(t *testing.T) {
	t.Parallel()
	ours := catalogueOf(t, "messages/de.json")
	texts, literals := goTexts(t)
	shown := pageTexts(t)
	for text, file := range shown {
		texts[text] = file
	}
	german := map[string][]string{}
	for _, name := range []string{"../domain/locale/messages/de.json", "../eventstore/trail/messages/de.json", "labels/messages/de.json"} {
		for english, forms := range catalogueOf(t, name) {
			german[english] = forms
		}
	}
	refused := refusals(t)
	for english, forms := range ours {
		german[english] = forms
		if shown[english] == "" && literals[english] == "" && !refused[english] {
			t.Errorf("messages/de.json translates %q, which no page shows", english)
		}
	}
	verbs := func(text string) []string {
		return slices.Sorted(slices.Values(regexp.MustCompile(`%(\[\d\])?[a-z]`).FindAllString(text, -1)))
	}
	for text, file := range texts {
		forms := german[text]
		if forms == nil {
			t.Errorf("%s: messages/de.json has no %q", file, text)
		}
		for _, form := range forms {
			if !slices.Equal(verbs(text), verbs(form)) || strings.TrimSpace(form) != form || form == "" ||
				form == text && !slices.Contains(sameTexts, text) {
				t.Errorf("%q is translated as %q", text, form)
			}
		}
	}
}

// TestPagesHaveNoTextOfTheirOwn: templates translate all words that they show, except names.
func TestPagesHaveNoTextOfTheirOwn(t *testing.T) {
	t.Parallel()
	names := []string{"tradelog", "English", "Deutsch", "Ctrl"}
	eachPage(t, func(name, content string) {
		plain := actionOf.ReplaceAllString(content, " ")
		for _, m := range spokenOf.FindAllStringSubmatch(plain, -1) {
			if letters.MatchString(m[2]) {
				t.Errorf("%s: %s is not translated", name, m[0])
			}
		}
		for _, word := range letters.FindAllString(tagOf.ReplaceAllString(plain, " "), -1) {
			if !slices.Contains(names, word) {
				t.Errorf("%s: the word %s is not translated", name, word)
			}
		}
	})
}

// TestCataloguesAreSorted: each translation has a line, in the order of the English texts, so that branches can be merged.
func TestCataloguesAreSorted(t *testing.T) {
	t.Parallel()
	key := regexp.MustCompile(`(?m)^  ("(?:[^"\\]|\\.)*"): `)
	for _, name := range []string{
		"messages/de.json", "messages/en.json", "labels/messages/de.json", "help/messages/de.json", "refusals/messages/de.json",
		"notes/messages/de.json",
	} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, m := range key.FindAllSubmatch(content, -1) {
			text, err := strconv.Unquote(string(m[1]))
			if err != nil {
				t.Fatalf("%s: %s: %v", name, m[1], err)
			}
			keys = append(keys, text)
		}
		if len(keys) != len(catalogueOf(t, name)) || !slices.IsSorted(keys) {
			t.Errorf("%s is not sorted, or has no line for each text", name)
		}
	}
}

// TestLanguages: documents and texts are in the language of the page, and entered texts stay unchanged.
func TestLanguages(t *testing.T) {
	t.Parallel()
	german, english := locale.Of("de", nil), locale.Of("en", nil)
	words := vocabulary{"productType": {"simple"}, "roles": {"simple"}}
	document := []byte(`{"productType":"simple","name":"simple","state":"pending_payment","isActive":true,"changedBy":"customer 10",` +
		`"roles":["simple","Simple"]}`)
	for _, c := range []struct {
		l                                   locale.Locale
		kind, name, state, active, role, by string
	}{
		{english, "Simple", "simple", "Pending payment", "Yes", "Simple", "Customer 10"},
		{german, "Einfach", "simple", "Zahlung ausstehend", "Ja", "Einfach", "Kunde 10"},
	} {
		n, err := reader{l: c.l, zone: time.UTC, words: words, labels: map[string]string{}}.read(document)
		if err != nil {
			t.Fatal(err)
		}
		for member, want := range map[string]string{
			"productType": c.kind, "name": c.name, "state": c.state, "isActive": c.active, "changedBy": c.by,
		} {
			if got := n.Get(member); got.Text != want {
				t.Errorf("%s: %s is %q, not %q", c.l.Language(), member, got.Text, want)
			}
		}
		if roles := n.Get("roles").Elements; roles[0].Text != c.role || roles[0].Raw != "simple" || roles[1].Text != "Simple" {
			t.Errorf("%s: the roles are %+v", c.l.Language(), roles)
		}
	}
	change, err := reader{l: german, zone: time.UTC, words: words, labels: map[string]string{}}.read(
		[]byte(`{"field":"items.productType","label":"Product type","before":"simple","after":"forgotten"}`))
	if err != nil {
		t.Fatal(err)
	}
	v := &visit{h: &Handler{words: func() vocabulary { return words }}, l: german}
	v.nameChange(change, true)
	for _, c := range []struct{ got, want string }{
		{change.Get("label").Text, "Artikelart"},
		{change.Get("before").Text, "Einfach"},
		{change.Get("after").Text, "vergessen"},
		{translate(german, "Orders with %s", "Name"), "Bestellungen mit Name"},
		{translate(german, "Orders with %s", "Simple"), "Bestellungen mit Simple"},
		{translate(german, "%d entries", 1), "1 Eintrag"},
		{translate(english, "%d entries", 1), "1 entry"},
		{translate(german, "%d entries", 1200), "1.200 Einträge"},
		{label(german, "grandTotal"), "Gesamtsumme"},
		{label(english, "grandTotal"), "Grand total"},
		{through(german, "cli"), "Befehlszeile"},
		{through(english, "graphql"), "GraphQL"},
		{through(german, "elsewhere"), "elsewhere"},
		{(&visit{l: german}).help("a code"), ""},
		{(&visit{l: english}).help("a code"), "a code"},
		{(&visit{l: german}).help("text of the comment"), "Text des Kommentars"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

// TestRefused: refusals are in the language of the page, with the labels that forms have for fields.
func TestRefused(t *testing.T) {
	t.Parallel()
	german, english := locale.Of("de", nil), locale.Of("en", nil)
	within := fault.Invalidf("Product not found for SKU: %s", "mug").Argument()
	noPlace := directory.Address{Firstname: "A", Lastname: "B", Street: []string{"C"}, Postcode: "1", Telephone: "2"}
	table, err := settings.NewTable(settings.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	noCity, noCountry := fault.Invalidf("Please enter the city."), fault.Invalidf("Please enter the country.")
	for _, c := range []struct {
		refusal *fault.Error
		want    [2]string // English and German
	}{
		{fault.Forbiddenf("Token is not authorized for store: %d", int64(1200)), [2]string{
			"Token is not authorized for store: 1200", "Ihr Zugang gilt nicht für den Store-View 1200",
		}},
		{fault.NotFoundf("Product not found"), [2]string{"Product not found", "Den Artikel gibt es nicht"}},
		{fault.Invalidf("A sentence of a module"), [2]string{"A sentence of a module", "A sentence of a module"}},
		{
			fault.Invalidf("The type of the %q attribute must be %q, %q given.", fault.Name("discountAmount"), "float", "string"),
			[2]string{
				`The type of the "Discount amount" attribute must be "float", "string" given.`,
				"Das Feld „Rabattbetrag“ nimmt: Zahl, nicht: Text.",
			},
		},
		{fault.Invalidf("%s must not be later than %s.", fault.Name("fromDate"), fault.Name("toDate")), [2]string{
			"From date must not be later than To date.", "Gültig ab darf nicht nach Gültig bis liegen.",
		}},
		{fault.Invalidf("Item at index %d: %s", 2, within), [2]string{
			"Item at index 2: Product not found for SKU: mug", "Position mit Index 2: Kein Artikel mit der Artikelnummer mug",
		}},
		{fault.Preconditionf("Failed to %s: %s", "create TaxRate", fault.Invalidf("Code already exists.").Argument()), [2]string{
			"Failed to create TaxRate: Code already exists.", "Das hat nicht geklappt: Den Code gibt es schon.",
		}},
		{refusalOf(t, table.Check("catalog/review/active", "yes")), [2]string{
			`catalog/review/active takes 0 (off) or 1 (on), not "yes"`, "catalog/review/active: Erlaubt ist 0 (aus) oder 1 (an), nicht „yes“",
		}},
		{refusalOf(t, customer.RequiredParts(noPlace)), [2]string{
			"City is required, Country is required", "Der Ort ist nötig, Das Land ist nötig",
		}},
		{fault.Forbiddenf("Access denied for this %s's store", fault.ResourceName("credit memo")), [2]string{
			"Access denied for this credit memo's store", "Kein Zugriff auf den Store-View (Gutschrift)",
		}},
		{fault.Invalidf("Unknown parameter: %.64s.%s", "stat", fault.Meant("stat", []string{"state", "sku"})), [2]string{
			"Unknown parameter: stat. Did you mean state?", "Unbekannter Parameter: stat. Meinten Sie state?",
		}},
		{fault.Invalidf("Unknown parameter: %.64s.%s", "Name", fault.Meant("Nam", []string{"Name", "Nom"})), [2]string{
			"Unknown parameter: Name. Did you mean one of these: Name, Nom?", "Unbekannter Parameter: Name. Meinten Sie eines davon: Name, Nom?",
		}},
		{fault.Invalidf("Unknown parameter: %.64s.%s", "zebra", fault.Meant("zebra", []string{"sku"})), [2]string{
			"Unknown parameter: zebra.", "Unbekannter Parameter: zebra.",
		}},
		{fault.Invalidf("%s", fault.Joined("\n", noCity, noCountry)), [2]string{
			"Please enter the city.\nPlease enter the country.", "Bitte geben Sie den Ort an.\nBitte geben Sie das Land an.",
		}},
	} {
		for i, l := range []locale.Locale{english, german} {
			format, args := c.refusal.Format()
			if got := refused(l, format, args); got != c.want[i] {
				t.Errorf("%s: %q, not %q", l.Language(), got, c.want[i])
			}
		}
	}
}

func refusalOf(t *testing.T, err error) *fault.Error {
	t.Helper()
	f, ok := fault.As(err)
	if !ok {
		t.Fatalf("not refused: %v", err)
	}
	return f
}

// TestNotes: notes are in the language of the page. Amounts, SKUs and unknown sentences stay unchanged.
func TestNotes(t *testing.T) {
	t.Parallel()
	german, english := locale.Of("de", nil), locale.Of("en", nil)
	for _, c := range []struct{ note, german string }{
		{
			"The whole shipping amount of €21.20 is refunded with this first credit memo.",
			"Die gesamten Versandkosten von €21.20 werden mit dieser ersten Gutschrift erstattet.",
		},
		{
			"Shipping of €10.00 plus €1.90 tax is refunded with this credit memo; €5.00 of shipping can be refunded later.",
			"Mit dieser Gutschrift werden Versandkosten von €10.00 zuzüglich €1.90 Steuer erstattet; " +
				"später können noch €5.00 erstattet werden.",
		},
		{
			"€20.00 is refunded to the 2 gift cards that paid, and €3.00 as money.",
			"€20.00 gehen zurück auf die 2 Geschenkkarten, mit denen bezahlt wurde, und €3.00 werden als Geld erstattet.",
		},
		{
			"6 units are returned to stock: 3 × BOARD-114, 3 × A plus B tax.",
			"6 Stücke kommen zurück ins Lager: 3 × BOARD-114, 3 × A plus B tax.",
		},
		{"1 unit is returned to stock: 1 × MUG.", "1 Stück kommt zurück ins Lager: 1 × MUG."},
		{"No units are returned to stock.", "Keine Stücke kommen zurück ins Lager."},
		{"A note of a module.", "A note of a module."},
	} {
		if got := note(german, c.note); got != c.german {
			t.Errorf("%q is %q, not %q", c.note, got, c.german)
		}
		n, err := reader{l: english, zone: time.UTC, labels: map[string]string{}}.read(fmt.Appendf(nil, `{"notes":[%q]}`, c.note))
		if err != nil || n.Get("notes").Elements[0].Text != c.note {
			t.Errorf("%q is %+v in English, %v", c.note, n, err)
		}
	}
	n, err := reader{l: german, zone: time.UTC, labels: map[string]string{}}.read([]byte(`{"notes":["No units are returned to stock."]}`))
	if err != nil || n.Get("notes").Elements[0].Text != "Keine Stücke kommen zurück ins Lager." {
		t.Errorf("notes of a document: %+v, %v", n, err)
	}
}

// TestNotesAreTranslated: notes/ translates the sentences of the notes of credit memos and nothing else, with the same arguments.
func TestNotesAreTranslated(t *testing.T) {
	t.Parallel()
	const file, source = "notes/messages/de.json", "../readmodels/folds/creditmemo_notes.go"
	said := map[string]bool{}
	eachNode(t, filepath.Dir(source), func(name string, n ast.Node) {
		if l, ok := n.(*ast.BasicLit); ok && name == source {
			if text, ok := written(l); ok && strings.Contains(text, " ") && letters.MatchString(text) {
				said[text] = true
			}
		}
	})
	german := catalogueOf(t, file)
	if len(said) < 10 {
		t.Fatalf("only %d sentences are found in %s", len(said), source)
	}
	verbs := func(text string) int { return strings.Count(text, "%") }
	for text := range said {
		forms := german[text]
		if len(forms) != 1 || forms[0] == text || verbs(forms[0]) != verbs(text) {
			t.Errorf("%q is translated as %q", text, forms)
		}
	}
	for text := range german {
		if !said[text] {
			t.Errorf("%s translates %q, which %s does not say", file, text, source)
		}
	}
}

// TestSentences: a text that is followed by another one ends as a sentence does.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, second, want string }{
		{"IDs of stores; all by default", "One value in a line.", "IDs of stores; all by default. One value in a line."},
		{"All of them.", "One value in a line.", "All of them. One value in a line."},
		{"Which ones?", "One value in a line.", "Which ones? One value in a line."},
		{"", "One value in a line.", "One value in a line."},
		{"IDs of stores", "", "IDs of stores"},
	} {
		if got := sentences(c.first, c.second); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
