package app

import (
	"time"

	"tradelog/adapters/sandbox"
	"tradelog/commands"
	accesscommands "tradelog/commands/access"
	catalogcommands "tradelog/commands/catalog"
	checkoutcommands "tradelog/commands/checkout"
	contactscommands "tradelog/commands/contacts"
	contentcommands "tradelog/commands/content"
	customerscommands "tradelog/commands/customers"
	directorycommands "tradelog/commands/directory"
	"tradelog/commands/forgetting"
	giftcardscommands "tradelog/commands/giftcards"
	newslettercommands "tradelog/commands/newsletter"
	"tradelog/commands/parking"
	promotionscommands "tradelog/commands/promotions"
	reviewscommands "tradelog/commands/reviews"
	revocationscommands "tradelog/commands/revocations"
	salescommands "tradelog/commands/sales"
	stockalertscommands "tradelog/commands/stockalerts"
	wishlistscommands "tradelog/commands/wishlists"
	"tradelog/domain/settings"
	"tradelog/quote"
	"tradelog/readmodels"
	readaccess "tradelog/readmodels/access"
	readcatalog "tradelog/readmodels/catalog"
	readcheckout "tradelog/readmodels/checkout"
	readcontent "tradelog/readmodels/content"
	readcustomers "tradelog/readmodels/customers"
	readdirectory "tradelog/readmodels/directory"
	readgiftcards "tradelog/readmodels/giftcards"
	readnewsletter "tradelog/readmodels/newsletter"
	readpromotions "tradelog/readmodels/promotions"
	readreviews "tradelog/readmodels/reviews"
	readrevocations "tradelog/readmodels/revocations"
	readsales "tradelog/readmodels/sales"
	readstockalerts "tradelog/readmodels/stockalerts"
	readtaxes "tradelog/readmodels/taxes"
	readwishlists "tradelog/readmodels/wishlists"
)

// Readers are the readers of the areas' read models.
type Readers struct {
	Access      *readaccess.Reader
	Catalog     *readcatalog.Reader
	Checkout    *readcheckout.Reader
	Content     *readcontent.Reader
	Customers   *readcustomers.Reader
	Directory   *readdirectory.Reader
	GiftCards   *readgiftcards.Reader
	Newsletter  *readnewsletter.Reader
	Promotions  *readpromotions.Reader
	Reviews     *readreviews.Reader
	Revocations *readrevocations.Reader
	Sales       *readsales.Reader
	StockAlerts *readstockalerts.Reader
	Taxes       *readtaxes.Reader
	Wishlists   *readwishlists.Reader
}

func newReaders(r *readmodels.Reader, table *settings.Table, clock func() time.Time) Readers {
	accounts := readaccess.New(r, clock)
	return Readers{
		Access: accounts, Catalog: readcatalog.New(r, accounts.Names), Checkout: readcheckout.New(r), Content: readcontent.New(r),
		Customers: readcustomers.New(r), Directory: readdirectory.New(r, table), GiftCards: readgiftcards.New(r),
		Newsletter: readnewsletter.New(r), Promotions: readpromotions.New(r), Reviews: readreviews.New(r),
		Revocations: readrevocations.New(r), Sales: readsales.New(r, accounts.Names), StockAlerts: readstockalerts.New(r),
		Taxes: readtaxes.Of(r), Wishlists: readwishlists.New(r),
	}
}

// Commands are the use cases of the areas.
type Commands struct {
	Access      *accesscommands.Accounts
	Catalog     *catalogcommands.Catalog
	Checkout    *checkoutcommands.Checkout
	Contacts    *contactscommands.Contacts
	Content     *contentcommands.Content
	Customers   *customerscommands.Customers
	Directory   *directorycommands.Stores
	Forgetting  *forgetting.Forgetting
	GiftCards   *giftcardscommands.Cards
	Newsletter  *newslettercommands.Newsletter
	Parking     *parking.Parking // decisions about parked events
	Promotions  *promotionscommands.Rules
	Reviews     *reviewscommands.Reviews
	Revocations *revocationscommands.Revocations
	Sales       *salescommands.Orders
	StockAlerts *stockalertscommands.Alerts
	Wishlists   *wishlistscommands.Wishlists
}

// newCommands makes the use cases in the order in which they need each other. Package forgetting needs most of them, so it comes last.
func newCommands(e *commands.Engine, read Readers, configuration structure, payments sandbox.Gateway, clock func() time.Time) Commands {
	terms := cardTerms{read.Directory}
	c := Commands{
		Access:  accesscommands.New(e, clients{read.Access}),
		Catalog: catalogcommands.New(e, catalogSettings{read.Directory, read.Catalog}), Contacts: contactscommands.New(e),
		Content: contentcommands.New(e), Customers: customerscommands.New(e), GiftCards: giftcardscommands.New(e, terms),
		Newsletter: newslettercommands.New(e), Parking: parking.New(e), Promotions: promotionscommands.New(e), Reviews: reviewscommands.New(e),
		StockAlerts: stockalertscommands.New(e), Wishlists: wishlistscommands.New(e),
	}
	c.Directory = directorycommands.New(e, c.Catalog, configuration)
	c.Sales = salescommands.New(e, salescommands.Areas{
		Stock: c.Catalog.Inventory, Rules: c.Promotions, Cards: c.GiftCards, Settings: terms, Mailed: buyersMail(read.Directory, clock),
	}, map[string]salescommands.Gateway{sandbox.Method: payments})
	c.Checkout = checkoutcommands.New(e, checkoutcommands.Areas{
		Stock: c.Catalog.Inventory, Rules: c.Promotions, Cards: c.GiftCards, Orders: c.Sales, Books: c.Customers,
	})
	c.Revocations = revocationscommands.New(e, c.Sales)
	c.Forgetting = forgetting.New(e, forgetting.Areas{
		Accounts: c.Access, Customers: c.Customers, Carts: c.Checkout, Orders: c.Sales, Newsletter: c.Newsletter,
		Reviews: c.Reviews, Revocations: c.Revocations, Alerts: c.StockAlerts,
	})
	return c
}

// newQuotes makes the prices and totals of carts.
func newQuotes(read Readers, c Commands) *quote.Service {
	return quote.New(quote.Readers{
		Catalog: read.Catalog, Checkout: read.Checkout, Customers: read.Customers, GiftCards: read.GiftCards,
		Promotions: read.Promotions, Taxes: read.Taxes,
	}, struct {
		*giftcardscommands.Cards
		*catalogcommands.Inventory
		*customerscommands.Customers
	}{c.GiftCards, c.Catalog.Inventory, c.Customers})
}
