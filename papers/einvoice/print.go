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

// The forms. CII is the XML that Factur-X and ZUGFeRD embed into a PDF, profile EN 16931. UBL is Peppol BIS Billing 3.0. XRechnung is the
// form that German authorities demand, in the syntax CII; it has more rules. XRechnungUBL is the same in the syntax UBL.
const (
	CII          Form = "cii"
	XRechnung    Form = "xrechnung"
	UBL          Form = "ubl"
	XRechnungUBL Form = "xrechnung-ubl"
)

const (
	// core is the guideline of EN 16931, and what others comply with.
	core      = "urn:cen.eu:en16931:2017"
	xrechnung = core + "#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"
	// billing is the business process of an invoice that asks for payment (Peppol BIS Billing 3.0).
	billing = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
)

// The types of documents (UNTDID 1001).
const (
	commercial = "380"
	creditNote = "381"
)

// profile is what a form demands, and its syntax.
type profile struct {
	guideline, process string // BT-24, BT-23
	german             bool   // it has the German rules on contacts and addresses
	addressed          bool   // seller and buyer need electronic addresses
	onePreceding       bool   // the syntax has room for one invoice that is corrected
	write              func(*invoice) ([]byte, error)
}

var profiles = map[Form]profile{
	CII:       {guideline: core, onePreceding: true, write: writeCII},
	XRechnung: {guideline: xrechnung, process: billing, german: true, onePreceding: true, write: writeCII},
	UBL: {
		guideline: core + "#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
		process:   billing,
		addressed: true,
		write:     writeUBL,
	},
	XRechnungUBL: {guideline: xrechnung, process: billing, german: true, write: writeUBL},
}

var errForm = fault.Invalidf("The format of an electronic invoice must be cii, xrechnung, ubl or xrechnung-ubl")

// printer makes one electronic invoice.
type printer struct {
	profile  profile // without a syntax there is no such form
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
	p.number, p.code, p.issued, p.split = i.IncrementID, commercial, i.CreatedAt, i.TaxSplit(o)
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
	p.number, p.code, p.issued, p.split = m.IncrementID, creditNote, m.CreatedAt, m.TaxSplit(o)
	p.pays, p.baseTax = PaymentOfMemo(shop, o, m), m.BaseTaxAmount.Add(m.BaseAdjustmentTax)
	p.preceded = m.Corrected(o)
	return p.print()
}

func newPrinter(shop *directory.Shop, o *documents.Order, form Form) *printer {
	return &printer{
		profile: profiles[form], config: shop.Settings.In(o.StoreID), locale: shop.Locale(o.StoreID), zone: shop.Zone(o.StoreID), order: o,
	}
}

func (p *printer) print() ([]byte, error) {
	switch {
	case p.profile.write == nil:
		return nil, errForm
	case p.number == "":
		return nil, fault.Conflictf("It has no number yet, so it cannot be an electronic invoice; try again in a moment")
	case p.order.BillingAddress == nil:
		return nil, fault.Preconditionf("The order has no billing address, which an electronic invoice needs")
	}
	out, err := p.invoice()
	if err != nil {
		return nil, err
	}
	return p.profile.write(out)
}

// invoice returns the terms of the document.
func (p *printer) invoice() (out *invoice, err error) {
	out = &invoice{
		guideline: p.profile.guideline, process: p.profile.process, number: clean(p.number), code: p.code, notes: p.notes(),
		buyerReference: p.buyerReference(), purchase: clean(domain.Value(p.order.PoNumber)), sale: clean(p.order.IncrementID),
	}
	if out.issued, err = p.time(p.issued); err != nil {
		return nil, err
	}
	if out.seller, err = p.seller(); err != nil {
		return nil, err
	}
	if out.buyer, err = p.buyer(); err != nil {
		return nil, err
	}
	if err := p.delivery(out); err != nil {
		return nil, err
	}
	if err := p.amounts(out); err != nil {
		return nil, err
	}
	if err := p.payment(out); err != nil {
		return nil, err
	}
	for _, i := range p.preceded {
		made, err := p.time(i.CreatedAt)
		if err != nil {
			return nil, err
		}
		out.preceding = append(out.preceding, reference{clean(i.IncrementID), made})
	}
	return out, nil
}

// time reads the time of a document, in the zone of the store.
func (p *printer) time(text string) (time.Time, error) {
	at, err := documents.ParseTime(text)
	return at.In(p.zone), err
}

// delivery writes the recipient and the day of the last shipment before the invoice, or the day of the invoice if nothing was shipped.
func (p *printer) delivery(to *invoice) (err error) {
	if to.delivered = to.issued; p.order.LastShipped(p.issued) != "" {
		if to.delivered, err = p.time(p.order.LastShipped(p.issued)); err != nil {
			return err
		}
	}
	if a := p.order.ShippingAddress; a != nil {
		to.shipTo = &party{name: nameOf(a), address: postal(a)}
	}
	return nil
}
