// Package locale formats texts for buyers in the language of their store: messages, amounts, dates and addresses.
//
// A message is an English text in the program or in a template. The text is its key in the catalogues, messages/de.json and so on: one JSON
// object of translations per language. Texts without a translation and languages without a catalogue stay English.
//
// A message with a count has plural forms by the rules of Unicode CLDR in place of a translation, also in English:
//
//	"%d days": {"one": "%d dzień", "few": "%d dni", "many": "%d dni", "other": "%d dnia"}
//
// Responses of the APIs are not translated: the contract fixes their messages in English.
package locale

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"tradelog/domain/directory"
	"tradelog/domain/money"
)

// Locale is the language, the formats and the time zone of a store. Of creates it. The zero value is American English in UTC.
type Locale struct {
	code string
	zone *time.Location
}

// Of returns the locale of a store, such as de_DE; a language such as de is enough. A nil zone is UTC. For an invalid code it returns
// directory.DefaultLocale.
func Of(code string, zone *time.Location) Locale {
	if base, err := language.ParseBase(code); err == nil {
		likely, _ := language.Make(base.String()).Region()
		code = base.String() + "_" + likely.String()
	}
	if !directory.ValidLocale(code) {
		code = directory.DefaultLocale
	}
	return Locale{code, zone}
}

// Language returns the language, such as de.
func (l Locale) Language() string { return directory.Language(l.code) }

// Spoken returns the language in which texts come out: that of the locale if it has a catalogue, else English.
func (l Locale) Spoken() string {
	if Speaks(l.Language()) {
		return l.Language()
	}
	return English
}

// Tag returns the language of texts and the country of formats as BCP 47, such as de-DE.
func (l Locale) Tag() string {
	_, country, _ := strings.Cut(cmp.Or(l.code, directory.DefaultLocale), "_")
	return l.Spoken() + "-" + country
}

// Money formats an amount: $1,234.50 in en_US, 1.234,50 € in de_DE.
func (l Locale) Money(d money.Decimal, currency string) string {
	return l.MoneyAs(d, currency, l.Symbol(currency))
}

// MoneyAs formats an amount with a given currency symbol.
func (l Locale) MoneyAs(d money.Decimal, currency, symbol string) string {
	return directory.AmountIn(d, currency, symbol, l.code)
}

// Symbol returns the symbol of a currency in the locale.
func (l Locale) Symbol(currency string) string { return directory.Symbol(currency, l.code) }

// Number formats a number, such as a quantity.
func (l Locale) Number(d money.Decimal) string { return directory.NumberIn(d, l.code) }

// Lines returns the lines of an address.
func (l Locale) Lines(a directory.Address) []string { return a.Lines(l.code) }

// dateForm is the layout of a date. Translations hold the layouts of other languages, made of 2006, January and 2.
var dateForm = Text("January 2, 2006")

// firstDay is how the first day of a month is written in a date. French has an ordinal there: 1er mars 2026.
var firstDay = Text("1")

// months lists the names of the months, in the form that dates have.
var months = []Message{
	Text("January"), Text("February"), Text("March"), Text("April"), Text("May"), Text("June"), Text("July"), Text("August"),
	Text("September"), Text("October"), Text("November"), Text("December"),
}

// Date formats the day of a time: in words in English and in languages with a catalogue, as 2026-11-21 in all others.
func (l Locale) Date(at time.Time) string {
	at = at.In(cmp.Or(l.zone, time.UTC))
	switch spoken := l.Language(); {
	case !Speaks(spoken):
		return at.Format(time.DateOnly)
	case spoken == English && l.code != "" && l.code != directory.DefaultLocale:
		return at.Format("2 January 2006")
	}
	day := strconv.Itoa(at.Day())
	if at.Day() == 1 {
		day = l.Translate(firstDay)
	}
	return strings.NewReplacer("2006", strconv.Itoa(at.Year()), "January", l.Translate(months[at.Month()-1]), "2", day).
		Replace(l.Translate(dateForm))
}

// Time formats a time with its day and its time zone.
func (l Locale) Time(at time.Time) string {
	return l.Date(at) + at.In(cmp.Or(l.zone, time.UTC)).Format(", 15:04:05 MST")
}
