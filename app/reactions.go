package app

import (
	"context"
	"time"

	"tradelog/reactions"
)

// endPlacements ends the placements that an earlier life of this installation left open. With other instances that is left to the
// sweep, since one of them may be in the middle of a placement.
func (a *App) endPlacements(ctx context.Context) error {
	instances, err := a.Keys.Instances(ctx)
	if err != nil || instances > 1 {
		return err
	}
	// What cannot be ended now is tried again by the sweep, and must not keep the shop closed.
	if err := reactions.RecoverCheckouts(ctx, a.Commands.Checkout, a.Reader, a.Config.Clock().Add(time.Minute)); err != nil {
		a.Config.Logger.Error("end the placements that were cut off", "error", err)
	}
	return a.CaughtUp(ctx)
}

// reactions puts the reactions together.
func (a *App) reactions() *reactions.Runner {
	runner := &reactions.Runner{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Logger: a.Config.Logger, Observe: a.metrics.react,
		Reactions: []reactions.Reaction{
			reactions.ReturnCanceledStock(a.Commands.Sales), reactions.MoveCustomersOfDeletedGroups(a.Commands.Customers, a.Reader), reactions.FinishPapers(a.Commands.Sales),
			reactions.FinishMerges(a.Commands.Checkout), reactions.RemarkRevocations(a.Commands.Revocations), reactions.IssueGiftCards(a.Commands.Sales),
		},
		Sweeps: []reactions.Sweep{
			reactions.CheckoutSweep(a.Commands.Checkout, a.Reader, a.Config.Clock), reactions.SettlementSweep(a.Commands.Catalog.Inventory, a.Reader),
			reactions.GiftCardSweep(a.Commands.GiftCards, a.Reader, a.Config.Clock),
			reactions.PaymentSweep(a.Commands.Sales, a.Reader), reactions.CartSweep(a.Commands.Checkout, a.Reader, a.Config.Clock),
		},
	}
	if desk := a.mails(); desk != nil {
		runner.Reactions, runner.Sweeps = append(runner.Reactions, desk.Reaction()), append(runner.Sweeps, desk.Sweep())
	}
	return runner
}
