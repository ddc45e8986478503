package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tradelog/commands"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/eventstore"
)

// refused ends a placement that failed after some of its parts were carried out, and returns the failure. If the order exists all the same,
// it returns nil, and Recover closes the cart.
func (c *Checkout) refused(ctx context.Context, p *placement, done []commands.Result, refusal error) error {
	if len(done) == 0 {
		if p.cart.Increment == "" { // else the cart keeps the number
			c.numbers.giveBack(ctx, p.quoted, refusal)
		}
		return c.orEarlier(ctx, p.cart.ID, refusal)
	}
	has := func(stream string) bool {
		return slices.ContainsFunc(done, func(r commands.Result) bool { return r.Stream == stream })
	}
	if has(order.Stream(p.quoted.OrderID)) {
		return nil
	}
	took := acquired{cartID: p.cart.ID, orderID: p.quoted.OrderID, increment: p.quoted.IncrementID}
	for _, id := range p.starting.RuleIDs {
		if has(pricerule.Stream(id)) {
			took.rules = append(took.rules, id)
		}
	}
	for _, id := range p.starting.CardIDs {
		if has(giftcard.Stream(id)) {
			took.cards = append(took.cards, id)
		}
	}
	if p.asked {
		took.payment = p.quoted.Payment
	}
	return c.undo(ctx, took, refusal)
}

// undo undoes a refused placement and returns the refusal. If the refusal is in fact an unknown result or an outage, it does nothing, and
// recovery ends the placement later.
func (c *Checkout) undo(ctx context.Context, took acquired, refusal error) error {
	f, known := fault.As(refusal)
	if !known || errors.Is(refusal, eventstore.ErrUnknownOutcome) {
		return refusal
	}
	switch err := c.abortPlacement(ctx, took, f.Message); {
	case errors.Is(err, sales.ErrPaymentPending):
		return err
	case err != nil:
		return errors.Join(refusal, err)
	}
	return refusal
}

// acquired lists the things that a placement has, or may have, acquired besides stock.
type acquired struct {
	cartID, orderID int64
	increment       string
	rules, cards    []int64
	payment         string // payment method whose gateway was asked for money
}

// abortPlacement makes sure that an order will never be placed, returns its acquisitions and unlocks the cart. Returns are recorded even if
// nothing was acquired, so that a process that is still running cannot acquire it later; for stock see ReleaseAbandoned. If the payment
// gateway does not answer, abortPlacement fails with ErrPaymentPending and the cart stays locked.
func (c *Checkout) abortPlacement(ctx context.Context, took acquired, reason string) error {
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

// giveBack returns uses of price rules and charges of gift cards, and voids the payment gateway's authorisation.
func (c *Checkout) giveBack(ctx context.Context, took acquired) error {
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

// Recover ends a placement that its process did not end. If the order exists, it takes the remaining steps; otherwise it undoes all steps.
// Any instance may call it any number of times, also while the process is running.
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
		err = c.abortPlacement(ctx, took, "The placement was interrupted.")
		if !errors.Is(err, order.ErrExists) {
			return err
		}
	}
	if err := c.stock.SettleReservations(ctx, []int64{orderID}); err != nil {
		return err
	}
	return c.carts.Change(ctx, cartID, c.closing(ctx, orderID), commands.Named("CloseCart"))
}

// begun returns the acquisitions of a placement, as recorded when it locked the cart. If the placement no longer locks the cart, everything
// was returned.
func (c *Checkout) begun(ctx context.Context, cartID, orderID int64) (acquired, error) {
	took := acquired{cartID: cartID, orderID: orderID}
	err := c.carts.View(ctx, c.carts.Stream(cartID), func(s cart.State, _ bool) error {
		if s.Checkout != nil && s.Checkout.OrderID == orderID {
			took.increment, took.rules, took.cards, took.payment = s.Checkout.Increment, s.Checkout.RuleIDs, s.Checkout.CardIDs,
				s.Checkout.Payment
		}
		return nil
	})
	return took, err
}

