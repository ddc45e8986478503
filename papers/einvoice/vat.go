package einvoice

import (
	"cmp"

	domaindirectory "tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// vat is a category of VAT (UNTDID 5305) with its rate.
type vat struct {
	category string
	percent  money.Decimal
	// reason and code say why there is no tax (BT-120, BT-121).
	reason, code string
}

// The categories.
const (
	standard       = "S"
	zeroRated      = "Z"
	exempt         = "E"
	reverseCharged = "AE"
	intraEU        = "K"
	exported       = "G"
)

// countryOf returns the country of a VAT ID; Greece and Northern Ireland have codes of their own there.
func countryOf(vat string) string {
	switch {
	case len(vat) < 2:
		return ""
	case vat[:2] == "EL":
		return "GR"
	case vat[:2] == "XI":
		return "GB"
	}
	return vat[:2]
}

// category returns the category of an amount with a rate.
func (p *printer) category(percent money.Decimal) (vat, error) {
	if percent.Sign() > 0 {
		return vat{category: standard, percent: percent}, nil
	}
	if p.untaxed.category == "" {
		var err error
		if p.untaxed, err = p.withoutTax(); err != nil {
			return vat{}, err
		}
	}
	return p.untaxed, nil
}

// withoutTax returns the category of untaxed amounts.
func (p *printer) withoutTax() (vat, error) {
	note := p.set("sales/invoice/exemption_note")
	category := cmp.Or(p.set("sales/invoice/untaxed"), p.guess(note != ""))
	switch category {
	case exempt:
		if note == "" {
			return vat{}, fault.Preconditionf("An electronic invoice says why sales are exempt from VAT: set sales/invoice/exemption_note")
		}
		return vat{category: exempt, reason: note}, nil
	case reverseCharged:
		reason := cmp.Or(p.set("sales/invoice/reverse_charge_note"), p.locale.Translate(reverseCharge))
		return vat{category: reverseCharged, reason: reason, code: "VATEX-EU-AE"}, p.betweenBusinesses()
	case intraEU:
		return vat{category: intraEU, reason: p.locale.Translate(intraCommunity), code: "VATEX-EU-IC"}, p.betweenBusinesses()
	case exported:
		return vat{category: exported, reason: p.locale.Translate(export), code: "VATEX-EU-G"}, p.withVATID()
	}
	return vat{category: zeroRated}, nil
}

// guess returns the category of untaxed amounts in a shop that sets none.
func (p *printer) guess(noted bool) string {
	seller, from := p.about("merchant_country"), countryOf(p.buyerVAT())
	to := ""
	if a := p.order.ShippingAddress; a != nil {
		to = a.CountryID
	}
	switch {
	case noted:
		return exempt
	case !domaindirectory.InUnion(seller):
		return zeroRated
	case from != seller && domaindirectory.InUnion(from) && to != seller && domaindirectory.InUnion(to):
		return intraEU
	case from != seller && domaindirectory.InUnion(from):
		return reverseCharged
	case to != "" && !domaindirectory.InUnion(to):
		return exported
	}
	return zeroRated
}

// withVATID returns an error unless the shop has a VAT ID (BR-G-02).
func (p *printer) withVATID() error {
	if vatNumber(p.about("merchant_vat_number")) == "" {
		return fault.Preconditionf(
			"Sales to other countries without VAT name the seller's VAT ID: set general/store_information/merchant_vat_number",
		)
	}
	return nil
}

// betweenBusinesses returns an error unless seller and buyer have VAT IDs (BR-AE-02, BR-IC-02).
func (p *printer) betweenBusinesses() error {
	if err := p.withVATID(); err != nil {
		return err
	}
	if p.buyerVAT() == "" {
		return fault.Preconditionf("The buyer of this order has no VAT ID, without which an electronic invoice cannot leave the VAT to them; " +
			"set sales/invoice/untaxed if there is another reason for the missing VAT")
	}
	return nil
}

// Reason returns the reason why an order has amounts without VAT, in the words of its electronic invoices. The reason is that of the
// configuration, or that of the kind of sale. The text is empty if no reason is to be given.
func Reason(shop *directory.Shop, o *documents.Order) string {
	v, err := newPrinter(shop, o, CII).withoutTax()
	if err != nil {
		return "" // the electronic invoice says what is missing
	}
	return v.reason
}
