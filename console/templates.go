package console

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"sync"
	"time"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"tradelog/domain/locale"
	"tradelog/domain/money"
)

//go:embed pages
var pages embed.FS

// templates are the templates of the pages, parsed once for each language and time zone.
type templates struct{ parsed sync.Map }

type templateKey struct{ language, zone string }

// in returns the templates of the pages by name. Each has the layout, the pieces and its own "main".
func (t *templates) in(l locale.Locale, zone *time.Location) (map[string]*template.Template, error) {
	key := templateKey{l.Language(), zone.String()}
	if known, ok := t.parsed.Load(key); ok {
		return known.(map[string]*template.Template), nil
	}
	made, err := parse(l, zone)
	if err == nil {
		t.parsed.Store(key, made)
	}
	return made, err
}

func parse(l locale.Locale, zone *time.Location) (map[string]*template.Template, error) {
	shared, err := template.New("").Funcs(functions(l, zone)).ParseFS(pages, "pages/layout.html", "pages/pieces*.html")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(pages, "pages/*.html")
	if err != nil {
		return nil, err
	}
	all := map[string]*template.Template{}
	for _, name := range names {
		if path.Base(name) == "layout.html" || strings.HasPrefix(path.Base(name), "pieces") {
			continue
		}
		one, err := shared.Clone()
		if err == nil {
			one, err = one.ParseFS(pages, name)
		}
		if err != nil {
			return nil, err
		}
		all[strings.TrimSuffix(path.Base(name), ".html")] = one
	}
	return all, nil
}

// functions are the functions of templates. Methods are among them, because these templates call none of their values
// (docs/dependencies.md).
func functions(l locale.Locale, zone *time.Location) template.FuncMap {
	return template.FuncMap{
		"t": func(english string, args ...any) string {
			for i := range args {
				args[i] = pointed(args[i])
			}
			return translate(l, english, args...)
		},
		"label":  func(member string) string { return label(l, member) },
		"via":    func(name string) string { return through(l, name) },
		"number": func(value any) string { return number(l, pointed(value)) },
		"moment": func(value any) string { return moment(pointed(value), zone) },
		"asset":  assetPath,
		// Links for authenticator apps have a scheme of their own, which templates refuse otherwise.
		"otpauth": func(uri string) template.URL {
			if !strings.HasPrefix(uri, keyURI) {
				return ""
			}
			return template.URL(uri)
		},
		"with":      with,
		"has":       strings.Contains,
		"join":      strings.Join,
		"sentences": sentences,

		"get": node.Get, "plain": node.Plain, "flat": node.Flat, "empty": node.Empty, "columns": node.Columns, "mood": node.Mood,
		"fit": node.Fit, "href": node.Link, "file": node.File,
		"control": field.Control, "height": field.Height,
		"name": (*kind).Name, "title": (*kind).Title, "resource": (*kind).Resource,
		"floor": bars.Floor, "first": bars.First, "last": bars.Last, "middle": bar.Middle,
		"atOnce": story.Moment, "summary": story.Summary,
		"ticks": orderView.Ticks, "lines": orderView.Lines, "sameAddress": orderView.SameAddress, "distinct": orderView.Distinct,
		"quantities": quantitiesOf, "comments": orderView.Comments, "totals": orderView.Totals,
	}
}

// pointed returns the value behind a pointer; "" for nil. Other values stay unchanged.
func pointed(value any) any {
	switch v := reflect.ValueOf(value); {
	case v.Kind() != reflect.Pointer:
		return value
	case v.IsNil():
		return ""
	default:
		return v.Elem().Interface()
	}
}

// with makes the data of a piece from names and values.
func with(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("with: %d names and values", len(pairs))
	}
	data := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		data[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return data, nil
}

// sentences joins two texts. The first one gets a full stop, unless it is empty or ends as a sentence does.
func sentences(first, second string) string {
	switch {
	case first == "" || second == "":
		return first + second
	case strings.ContainsAny(first[len(first)-1:], ".!?:"):
		return first + " " + second
	}
	return first + ". " + second
}

// number formats a number in the language. Other values stay unchanged.
func number(l locale.Locale, value any) string {
	var text string
	switch value := value.(type) {
	case money.Decimal:
		return l.Number(value)
	case json.Number:
		text = value.String()
	default:
		text = fmt.Sprint(value)
	}
	d, err := money.Parse(text)
	if err != nil {
		return text
	}
	return l.Number(d)
}

// amount formats an amount of money in a currency; without one the number alone, with two places.
func amount(l locale.Locale, value json.Number, currency string) string {
	d, err := money.Parse(value.String())
	if err != nil {
		return value.String()
	}
	if currency == "" {
		return strings.TrimSpace(l.MoneyAs(d, "EUR", " "))
	}
	return l.Money(d, currency)
}

// apiTime is the form of times in documents, in UTC.
const apiTime = "2006-01-02 15:04:05"

// moment formats a time of a document, a time.Time or a pointer to one, in the zone of the shop, to the second. Other values stay
// unchanged.
func moment(value any, zone *time.Location) string {
	at, ok := value.(time.Time)
	if known, is := value.(*time.Time); is {
		if known == nil {
			return ""
		}
		at, ok = *known, true
	}
	if !ok {
		var err error
		if at, err = time.Parse(apiTime, fmt.Sprint(value)); err != nil {
			if at, err = time.Parse(time.RFC3339Nano, fmt.Sprint(value)); err != nil {
				return fmt.Sprint(value)
			}
		}
	}
	if at.IsZero() {
		return ""
	}
	return at.In(zone).Format(apiTime)
}
