package letter

import (
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"tradelog/domain/locale"
	"tradelog/test/generated"
)

// berlin is the zone of the golden e-mails.
var berlin = time.FixedZone("CET", 3600)

// TestGoldenLetters renders every kind in every language. testdata/en has an archive for each kind, with the letter as text and as HTML.
// Each other language has one archive: the letters as text, and the words of the HTML in their order. The rest of the HTML is that of
// English, to the byte, so nothing changes unnoticed in any language. Nothing is empty, escaping holds, and e-mails in other languages have
// no English word where a value has a translation.
func TestGoldenLetters(t *testing.T) {
	t.Parallel()
	english := regexp.MustCompile(
		`\b(Item|Qty|Subtotal|Discount|Shipping|Tax|Grand Total|processing|Germany|November \d+,|Hello|Order|Invoice` +
			`|Shipment|The link|Your|hours|Bill to|Reason|Received|Request)\b`,
	)
	for _, kind := range Kinds() {
		form, _ := Find(kind)
		if err := form.checkSources(); err != nil {
			t.Errorf("%s in %v", kind, err)
		}
	}
	pages := map[string]string{} // the English HTML without its words, by kind
	languages := slices.DeleteFunc(locale.Languages(), func(l string) bool { return l == locale.English })
	for _, language := range append([]string{locale.English}, languages...) {
		in, made := locale.Of(language, berlin), map[string][]byte{}
		for _, kind := range Kinds() {
			form, _ := Find(kind)
			values := form.Sample(in)
			if empty := emptyIn(kind, reflect.ValueOf(values)); len(empty) > 0 {
				t.Errorf("the sample has no %v", empty)
			}
			content, err := form.Render(language, Content{}, values)
			if err != nil {
				t.Fatalf("%s in %s: %v", kind, language, err)
			}
			text := content.Subject + "\n\n" + content.Text
			page, words := apart(content.HTML)
			if language == locale.English {
				pages[kind] = page
				generated.Archive(t, filepath.Join("testdata", "en", kind+".txtar"), map[string][]byte{
					kind + ".txt": []byte(text), kind + ".html": []byte(content.HTML),
				})
			} else if want := strings.Replace(pages[kind], `<html lang="en">`, `<html lang="`+language+`">`, 1); page != want {
				t.Errorf("%s in %s has other HTML than in English:\n%s\nwant\n%s", kind, language, page, want)
			}
			made[kind+".txt"], made[kind+".words"] = []byte(text), []byte(words)
			for _, form := range []string{text, content.HTML} {
				if strings.Contains(form, "<no value>") || strings.Contains(form, "ZgotmplZ") || strings.Contains(form, "[]") {
					t.Errorf("%s in %s shows a value that is missing or unsafe:\n%s", kind, language, form)
				}
				if word := english.FindString(form); word != "" && language != locale.English && (language != "es" || word != "Subtotal") {
					t.Errorf("%s in %s has the word %s:\n%s", kind, language, word, form)
				}
				if !strings.Contains(form, "Marktplatz 3") || !strings.Contains(form, "owner@example.com") {
					t.Errorf("%s in %s does not say how to reach the shop", kind, language)
				}
			}
			if strings.Contains(content.HTML, "<3") || strings.Contains(content.HTML, "<b>&") || strings.Contains(content.HTML, "<klein>") {
				t.Errorf("%s: a value is not escaped:\n%s", kind, content.HTML)
			}
			if strings.Contains(text, "\n\n\n") || strings.Contains(text, "&amp;") {
				t.Errorf("%s in %s is not a tidy text:\n%s", kind, language, text)
			}
		}
		if language != locale.English {
			generated.Archive(t, filepath.Join("testdata", language+".txtar"), made)
		}
	}
}

// texts matches the texts between the tags of HTML. html/template escapes what looks like a tag in attributes and texts.
var texts = regexp.MustCompile(`>[^<]*[^<\s][^<]*<`)

