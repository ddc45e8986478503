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

func TestAccentsAreNoDifference(t *testing.T) {
	t.Parallel()
	for text, plain := range map[string]string{
		"Crème Brûlée": "creme brulee", "Cre\u0300me": "creme", "Straße": "strasse", "Smörgås": "smorgas", "ŁÓDŹ": "lodz",
		"Ελλάδα": "ελλαδα",
		"Ёлка й": "ёлка й", "か\u3099": "が", "हिन्दी": "हिन्दी", "İstanbul": "istanbul", "plain": "plain",
	} {
		if got := WithoutAccents(text); got != plain {
			t.Errorf("%q without accents is %q, want %q", text, got, plain)
		}
	}
	name := "Crème für zwei: crème <b>Brûlée</b>"
	short := "Plain"
	got, shorter, _ := Product{Name: name, SKU: "CR", ShortDescription: &short}.Searched(nil)
	if want := "crème für zwei: crème <b>brûlée</b>\ncr\ncreme fur brulee"; got != want || shorter != "plain" {
		t.Errorf("%q and %q are searched, want %q", got, shorter, want)
	}
}

// TestWordsWithoutAccentsHaveNoTags: the database removes a tag up to its end, so half a tag among the words would hide the next ones.
func TestWordsWithoutAccentsHaveNoTags(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<p>Größe<br /> Crème aus Köln</p>":    "grosse creme koln",
		`<a title="é" href="/x">Crème</a>Köln`: "creme koln", "Crème < Köln": "creme koln",
	} {
		_, short, _ := Product{ShortDescription: &text}.Searched(nil)
		if _, got, _ := strings.Cut(short, "\n"); got != want {
			t.Errorf("%q has the words %q, want %q", text, got, want)
		}
	}
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
