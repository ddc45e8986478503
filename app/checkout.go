package app

import (
	"context"
	"slices"
	"time"

	checkoutcommands "tradelog/commands/checkout"
	"tradelog/domain/cart"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/operations"
	"tradelog/operations/checkout"
	"tradelog/projections"
	rows "tradelog/projections/checkout"
	"tradelog/reactions"
)

// checkoutModule is the module of carts, shipping, payment methods and the placement of orders.
var checkoutModule = Module{
	Name:       "checkout",
	Streams:    checkoutcommands.Streams(),
	Events:     slices.Concat(cart.EventSpecs(), shipping.EventSpecs()),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Carts, rows.ShippingTables},
	Settings:   settings.Checkout,
	Operations: func(s Services) []*operations.Operation {
		return checkout.New(s.Commands.Checkout, s.Commands.Sales, s.Readers.Sales,
			s.Commands.Quotes, mediaOf(s), orderTokens(s))
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{
			reactions.FinishMerges(s.Commands.Checkout), reactions.ReleaseOptionFiles(s.Commands.Checkout, s.Commands.Content),
		}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{
			reactions.CheckoutSweep(s.Commands.Checkout, s.Readers.Checkout, s.Infrastructure.Clock),
			reactions.SettlementSweep(s.Commands.Catalog.Inventory, s.Readers.Checkout),
			reactions.CartSweep(s.Commands.Checkout, s.Readers.Directory, s.Readers.Checkout, s.Infrastructure.Clock),
		}
	},
	Steps: checkoutSteps,
}

// endPlacements ends the placements that this installation left open when it was last stopped. If other instances run, the sweep does that
// instead, because one of them may be in the middle of a placement.
func (a *App) endPlacements(ctx context.Context) error {
	instances, err := a.Keys.Instances(ctx)
	if err != nil || instances > 1 {
		return err
	}
	// The sweep tries again to end the others. They must not keep the shop closed.
	if err := reactions.RecoverCheckouts(ctx, a.Commands.Checkout, a.Readers.Checkout, a.Config.Clock().Add(time.Minute)); err != nil {
		a.Config.Logger.Error("end the placements that were cut off", "error", err)
	}
	return a.CaughtUp(ctx)
}

// orderTokens derives the secrets behind the masked IDs and tokens with which guests name their carts and orders.
func orderTokens(s Services) func(ctx context.Context, purpose string) (string, error) {
	return func(ctx context.Context, purpose string) (string, error) {
		return s.Derive(ctx, "order tokens", purpose)
	}
}
