package app

import (
	"context"

	"tradelog/commands"
	"tradelog/commands/access"
	"tradelog/commands/catalog"
	"tradelog/commands/checkout"
	"tradelog/commands/customers"
	"tradelog/commands/directory"
	"tradelog/commands/giftcards"
	"tradelog/commands/promotions"
	"tradelog/commands/revocations"
	"tradelog/commands/sales"
	"tradelog/commands/taxes"
	giftcarddomain "tradelog/domain/giftcard"
	"tradelog/domain/record"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/quote"
	"tradelog/readmodels"
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
	Taxes       *taxes.Taxes
}

// NewUseCases puts the commands together. gateways are those of payment methods.
func NewUseCases(e *commands.Engine, reader *readmodels.Reader, gateways map[string]sales.Gateway) UseCases {
	f := facts{reader}
	u := UseCases{
		Engine: e, Access: access.New(e, f), Catalog: catalog.New(e, f), Customers: customers.New(e), Promotions: promotions.New(e),
		GiftCards: giftcards.New(e, f), Taxes: taxes.New(e),
	}
	stock := u.Catalog.Inventory
	u.Directory = directory.New(e, u.Catalog, f)
	u.Sales = sales.New(e, sales.Areas{Stock: stock, Rules: u.Promotions, Cards: u.GiftCards, Settings: f}, gateways)
	u.Checkout = checkout.New(e, checkout.Areas{Stock: stock, Rules: u.Promotions, Cards: u.GiftCards, Orders: u.Sales})
	u.Revocations = revocations.New(e, u.Sales)
	u.Quotes = quote.New(reader, streams{u.GiftCards, stock, u.Customers})
	return u
}

// streams are what quotes read of streams.
type streams struct {
	*giftcards.Cards
	*catalog.Inventory
	*customers.Customers
}

// facts are what decisions need to know of the shop.
type facts struct{ reader *readmodels.Reader }

// StockConfig reads cataloginventory/*.
func (f facts) StockConfig(ctx context.Context) (stock.Config, error) {
	s, err := f.reader.Shop(ctx)
	if err != nil {
		return stock.Config{}, err
	}
	return s.StockConfig(), nil
}

// GiftCardExtension reads giftcard/general/refund_expiration_extension.
func (f facts) GiftCardExtension(ctx context.Context) (int, error) {
	s, err := f.reader.Shop(ctx)
	if err != nil {
		return 0, err
	}
	return s.Settings.In(0).Int("giftcard/general/refund_expiration_extension"), nil
}

// GiftCardTerms reads giftcard/general/*.
func (f facts) GiftCardTerms(ctx context.Context, storeID int64) (giftcarddomain.Terms, error) {
	s, err := f.reader.Shop(ctx)
	if err != nil {
		return giftcarddomain.Terms{}, err
	}
	config := s.Settings.In(storeID)
	return giftcarddomain.Terms{
		Prefix: config.Text("giftcard/general/code_prefix"), Format: config.Text("giftcard/general/code_format"),
		Lifetime: config.Int("giftcard/general/lifetime"), Zone: s.Zone(storeID),
	}, nil
}

// Uses counts what refers to a record of the shop's structure.
func (f facts) Uses(ctx context.Context, kind *record.Kind, id int64) ([]shop.Use, error) {
	return f.reader.Uses(ctx, kind, id)
}

// ClientKnown looks for an account with a client_id.
func (f facts) ClientKnown(ctx context.Context, clientID string) (bool, error) {
	accounts, err := f.reader.Accounts(ctx)
	if err != nil {
		return false, err
	}
	return accounts.ByClientID(clientID) != nil, nil
}
