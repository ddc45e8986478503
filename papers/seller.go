package papers

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"tradelog/domain"
	"tradelog/domain/locale"
	"tradelog/domain/settings"
	domainshop "tradelog/domain/shop"
	"tradelog/papers/einvoice"
	"tradelog/readmodels/documents"
)

// sellerLines returns the lines about the seller: those of sales/identity/address, else the postal address of general/store_information.
// The legal name, the entry in a register and the numbers for taxes are added if the lines lack them, because the law wants them on
// invoices.
func sellerLines(config settings.View, l locale.Locale) []string {
	s := domainshop.SellerOf(config)
	out, name := slices.Clone(s.Printed), s.LegalName
	if len(out) == 0 {
		name = cmp.Or(name, s.Name)
		out = l.Lines(s.Address)
		if s.Phone != "" {
			out = append(out, l.Translate(phone, s.Phone))
		}
	}
	if !mentions(out, name) {
		out = append([]string{name}, out...)
	}
	_, entry := domainshop.RegisterEntry(s.Registration)
	for _, n := range []struct{ number, line string }{
		{entry, entry}, {s.VATID, l.Translate(vatID, s.VATID)}, {s.TaxNumber, l.Translate(taxNumber, s.TaxNumber)},
	} {
		if !mentions(out, n.number) {
			out = append(out, n.line)
		}
	}
	return out
}

// mentions tells whether lines have a text, whatever the case, the blanks and the punctuation. An empty text is mentioned.
func mentions(all []string, text string) bool {
	plain := func(text string) string {
		return strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return -1
			}
			return unicode.ToUpper(r)
		}, text)
	}
	return strings.Contains(plain(strings.Join(all, "\n")), plain(text))
}

// buyer returns the lines about the buyer: the billing address, and the VAT number of the account unless the address has one. The number of
// the account is added as well if the electronic invoice has it because that of the address is no VAT ID.
func (p *paper) buyer(o *documents.Order) []string {
	out := p.address(o.BillingAddress)
	own := strings.TrimSpace(domain.Value(o.CustomerTaxvat))
	if own == "" {
		return out
	}
	if inAddress := o.BillingAddress != nil && domain.Value(o.BillingAddress.VatID) != ""; inAddress && !einvoice.HasAccountVAT(o) {
		return out
	}
	if !mentions(out, own) {
		name := taxNumber
		if einvoice.IsVATID(own) {
			name = vatID
		}
		out = append(out, p.translate(name, own))
	}
	return out
}
