// Package demoshop gives the demo the parts of an App that it uses.
package demoshop

import (
	"tradelog/app"
	"tradelog/cmd/tradelog/demo"
)

// Of returns the parts of a shop that the demo uses.
func Of(a *app.App) demo.Shop {
	return demo.Shop{
		Access: app.Accounts.Of(a), AccessReader: app.AccessReader.Of(a), Catalog: app.Catalog.Of(a), CatalogReader: app.CatalogReader.Of(a),
		Checkout: app.Checkout.Of(a), Quotes: app.Quotes.Of(a), Customers: app.Customers.Of(a), CustomersReader: app.CustomersReader.Of(a),
		Stores: app.Stores.Of(a), DirectoryReader: app.DirectoryReader.Of(a), Cards: app.Cards.Of(a), Newsletter: app.Newsletter.Of(a),
		Rules: app.Rules.Of(a), Reviews: app.Reviews.Of(a), ReviewsReader: app.ReviewsReader.Of(a), Orders: app.Orders.Of(a),
		SalesReader: app.SalesReader.Of(a), TaxesReader: app.TaxesReader.Of(a), Pictures: a.Pictures(), Engine: a.Deciders, Reader: a.Reader,
		Store: a.Store, Events: app.EventSpecs(), Keys: a.Keyring, IDs: a.IDs, Clock: a.Config.Clock, Derive: a.Secrets.Derive,
		CaughtUp: a.CaughtUp,
	}
}
