package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	catalogcommands "tradelog/commands/catalog"
	checkoutcommands "tradelog/commands/checkout"
	customerscommands "tradelog/commands/customers"
	giftcardscommands "tradelog/commands/giftcards"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/change"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/checkout"
	"tradelog/projections"
	"tradelog/projections/sales"
	"tradelog/quote"
	"tradelog/reactions"
	readcheckout "tradelog/readmodels/checkout"
)

// Carts: commands, reader, and what they cost.
var (
	Checkout = Share(func(s Services) *checkoutcommands.Checkout {
		return checkoutcommands.New(s.Engine, checkoutcommands.Areas{
			Stock: Catalog.Of(s).Inventory, Rules: Rules.Of(s), Cards: Cards.Of(s), Orders: Orders.Of(s), Books: Customers.Of(s),
		})
	})

	CheckoutReader = Share(func(s Services) *readcheckout.Reader { return readcheckout.New(s.Reader) })

	Quotes = Share(func(s Services) *quote.Service {
		return quote.New(quote.Readers{
			Catalog: CatalogReader.Of(s), Checkout: CheckoutReader.Of(s), Customers: CustomersReader.Of(s), GiftCards: GiftCardsReader.Of(s),
			Promotions: PromotionsReader.Of(s), Taxes: TaxesReader.Of(s),
		}, quoted{Cards.Of(s), Catalog.Of(s).Inventory, Customers.Of(s)})
	})
)

// quoted reads streams for quotes.
type quoted struct {
	*giftcardscommands.Cards
	*catalogcommands.Inventory
	*customerscommands.Customers
}

// checkoutModule is carts and how they become orders: shipping, payment methods and placement.
var checkoutModule = Module{
	Name:    "checkout",
	Streams: checkoutcommands.Streams(),
	Events:  slices.Concat(cart.EventSpecs(), shipping.EventSpecs()),
	Changes: change.Area{Events: slices.Concat(
		change.HideAll("a cart belongs to its buyer; what it becomes is an order", cart.EventSpecs()...),
		change.HideAll("shipping tables are no resource", shipping.EventSpecs()...),
	)},
	Sequences: []projections.Marks{sales.CartMarks}, Projectors: []projections.Definition{sales.Carts, sales.ShippingTables},
	Settings: settings.Checkout,
	Trails: trails(trail.Kind{
		Path: "/carts/{id}", Noun: "cart", Permission: "carts",
		Category: cart.Category, Find: trail.Numbered(func(id int64) string { return domain.Stream(cart.Category, id) }),
	}),
	Operations: func(s Services) []*operations.Operation {
		return append(checkout.ShippingTables(Checkout.Of(s), CheckoutReader.Of(s)),
			checkout.New(Checkout.Of(s), Orders.Of(s), SalesReader.Of(s), Quotes.Of(s), mediaOf(s), orderTokens(s))...)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{
			reactions.FinishMerges(Checkout.Of(s)), reactions.ReleaseOptionFiles(Checkout.Of(s), Content.Of(s)),
		}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{
			reactions.CheckoutSweep(Checkout.Of(s), CheckoutReader.Of(s), s.Infrastructure.Clock),
			reactions.SettlementSweep(Catalog.Of(s).Inventory, CheckoutReader.Of(s)),
			reactions.CartSweep(Checkout.Of(s), DirectoryReader.Of(s), CheckoutReader.Of(s), s.Infrastructure.Clock),
		}
	},
	Recover: endPlacements,
	Forget:  removeFiles,
}

// endPlacements ends the placements that were cut off. What cannot be ended now is tried again by the sweep, and must not keep the shop
// closed.
func endPlacements(ctx context.Context, s Services) error {
	until := s.Infrastructure.Clock().Add(time.Minute)
	if err := reactions.RecoverCheckouts(ctx, Checkout.Of(s), CheckoutReader.Of(s), until); err != nil {
		s.Infrastructure.Logger.Error("end the placements that were cut off", "error", err)
	}
	return nil
}

// removeFiles deletes the files that were sent with lines of carts. The bytes are removed even if the record is deleted already: they
// may be those of a backup.
func removeFiles(ctx context.Context, s Services, streams []string) error {
	return eachFile(ctx, s, streams, func(id int64) error { return removeFile(ctx, s, id) })
}

// eachFile calls a function for the files that were sent with lines of carts.
func eachFile(ctx context.Context, s Services, streams []string, do func(id int64) error) error {
	for _, stream := range streams {
		if domain.Category(stream) != cart.Category {
			continue
		}
		files, err := Checkout.Of(s).Files(ctx, domain.StreamID(stream))
		if err != nil {
			return err
		}
		for _, id := range files {
			if err := do(id); err != nil {
				return fmt.Errorf("file %d of %s: %w", id, stream, err)
			}
		}
	}
	return nil
}

// countFiles returns the number of files that removeFiles would delete.
func countFiles(ctx context.Context, s Services, streams []string) (n int, err error) {
	err = eachFile(ctx, s, streams, func(id int64) error {
		_, err := Content.Of(s).File(ctx, id)
		if errors.Is(err, record.ErrNotFound) {
			return nil
		}
		if err == nil {
			n++
		}
		return err
	})
	return n, err
}

func removeFile(ctx context.Context, s Services, id int64) error {
	if err := Content.Of(s).DeleteFile(ctx, id); err != nil && !errors.Is(err, record.ErrNotFound) {
		return err
	}
	keys, err := Content.Of(s).FormerKeys(ctx, id)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := s.Media.Remove(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// orderTokens derives the secrets behind the masked IDs and tokens with which guests name their carts and orders.
func orderTokens(s Services) func(ctx context.Context, purpose string) (string, error) {
	return func(ctx context.Context, purpose string) (string, error) {
		return s.Derive(ctx, "order tokens", purpose)
	}
}
