package pdf

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestLongWordsAreHyphenated: a word that is wider than a line is broken between syllables, with a hyphen at the end of each line and at
// least three letters on both sides. Each line fits, and no hyphen is within one.
func TestLongWordsAreHyphenated(t *testing.T) {
	t.Parallel()
	d := New(Info{Language: "de"})
	d.AddPage()
	for text, want := range map[string]string{
		"Donaudampfschifffahrtsgesellschaft": "Donau-|dampfschiff-|fahrtsgesell-|schaft",
		"Die Donaudampfschifffahrt beginnt":  "Die Donau-|dampfschiff-|fahrt|beginnt",
		"Kranken\u00adversicherungskarten":   "Kranken-|versiche-|rungskarten",
		"Straßen/Überlandleitungsmonteur":    "Straßen/|Überlandlei-|tungsmon-|teur",
		"kurz":                               "kurz",
		"DONAUDAMPFSCHIFF-4711-ABCDEF":       "DONAUDAM|PFSCHIFF-47|11-ABCDEF",
		"anna.donaudampfschiff@example.com":  "anna.donau|dampfschiff|@example.c|om",
		"Rzeczpospolitańskiegokrólestwa":     "Rzeczpospo-|litańskie-|gokrólestwa",
		"anticonstitutionnellement":          "anticonstitu-|tionnelle-|ment",
	} {
		var got []string
		for _, line := range d.Lines(plainText, 21, text) {
			got = append(got, strings.ReplaceAll(line.Text(), "\u00ad", "-"))
			if line.Width(plainText) > 21.01 {
				t.Errorf("%q is %.2f mm wide", line.Text(), line.Width(plainText))
			}
		}
		if shown := strings.Join(got, "|"); shown != want {
			t.Errorf("%q is broken as %q, want %q", text, shown, want)
		}
	}
}

// TestHyphensChangeNoText: at every width the lines have the text, but for soft hyphens at their ends, and codes have none.
func TestHyphensChangeNoText(t *testing.T) {
	t.Parallel()
	d := New(Info{Language: "de"})
	d.AddPage()
	const text = "Eine Donaudampfschifffahrtsgesellschaft fährt Feuerwehr\u00adausrüstungs\u00adgegenstände " +
		"nach Ελευσίναπειραιώς und Достопримечательность."
	squeezed := func(s string) string { return strings.NewReplacer("\u00ad", "", " ", "").Replace(s) }
	exact := plainText
	exact.Exact = true
	for width := 5.0; width < 120; width += 3.4 {
		var all strings.Builder
		lines := d.Lines(plainText, width, text)
		for i, line := range lines {
			shown := []rune(line.Text())
			if at := slices.Index(shown, softHyphen); at >= 0 && (at != len(shown)-1 || i == len(lines)-1) {
				t.Errorf("%v mm: %q has a hyphen within it", width, line.Text())
			}
			if n := len(shown); n > 1 && shown[n-1] == softHyphen && !unicode.IsLetter(shown[n-2]) {
				t.Errorf("%v mm: %q", width, line.Text())
			}
			all.WriteString(line.Text())
		}
		if squeezed(all.String()) != squeezed(text) {
			t.Errorf("%v mm: the text is %q", width, all.String())
		}
		for _, line := range d.Lines(exact, width, text) {
			if strings.ContainsRune(line.Text(), softHyphen) {
				t.Errorf("%v mm: %q has a hyphen", width, line.Text())
			}
		}
	}
}
