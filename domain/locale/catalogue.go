package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"

	"tradelog/domain/money"
)

// English is the language of messages, and of stores in a language without a catalogue.
const English = "en"

//go:embed messages
var messageFiles embed.FS

// catalogue holds the translations of all languages.
var catalogue = catalog.NewBuilder(catalog.Fallback(language.English))

// added holds the translations that Add has added to the catalogue, by language and English text.
var (
	adding sync.Mutex
	added  = map[string]map[string]translation{}
)

func init() { Add(messageFiles) }

// Add adds the catalogues in the directory messages of files, such as messages/de.json. A translation is a text, or an object with the
// plural forms of the language. en.json holds only the plural forms of English texts. Add is called while the program starts. It panics if
// a file cannot be read, lacks a plural form, or translates a text differently from an earlier catalogue.
func Add(files fs.FS) {
	adding.Lock()
	defer adding.Unlock()
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
		if added[code] == nil {
			added[code] = map[string]translation{}
		}
		for english, translated := range translations {
			if before, known := added[code][english]; known && !before.equal(translated) {
				panic(fmt.Sprintf("locale: %s translates %q as %s, and a catalogue before as %s", name, english, translated, before))
			}
			message, err := translated.message(tag, english)
			if err == nil {
				err = catalogue.Set(tag, english, message)
			}
			if err != nil {
				panic(fmt.Sprintf("locale: %s, %q: %v", name, english, err))
			}
			added[code][english] = translated
		}
	}
}

// read returns the translations in a file by their English texts.
func read(files fs.FS, name string) (map[string]translation, error) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	var translations map[string]translation
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

// Translate returns a message in the language of the locale. The arguments replace its verbs. Numbers are written as Number writes them:
// integers for %d, decimals for %v. If the message has plural forms, its count chooses one. A message without a translation is English,
// with English plurals.
func (l Locale) Translate(m Message, args ...any) string {
	if len(args) == 0 {
		return In(l.Language(), m.english)
	}
	args = slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case money.Decimal:
			args[i] = quantity{a, l}
		case int:
			args[i] = quantity{money.FromInt(int64(a)), l}
		case int64:
			args[i] = quantity{money.FromInt(a), l}
		}
	}
	tag := language.Make(l.Language())
	if _, ok := find(tag, m.english); !ok {
		tag = language.English
	}
	return message.NewPrinter(tag, message.Catalog(catalogue)).Sprintf(m.english, args...)
}

// Refusal translates an error message into the language of the locale, if the catalogue has it. It also translates texts and other error
// messages among the arguments. Error messages are not declared with Text.
func (l Locale) Refusal(format string, args []any) string {
	args = slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case string:
			args[i] = In(l.Language(), a)
		case interface{ Format() (string, []any) }:
			args[i] = l.Refusal(a.Format())
		}
	}
	return l.Translate(Message{format}, args...)
}

// In returns the translation of an English text, verbs included. Without a translation it returns the text itself. Of plural forms it
// returns the one for other numbers.
func In(code, english string) string {
	if text, ok := find(language.Make(code), english); ok {
		return text
	}
	return english
}

// find returns the translation of an English text, verbs included, and whether there is one.
func find(tag language.Tag, english string) (string, bool) {
	var r rendered
	err := catalogue.Context(tag, &r).Execute(english)
	return r.String(), err == nil
}

// rendered collects the text of a message of the catalogue. The type is the renderer for package catalog.
type rendered struct{ strings.Builder }

// Render appends a part of the message.
func (r *rendered) Render(text string) { r.WriteString(text) }

// Arg returns nothing: the message has no arguments.
func (r *rendered) Arg(int) any { return nil }
