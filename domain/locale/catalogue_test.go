package locale

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// catalogues reads the catalogues of the program by language.
func catalogues(t *testing.T) map[string]map[string]translation {
	t.Helper()
	names, err := fs.Glob(messageFiles, "messages/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	all := map[string]map[string]translation{}
	for _, name := range names {
		translations, err := read(messageFiles, name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(strings.TrimPrefix(name, "messages/"), ".json")] = translations
	}
	return all
}

// eachText calls a function with the texts of all catalogues but the English one, and with all plural forms.
func eachText(t *testing.T, check func(language, english, text string)) {
	for language, translations := range catalogues(t) {
		for english, translated := range translations {
			for _, text := range translated.texts() {
				if language != English {
					check(language, english, text)
				}
			}
		}
	}
}

var action = regexp.MustCompile(`\{\{.*?\}\}`)

// TestTranslationsKeepTheirParts: a translation shows what its text shows, no less and no more. So does each plural form.
func TestTranslationsKeepTheirParts(t *testing.T) {
	t.Parallel()
	actions := func(text string) []string { return slices.Sorted(slices.Values(action.FindAllString(text, -1))) }
	verbs := func(text string) []verb {
		return slices.SortedFunc(slices.Values(verbsOf(text)), func(a, b verb) int {
			return cmp.Or(cmp.Compare(a.arg, b.arg), cmp.Compare(a.verb, b.verb))
		})
	}
	eachText(t, func(language, english, text string) {
		if !slices.Equal(actions(english), actions(text)) || !slices.Equal(verbs(english), verbs(text)) {
			t.Errorf("%s: %q is translated as %q", language, english, text)
		}
		if strings.TrimSpace(text) != text && english != ":" || text == "" {
			t.Errorf("%s: %q is translated as %q, with blanks around it", language, english, text)
		}
	})
}

// TestPluralsAgree: a text has plural forms in all catalogues or in none, and its form in English for other numbers is the text itself.
func TestPluralsAgree(t *testing.T) {
	t.Parallel()
	all := catalogues(t)
	for english, translated := range all[English] {
		if translated.forms == nil || translated.forms["other"] != english {
			t.Errorf("en: %q has %s", english, translated)
		}
	}
	for language, translations := range all {
		for english, translated := range translations {
			if _, counts := all[English][english]; counts != (translated.forms != nil) {
				t.Errorf("%s: %q is %s, but plural forms in en: %v", language, english, translated, counts)
			}
		}
	}
}

// same lists the texts that are the same in other languages. Names and formats are the same in all: *.
var same = map[string]string{
	"%s: %s": "de es it nl pl", "1": "de es it nl pl", ":": "de es it nl pl", "BIC: %s": "de es it nl pl", "IBAN: %s": "de es it nl pl",
	"Bank: %s": "de nl pl", "Code": "de fr nl", "Date": "fr", "E-mail": "fr it nl pl", "Message": "fr", "Name": "de",
	"Subtotal": "es", "Webhook": "*",
	"April": "de", "August": "de", "November": "de", "September": "de",
}

// TestTranslationsDiffer: a translation is not the English text, except for words that a language has as well.
func TestTranslationsDiffer(t *testing.T) {
	t.Parallel()
	all := catalogues(t)
	eachText(t, func(language, english, text string) {
		allowed := same[english] == "*" || slices.Contains(strings.Fields(same[english]), language)
		if is := text == english; is != allowed {
			t.Errorf("%s: %q is translated as %q; the same is expected: %v", language, english, text, allowed)
		}
	})
	for english := range same {
		if _, ok := all["de"][english]; !ok {
			t.Errorf("%q is not a text any catalogue has", english)
		}
	}
}

// greeted returns the texts that follow the greeting of an e-mail, in all cases of the line.
func greeted(t *testing.T) []string {
	t.Helper()
	templates, err := filepath.Glob("../letter/templates/*.txt")
	if err != nil || len(templates) == 0 {
		t.Fatalf("%v, %v", templates, err)
	}
	following, marked := regexp.MustCompile(`\{\{template "hello" \.\}\}\s+(.+)`), regexp.MustCompile(`\[\[(.+?)\]\]`)
	var texts []string
	for _, name := range templates {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range following.FindAllSubmatch(content, -1) {
			for _, m := range marked.FindAllSubmatch(line[1], -1) {
				texts = append(texts, string(m[1]))
			}
		}
	}
	return texts
}

// TestFirstLetters: a translation begins with a capital letter where its text does. After the greeting, which ends with a comma, German and
// Italian go on with a small one, other languages begin a sentence. Months are small, except in German.
func TestFirstLetters(t *testing.T) {
	t.Parallel()
	after := greeted(t)
	var names []string
	for _, m := range months {
		names = append(names, m.english)
	}
	polite := regexp.MustCompile(`^(Sie|Ihre?|Ihnen)\b`)
	eachText(t, func(language, english, text string) {
		first, _ := firstLetter(text)
		capital, known := firstLetter(english)
		want := unicode.IsUpper(capital)
		switch {
		case slices.Contains(after, english):
			want = language != "de" && language != "it" || polite.MatchString(text)
		case slices.Contains(names, english):
			want = language == "de"
		case strings.HasPrefix(english, "#"), english == dateForm.english:
			return
		}
		if known && first != 0 && unicode.IsUpper(first) != want {
			t.Errorf("%s: %q is translated as %q; a capital letter is expected: %v", language, english, text, want)
		}
	})
}

// firstLetter returns the letter that a text begins with, after quotation marks and the like. It returns false if a value comes first.
func firstLetter(text string) (rune, bool) {
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			return r, true
		case r == '%' || r == '{' || unicode.IsDigit(r):
			return 0, false
		}
	}
	return 0, false
}

