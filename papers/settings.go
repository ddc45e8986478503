package papers

import (
	"time"

	"tradelog/domain/locale"
	"tradelog/domain/money"
)

// Settings of a shop's invoices. The zero value prints a plain page in English.
type Settings struct {
	Name    string // of the shop
	Address string // of the shop, in lines
	Logo    string // file of a PNG, JPEG, GIF or WebP picture; omitted if it cannot be read
	// Locale is the language and the form of the page.
	Locale locale.Locale
	// Bank has the lines of the account that is paid to; empty if there is none.
	Bank  []string
	Terms []string // lines at the end
}

// date returns the day of a document's time in the shop's zone.
func (s Settings) date(text string) string {
	at, ok := parseTime(text)
	if !ok {
		return text
	}
	return s.Locale.Date(at)
}

// parseTime reads a document's time.
func parseTime(text string) (time.Time, bool) {
	at, err := time.Parse(time.DateTime, text)
	return at, err == nil
}

// amount prints money. A symbol that the fonts do not have is replaced by the currency's code.
func (s Settings) amount(d money.Decimal, currency string) string {
	symbol := s.Locale.Symbol(currency)
	if !printable(symbol) {
		symbol = currency
	}
	return s.Locale.MoneyAs(d, currency, symbol)
}
