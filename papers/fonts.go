package papers

import (
	"strings"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// printableRunes holds the characters of the basic plane that both fonts have. The PDF writer accepts no others.
var printableRunes = sync.OnceValue(func() *[1 << 16]bool {
	set := new([1 << 16]bool)
	for i := range set {
		set[i] = true
	}
	for _, ttf := range [][]byte{goregular.TTF, gobold.TTF} {
		font, err := sfnt.Parse(ttf)
		if err != nil {
			panic("pdf: the built-in font cannot be read: " + err.Error())
		}
		var buffer sfnt.Buffer
		for i := range set {
			glyph, err := font.GlyphIndex(&buffer, rune(i))
			set[i] = set[i] && err == nil && glyph != 0
		}
	}
	set['\u00a0'] = true
	return set
})

func has(r rune) bool { return r >= ' ' && r < 1<<16 && printableRunes()[r] }

// printable reports whether the fonts have every character of a text.
func printable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !has(r) }) < 0
}

// replacement stands for a character the fonts do not have.
const replacement = '?'

// hyphens are written with a plain hyphen, except for the soft one: it only shows where a word may be broken.
var hyphens = strings.NewReplacer("\u00ad", "", "\u2010", "-", "\u2011", "-", "\u2012", "\u2013")

// toPrintable makes a text printable: it composes accents, turns control characters into blanks, and replaces other characters that the
// fonts lack by their plain form or by the replacement.
func toPrintable(text string) string {
	if plain(text) {
		return text
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(hyphens.Replace(strings.ToValidUTF8(text, ""))) {
		switch {
		case has(r):
			b.WriteRune(r)
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case r < ' ' || r == 0x7f:
		default:
			b.WriteString(simpler(r))
		}
	}
	return b.String()
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// simpler returns the plain form of a character, such as "fi" for the ligature or "1" for the circled one.
func simpler(r rune) string {
	var b strings.Builder
	for _, part := range norm.NFKC.String(string(r)) {
		if !has(part) {
			return string(replacement)
		}
		b.WriteRune(part)
	}
	return b.String()
}
