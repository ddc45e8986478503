// Package letter defines the texts of the shop's e-mails: their kinds, the values that each kind shows, and templates.
//
// An e-mail has a subject, a text, and the same text as HTML. A Form defines one kind: the type of its values, with a sample, and templates
// whose messages are translated by package locale. Values are plain structs of texts that are ready to be shown: amounts, dates and
// addresses are formatted for the letter's locale. Templates only choose and order them.
//
// Merchants can replace templates for a store view or a language (Template). Their templates are checked before they are stored: they use
// only variables of their kind, and cannot run for long or grow without bounds.
//
// The frame of all e-mails, with the shop's name above and its addresses below, is in templates/frame.html and frame.txt.
package letter

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"tradelog/domain/locale"
)

//go:embed templates
var files embed.FS

// builtIn holds the templates of the shop itself.
var builtIn = func() fs.FS {
	sub, err := fs.Sub(files, "templates")
	if err != nil {
		panic(err)
	}
	return sub
}()

// News is the greatest age of an event that causes an e-mail. Later records of events, such as imports, cause none.
const News = 48 * time.Hour

// Content is an e-mail without its recipient, or the three templates of one.
type Content struct{ Subject, Text, HTML string }

// Form defines a kind of e-mail. Define creates it.
type Form struct {
	Name   string
	source Content // its messages are not yet translated
	sample func(locale.Locale) any
	values reflect.Type
}

var forms = map[string]*Form{}

// Define declares a kind of e-mail. Define is called while the program starts. V embeds Common. The files are named after the kind, such as
// order.txt and order.html; the text begins with a line "Subject: ...". Their messages are English and in brackets, [[Bill to]].
// Translations are in the catalogues of package locale, and in messages/de.json and so on of the files. Define panics if the name is taken,
// or if a template is invalid in one of the languages.
func Define[V any](name string, files fs.FS, sample func(locale.Locale) V) *Form {
	f := &Form{Name: name, values: reflect.TypeFor[V](), sample: func(l locale.Locale) any { return sample(l) }}
	if common, ok := f.values.FieldByName("Common"); !ok || common.Type != reflect.TypeFor[Common]() {
		panic("letter: the values of " + name + " have no Common")
	}
	if forms[name] != nil {
		panic("letter: " + name + " is declared twice")
	}
	locale.Add(files)
	text, err := fs.ReadFile(files, name+".txt")
	if err != nil {
		panic(err)
	}
	html, err := fs.ReadFile(files, name+".html")
	if err != nil {
		panic(err)
	}
	subject, body, _ := strings.Cut(string(text), "\n")
	f.source = Content{strings.TrimPrefix(subject, "Subject: "), body, string(html)}
	if files != builtIn { // a test checks the shop's own, because checking takes time at each start
		if err := f.checkSources(); err != nil {
			panic(fmt.Sprintf("letter: %s in %v", name, err))
		}
	}
	forms[name] = f
	return f
}

// checkSources checks the built-in templates of the form in each language.
func (f *Form) checkSources() error {
	for _, language := range locale.Languages() {
		if err := f.Check(f.Source(language), language); err != nil {
			return fmt.Errorf("%s: %w", language, err)
		}
	}
	return nil
}

// Find returns the form of a kind of e-mail.
func Find(kind string) (*Form, bool) {
	f, ok := forms[kind]
	return f, ok
}

// Kinds returns the names of all kinds, sorted.
func Kinds() []string { return slices.Sorted(maps.Keys(forms)) }

// Source returns the built-in templates in a language. Messages without a translation are English.
func (f *Form) Source(language string) Content {
	return Content{
		translateText(f.source.Subject, language), translateText(f.source.Text, language), translateHTML(f.source.HTML, language),
	}
}

// Sample returns values to check templates with. None of them is empty.
func (f *Form) Sample(l locale.Locale) any { return f.sample(l) }

// Render renders an e-mail in a language. Empty templates of custom are replaced by the built-in ones. Any error is an error of a template.
func (f *Form) Render(language string, custom Content, values any) (Content, error) {
	if reflect.TypeOf(values) != f.values {
		return Content{}, fmt.Errorf("letter: values of %s are %T instead of %s", f.Name, values, f.values)
	}
	own := f.Source(language)
	source := Content{orElse(custom.Subject, own.Subject), orElse(custom.Text, own.Text), orElse(custom.HTML, own.HTML)}
	written := language
	if !locale.Speaks(language) && source.HTML == own.HTML {
		written = locale.English
	}
	return render(language, source, f.withShop(values, func(s *Shop) { s.Language = written }))
}

func orElse(text, otherwise string) string {
	if strings.TrimSpace(text) == "" {
		return otherwise
	}
	return text
}

// blankLines matches the blank lines that empty parts leave in a text.
var blankLines = regexp.MustCompile(`\n[ \t]*\n(?:[ \t]*\n)+`)

// tidied returns a text with at most one blank line at a time.
func tidied(text string) string {
	return strings.TrimSpace(blankLines.ReplaceAllString(text, "\n\n")) + "\n"
}
