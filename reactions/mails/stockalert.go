package mails

import (
	"context"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/stockalert"
	"tradelog/reactions"
	"tradelog/readmodels/directory"
)

// BackInStock tells customers that a product for which they wait is in stock again.
var BackInStock = Kind{
	Form: letter.BackInStockForm, Events: []string{stockalert.Raised{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		raised := e.Payload.(stockalert.Raised)
		owner, err := d.profileOf(ctx, domain.StreamID(e.Stream))
		if err != nil || owner.Email == "" {
			return nil, err
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		product, page, err := d.Product(ctx, shop, raised.StoreID, raised.ProductID)
		if err != nil || product == "" {
			return nil, err // the product is gone
		}
		at, name := letterStoreOf(shop, raised.StoreID), owner.FullName()
		return &Letter{
			StoreID: raised.StoreID, Sender: at.config.Text("catalog/productalert/email_identity"),
			To:     mail.Address{Name: name, Email: owner.Email},
			Values: letter.BackInStock{Common: at.common(name), Product: product, Link: at.page(page, nil)},
		}, nil
	},
}

// SendsStockAlerts reports whether a store view sends its customers e-mails about products that are in stock again.
func SendsStockAlerts(shop *directory.Shop, storeID int64) bool {
	return !shop.Settings.In(0).Flag(disabled) && shop.Settings.In(storeID).Flag(stockalert.Switch)
}