// apart separates the words of a page from the rest of it. Each text leaves a mark, between the blanks that stand around it.
func apart(html string) (page, words string) {
	var b strings.Builder
	page = texts.ReplaceAllStringFunc(html, func(between string) string {
		text := between[1 : len(between)-1]
		if strings.Contains(text, "prefers-color-scheme") {
			return between
		}
		word := strings.Trim(text, " \n\t")
		b.WriteString(strings.ReplaceAll(word, "\n", "\n    ") + "\n")
		return ">" + strings.Replace(text, word, "\u2026", 1) + "<"
	})
	return page, b.String()
}

// emptyIn lists the values of a sample that are empty. Amounts are empty on shipments, and flags may be false.
func emptyIn(name string, v reflect.Value) (empty []string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			empty = append(empty, emptyIn(name+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			empty = append(empty, emptyIn(name, v.Index(i))...)
		}
	}
	may := regexp.MustCompile(`^shipment\.Items|\.(Total|Options|Head\.SKU)$`)
	if v.IsZero() && !may.MatchString(name) {
		empty = append(empty, name)
	}
	return empty
}

// TestFirstLetters: a sentence behind the greeting begins as its language writes it, with a capital in English. A greeting without a name
// has no gap, and a subject begins with a capital or a digit.
func TestFirstLetters(t *testing.T) {
	t.Parallel()
	for _, language := range locale.Languages() {
		for _, kind := range Kinds() {
			form, _ := Find(kind)
			values := reflect.New(form.values).Elem()
			values.Set(reflect.ValueOf(form.Sample(locale.Of(language, berlin))))
			values.FieldByName("Recipient").SetString("")
			content, err := form.Render(language, Content{}, values.Interface())
			if err != nil {
				t.Fatal(err)
			}
			if first := []rune(content.Subject)[0]; unicode.IsLower(first) {
				t.Errorf("%s in %s: the subject is %q", kind, language, content.Subject)
			}
			if strings.Contains(content.Text+content.HTML, " ,") {
				t.Errorf("%s in %s has a gap before a comma:\n%s", kind, language, content.Text)
			}
			greeting, rest, _ := strings.Cut(content.Text, "\n\n")
			if language == locale.English && strings.HasSuffix(greeting, ",") && unicode.IsLower([]rune(rest)[0]) {
				t.Errorf("%s begins with a small letter: %.60q", kind, rest)
			}
		}
	}
}

