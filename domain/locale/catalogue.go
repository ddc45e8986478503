package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

// English is the language of messages, and of stores in a language without a catalogue.
const English = "en"

//go:embed messages
var messageFiles embed.FS

// catalogue holds the translations of all languages.
var catalogue = catalog.NewBuilder(catalog.Fallback(language.English))

func init() { Add(messageFiles) }

// Add adds the catalogues in the directory messages of files, such as messages/de.json. It is called while the program starts. It panics if
// a file cannot be read, or translates a text differently from an earlier catalogue.
func Add(files fs.FS) {
	names, err := fs.Glob(files, "messages/*.json")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		code := strings.TrimSuffix(strings.TrimPrefix(name, "messages/"), ".json")
		tag, err := language.Parse(code)
		if err != nil {
			panic(fmt.Sprintf("locale: %s is not named after a language: %v", name, err))
		}
		translations, err := read(files, name)
		if err != nil {
			panic(fmt.Sprintf("locale: %s: %v", name, err))
		}
		for english, translated := range translations {
			if before := In(code, english); before != english && before != translated {
				panic(fmt.Sprintf("locale: %s translates %q as %q, and a catalogue before as %q", name, english, translated, before))
			}
			if err := catalogue.SetString(tag, english, translated); err != nil {
				panic(fmt.Sprintf("locale: %s, %q: %v", name, english, err))
			}
		}
	}
}

// read returns the translations in a file by their English texts.
func read(files fs.FS, name string) (map[string]string, error) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	var translations map[string]string
	err = json.Unmarshal(content, &translations)
	return translations, err
}

// Languages returns English and the languages with a catalogue, sorted.
func Languages() []string {
	all := []string{English}
	for _, tag := range catalogue.Languages() {
		all = append(all, tag.String())
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Speaks reports whether a language is English or has a catalogue.
func Speaks(language string) bool { return slices.Contains(Languages(), language) }

// Message is an English text that the program shows to buyers. Text creates it.
type Message struct{ english string }

// Text returns the message with an English text. The argument must be a constant, because a test finds all calls. It may have verbs of
// package fmt.
func Text(english string) Message { return Message{english} }

// Translate returns a message in the language of the locale. The arguments replace its verbs.
func (l Locale) Translate(m Message, args ...any) string {
	if len(args) == 0 {
		return In(l.Language(), m.english)
	}
	return message.NewPrinter(language.Make(l.Spoken()), message.Catalog(catalogue)).Sprintf(m.english, args...)
}

// Refusal translates an error message into the language of the locale, if the catalogue has it. It also translates texts among the
// arguments. Error messages are not declared with Text.
func (l Locale) Refusal(format string, args []any) string {
	args = slices.Clone(args)
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = In(l.Language(), text)
		}
	}
	return l.Translate(Message{format}, args...)
}

// In returns the translation of an English text, verbs included. Without a translation it returns the text itself.
func In(code, english string) string {
	var r rendered
	if catalogue.Context(language.Make(code), &r).Execute(english) != nil {
		return english
	}
	return r.String()
}

// rendered collects the text of a message of the catalogue. It is the renderer for package catalog.
type rendered struct{ strings.Builder }

// Render appends a part of the message.
func (r *rendered) Render(text string) { r.WriteString(text) }

// Arg returns nothing: the message has no arguments.
func (r *rendered) Arg(int) any { return nil }
