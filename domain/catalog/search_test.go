package catalog

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzSearchTerms checks that words of searches have only characters that may stand in quotation marks in a full-text query: letters and
// digits.
func FuzzSearchTerms(f *testing.F) {
	for _, text := range []string{
		"", "lamp", "a'b", `\`, "a:*b & !c <-> (d)", "ÄPFEL 3½", "日本語", "\xff\x00", strings.Repeat("a ", 99),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		terms := SearchTerms(text)
		if len(terms) > searchWords || utf8.RuneCountInString(strings.Join(terms, "")) > 2*searchLetters {
			t.Errorf("%q has the words %q", text, terms)
		}
		for _, term := range terms {
			if term == "" || !utf8.ValidString(term) || strings.ContainsFunc(term, func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
			}) {
				t.Errorf("%q has the word %q", text, term)
			}
		}
	})
}

func TestSearchWords(t *testing.T) {
	t.Parallel()
	if got := SearchWords("  Blue\tSHIRT 100% "); !slices.Equal(got, []string{"blue", "shirt", "100%"}) {
		t.Errorf("%q", got)
	}
	if got := SearchTerms("AB-12 o'neill %"); !slices.Equal(got, []string{"ab", "12", "o", "neill"}) {
		t.Errorf("%q", got)
	}
	for _, c := range [][3]string{
		{"", "", "english"}, {"", "de_AT", "german"}, {"", "zh_Hans_CN", "simple"}, {"french", "de_DE", "french"}, {"simple", "en_US", "simple"},
	} {
		if got := SearchLanguage(c[0], c[1]); got != c[2] {
			t.Errorf("%q in %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
