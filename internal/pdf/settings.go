package pdf

import (
	"time"

	"tradelog/domain/directory"
	"tradelog/domain/money"
)

// Settings of a shop's invoices. The zero value prints a plain page.
type Settings struct {
	Name    string // of the shop
	Address string // of the shop, in lines
	Logo    string // file of a PNG, JPEG, GIF or WebP picture; omitted if it cannot be read
	// Symbol is the currency symbol; the code is used if it is empty.
	Symbol string
	// Zone is the time zone of dates; nil is UTC.
	Zone *time.Location
}

// date is the day of a document's time in the shop's zone.
func (s Settings) date(text string) string {
	at, ok := moment(text)
	if !ok {
		return text
	}
	if s.Zone != nil {
		at = at.In(s.Zone)
	}
	return at.Format(time.DateOnly)
}

// moment reads a document's time.
func moment(text string) (time.Time, bool) {
	at, err := time.Parse(time.DateTime, text)
	return at, err == nil
}

// amount prints money. A symbol that the fonts do not have is replaced by the currency's code.
func (s Settings) amount(d money.Decimal, currency string) string {
	symbol := s.Symbol
	if !printable(symbol) {
		symbol = currency
	}
	return directory.Amount(d, currency, symbol)
}