// abbreviated are texts in which a full stop ends no sentence.
var abbreviated = []string{"Cod. art.", "Excl. btw", "Incl. btw", "Tél.\u202f: %s"}

// TestTypography: blanks, quotation marks and punctuation are those of the language.
func TestTypography(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct {
		about, languages string
		wrong            *regexp.Regexp
	}{
		{"two blanks", "*", regexp.MustCompile(`\s\s|[\s\x{a0}\x{202f}][\x{a0}\x{202f}]|[\x{a0}\x{202f}]\s`)},
		{"a straight quotation mark or apostrophe", "*", regexp.MustCompile(`["']`)},
		{"three dots", "*", regexp.MustCompile(`\.\.\.`)},
		{"a blank before punctuation", "de es it nl pl", regexp.MustCompile(`[\s\x{a0}\x{202f}][:;!?.,)]`)},
		{"no narrow no-break space before punctuation", "fr", regexp.MustCompile(`[^\x{202f}!?][:;!?»%]|^[;!?»]|«[^\x{202f}]`)},
		{"a narrow no-break space before a value", "fr", regexp.MustCompile(`[^«]\x{202f}X`)},
		{"a blank before a comma or full stop", "fr", regexp.MustCompile(`[\s\x{a0}\x{202f}][.,)]`)},
		{"a question or exclamation that does not begin", "es", regexp.MustCompile(`^[^¿]*\?|^[^¡]*!`)},
		{"a quotation that does not begin", "de pl", regexp.MustCompile(`^[^„]*[“”]`)},
		{"a quotation that does not begin", "es it", regexp.MustCompile(`^[^«“]*[»”]`)},
		{"a sentence that begins small", "*", regexp.MustCompile(`[.!?] \p{Ll}`)},
		{"an ASCII substitute of a number sign", "*", regexp.MustCompile(`#`)},
	} {
		eachText(t, func(language, english, text string) {
			if rule.languages != "*" && !slices.Contains(strings.Fields(rule.languages), language) {
				return
			}
			plain := strings.ReplaceAll(action.ReplaceAllString(text, "X"), "%%", "%")
			plain = regexp.MustCompile(`%(\[\d\])?[a-z]`).ReplaceAllString(plain, "X")
			if wrong := rule.wrong.FindString(plain); wrong != "" && !slices.Contains(abbreviated, text) {
				t.Errorf("%s: %q, translated as %q, has %s: %q", language, english, text, rule.about, wrong)
			}
		})
	}
}

// TestEnds: a sentence ends with a full stop and a label with a colon where the text does.
func TestEnds(t *testing.T) {
	t.Parallel()
	free := []string{
		"Hello{{if .Recipient}} {{.Recipient}}{{end}},",
		"There is news about your order # {{.Order.Number}}, which is {{.Order.Status}} now:",
	}
	eachText(t, func(language, english, text string) {
		if slices.Contains(free, english) {
			return
		}
		for _, end := range []string{".", ":", "?", "!"} {
			if strings.HasSuffix(english, end) && !strings.HasSuffix(text, end) {
				t.Errorf("%s: %q ends with %q, and its translation %q does not", language, english, end, text)
			}
		}
	})
}
