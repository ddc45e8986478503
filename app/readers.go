package app

import (
	"time"

	"tradelog/domain/settings"
	"tradelog/quote"
	"tradelog/readmodels"
	"tradelog/readmodels/access"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/checkout"
	"tradelog/readmodels/content"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/giftcards"
	"tradelog/readmodels/newsletter"
	"tradelog/readmodels/promotions"
	"tradelog/readmodels/reviews"
	"tradelog/readmodels/revocations"
	"tradelog/readmodels/sales"
	"tradelog/readmodels/taxes"
	"tradelog/readmodels/wishlists"
)

// Readers read the tables of all areas.
type Readers struct {
	Engine      *readmodels.Reader
	Access      *access.Reader
	Directory   *directory.Reader
	Catalog     *catalog.Reader
	Customers   *customers.Reader
	Checkout    *checkout.Reader
	Sales       *sales.Reader
	Promotions  *promotions.Reader
	GiftCards   *giftcards.Reader
	Revocations *revocations.Reader
	Taxes       *taxes.Reader
	Content     *content.Reader
	Reviews     *reviews.Reader
	Wishlists   *wishlists.Reader
	Newsletter  *newsletter.Reader
}

// NewReaders puts the readers together.
func NewReaders(e *readmodels.Reader, clock func() time.Time, table *settings.Table) Readers {
	return Readers{
		Engine: e, Access: access.New(e, clock), Directory: directory.New(e, table), Catalog: catalog.New(e), Customers: customers.New(e),
		Checkout: checkout.New(e), Sales: sales.New(e), Promotions: promotions.New(e), GiftCards: giftcards.New(e),
		Revocations: revocations.New(e), Taxes: taxes.Of(e), Content: content.New(e),
		Reviews: reviews.New(e), Wishlists: wishlists.New(e), Newsletter: newsletter.New(e),
	}
}

// quoting returns the readers that quotes use.
func (r Readers) quoting() quote.Readers {
	return quote.Readers{
		Catalog: r.Catalog, Checkout: r.Checkout, Customers: r.Customers, GiftCards: r.GiftCards, Promotions: r.Promotions, Taxes: r.Taxes,
	}
}
