package tradelog

import (
	"context"
	"time"

	"tradelog/reactions"
)

// startReactions ends what an earlier life of this installation left open, and then reacts to what happens.
func (a *App) startReactions(ctx context.Context) error {
	instances, err := a.Keys.Instances(ctx)
	if err != nil {
		return err
	}
	if instances <= 1 {
		// Nobody else can be in the middle of a placement: all that are open were cut off. What cannot be ended now is
		// tried again by the sweep, and must not keep the shop closed.
		if err := reactions.RecoverCheckouts(ctx, a.Commands.Checkout, a.Reader, a.Config.Clock().Add(time.Minute)); err != nil {
			a.Config.Logger.Error("end the placements that were cut off", "error", err)
		}
		if err := a.CaughtUp(ctx); err != nil {
			return err
		}
	}
	a.Reactions.Start(ctx)
	return nil
}

// placeReactions puts the reactions together and gives new ones their place.
func (a *App) placeReactions(ctx context.Context) error {
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
	if err := runner.Place(ctx); err != nil {
		return err
	}
	a.Reactions = runner
	return nil
}
