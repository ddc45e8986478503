package letter

import (
	"cmp"
	"time"

	"tradelog/domain/directory"
	"tradelog/domain/money"
)

// Locale is how values of an e-mail are written. Make it with LocaleOf.
type Locale struct {
	code string
	zone *time.Location
}

// LocaleOf returns the locale of a store, such as de_DE; a language such as de is enough. A nil zone is UTC.
func LocaleOf(code string, zone *time.Location) Locale {
	if len(code) == 2 {
		code = map[string]string{"de": "de_DE"}[code]
	}
	if zone == nil {
		zone = time.UTC
	}
	return Locale{cmp.Or(code, directory.DefaultLocale), zone}
}

// Language returns the language, such as de.
func (l Locale) Language() string { return directory.Language(l.code) }

// Money prints an amount.
func (l Locale) Money(d money.Decimal, currency string) string {
	return directory.AmountIn(d, currency, l.code)
}

// Number prints a quantity.
func (l Locale) Number(d money.Decimal) string { return directory.NumberIn(d, l.code) }

// Date prints the day of a time.
func (l Locale) Date(at time.Time) string { return directory.DateIn(at.In(l.zone), l.code) }

// Time prints a time with its day and its zone.
func (l Locale) Time(at time.Time) string { return directory.TimeIn(at.In(l.zone), l.code) }

// Lines prints an address.
func (l Locale) Lines(a directory.Address) []string { return a.Lines(l.code) }

// Word translates a word of a table or a status. It is English in languages without a translation.
func (l Locale) Word(english string) string { return cmp.Or(words[l.Language()][english], english) }

// words are the translations of words that values show.
var words = map[string]map[string]string{"de": {
	"Item": "Artikel", "Qty": "Menge", "Subtotal": "Zwischensumme", "Discount": "Rabatt", "Shipping & Handling": "Versand", "Tax": "Steuer",
	"Discount Tax Compensation": "Steuerausgleich", "Gift Cards": "Geschenkkarten", "Grand Total": "Gesamtsumme",
	"Make checks payable to": "Bitte stellen Sie den Scheck aus auf", "Send checks to": "Bitte senden Sie den Scheck an",
	"pending": "eingegangen", "waiting for its payment": "wartet auf Zahlung", "processing": "in Bearbeitung", "complete": "abgeschlossen",
	"closed": "geschlossen", "canceled": "storniert", "on hold": "angehalten", "in review": "in Prüfung",
}}
