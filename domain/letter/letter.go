// Package letter has the texts of the shop's e-mails: their kinds, the values that each of them shows, and templates.
//
// An e-mail is a subject, a text, and the same as HTML. A Form is the text of one kind: the values, with a sample of them, and templates
// whose messages are translated by package locale. Values are plain structs of texts that are ready to be shown: amounts, dates and
// addresses have the form of the letter's locale. Templates only choose and order them.
//
// Merchants have templates of their own for a store view or a language (Template). They are checked before they are stored: they use
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

	"tradelog/domain/locale"
)

//go:embed templates
var files embed.FS

// builtIn are the templates of the shop itself.
var builtIn = func() fs.FS {
	sub, err := fs.Sub(files, "templates")
	if err != nil {
		panic(err)
	}
	return sub
}()

// Content is an e-mail without its recipient. It is also the source of one: three templates.
type Content struct{ Subject, Text, HTML string }

// Form is the text of a kind of e-mail. Make it with Define.
type Form struct {
	Name   string
	source Content // with messages to be translated
	sample func(locale.Locale) any
	values reflect.Type
}

var forms = map[string]*Form{}

// Define declares the text of a kind of e-mail, while the program starts. V embeds Common. The files are named after the kind, such as
// order.txt and order.html; the text begins with a line "Subject: ...". Their messages stand in brackets, [[Bill to]], and are English;
// translations are in the catalogues of package locale, and in messages/de.json and so on of the files. It panics if a template is not
// right in one of the languages, or if the name is taken.
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
	if files != builtIn { // the shop's own are checked by a test, because it takes time at each start
		if err := f.checkSources(); err != nil {
			panic(fmt.Sprintf("letter: %s in %v", name, err))
		}
	}
	forms[name] = f
	return f
}

// checkSources checks the shop's own templates in each language.
func (f *Form) checkSources() error {
	for _, language := range locale.Languages() {
		if err := f.Check(f.Source(language)); err != nil {
			return fmt.Errorf("%s: %w", language, err)
		}
	}
	return nil
}

// Find returns the form of a kind.
func Find(kind string) (*Form, bool) {
	f, ok := forms[kind]
	return f, ok
}

// Kinds lists the names of all kinds.
func Kinds() []string { return slices.Sorted(maps.Keys(forms)) }

// Source returns the shop's own templates in a language. What has no translation is English.
func (f *Form) Source(language string) Content {
	return Content{
		translateText(f.source.Subject, language), translateText(f.source.Text, language), translateHTML(f.source.HTML, language),
	}
}

// Sample returns values to try templates with. Nothing in them is empty.
func (f *Form) Sample(l locale.Locale) any { return f.sample(l) }

// Render makes an e-mail of templates in a language. What custom leaves empty is the shop's own. An error is that of a template.
func (f *Form) Render(language string, custom Content, values any) (Content, error) {
	if reflect.TypeOf(values) != f.values {
		return Content{}, fmt.Errorf("letter: values of %s are %T instead of %s", f.Name, values, f.values)
	}
	own := f.Source(language)
	source := Content{either(custom.Subject, own.Subject), either(custom.Text, own.Text), either(custom.HTML, own.HTML)}
	written := language
	if !locale.Speaks(language) && source.HTML == own.HTML {
		written = locale.English
	}
	return render(language, source, f.withShop(values, func(s *Shop) { s.Language = written }))
}

func either(text, otherwise string) string {
	if strings.TrimSpace(text) == "" {
		return otherwise
	}
	return text
}

// blankLines are what parts that show nothing leave in a text.
var blankLines = regexp.MustCompile(`\n[ \t]*\n(?:[ \t]*\n)+`)

// tidied returns a text with at most one blank line at a time.
func tidied(text string) string {
	return strings.TrimSpace(blankLines.ReplaceAllString(text, "\n\n")) + "\n"
}
