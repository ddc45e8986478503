package app

import (
	"time"

	"tradelog/adapters/sandbox"
	"tradelog/commands"
	accesscommands "tradelog/commands/access"
	catalogcommands "tradelog/commands/catalog"
	checkoutcommands "tradelog/commands/checkout"
	customerscommands "tradelog/commands/customers"
	directorycommands "tradelog/commands/directory"
	"tradelog/commands/forgetting"
	salescommands "tradelog/commands/sales"
	"tradelog/domain/settings"
	"tradelog/quote"
	"tradelog/reactions"
	"tradelog/readmodels"
	readaccess "tradelog/readmodels/access"
	readcatalog "tradelog/readmodels/catalog"
	readcustomers "tradelog/readmodels/customers"
	readdirectory "tradelog/readmodels/directory"
	readsales "tradelog/readmodels/sales"
)

// Readers are the readers of the areas' read models.
type Readers struct {
	Access      *readaccess.Reader
	Catalog     *readcatalog.Reader
	Checkout    *readsales.Carts
	Content     *readcatalog.MediaFiles
	Customers   *readcustomers.Reader
	Directory   *readdirectory.Reader
	GiftCards   *readsales.GiftCards
	Newsletter  *readcustomers.Subscribers
	Promotions  *readsales.PriceRules
	Reviews     *readcustomers.Reviews
	Revocations *readsales.Revocations
	Sales       *readsales.Reader
	StockAlerts *readcustomers.StockAlerts
	Taxes       *readdirectory.TaxReader
	Wishlists   *readcustomers.Wishlists
}

func newReaders(r *readmodels.Reader, table *settings.Table, clock func() time.Time) Readers {
	accounts := readaccess.New(r, clock)
	return Readers{
		Access: accounts, Catalog: readcatalog.New(r, accounts.Names), Checkout: readsales.NewCarts(r), Content: readcatalog.NewMediaFiles(r),
		Customers: readcustomers.New(r), Directory: readdirectory.New(r, table), GiftCards: readsales.NewGiftCards(r),
		Newsletter: readcustomers.NewSubscribers(r), Promotions: readsales.NewPriceRules(r), Reviews: readcustomers.NewReviews(r),
		Revocations: readsales.NewRevocations(r), Sales: readsales.New(r, accounts.Names), StockAlerts: readcustomers.NewStockAlerts(r),
		Taxes: readdirectory.TaxReaderOf(r), Wishlists: readcustomers.NewWishlists(r),
	}
}

// Commands are the use cases of the areas.
type Commands struct {
	Access      *accesscommands.Accounts
	Catalog     *catalogcommands.Catalog
	Checkout    *checkoutcommands.Checkout
	Contacts    *customerscommands.Contacts
	Content     *catalogcommands.MediaFiles
	Customers   *customerscommands.Customers
	Directory   *directorycommands.Stores
	Forgetting  *forgetting.Forgetting
	GiftCards   *salescommands.GiftCards
	Newsletter  *customerscommands.Newsletter
	Parking     *reactions.Parking // of parked events
	Promotions  *salescommands.PriceRules
	Reviews     *customerscommands.Reviews
	Revocations *salescommands.Revocations
	Sales       *salescommands.Orders
	StockAlerts *customerscommands.StockAlerts
	Wishlists   *customerscommands.Wishlists
}

// newCommands makes the use cases in the order of their dependencies. Package forgetting needs most of them, so it comes last.
func newCommands(e *commands.Engine, read Readers, configuration structure, payments sandbox.Gateway, clock func() time.Time) Commands {
	terms := salesTerms{read.Directory}
	c := Commands{
		Access:  accesscommands.New(e, clients{read.Access}),
		Catalog: catalogcommands.NewCatalog(e, catalogSettings{read.Directory, read.Catalog}), Contacts: customerscommands.NewContacts(e),
		Content: catalogcommands.NewMediaFiles(e), Customers: customerscommands.NewCustomers(e), GiftCards: salescommands.NewGiftCards(e, terms),
		Newsletter: customerscommands.NewNewsletter(e),
		Parking:    reactions.NewParking(e), Promotions: salescommands.NewPriceRules(e), Reviews: customerscommands.NewReviews(e),
		StockAlerts: customerscommands.NewStockAlerts(e), Wishlists: customerscommands.NewWishlists(e),
	}
	c.Directory = directorycommands.New(e, c.Catalog, configuration)
	c.Sales = salescommands.NewOrders(e, salescommands.Areas{
		Stock: c.Catalog.Inventory, Rules: c.Promotions, Cards: c.GiftCards, Settings: terms, Mailed: buyersMail(read.Directory, clock),
	}, map[string]salescommands.Gateway{sandbox.Method: payments})
	c.Checkout = checkoutcommands.New(e, checkoutcommands.Areas{
		Stock: c.Catalog.Inventory, Rules: c.Promotions, Cards: c.GiftCards, Orders: c.Sales, Books: c.Customers,
		Stores: terms,
	})
	c.Revocations = salescommands.NewRevocations(e, c.Sales)
	c.Forgetting = forgetting.New(e, forgetting.Areas{
		Accounts: c.Access, Customers: c.Customers, Carts: c.Checkout, Orders: c.Sales, Newsletter: c.Newsletter,
		Reviews: c.Reviews, Revocations: c.Revocations, Alerts: c.StockAlerts,
	})
	return c
}

// newQuotes makes the service that computes prices and totals of carts.
func newQuotes(read Readers, c Commands) *quote.Service {
	return quote.New(quote.Readers{
		Catalog: read.Catalog, Checkout: read.Checkout, Customers: read.Customers, GiftCards: read.GiftCards,
		Promotions: read.Promotions, Taxes: read.Taxes,
	}, struct {
		*commands.Engine
		*salescommands.GiftCards
		*catalogcommands.Inventory
		*customerscommands.Customers
	}{c.GiftCards.Engine, c.GiftCards, c.Catalog.Inventory, c.Customers})
}
