package locale

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"

	"tradelog/domain/money"
)

// categories are the names of plural forms (Unicode CLDR, Language Plural Rules). Languages use some of them, and all of them other.
var categories = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// translation is a text in a language, or its plural forms.
type translation struct {
	text  string            // empty if there are forms
	forms map[string]string // by category
}

// UnmarshalJSON reads a text, or an object of plural forms such as {"one": "%d day", "other": "%d days"}.
func (t *translation) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &t.text) == nil {
		return nil
	}
	if err := json.Unmarshal(data, &t.forms); err != nil {
		return errors.New("a translation is a text or an object of plural forms")
	}
	return nil
}

// String returns the text, or the forms by category.
func (t translation) String() string {
	if t.forms == nil {
		return strconv.Quote(t.text)
	}
	return fmt.Sprintf("%q", t.forms)
}

func (t translation) equal(other translation) bool {
	return t.text == other.text && maps.Equal(t.forms, other.forms)
}

// texts returns the text, or all forms.
func (t translation) texts() []string {
	if t.forms == nil {
		return []string{t.text}
	}
	return slices.Collect(maps.Values(t.forms))
}

// message returns the translation as a message of package catalog. It fails if the forms are not those of the language, or if the English
// text has no count.
func (t translation) message(tag language.Tag, english string) (catalog.Message, error) {
	if t.forms == nil {
		return catalog.String(t.text), nil
	}
	count := countOf(english)
	if count == 0 {
		return nil, errors.New("has plural forms and no count, which is the first %d or %v")
	}
	if has, want := slices.Sorted(maps.Keys(t.forms)), formsOf(tag); !slices.Equal(has, want) {
		return nil, fmt.Errorf("has the plural forms %v, and %s has %v", has, tag, want)
	}
	var cases []any
	for category, text := range t.forms {
		if category != "other" { // it matches every number, so it comes last
			cases = append(cases, category, text)
		}
	}
	return plural.Selectf(count, "", append(cases, "other", t.forms["other"])...), nil
}

// countOf returns the argument whose number chooses the plural form of an English text: that of the first %d or %v, from 1. The result is 0
// if there is none.
func countOf(english string) int {
	for _, v := range verbsOf(english) {
		if v.verb == 'd' || v.verb == 'v' {
			return v.arg
		}
	}
	return 0
}

// verb is a verb of package fmt, with the number of its argument from 1. %% has the argument 0.
type verb struct {
	arg  int
	verb byte
}

// verbsOf returns the verbs of a text. %[2]s names its argument; others take the next one.
func verbsOf(text string) (verbs []verb) {
	next := 1
	for {
		_, after, ok := strings.Cut(text, "%")
		if !ok || after == "" {
			return verbs
		}
		if index, rest, ok := strings.Cut(after, "]"); ok && after[0] == '[' && rest != "" {
			if n, err := strconv.Atoi(index[1:]); err == nil {
				next, after = n, rest
			}
		}
		if after[0] == '%' {
			verbs = append(verbs, verb{0, '%'})
		} else {
			verbs = append(verbs, verb{next, after[0]})
			next++
		}
		text = after[1:]
	}
}

// formsOf returns the categories that numbers have in a language, sorted. It tries whole numbers and one with a decimal; together they have
// all forms that languages distinguish.
func formsOf(tag language.Tag) []string {
	found := map[string]bool{categories[plural.Cardinal.MatchPlural(tag, 1, 1, 1, 5, 5)]: true}
	for n := range 201 {
		found[categories[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// quantity is a number among the arguments of a message. The number is written in the format of the locale.
type quantity struct {
	number money.Decimal
	in     Locale
}

// Format writes the number in the format of the locale, for all verbs.
func (q quantity) Format(to fmt.State, _ rune) { _, _ = io.WriteString(to, q.in.Number(q.number)) }

// PluralForm returns the plural form of the number as it is written: in English, 1 is one and 1.0 is other. It also returns the whole part.
func (q quantity) PluralForm(tag language.Tag, _ int) (plural.Form, int) {
	whole, fraction, _ := strings.Cut(q.number.Abs().String(), ".")
	i, shown := lastDigits(whole), lastDigits(fraction)
	trimmed := strings.TrimRight(fraction, "0")
	return plural.Cardinal.MatchPlural(tag, i, len(fraction), len(trimmed), shown, lastDigits(trimmed)), i
}

// lastDigits returns the number modulo 10,000,000, which is as much as plural rules look at.
func lastDigits(digits string) int {
	n, _ := strconv.Atoi(digits[max(0, len(digits)-7):])
	return n
}
