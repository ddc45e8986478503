package papers

import (
	"cmp"

	"tradelog/domain/lines"
	"tradelog/domain/payment"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// PrintInvoice prints an invoice with the settings in the configuration of its store.
func PrintInvoice(shop *readdirectory.Shop, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	config := shop.Settings.In(i.StoreID)
	store, _ := shop.Store(i.StoreID)
	s := Settings{
		Name: cmp.Or(config.Text("general/store_information/name"), store.Name), Address: config.Text("sales/identity/address"),
		Logo: config.Text("sales/identity/logo"), Locale: shop.Locale(i.StoreID), Terms: lines.Split(config.Text("sales_pdf/invoice/terms")),
	}
	if o != nil {
		s.Bank = payment.BankDetails(config, s.Locale, o.PaymentMethod, o.IncrementID)
	}
	return Invoice(s, o, i)
}
