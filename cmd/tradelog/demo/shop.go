package demo

import (
	"context"
	"time"

	"tradelog/commands"
	"tradelog/commands/access"
	"tradelog/commands/catalog"
	"tradelog/commands/checkout"
	"tradelog/commands/customers"
	"tradelog/commands/directory"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/operations/content"
	"tradelog/quote"
	"tradelog/readmodels"
	readaccess "tradelog/readmodels/access"
	readcatalog "tradelog/readmodels/catalog"
	readcustomers "tradelog/readmodels/customers"
	readdirectory "tradelog/readmodels/directory"
	readsales "tradelog/readmodels/sales"
)

// Shop lists the parts of a shop that the demo uses.
type Shop struct {
	// The commands and readers of the areas.
	Access          *access.Accounts
	AccessReader    *readaccess.Reader
	Catalog         *catalog.Catalog
	CatalogReader   *readcatalog.Reader
	Checkout        *checkout.Checkout
	Quotes          *quote.Service
	Customers       *customers.Customers
	CustomersReader *readcustomers.Reader
	Stores          *directory.Stores
	DirectoryReader *readdirectory.Reader
	Cards           *sales.GiftCards
	Newsletter      *customers.Newsletter
	Rules           *sales.PriceRules
	Reviews         *customers.Reviews
	ReviewsReader   *readcustomers.Reviews
	Orders          *sales.Orders
	SalesReader     *readsales.Reader
	TaxesReader     *readdirectory.TaxReader
	Pictures        content.Dependencies
	// The engines for plain records.
	Deciders *commands.Engine
	Reader   *readmodels.Reader

	// Load writes events of these types directly to Store, and stores the keys of the people in them.
	Store  eventstore.Store
	Events []domain.EventSpec
	Keys   interface {
		Put(ctx context.Context, subjects []string, keys [][]byte) error
	}
	IDs commands.IDs

	Clock func() time.Time
	// Derive derives a secret from a named secret of the installation, the same one for each purpose.
	Derive func(ctx context.Context, name, purpose string) (string, error)
	// CaughtUp returns when the read models show everything in the log.
	CaughtUp func(context.Context) error
}
