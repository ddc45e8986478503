package app

import (
	"tradelog/commands"
	"tradelog/commands/access"
	"tradelog/commands/catalog"
	"tradelog/commands/checkout"
	"tradelog/commands/contacts"
	"tradelog/commands/content"
	"tradelog/commands/customers"
	"tradelog/commands/directory"
	"tradelog/commands/forgetting"
	"tradelog/commands/giftcards"
	"tradelog/commands/newsletter"
	"tradelog/commands/promotions"
	"tradelog/commands/reviews"
	"tradelog/commands/revocations"
	"tradelog/commands/sales"
	"tradelog/commands/wishlists"
	"tradelog/domain/settings"
	"tradelog/quote"
)

// UseCases are the commands of all areas.
type UseCases struct {
	Engine      *commands.Engine
	Quotes      *quote.Service
	Access      *access.Accounts
	Directory   *directory.Stores
	Catalog     *catalog.Catalog
	Customers   *customers.Customers
	Checkout    *checkout.Checkout
	Sales       *sales.Orders
	Promotions  *promotions.Rules
	GiftCards   *giftcards.Cards
	Revocations *revocations.Revocations
	Content     *content.Content
	Reviews     *reviews.Reviews
	Wishlists   *wishlists.Wishlists
	Newsletter  *newsletter.Newsletter
	Contacts    *contacts.Contacts
	Forgetting  *forgetting.Forgetting
}

// NewUseCases puts the commands together. gateways are the payment gateways, by payment method.
func NewUseCases(e *commands.Engine, readers Readers, table *settings.Table, gateways map[string]sales.Gateway) UseCases {
	f := facts{readers, table, e}
	u := UseCases{
		Engine: e, Access: access.New(e, f), Catalog: catalog.New(e, f), Customers: customers.New(e), Promotions: promotions.New(e),
		GiftCards: giftcards.New(e, f), Content: content.New(e),
		Reviews: reviews.New(e), Wishlists: wishlists.New(e), Newsletter: newsletter.New(e), Contacts: contacts.New(e),
	}
	stock := u.Catalog.Inventory
	u.Directory = directory.New(e, u.Catalog, f)
	u.Sales = sales.New(e, sales.Areas{Stock: stock, Rules: u.Promotions, Cards: u.GiftCards, Settings: f}, gateways)
	u.Checkout = checkout.New(e, checkout.Areas{Stock: stock, Rules: u.Promotions, Cards: u.GiftCards, Orders: u.Sales, Books: u.Customers})
	u.Revocations = revocations.New(e, u.Sales)
	u.Forgetting = forgetting.New(e, forgetting.Areas{
		Accounts: u.Access, Customers: u.Customers, Carts: u.Checkout, Orders: u.Sales, Newsletter: u.Newsletter, Reviews: u.Reviews,
		Revocations: u.Revocations,
	})
	u.Quotes = quote.New(readers.quoting(), streams{u.GiftCards, stock, u.Customers})
	return u
}

// streams holds the commands whose streams quotes read.
type streams struct {
	*giftcards.Cards
	*catalog.Inventory
	*customers.Customers
}
