package console

import (
	"cmp"
	"embed"
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/domain/settings"

	numbers "golang.org/x/text/number"
)

// messages are the translations of the texts of pages.
//
//go:embed messages
var messages embed.FS

// further are translations of texts from elsewhere. The directory labels has the words of the registry: names, values of enumerations,
// summaries of operations. The directory refusals has the refusals of operations and the values that settings take. The directory notes has
// the sentences in the notes of documents.
//
//go:embed labels refusals notes
var further embed.FS

func init() {
	locale.Add(messages)
	for _, name := range []string{"labels", "refusals", "notes"} {
		files, err := fs.Sub(further, name)
		if err != nil {
			panic(err)
		}
		locale.Add(files)
	}
}

// helpFile has the German explanations of fields and settings. They are apart from the catalogue of package locale, which also translates
// the arguments of refusals: an argument is seldom an explanation such as "title".
//
//go:embed help/messages/de.json
var helpFile []byte

// germanHelp maps the English explanations to German ones.
var germanHelp = sync.OnceValue(func() (help map[string]string) {
	if err := json.Unmarshal(helpFile, &help); err != nil {
		panic(err)
	}
	return help
})

// explained returns an explanation in the language; "" without a translation.
func explained(l locale.Locale, english string) string {
	if l.Language() == locale.English {
		return english
	}
	return germanHelp()[english]
}

// spoken reports whether the console has a language.
func spoken(language string) bool { return language == "en" || language == "de" }

// translate returns a text in a language. Arguments replace its verbs. Numbers are formatted in the language, and the first one chooses the
// plural form. Texts among the arguments stay unchanged, because people often entered them.
func translate(l locale.Locale, english string, args ...any) string {
	if len(args) == 0 {
		return locale.In(l.Language(), english)
	}
	args = slices.Clone(args)
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = verbatim(text)
		}
	}
	return l.Refusal(english, args)
}

// verbatim is a text that is not translated.
type verbatim string

// fieldShape matches the names of fields.
var fieldShape = regexp.MustCompile(`^[a-z][A-Za-z]*$`)

// refused returns the text of a refusal, in the language if there is a translation. Fields have the labels of forms.
func refused(l locale.Locale, format string, args []any) string {
	args = slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case fault.Name:
			if fieldShape.MatchString(string(a)) {
				args[i] = verbatim(label(l, string(a)))
			}
		case fault.ResourceName:
			if l.Language() != locale.English {
				args[i] = verbatim(label(l, string(a)))
			}
		case *settings.Type:
			args[i] = verbatim(explained(l, a.String()))
		case fault.Argument:
			format, within := a.Format()
			args[i] = verbatim(refused(l, format, within))
		case int, int64: // mostly identifiers, which have no separators
			args[i] = numbers.Decimal(a, numbers.NoSeparator())
		}
	}
	return l.Refusal(format, args)
}

// notePatterns match the sentences of notes, with texts in place of the verbs of their formats.
var notePatterns = sync.OnceValue(func() (patterns []notePattern) {
	content, err := further.ReadFile("notes/messages/de.json")
	if err != nil {
		panic(err)
	}
	var german map[string]string
	if err := json.Unmarshal(content, &german); err != nil {
		panic(err)
	}
	verbs := regexp.MustCompile(`%[sv]`)
	for _, format := range slices.Sorted(maps.Keys(german)) {
		pattern := verbs.ReplaceAllString(regexp.QuoteMeta(format), "(.+?)")
		patterns = append(patterns, notePattern{format, regexp.MustCompile("^" + pattern + "$"), verbs.FindAllString(format, -1)})
	}
	return patterns
})

// notePattern matches the sentences of a format.
type notePattern struct {
	format string
	shape  *regexp.Regexp
	verbs  []string
}

// note translates a sentence of the notes of a document. The argument of %s is translated as well; the argument of %v, such as an amount,
// stays unchanged.
func note(l locale.Locale, sentence string) string {
	for _, p := range notePatterns() {
		found := p.shape.FindStringSubmatch(sentence)
		if found == nil {
			continue
		}
		args := make([]any, len(p.verbs))
		for i, verb := range p.verbs {
			text := found[i+1]
			if verb == "%s" {
				text = note(l, text)
			}
			args[i] = text
		}
		return translate(l, p.format, args...)
	}
	return sentence
}

// label returns the label of a member: Grand total for grandTotal.
func label(l locale.Locale, member string) string {
	return locale.In(l.Language(), spaced(member))
}

// spaced separates the words of a name: grandTotal, grand-total and grand_total become Grand total.
func spaced(name string) string {
	if own := ownNames[name]; own != "" {
		return own
	}
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case r == '-' || r == '_':
			b.WriteByte(' ')
		case unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(runes[i-1]):
			b.WriteByte(' ')
			if i+1 < len(runes) && unicode.IsUpper(runes[i+1]) {
				b.WriteRune(r) // an abbreviation, such as in grandTotalID
			} else {
				b.WriteRune(unicode.ToLower(r))
			}
		case i == 0:
			b.WriteRune(unicode.ToUpper(r))
		default:
			b.WriteRune(r)
		}
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		if short, known := abbreviations[strings.ToLower(w)]; known {
			words[i] = short
		}
	}
	return strings.Join(words, " ")
}

// ownNames are the labels of names that are no words.
var ownNames = map[string]string{"holded": "On hold", "closed": "Refunded", "PRODUCT": "Product", "CUSTOMER": "Customer"}

// abbreviations are words of names with a spelling of their own.
var abbreviations = map[string]string{
	"id": "ID", "sku": "SKU", "vat": "VAT", "url": "URL", "ip": "IP", "cms": "CMS", "html": "HTML", "iban": "IBAN", "api": "API", "qty": "Qty",
}

// interfaces are the English names of the interfaces through which an actor called.
var interfaces = map[string]string{
	"rest": "REST", "mcp": "MCP", "soap": "SOAP", "cli": "Command line", "page": "Web page", "console": "Console", "webhook": "Webhook",
	"graphql": "GraphQL", "oauth": "OAuth",
}

// through returns the name of an interface.
func through(l locale.Locale, via string) string { return translate(l, cmp.Or(interfaces[via], via)) }