// resume handles a request that is repeated after its first attempt died.
func (c *Checkout) resume(ctx context.Context, r *commands.Request) (placed order.Placed, done bool, err error) {
	var started cart.CheckoutStarted
	for _, result := range r.Executed {
		if s := startedIn(result); s.OrderID > started.OrderID {
			started = s
		}
	}
	if started.OrderID == 0 {
		return order.Placed{}, false, nil
	}
	return c.endEarlier(ctx, started.CartID, started.OrderID)
}

// endEarlier ends an earlier attempt of a request. If its order exists, that is the result. Otherwise the placement starts again.
func (c *Checkout) endEarlier(ctx context.Context, cartID, orderID int64) (placed order.Placed, done bool, err error) {
	// Recover runs as a request of its own: its commands are not among those of the first attempt.
	if err := c.Recover(commands.Apart(ctx), cartID, orderID); err != nil {
		return order.Placed{}, false, err
	}
	placed, at, err := c.orders.Placed(ctx, orderID)
	if err != nil {
		return order.Placed{}, false, err
	}
	r := commands.RequestFrom(ctx)
	if placed.OrderID != 0 {
		r.Note(order.Stream(orderID), at, placed.EventName())
		return placed, true, nil
	}
	r.StartOver()
	return order.Placed{}, false, nil
}

// startedIn returns the placement that a command started; the zero value if it started none.
func startedIn(result commands.Result) (started cart.CheckoutStarted) {
	for _, e := range result.Events {
		if s, ok := e.(cart.CheckoutStarted); ok {
			started = s
		}
	}
	return started
}

// startedError: an earlier attempt of the request has started an order, which was not in the log when this one looked.
type startedError struct{ orderID int64 }

// Error names the order.
func (e *startedError) Error() string {
	return fmt.Sprintf("an earlier attempt has started order %d", e.orderID)
}

// Unwrap makes errors.Is(err, eventstore.ErrWrongRevision) true.
func (e *startedError) Unwrap() error { return eventstore.ErrWrongRevision }

// earlierError: an earlier attempt of the request has appended meanwhile, which was not in the log when this one looked.
type earlierError struct {
	cart    cart.State // as it is now
	orderID int64      // of the earlier attempt; 0 if it is not known
	refusal error
}

// Error names the refusal.
func (e *earlierError) Error() string { return e.refusal.Error() }

// Unwrap returns the refusal.
func (e *earlierError) Unwrap() error { return e.refusal }

// orEarlier returns an earlierError in place of the refusal of an append whose event IDs are used already, and any other error as it is.
func (c *Checkout) orEarlier(ctx context.Context, cartID int64, refusal error) error {
	if !errors.Is(refusal, eventstore.ErrWrongRevision) {
		return refusal
	}
	s, err := c.Cart(ctx, cartID)
	if err != nil {
		return errors.Join(refusal, err)
	}
	earlier := &earlierError{cart: s, refusal: refusal}
	var started *startedError
	if errors.As(refusal, &started) {
		earlier.orderID = started.orderID
	}
	return earlier
}

// afterEarlier returns the order of an earlier attempt. If that attempt has only begun, afterEarlier ends it and places the order anew.
func (c *Checkout) afterEarlier(
	ctx context.Context, e *earlierError, details cart.Details, quotes Quoter,
) (order.Placed, error) {
	begun := e.orderID // another request may have begun since, whose order stays
	if begun == 0 && e.cart.Checkout != nil {
		begun = e.cart.Checkout.OrderID
	}
	switch {
	case e.cart.Closed && e.orderID == 0:
		return c.placedBefore(ctx, e.cart, e.refusal)
	case begun != 0:
		if placed, done, err := c.endEarlier(ctx, e.cart.ID, begun); done || err != nil {
			return placed, err
		}
	default: // it was ended since
		commands.RequestFrom(ctx).StartOver()
	}
	return c.place(ctx, e.cart.ID, details, quotes, false)
}

// placedBefore returns the order that closed a cart; refusal if there is none.
func (c *Checkout) placedBefore(ctx context.Context, s cart.State, refusal error) (order.Placed, error) {
	if s.OrderID == 0 {
		return order.Placed{}, refusal
	}
	placed, at, err := c.orders.Placed(ctx, s.OrderID)
	if err == nil {
		commands.RequestFrom(ctx).Note(order.Stream(s.OrderID), at, placed.EventName())
	}
	return placed, err
}
