// Package letter has the texts of the shop's e-mails: their kinds, the values that each of them shows, and templates.
//
// An e-mail is a subject, a text, and the same as HTML. A Form is the text of one kind: the values, with a sample of them, and templates
// in English and German. Values are plain structs of texts that are ready to be shown: amounts, dates and addresses have the form
// of the letter's locale. Templates only choose and order them.
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

// DefaultLanguage is the language of e-mails in stores whose own has no templates.
const DefaultLanguage = "en"

// Content is an e-mail without its recipient. It is also the source of one: three templates.
type Content struct{ Subject, Text, HTML string }

// Form is the text of a kind of e-mail. Make it with Define.
type Form struct {
	Name    string
	sources map[string]Content // by language
	sample  func(Locale) any
	values  reflect.Type
}

var forms = map[string]*Form{}

// Define declares the text of a kind of e-mail, while the program starts. V embeds Common. The files are named after the language and
// the kind, such as en/order.txt and en/order.html; the text begins with a line "Subject: ...". There are English ones at least.
// It panics if a template is not right, or if the name is taken.
func Define[V any](name string, files fs.FS, sample func(Locale) V) *Form {
	f := &Form{
		Name: name, sources: map[string]Content{}, values: reflect.TypeFor[V](), sample: func(l Locale) any { return sample(l) },
	}
	if common, ok := f.values.FieldByName("Common"); !ok || common.Type != reflect.TypeFor[Common]() {
		panic("letter: the values of " + name + " have no Common")
	}
	for language := range parts {
		text, err := fs.ReadFile(files, language+"/"+name+".txt")
		if err != nil {
			continue
		}
		html, err := fs.ReadFile(files, language+"/"+name+".html")
		if err != nil {
			panic(err)
		}
		subject, body, _ := strings.Cut(string(text), "\n")
		source := Content{strings.TrimPrefix(subject, "Subject: "), body, string(html)}
		if err := f.Check(source); err != nil {
			panic(fmt.Sprintf("letter: %s in %s: %v", name, language, err))
		}
		f.sources[language] = source
	}
	if _, ok := f.sources[DefaultLanguage]; !ok || forms[name] != nil {
		panic("letter: " + name + " has no English templates, or is declared twice")
	}
	forms[name] = f
	return f
}

// Find returns the form of a kind.
func Find(kind string) (*Form, bool) {
	f, ok := forms[kind]
	return f, ok
}

// Kinds lists the names of all kinds.
func Kinds() []string { return slices.Sorted(maps.Keys(forms)) }

// Languages lists the languages of the shop's own templates.
func Languages() []string { return slices.Sorted(maps.Keys(parts)) }

// Source returns the shop's own templates in a language, else the English ones.
func (f *Form) Source(language string) Content {
	if s, ok := f.sources[language]; ok {
		return s
	}
	return f.sources[DefaultLanguage]
}

// Sample returns values to try templates with. Nothing in them is empty.
func (f *Form) Sample(l Locale) any { return f.sample(l) }

// Render makes an e-mail of templates in a language. What custom leaves empty is the shop's own. An error is that of a template.
func (f *Form) Render(language string, custom Content, values any) (Content, error) {
	if reflect.TypeOf(values) != f.values {
		return Content{}, fmt.Errorf("letter: values of %s are %T instead of %s", f.Name, values, f.values)
	}
	own := f.Source(language)
	source := Content{either(custom.Subject, own.Subject), either(custom.Text, own.Text), either(custom.HTML, own.HTML)}
	return render(language, source, values)
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
