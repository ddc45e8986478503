package console

import (
	"embed"
	"fmt"
	"strings"
	"unicode"

	"tradelog/domain/locale"
)

//go:embed messages
var messages embed.FS

func init() { locale.Add(messages) }

// languages are the languages of the console.
var languages = []string{"en", "de"}

func spoken(language string) bool { return language == "en" || language == "de" }

// translate returns a text in a language. Arguments replace its verbs; numbers are written as the language writes them, and the plural
// form is that of the first number.
func translate(l locale.Locale, english string, args ...any) string {
	if len(args) == 0 {
		return locale.In(l.Language(), english)
	}
	return l.Refusal(english, args)
}

// label returns the name of a member for people: grandTotal is Grand total.
func label(l locale.Locale, member string) string {
	return locale.In(l.Language(), spaced(member))
}

// spaced separates the words of a name: grandTotal, grand-total and grand_total become Grand total.
func spaced(name string) string {
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

// abbreviations are words of names that are written in their own way.
var abbreviations = map[string]string{
	"id": "ID", "sku": "SKU", "vat": "VAT", "url": "URL", "ip": "IP", "cms": "CMS", "html": "HTML", "iban": "IBAN", "api": "API", "qty": "Qty",
}

// quantity writes a number of things with its unit, such as 3 events.
func quantity(l locale.Locale, english string, n int64) string {
	return fmt.Sprint(translate(l, english, n))
}
