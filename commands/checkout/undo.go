package checkout

import (
	"context"
	"errors"

	"tradelog/commands"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/eventstore"
)

// undo takes back what a refused placement has done and returns the refusal. When the refusal is really an unknown answer
// or an outage, nothing can be said yet, and the rest is left to recovery.
func (c *Checkout) undo(ctx context.Context, took taken, refusal error) error {
	f, known := fault.As(refusal)
	if !known || errors.Is(refusal, eventstore.ErrUnknownOutcome) {
		return refusal
	}
	switch err := c.giveUp(ctx, took, f.Message); {
	case errors.Is(err, sales.ErrPaymentPending):
		return err
	case err != nil:
		return errors.Join(refusal, err)
	}
	return refusal
}

// taken is what a placement took, or may have taken, besides stock.
type taken struct {
	cartID, orderID int64
	increment       string
	rules, cards    []int64
	payment         string // method whose gateway was asked for money
}

// giveUp makes sure that an order will never exist, gives back what was taken for it and unlocks the cart. Giving back is recorded
// even if nothing was taken, so a process that is still running cannot take it later. While the payment gateway does not answer, it
// fails with ErrPaymentPending and the cart stays locked.
func (c *Checkout) giveUp(ctx context.Context, took taken, reason string) error {
	cartID, orderID := took.cartID, took.orderID
	if err := c.orders.Abandon(ctx, orderID, cartID, reason); err != nil {
		return err
	}
	c.Step("checkout: order abandoned")
	if err := c.stock.ReleaseStock(ctx, orderID); err != nil {
		return err
	}
	c.Step("checkout: stock released")
	if err := c.giveBack(ctx, took); err != nil {
		return err
	}
	if _, err := c.carts.Decide(ctx, c.carts.Stream(cartID), func(s cart.State) ([]domain.Event, error) {
		return s.AbortCheckout(orderID, reason, c.Now(ctx))
	}, commands.Named("AbortCheckout")); err != nil {
		return err
	}
	c.Step("checkout: aborted")
	return nil
}

// giveBack returns uses of price rules, money of gift cards and what the payment gateway has set aside.
func (c *Checkout) giveBack(ctx context.Context, took taken) error {
	if len(took.rules) > 0 {
		if err := c.rules.GiveUp(ctx, took.orderID, took.rules); err != nil {
			return err
		}
		c.Step("checkout: rules returned")
	}
	if len(took.cards) > 0 {
		if err := c.cards.ReturnCharges(ctx, giftcard.Order{ID: took.orderID, Increment: took.increment}, took.cards); err != nil {
			return err
		}
		c.Step("checkout: gift cards returned")
	}
	if took.payment != "" {
		if err := c.orders.VoidPlacement(ctx, took.payment, took.orderID); err != nil {
			return err
		}
		c.Step("checkout: payment voided")
	}
	return nil
}

// ReleaseAbandoned releases the stock reserved for an abandoned order. A process whose placement was given up may have reserved it
// afterwards.
func (c *Checkout) ReleaseAbandoned(ctx context.Context, orderID int64) error {
	if _, abandoned, err := c.orders.Fate(ctx, orderID); err != nil || !abandoned {
		return err
	}
	return c.stock.ReleaseStock(ctx, orderID)
}

// Recover ends a placement that its process did not end. If the order exists, the remaining steps are done; otherwise all steps are
// undone. Any instance may call it any number of times, also while the process is running.
func (c *Checkout) Recover(ctx context.Context, cartID, orderID int64) error {
	exists, _, err := c.orders.Fate(ctx, orderID)
	if err != nil {
		return err
	}
	if !exists {
		took, err := c.begun(ctx, cartID, orderID)
		if err != nil {
			return err
		}
		err = c.giveUp(ctx, took, "The placement was interrupted.")
		if !errors.Is(err, order.ErrExists) {
			return err
		}
	}
	if err := c.stock.SettleReservations(ctx, []int64{orderID}); err != nil {
		return err
	}
	return c.closeCart(ctx, cartID, orderID)
}

// begun is what a placement may have taken, as its cart noted when it was locked. If the placement does not lock the cart any more,
// everything was given back.
func (c *Checkout) begun(ctx context.Context, cartID, orderID int64) (taken, error) {
	took := taken{cartID: cartID, orderID: orderID}
	err := c.carts.View(ctx, c.carts.Stream(cartID), func(s cart.State, _ bool) error {
		if s.Checkout != nil && s.Checkout.OrderID == orderID {
			took.increment, took.rules, took.cards, took.payment = s.Checkout.Increment, s.Checkout.RuleIDs, s.Checkout.CardIDs,
				s.Checkout.Payment
		}
		return nil
	})
	return took, err
}

// resume answers a request that is repeated after its first attempt died: when the first attempt's order exists, it is the
// answer. When it was given up, or is still undecided, the placement is ended first and then begun anew.
func (c *Checkout) resume(ctx context.Context, cartID int64, r *commands.Request) (order.Placed, bool, error) {
	var started cart.CheckoutStarted
	for _, result := range r.Executed {
		if s := startedIn(result); s.OrderID > started.OrderID {
			started = s
		}
	}
	if started.OrderID == 0 {
		return order.Placed{}, false, nil
	}
	// On its own account: the commands that end the first attempt are none of those it had carried out.
	if err := c.Recover(commands.Apart(ctx), started.CartID, started.OrderID); err != nil {
		return order.Placed{}, false, err
	}
	placed, at, err := c.orders.Placed(ctx, started.OrderID)
	if err != nil {
		return order.Placed{}, false, err
	}
	if placed.OrderID != 0 {
		r.Note(order.Stream(started.OrderID), at, placed.EventName())
		return placed, true, nil
	}
	r.StartOver()
	return order.Placed{}, false, nil
}

// startedIn finds the placement that a command began; the zero value when it began none.
func startedIn(result commands.Result) (started cart.CheckoutStarted) {
	for _, e := range result.Events {
		if s, ok := e.(cart.CheckoutStarted); ok {
			started = s
		}
	}
	return started
}
