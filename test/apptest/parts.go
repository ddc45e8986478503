package apptest

import (
	"tradelog/app"
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
	"tradelog/commands/parking"
	"tradelog/commands/promotions"
	"tradelog/commands/reviews"
	"tradelog/commands/revocations"
	"tradelog/commands/sales"
	"tradelog/commands/stockalerts"
	"tradelog/commands/wishlists"
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
	readtaxes "tradelog/readmodels/taxes"
	readwishlists "tradelog/readmodels/wishlists"
)

// UseCases has the commands of all areas under one roof, so that tests can write x.Commands.Sales.
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
	Alerts      *stockalerts.Alerts
	Newsletter  *newsletter.Newsletter
	Contacts    *contacts.Contacts
	Parking     *parking.Parking
	Forgetting  *forgetting.Forgetting
}

// CommandsOf finds the commands of a program.
func CommandsOf(a *app.App) UseCases {
	return UseCases{
		Engine:      a.Deciders,
		Catalog:     app.Catalog.Of(a),
		Access:      app.Accounts.Of(a),
		Directory:   app.Stores.Of(a),
		Customers:   app.Customers.Of(a),
		Checkout:    app.Checkout.Of(a),
		Sales:       app.Orders.Of(a),
		Promotions:  app.Rules.Of(a),
		GiftCards:   app.Cards.Of(a),
		Revocations: app.Revocations.Of(a),
		Content:     app.Content.Of(a),
		Reviews:     app.Reviews.Of(a),
		Wishlists:   app.Wishlists.Of(a),
		Alerts:      app.StockAlerts.Of(a),
		Newsletter:  app.Newsletter.Of(a),
		Contacts:    app.Contacts.Of(a),
		Parking:     app.Parking.Of(a),
		Forgetting:  app.Forgetting.Of(a),
		Quotes:      app.Quotes.Of(a),
	}
}

// Readers has the readers of all areas.
type Readers struct {
	Engine      *readmodels.Reader
	Access      *readaccess.Reader
	Directory   *readdirectory.Reader
	Catalog     *readcatalog.Reader
	Customers   *readcustomers.Reader
	Checkout    *readcheckout.Reader
	Sales       *readsales.Reader
	Promotions  *readpromotions.Reader
	GiftCards   *readgiftcards.Reader
	Revocations *readrevocations.Reader
	Taxes       *readtaxes.Reader
	Content     *readcontent.Reader
	Reviews     *readreviews.Reader
	Wishlists   *readwishlists.Reader
	Newsletter  *readnewsletter.Reader
}

// readersOf finds the readers of a program.
func readersOf(a *app.App) Readers {
	return Readers{
		Engine:      a.Reader,
		Access:      app.AccessReader.Of(a),
		Directory:   app.DirectoryReader.Of(a),
		Catalog:     app.CatalogReader.Of(a),
		Customers:   app.CustomersReader.Of(a),
		Checkout:    app.CheckoutReader.Of(a),
		Sales:       app.SalesReader.Of(a),
		Promotions:  app.PromotionsReader.Of(a),
		GiftCards:   app.GiftCardsReader.Of(a),
		Revocations: app.RevocationsReader.Of(a),
		Taxes:       app.TaxesReader.Of(a),
		Content:     app.ContentReader.Of(a),
		Reviews:     app.ReviewsReader.Of(a),
		Wishlists:   app.WishlistsReader.Of(a),
		Newsletter:  app.NewsletterReader.Of(a),
	}
}
