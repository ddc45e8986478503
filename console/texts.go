package console

import (
	"cmp"
	"embed"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"tradelog/domain/locale"
)

// messages are the translations of the texts of pages.
//
//go:embed messages
var messages embed.FS

// labels are the translations of words that pages take from the registry: names, values of enumerations, summaries of operations.
//
//go:embed labels
var labels embed.FS

func init() {
	locale.Add(messages)
	words, err := fs.Sub(labels, "labels")
	if err != nil {
		panic(err)
	}
	locale.Add(words)
}

// spoken reports whether the console has a language.
func spoken(language string) bool { return language == "en" || language == "de" }

// translate returns a text in a language. Arguments replace its verbs; numbers are written as the language writes them, and the plural
// form is that of the first number. Texts among the arguments stay as they are, because they are often what somebody typed.
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

// label returns the name of a member for people: grandTotal is Grand total.
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
				b.WriteRune(r) // an abbreviation, such as of grandTotalID
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

// ownNames are names that are no words.
var ownNames = map[string]string{"holded": "On hold", "closed": "Refunded", "PRODUCT": "Product", "CUSTOMER": "Customer"}

// abbreviations are words of names that are written in their own way.
var abbreviations = map[string]string{
	"id": "ID", "sku": "SKU", "vat": "VAT", "url": "URL", "ip": "IP", "cms": "CMS", "html": "HTML", "iban": "IBAN", "api": "API", "qty": "Qty",
}

// interfaces are the names of the interfaces through which somebody did something, in English.
var interfaces = map[string]string{
	"rest": "REST", "mcp": "MCP", "soap": "SOAP", "cli": "Command line", "page": "Web page", "console": "Console", "webhook": "Webhook",
	"graphql": "GraphQL", "oauth": "OAuth",
}

// through returns the name of an interface.
func through(l locale.Locale, via string) string { return translate(l, cmp.Or(interfaces[via], via)) }
