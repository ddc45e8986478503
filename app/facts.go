package app

import (
	"context"

	"tradelog/commands"
	"tradelog/domain/giftcard"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/readmodels/directory"
)

// facts looks up the facts about the shop that decisions need.
type facts struct {
	readers  Readers
	settings *settings.Table
	engine   *commands.Engine
}

// CheckSetting refuses values that mean nothing to a configuration path.
func (f facts) CheckSetting(path, value string) error { return f.settings.Check(path, value) }

// StockConfig reads cataloginventory/*.
func (f facts) StockConfig(ctx context.Context) (stock.Config, error) {
	s, err := f.readers.Directory.Shop(ctx)
	if err != nil {
		return stock.Config{}, err
	}
	return s.StockConfig(), nil
}

// UniqueAttributes returns the codes of user-defined attributes whose values no two products may share.
func (f facts) UniqueAttributes(ctx context.Context) (codes []string, err error) {
	book, err := f.readers.Catalog.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range book.All() {
		if a.Unique && a.Custom() {
			codes = append(codes, a.Code)
		}
	}
	return codes, nil
}

// GiftCardExtension reads giftcard/general/refund_expiration_extension.
func (f facts) GiftCardExtension(ctx context.Context) (int, error) {
	s, err := f.readers.Directory.Shop(ctx)
	if err != nil {
		return 0, err
	}
	return s.Settings.In(0).Int("giftcard/general/refund_expiration_extension"), nil
}

// GiftCardTerms reads giftcard/general/*.
func (f facts) GiftCardTerms(ctx context.Context, storeID int64) (giftcard.Terms, error) {
	s, err := f.readers.Directory.Shop(ctx)
	if err != nil {
		return giftcard.Terms{}, err
	}
	config := s.Settings.In(storeID)
	return giftcard.Terms{
		Prefix: config.Text("giftcard/general/code_prefix"), Format: config.Text("giftcard/general/code_format"),
		Lifetime: config.Int("giftcard/general/lifetime"), Zone: s.Zone(storeID),
	}, nil
}

// Uses counts what refers to a record of the shop's structure now.
func (f facts) Uses(ctx context.Context, kind *record.Kind, id int64) ([]shop.Use, error) {
	head, err := f.engine.Head(ctx)
	if err != nil {
		return nil, err
	}
	return directory.Uses(ctx, f.readers.Engine, kind, id, head)
}

// ClientKnown looks for an account with a client_id.
func (f facts) ClientKnown(ctx context.Context, clientID string) (bool, error) {
	accounts, err := f.readers.Access.Accounts(ctx)
	if err != nil {
		return false, err
	}
	return accounts.ByClientID(clientID) != nil, nil
}
