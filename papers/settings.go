package papers

import (
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/internal/pdf"
	"tradelog/papers/einvoice"
	"tradelog/readmodels/documents"
)

// pageSettings of a shop's papers. The zero value prints plain pages in English, in A4.
type pageSettings struct {
	Name    string // of the shop
	Address string // of the shop, in lines
	Logo    *logo  // nil if there is none
	// Locale is the language and the form of the page.
	Locale locale.Locale
	Size   pdf.Size // of pages
	// Gross prints prices with tax. The taxes are told below by rate.
	Gross bool
	// Bank has the lines of the account that is paid to; empty if there is none.
	Bank []string
	// Untaxed says why amounts have no tax, such as that the buyer owes it. The reason is printed with them; empty if there is no reason to
	// give.
	Untaxed string
	Terms   []string // lines at the end
	// Pays tells what is paid of an invoice or a credit memo; nil: what gift cards have not paid is due.
	Pays *einvoice.Payment
	// Invoice is the electronic form of an invoice or a credit memo (CII), which is attached; nil if there is none.
	Invoice []byte
}

// amount prints money.
func (s pageSettings) amount(d money.Decimal, currency string) string {
	return s.Locale.Money(d, currency)
}

// date returns the day of a document's time in the shop's zone.
func (s pageSettings) date(text string) string {
	at, err := documents.ParseTime(text)
	if err != nil {
		return text
	}
	return s.Locale.Date(at)
}
