package einvoice

import (
	"errors"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/settings"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// Form is a kind of electronic invoice.
type Form string

// The forms. CII is the XML that Factur-X and ZUGFeRD embed into a PDF, profile EN 16931. XRechnung is the form that German authorities
// demand; it has more rules.
const (
	CII       Form = "cii"
	XRechnung Form = "xrechnung"
)

var guidelines = map[Form]string{
	CII:       "urn:cen.eu:en16931:2017",
	XRechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
}

// billing is the business process of an invoice that asks for payment (PEPPOL BIS Billing 3.0), which XRechnung names.
const billing = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"

var errForm = fault.Invalidf("The format of an electronic invoice must be cii or xrechnung")

// printer makes one electronic invoice.
type printer struct {
	form     Form
	config   settings.View
	locale   locale.Locale
	zone     *time.Location
	order    *documents.Order
	number   string
	code     string // type of document, UNTDID 1001
	issued   string // time in the document
	split    documents.TaxSplit
	pays     Payment
	baseTax  money.Decimal
	preceded []*documents.Invoice // invoices that a credit memo corrects
	untaxed  vat
}

// PrintInvoice returns an invoice as XML. It fails with fault.Invalid for an unknown form, and with fault.Conflict while the invoice has no
// number or if it was canceled. It fails with fault.Precondition if the shop's configuration or the order lacks data that the form demands;
// the message names it. The order needs its shipments.
func PrintInvoice(shop *directory.Shop, o *documents.Order, i *documents.Invoice, form Form) ([]byte, error) {
	if o == nil || i == nil {
		return nil, errors.New("print an electronic invoice: there is none")
	}
	if i.State == int(order.Revoked) {
		return nil, fault.Conflictf("The invoice is canceled; there is no electronic invoice of it")
	}
	p := newPrinter(shop, o, form)
	p.number, p.code, p.issued, p.split = i.IncrementID, "380", i.CreatedAt, i.TaxSplit(o)
	p.pays, p.baseTax = PaymentOfInvoice(shop, o, i), i.BaseTaxAmount
	return p.print()
}

// PrintCreditMemo returns a credit memo as XML. The invoices of the order are in its Accounting: those made before the credit memo are the
// ones it corrects. Errors are those of PrintInvoice.
func PrintCreditMemo(shop *directory.Shop, o *documents.Order, m *documents.CreditMemo, form Form) ([]byte, error) {
	if o == nil || m == nil {
		return nil, errors.New("print an electronic credit memo: there is none")
	}
	p := newPrinter(shop, o, form)
	p.number, p.code, p.issued, p.split = m.IncrementID, "381", m.CreatedAt, m.TaxSplit(o)
	p.pays, p.baseTax = PaymentOfMemo(shop, o, m), m.BaseTaxAmount.Add(m.BaseAdjustmentTax)
	p.preceded = m.Corrected(o)
	return p.print()
}

func newPrinter(shop *directory.Shop, o *documents.Order, form Form) *printer {
	return &printer{
		form: form, config: shop.Settings.In(o.StoreID), locale: shop.Locale(o.StoreID), zone: shop.Zone(o.StoreID), order: o,
	}
}

func (p *printer) print() ([]byte, error) {
	guideline, known := guidelines[p.form]
	switch {
	case !known:
		return nil, errForm
	case p.number == "":
		return nil, fault.Conflictf("It has no number yet, so it cannot be an electronic invoice; try again in a moment")
	case p.order.BillingAddress == nil:
		return nil, fault.Preconditionf("The order has no billing address, which an electronic invoice needs")
	}
	issued, err := p.time(p.issued)
	if err != nil {
		return nil, err
	}
	seller, err := p.seller()
	if err != nil {
		return nil, err
	}
	buyer, err := p.buyer()
	if err != nil {
		return nil, err
	}
	out := crossIndustryInvoice{Context: context{Guideline: parameter{guideline}}}
	if p.form == XRechnung {
		out.Context.Process = &parameter{billing}
	}
	out.Document = document{ID: clean(p.number), TypeCode: p.code, Issued: dateTime{day(issued)}, Notes: p.notes()}
	t := &out.Transaction
	t.Agreement = agreement{
		BuyerReference: p.buyerReference(), Seller: seller, Buyer: buyer, Sale: &reference{ID: clean(p.order.IncrementID)},
	}
	if own := clean(domain.Value(p.order.PoNumber)); own != "" {
		t.Agreement.Order = &reference{ID: own}
	}
	if t.Delivery, err = p.delivery(issued); err != nil {
		return nil, err
	}
	if err := p.amounts(t); err != nil {
		return nil, err
	}
	if err := p.payment(&t.Settlement); err != nil {
		return nil, err
	}
	if len(p.preceded) > 0 {
		made, err := p.time(p.preceded[0].CreatedAt)
		if err != nil {
			return nil, err
		}
		t.Settlement.Preceding = &reference{ID: clean(p.preceded[0].IncrementID), Issued: &formattedDate{day(made)}}
	}
	return encode(out)
}

// time reads the time of a document, in the zone of the store.
func (p *printer) time(text string) (time.Time, error) {
	at, err := documents.ParseTime(text)
	return at.In(p.zone), err
}

// delivery returns the recipient and the day of the last shipment before the invoice, or the day of the invoice if nothing was shipped.
func (p *printer) delivery(issued time.Time) (delivery, error) {
	out := delivery{Date: dateTime{day(issued)}}
	if last := p.order.LastShipped(p.issued); last != "" {
		at, err := p.time(last)
		if err != nil {
			return out, err
		}
		out.Date = dateTime{day(at)}
	}
	if a := p.order.ShippingAddress; a != nil {
		out.ShipTo = &party{Name: nameOf(a), Address: postal(a)}
	}
	return out, nil
}