// TestEmptyValues: values that may be empty leave nothing behind.
func TestEmptyValues(t *testing.T) {
	t.Parallel()
	l := locale.Of("en_US", nil)
	shop := Shop{Name: "Shop", URL: "https://shop.example/", Language: "en"}
	content, err := OrderForm.Render("en", Content{}, OrderConfirmation{Common: Common{Shop: shop}, Items: ItemsOf(l, nil, nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{"How to pay", "Show the order", "Ship to", "Shipping:", "Hello ", "Download", "\n\n\n"} {
		if strings.Contains(content.Text+content.HTML, never) {
			t.Errorf("%q is left:\n%s%s", never, content.Text, content.HTML)
		}
	}
}

// TestValuesCanOnlyBeShown: values have no methods and hold only texts, flags, structs and lists. So a template can call nothing, and
// its ranges end.
func TestValuesCanOnlyBeShown(t *testing.T) {
	t.Parallel()
	var check func(of reflect.Type)
	check = func(of reflect.Type) {
		if of.NumMethod() > 0 || reflect.PointerTo(of).NumMethod() > 0 {
			t.Errorf("%s has methods", of)
		}
		switch of.Kind() {
		case reflect.Struct:
			for i := range of.NumField() {
				check(of.Field(i).Type)
			}
		case reflect.Slice:
			check(of.Elem())
		case reflect.String, reflect.Bool:
		default:
			t.Errorf("%s can do more than be shown", of)
		}
	}
	for _, kind := range Kinds() {
		form, _ := Find(kind)
		check(form.values)
	}
}

func TestTemplatesAreChecked(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"{{.Order.Number}} {{range .Items.Lines}}{{.Name}}{{range .Options}}{{.}}{{end}}{{else}}none{{end}}",
			""},
		{"{{with .Order}}{{.Number}}{{end}}{{$n := .Order.Number}}{{if eq $n \"7\"}}{{$n}}{{end}}",
			""},
		{"{{range $i, $l := .Items.Lines}}{{if $i}}, {{end}}{{$l.Name}}{{end}}{{len .Items.Lines}}",
			""},
		{"{{template \"hello\" .}} {{template \"items\" .Items}}{{template \"lines\" .Instructions}}{{/* a remark */}}",
			""},
		{"one\n{{.Order.Number",
			"html, line 2: unclosed action."},
		{"{{if .Order.Number}}",
			"html, line 1: unexpected EOF."},
		{"\n\n{{if .Order.Link}}{{.Order.Colour}}{{end}}",
			"html, line 3: there is no variable .Order.Colour; there are .Number, .Date, .Status" +
				", .Payment, .Shipping, .Link, .BillTo, .ShipTo."},
		{"{{if false}}{{range .Items.Lines}}{{.Price}}{{end}}{{end}}",
			"html, line 1: there is no variable .Price; there are .Name, .SKU, .Options, .Qty, .Amount."},
		{"{{$.Nothing}}",
			"html, line 1: there is no variable $.Nothing"},
		{"{{.Order.Number.Length}}",
			"html, line 1: there is no variable .Order.Number.Length; a text or a list has no parts."},
		{"{{printf \"%1000000d\" 1}}",
			"html, line 1: function \"printf\" not defined."},
		{"{{range 1000000000}}{{end}}",
			"html, line 1: range takes a list, which 1000000000 is not."},
		{"{{$n := 1000000000}}{{range $n}}{{end}}",
			"html, line 1: range takes a list, which $n is not."},
		{"{{range len .Items.Lines}}{{end}}",
			"html, line 1: range takes a list"},
		{"{{range .Items.Lines}}{{range $.Items.Lines}}{{range $.Items.Lines}}{{end}}{{end}}{{end}}",
			"html, line 1: ranges stand in each other more than 2 deep."},
		{strings.Repeat("{{range .Items.Lines}}{{end}}", 51),
			"html, line 1: there are more than 50 ranges."},
		{"{{define \"items\"}}{{template \"items\" .}}{{end}}",
			"html: the template \"items\" cannot be defined here"},
		{"{{block \"mine\" .}}{{end}}",
			"html: the template \"mine\" cannot be defined here"},
		{"{{template \"html\" .}}",
			"html, line 1: there is no template \"html\""},
		{"{{template \"items\" .Order}}",
			"html, line 1: template \"items\" does not take this value."},
		{"{{.Order.Number 1}}",
			"html, line 1: .Order.Number is a value and takes nothing."},
		{"{{1 | .Order.Number}}",
			"html, line 1: .Order.Number takes no value."},
		{"{{call .Order.Number}}",
			"html, line 1: function \"call\" not defined."},
		{"{{$n := \"x\"}}{{$n = .Items}}",
			"html, line 1: $n has a value of another type."},
		{"<p title=\"\n{{.Order.Number}}",
			"html: it ends inside of a tag, an attribute, a script or a style."},
		{strings.Repeat("x", 64<<10+1),
			"html is too long; the maximum is 65536 bytes."},
	} {
		source, refusal := c[0], c[1]
		err := OrderForm.Check(Content{HTML: source})
		if (err == nil) != (refusal == "") || err != nil && !strings.HasPrefix(err.Error(), refusal) {
			t.Errorf("%.80q: %v, want %q", source, err, refusal)
		}
	}
}

// TestOutputIsBounded: the output of a checked template for many lines stops at a limit.
func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	values := OrderForm.Sample(locale.Of("en", nil)).(OrderConfirmation)
	for range 10 {
		values.Items.Lines = append(values.Items.Lines, values.Items.Lines...)
	}
	custom := Content{Text: "{{range .Items.Lines}}{{range $.Items.Lines}}{{.Name}}{{end}}{{end}}"}
	if err := OrderForm.Check(custom); err != nil {
		t.Fatal(err)
	}
	if _, err := OrderForm.Render("en", custom, values); err == nil || !strings.Contains(err.Error(), errTooLong.Error()) {
		t.Errorf("rendered with %v", err)
	}
}

