package pdf

import (
	"time"

	"tradelog/domain/directory"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// PrintInvoice prints an invoice as the configuration of its store has it.
func PrintInvoice(shop *readdirectory.Shop, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	config := shop.Settings.In(i.StoreID)
	s := Settings{
		Name: config.Text("general/store_information/name"), Address: config.Text("sales/identity/address"),
		Logo: config.Text("sales/identity/logo"), Symbol: directory.Symbol(i.Currency, config.Text("general/locale/code")),
	}
	if s.Name == "" {
		store, _ := shop.Store(i.StoreID)
		s.Name = store.Name
	}
	if zone, err := time.LoadLocation(config.Text("general/locale/timezone")); err == nil {
		s.Zone = zone
	}
	return Invoice(s, o, i)
}
