package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	checkoutcommands "tradelog/commands/checkout"
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
	"tradelog/reactions"
)

// checkoutModule has carts and their placement as orders, shipping and payment methods.
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
		return append(checkout.ShippingTables(s.Commands.Checkout, s.Readers.Checkout),
			checkout.New(s.Commands.Checkout, s.Commands.Sales, s.Readers.Sales, s.Quotes, mediaOf(s), orderTokens(s))...)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{
			reactions.FinishMerges(s.Commands.Checkout), reactions.ReleaseOptionFiles(s.Commands.Checkout, s.Commands.Content),
		}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{
			reactions.CheckoutSweep(s.Commands.Checkout, s.Readers.Checkout, s.Clock),
			reactions.SettlementSweep(s.Commands.Catalog.Inventory, s.Readers.Checkout),
			reactions.CartSweep(s.Commands.Checkout, s.Readers.Directory, s.Readers.Checkout, s.Clock),
		}
	},
	Forget: removeFiles,
}

// removeFiles deletes the files that were sent with lines of carts. The bytes are removed even if the record is deleted already, since a
// restored backup may have brought them back.
func removeFiles(ctx context.Context, s Services, streams []string) error {
	return eachFile(ctx, s, streams, func(id int64) error { return removeFile(ctx, s, id) })
}

// eachFile calls a function for the files that were sent with lines of carts.
func eachFile(ctx context.Context, s Services, streams []string, do func(id int64) error) error {
	for _, stream := range streams {
		if domain.Category(stream) != cart.Category {
			continue
		}
		files, err := s.Commands.Checkout.Files(ctx, domain.StreamID(stream))
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
		_, err := s.Commands.Content.File(ctx, id)
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
	if err := s.Commands.Content.DeleteFile(ctx, id); err != nil && !errors.Is(err, record.ErrNotFound) {
		return err
	}
	keys, err := s.Commands.Content.FormerKeys(ctx, id)
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

// orderTokens derives the secrets of the masked IDs and tokens with which guests name their carts and orders.
func orderTokens(s Services) func(ctx context.Context, purpose string) (string, error) {
	return func(ctx context.Context, purpose string) (string, error) {
		return s.Secrets.Derive(ctx, "order tokens", purpose)
	}
}
