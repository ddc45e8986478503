package app

import (
	"context"
	"slices"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/operations"
	"tradelog/projections"
	"tradelog/reactions"
)

// checkoutModule is carts and how they become orders: shipping, payment methods and placement.
var checkoutModule = Module{
	Name:   "checkout",
	Events: slices.Concat(cart.EventSpecs(), shipping.EventSpecs()),
	Sequences: []projections.Sequence{
		projections.Numbers(func(e cart.Created, mark func(string, int64)) { mark("cart", e.CartID) }),
		projections.Numbers(func(e cart.CheckoutStarted, mark func(string, int64)) {
			mark("order", e.OrderID)
			projections.MarkIncrement(mark, "order", e.IncrementID) // the cart keeps it even if no order comes of it
		}),
	},
	Projectors: []projections.Definition{projections.Carts, projections.ShippingTables},
	Settings:   settings.Checkout,
	Operations: func(s Services) []*operations.Operation { return s.checkout.Operations },
	Reactions:  func(s Services) []reactions.Reaction { return []reactions.Reaction{reactions.FinishMerges(s.Commands)} },
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{
			reactions.CheckoutSweep(s.Commands, s.Reader, s.Infrastructure.Clock), reactions.SettlementSweep(s.Commands, s.Reader),
			reactions.CartSweep(s.Commands, s.Reader, s.Infrastructure.Clock),
		}
	},
}

// endPlacements ends the placements that an earlier life of this installation left open. With other instances that is left to the
// sweep, since one of them may be in the middle of a placement.
func (a *App) endPlacements(ctx context.Context) error {
	instances, err := a.Keys.Instances(ctx)
	if err != nil || instances > 1 {
		return err
	}
	// What cannot be ended now is tried again by the sweep, and must not keep the shop closed.
	if err := reactions.RecoverCheckouts(ctx, a.Commands, a.Reader, a.Config.Clock().Add(time.Minute)); err != nil {
		a.Config.Logger.Error("end the placements that were cut off", "error", err)
	}
	return a.CaughtUp(ctx)
}
