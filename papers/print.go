package papers

import (
	"cmp"
	"slices"

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

// of returns the settings of the papers of a store. kind is the group of the terms in the configuration, such as invoice.
func of(shop *readdirectory.Shop, storeID int64, kind string) (pageSettings, settings.View) {
	config := shop.Settings.In(storeID)
	store, _ := shop.Store(storeID)
	return pageSettings{
		Name: cmp.Or(config.Text("general/store_information/name"), store.Name), Address: config.Text("sales/identity/address"),
		Logo: config.Text("sales/identity/logo"), Locale: shop.Locale(storeID), Size: sizeIn(config),
		Terms: lines.Split(config.Text("sales_pdf/" + kind + "/terms")),
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

// ofSale returns the settings of a paper of an order. Consumers see prices with tax where the catalog has them so; a buyer with a VAT
// number is a business.
func ofSale(shop *readdirectory.Shop, storeID int64, kind string, o *documents.Order) pageSettings {
	s, config := of(shop, storeID, kind)
	if o == nil {
		return s
	}
	s.Untaxed = einvoice.Reason(shop, o)
	s.Bank = payment.BankDetails(config, s.Locale, o.PaymentMethod, o.IncrementID)
	switch config.Text("sales_pdf/general/prices") {
	case "gross":
		s.Gross = true
	case "net":
	default:
		s.Gross = config.Flag("tax/calculation/price_includes_tax") && o.VATNumber() == ""
	}
	return s
}

// PrintInvoice prints an invoice with the settings in the configuration of its store. The electronic invoice is attached, unless there is
// none.
func PrintInvoice(shop *readdirectory.Shop, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	s := ofSale(shop, i.StoreID, "invoice", o)
	if o != nil && shop.Settings.In(i.StoreID).Flag("sales_pdf/invoice/electronic") {
		var err error
		if s.Invoice, err = electronic(shop, o, i); err != nil {
			return nil, err
		}
	}
	return invoicePaper(s, o, i)
}

// electronic returns the electronic form of an invoice (CII, profile EN 16931). It returns nil if the configuration or the order lacks
// something, while the invoice has no number, and if it was cancelled.
func electronic(shop *readdirectory.Shop, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	made, err := einvoice.PrintInvoice(shop, o, i, einvoice.CII)
	switch fault.KindOf(err) {
	case fault.Precondition, fault.Conflict:
		return nil, nil
	}
	return made, err
}

// PrintCreditMemo prints a credit memo with the settings in the configuration of its store. The invoices of the order are in its
// Accounting.
func PrintCreditMemo(shop *readdirectory.Shop, o *documents.Order, m *documents.CreditMemo) ([]byte, error) {
	return creditMemoPaper(ofSale(shop, m.StoreID, "creditmemo", o), o, m)
}

// PrintOrder prints the confirmation of an order with the settings in the configuration of its store.
func PrintOrder(shop *readdirectory.Shop, o *documents.Order) ([]byte, error) {
	return orderPaper(ofSale(shop, o.StoreID, "order", o), o)
}

// PrintPackingSlip prints the packing slip of a shipment, or of the units open for shipping, with the settings in the configuration of its
// store.
func PrintPackingSlip(shop *readdirectory.Shop, o *documents.Order, s *documents.Shipment) ([]byte, error) {
	settings, _ := of(shop, o.StoreID, "shipment")
	return packingSlipPaper(settings, o, s)
}

// PrintGiftCard prints a gift card with the settings in the configuration of a store.
func PrintGiftCard(shop *readdirectory.Shop, storeID int64, g *documents.GiftCard) ([]byte, error) {
	settings, _ := of(shop, storeID, "giftcard")
	return giftCardPaper(settings, g)
}
