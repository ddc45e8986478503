package papers

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/domain/payment"
	"tradelog/domain/settings"
	"tradelog/internal/pdf"
	"tradelog/papers/einvoice"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// letterCountries are the countries that print on paper of the size Letter (CLDR 46, paperSize of territories).
var letterCountries = []string{"BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"}

// Printer prints papers. Make it with New.
type Printer struct{ logos logos }

// New returns a printer. library finds logos in the media library; nil if there is none.
func New(library Library) *Printer { return &Printer{logos{library: library}} }

// of returns the settings of the papers of a store. kind is the group of the terms in the configuration, such as invoice.
func (p *Printer) of(ctx context.Context, shop *readdirectory.Shop, storeID int64, kind string) (pageSettings, settings.View) {
	config := shop.Settings.In(storeID)
	store, _ := shop.Store(storeID)
	spoken := shop.Locale(storeID)
	return pageSettings{
		Name:    cmp.Or(config.Text("general/store_information/name"), config.Text("general/store_information/legal_name"), store.Name),
		Address: strings.Join(sellerLines(config, spoken), "\n"), Logo: p.logos.find(ctx, config.Text(settings.Logo)),
		Locale: spoken, Size: sizeIn(config), Terms: lines.Split(config.Text("sales_pdf/" + kind + "/terms")),
	}, config
}

// sizeIn returns the size of pages: the configured one, or that of the store's country.
func sizeIn(config settings.View) pdf.Size {
	country := cmp.Or(config.Text("general/store_information/merchant_country"), config.Text("general/country/default"))
	switch config.Text("sales_pdf/general/paper") {
	case "a4":
		return pdf.A4
	case "letter":
		return pdf.Letter
	}
	if slices.Contains(letterCountries, country) {
		return pdf.Letter
	}
	return pdf.A4
}

// ofSale returns the settings of a paper of an order.
func (p *Printer) ofSale(ctx context.Context, shop *readdirectory.Shop, storeID int64, kind string, o *documents.Order) pageSettings {
	s, config := p.of(ctx, shop, storeID, kind)
	if o == nil {
		return s
	}
	s.Untaxed = einvoice.Reason(shop, o)
	s.Bank = payment.BankDetails(config, s.Locale, o.PaymentMethod, o.IncrementID)
	s.Gross = config.PricesInclTax(o.VATNumber() != "")
	return s
}

// Invoice prints an invoice with the settings in the configuration of its store. The electronic invoice is attached, unless there is
// none.
func (p *Printer) Invoice(ctx context.Context, shop *readdirectory.Shop, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	s := p.ofSale(ctx, shop, i.StoreID, "invoice", o)
	if o != nil {
		if err := s.settle(shop, einvoice.PaymentOfInvoice(shop, o, i), i.StoreID, func() ([]byte, error) {
			return einvoice.PrintInvoice(shop, o, i, einvoice.CII)
		}); err != nil {
			return nil, err
		}
	}
	return invoicePaper(s, o, i)
}

// settle sets what is paid, and the electronic form of an invoice or a credit memo (CII, profile EN 16931). There is no electronic form if
// the store wants none, if the configuration or the order lacks something, while the document has no number, and if it was cancelled.
func (s *pageSettings) settle(shop *readdirectory.Shop, pays einvoice.Payment, storeID int64, print func() ([]byte, error)) error {
	s.Pays = &pays
	if !shop.Settings.In(storeID).Flag("sales_pdf/invoice/electronic") {
		return nil
	}
	made, err := print()
	switch fault.KindOf(err) {
	case fault.Precondition, fault.Conflict:
		return nil
	}
	s.Invoice = made
	return err
}

// CreditMemo prints a credit memo with the settings in the configuration of its store. The invoices of the order are in its
// Accounting.
func (p *Printer) CreditMemo(ctx context.Context, shop *readdirectory.Shop, o *documents.Order, m *documents.CreditMemo) ([]byte, error) {
	s := p.ofSale(ctx, shop, m.StoreID, "creditmemo", o)
	if o != nil {
		if err := s.settle(shop, einvoice.PaymentOfMemo(shop, o, m), m.StoreID, func() ([]byte, error) {
			return einvoice.PrintCreditMemo(shop, o, m, einvoice.CII)
		}); err != nil {
			return nil, err
		}
	}
	return creditMemoPaper(s, o, m)
}

// Order prints the confirmation of an order with the settings in the configuration of its store.
func (p *Printer) Order(ctx context.Context, shop *readdirectory.Shop, o *documents.Order) ([]byte, error) {
	return orderPaper(p.ofSale(ctx, shop, o.StoreID, "order", o), o)
}

// PackingSlip prints the packing slip of a shipment, or of the units open for shipping, with the settings in the configuration of its
// store.
func (p *Printer) PackingSlip(ctx context.Context, shop *readdirectory.Shop, o *documents.Order, s *documents.Shipment) ([]byte, error) {
	slip, _ := p.of(ctx, shop, o.StoreID, "shipment")
	return packingSlipPaper(slip, o, s)
}

// GiftCard prints a gift card with the settings in the configuration of a store.
func (p *Printer) GiftCard(ctx context.Context, shop *readdirectory.Shop, storeID int64, g *documents.GiftCard) ([]byte, error) {
	card, _ := p.of(ctx, shop, storeID, "giftcard")
	return giftCardPaper(card, g)
}
