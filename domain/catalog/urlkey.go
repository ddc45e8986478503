package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// spelled replaces letters that do not decompose into a base letter and a mark, and some signs.
var spelled = strings.NewReplacer("ß", "ss", "æ", "ae", "Æ", "AE", "ø", "o", "Ø", "O", "œ", "oe", "Œ", "OE", "đ", "d", "Đ", "D",
	"ł", "l", "Ł", "L", "þ", "th", "Þ", "Th", "ð", "d", "Ð", "D", "ı", "i", "&", " and ", "€", " eur ", "$", " usd ", "£", " gbp ")

// URLKey converts text to a URL key: lower-case ASCII letters and digits, each run of other characters one dash (shapes-catalog §1.2).
func URLKey(text string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), spelled.Replace(text))
	if err != nil {
		plain = text
	}
	var b strings.Builder
	dash := false
	for _, c := range strings.ToLower(plain) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(c)
		} else {
			dash = true
		}
	}
	return b.String()
}
