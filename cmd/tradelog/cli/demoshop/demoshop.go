// Package demoshop gives the demo the parts of an App that it uses.
package demoshop

import (
	"tradelog/app"
	"tradelog/cmd/tradelog/demo"
)

// Of returns the parts of a shop that the demo uses.
func Of(a *app.App) demo.Shop {
	return demo.Shop{
		Access: a.Commands.Access, AccessReader: a.Readers.Access, Catalog: a.Commands.Catalog, CatalogReader: a.Readers.Catalog,
		Checkout: a.Commands.Checkout, Quotes: a.Quotes, Customers: a.Commands.Customers, CustomersReader: a.Readers.Customers,
		Stores: a.Commands.Directory, DirectoryReader: a.Readers.Directory, Cards: a.Commands.GiftCards, Newsletter: a.Commands.Newsletter,
		Rules: a.Commands.Promotions, Reviews: a.Commands.Reviews, ReviewsReader: a.Readers.Reviews, Orders: a.Commands.Sales,
		SalesReader: a.Readers.Sales, TaxesReader: a.Readers.Taxes, Pictures: a.Pictures(), Deciders: a.Deciders, Reader: a.Reader,
		Store: a.Store, Events: app.EventSpecs(), Keys: a.Keyring, IDs: a.IDs, Clock: a.Config.Clock, Derive: a.Secrets.Derive,
		CaughtUp: a.CaughtUp,
	}
}