// TestChoice: a store view's template comes before that of its language, and the shop's own replaces empty ones.
func TestChoice(t *testing.T) {
	t.Parallel()
	all := []Template{
		{ID: 1, Kind: "order", Language: "de", Subject: "language", Enabled: true},
		{ID: 2, Kind: "order", StoreID: 2, Subject: "store", Enabled: true},
		{ID: 3, Kind: "order", StoreID: 3, Subject: "off"},
		{ID: 4, Kind: "invoice", StoreID: 1, Subject: "other", Enabled: true},
	}
	for _, c := range []struct {
		store    int64
		language string
		want     int64
	}{{1, "de", 1}, {2, "de", 2}, {2, "en", 2}, {3, "de", 1}, {3, "en", 0}, {0, "de", 1}} {
		if got := Choose(all, "order", c.store, c.language); got.ID != c.want {
			t.Errorf("store %d in %s: %d, want %d", c.store, c.language, got.ID, c.want)
		}
	}
	for language, want := range map[string]string{"de": "Guten Tag Łucja Weiß,", "pt": "Hello Łucja Weiß,"} {
		content, err := OrderForm.Render(language, Content{Subject: "{{.Order.Number}}"}, OrderForm.Sample(locale.Of("", nil)))
		if err != nil || content.Subject != "100000007" || !strings.HasPrefix(content.Text, want) {
			t.Errorf("%s: %q, %v\n%s", language, content.Subject, err, content.Text)
		}
		if spoken := map[string]string{"de": "de", "pt": "en"}[language]; !strings.Contains(content.HTML, `<html lang="`+spoken+`"`) {
			t.Errorf("the page does not say that it is in %s:\n%s", spoken, content.HTML)
		}
	}
}

// TestPunctuationOfLabels: the colon of a label is that of the language, and blanks that keep it together survive in subjects.
func TestPunctuationOfLabels(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{"fr": "Commande\u202f: n°\u00a0100000007", "es": "Pedido: n.º\u00a0100000007"} {
		l := locale.Of(language, nil)
		content, err := OrderForm.Render(language, Content{}, OrderForm.Sample(l))
		if err != nil || !strings.Contains(content.Text, want) {
			t.Errorf("%v; %q is missing:\n%s", err, want, content.Text)
		}
		number := strings.TrimSpace(want[strings.IndexByte(want, ' ')+1:])
		if number = number[strings.LastIndex(number, "n"):]; !strings.HasSuffix(content.Subject, number) {
			t.Errorf("subject %q, which does not end with %q", content.Subject, number)
		}
	}
	if got := oneLine(" a\r\n b\u00a0:\tc "); got != "a b\u00a0: c" {
		t.Errorf("%q", got)
	}
}

// TestValidityOfLinks: the sentence about the hours of a link has the plural of the language.
func TestValidityOfLinks(t *testing.T) {
	t.Parallel()
	for language, want := range map[string][3]string{
		"en": {"within 1 hour.", "within 2 hours.", "within 24 hours."}, "de": {"von 1 Stunde.", "von 2 Stunden.", "von 24 Stunden."},
		"fr": {"pendant 1 heure.", "pendant 2 heures.", "pendant 24 heures."},
		"pl": {"w ciągu 1 godziny.", "w ciągu 2 godzin.", "w ciągu 24 godzin."},
		"pt": {"within 1 hour.", "within 2 hours.", "within 24 hours."},
	} {
		for i, hours := range []int{1, 2, 24} {
			values := TimedLinkOf(locale.Of(language, nil), Confirmation{}, hours)
			if !strings.HasSuffix(values.Validity, want[i]) {
				t.Errorf("%s: %q, want %q", language, values.Validity, want[i])
			}
		}
	}
}
