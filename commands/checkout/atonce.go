package checkout

import (
	"context"
	"errors"
	"fmt"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
)

// placeAtOnce places an order. If no payment gateway is asked, everything that the steps of a placement append is appended at once,
// or nothing is. ok is false if the log cannot do that. kept is as in placeInTwo.
func (c *Checkout) placeAtOnce(
	ctx context.Context, placed order.Placed, details cart.Details, basedOn int, kept bool,
) (_ order.Placed, ok bool, err error) {
	if c.orders.Online(placed) {
		return c.placeInTwo(ctx, placed, details, basedOn, kept)
	}
	t, ok := c.Together()
	if !ok {
		return placed, false, nil
	}
	commands.Join(t, c.carts, c.carts.Stream(placed.CartID), func(s cart.State) ([]domain.Event, error) {
		at := c.Now(ctx)
		events, err := startCheckout(s, details, c.starting(placed), basedOn, at)
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			s = cart.Evolve(s, e)
		}
		closed, err := s.Close(placed.OrderID, at)
		return append(events, closed...), err
	}, commands.Named("PlaceOrder"))
	whole := placed
	if err := c.stock.JoinSell(ctx, t, placed.OrderID, linesOf(placed), func(reserved []stock.Line) {
		whole = withBackorders(placed, reserved)
	}); err != nil {
		return placed, true, err
	}
	c.rules.JoinRedeem(t, placed)
	c.cards.JoinCharge(ctx, t, placed)
	invoiceID, err := c.orders.JoinPlace(ctx, t, placed, func() order.Placed { return whole })
	if err != nil {
		return placed, true, err
	}
	if _, err := t.Append(ctx); err != nil {
		c.giveBackNumber(ctx, placed, kept, err)
		return order.Placed{}, true, c.orEarlier(ctx, placed.CartID, err)
	}
	c.Step("checkout: order placed at once")
	if invoiceID != 0 {
		_ = c.orders.FinishInvoice(context.WithoutCancel(ctx), placed.OrderID, invoiceID) // a reaction to the invoice repeats it
	}
	return whole, true, nil
}

// placeInTwo places an order whose payment gateway is asked: what it takes is one append, and the order with the closed cart is another.
// If the process dies in between, Recover finds what it finds after a process of single steps. ok is false if the log cannot do that.
// kept tells that the number of the order is one that the cart has from an earlier attempt.
func (c *Checkout) placeInTwo(
	ctx context.Context, placed order.Placed, details cart.Details, basedOn int, kept bool,
) (_ order.Placed, ok bool, err error) {
	t, ok := c.Together()
	if !ok {
		return placed, false, nil
	}
	starting := c.starting(placed)
	commands.Join(t, c.carts, c.carts.Stream(placed.CartID), func(s cart.State) ([]domain.Event, error) {
		return startCheckout(s, details, starting, basedOn, c.Now(ctx))
	}, commands.Named("PlaceOrder"))
	whole := placed
	if err := c.stock.JoinReserve(ctx, t, placed.OrderID, linesOf(placed), func(reserved []stock.Line) {
		whole = withBackorders(placed, reserved)
	}); err != nil {
		return placed, true, err
	}
	c.rules.JoinRedeem(t, placed)
	c.cards.JoinCharge(ctx, t, placed)
	results, err := t.Append(ctx)
	if err == nil && results[0].Repeated && startedIn(results[0]).OrderID != placed.OrderID {
		err = fmt.Errorf("%w: an earlier attempt has started order %d", eventstore.ErrWrongRevision, startedIn(results[0]).OrderID)
	}
	if err != nil {
		c.giveBackNumber(ctx, placed, kept, err)
		return order.Placed{}, true, c.orEarlier(ctx, placed.CartID, err)
	}
	c.Step("checkout: everything taken at once")
	// From here on the process does not depend on the caller: a caller who disconnects must not leave the cart locked.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), carryOnTimeout)
	defer cancel()
	took := acquired{
		cartID: placed.CartID, orderID: placed.OrderID, increment: placed.IncrementID, rules: starting.RuleIDs, cards: starting.CardIDs,
	}
	var invoiceID int64
	if whole, err = c.authorise(ctx, whole, &took); err == nil {
		invoiceID, err = c.placeAndClose(ctx, whole)
	}
	if err != nil {
		return whole, true, c.undo(ctx, took, err)
	}
	c.Step("checkout: order placed with its cart")
	if invoiceID != 0 {
		_ = c.orders.FinishInvoice(ctx, placed.OrderID, invoiceID) // a reaction to the invoice repeats it
	}
	return whole, true, nil
}

// placeAndClose places an order and closes its cart in one append.
func (c *Checkout) placeAndClose(ctx context.Context, placed order.Placed) (invoiceID int64, err error) {
	t, _ := c.Together()
	if invoiceID, err = c.orders.JoinPlace(ctx, t, placed, func() order.Placed { return placed }); err != nil {
		return 0, err
	}
	commands.Join(t, c.carts, c.carts.Stream(placed.CartID), func(s cart.State) ([]domain.Event, error) {
		return s.Close(placed.OrderID, c.Now(ctx))
	}, commands.Named("CloseCart"))
	_, err = t.Append(ctx)
	return invoiceID, err
}

// giveBackNumber gives the number of a refused order to the next one, unless it is one that the cart keeps.
func (c *Checkout) giveBackNumber(ctx context.Context, refused order.Placed, kept bool, refusal error) {
	if !kept {
		c.numbers.giveBack(ctx, refused, refusal)
	}
}

// earlierError: an earlier attempt of the request has appended meanwhile, which was not in the log when this one looked.
type earlierError struct {
	cart    cart.State // as it is now
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
	return &earlierError{s, refusal}
}

// afterEarlier goes on after an earlier attempt. Its order is the answer. If it has only begun, it is ended, and the placement starts
// again.
func (c *Checkout) afterEarlier(
	ctx context.Context, e *earlierError, details cart.Details, quotes Quoter,
) (order.Placed, error) {
	r := commands.RequestFrom(ctx)
	switch {
	case e.cart.Closed:
		return c.placedBefore(ctx, e.cart, e.refusal)
	case e.cart.Checkout != nil:
		r.Found(commands.Result{Events: []domain.Event{cart.CheckoutStarted{CartID: e.cart.ID, OrderID: e.cart.Checkout.OrderID}}})
	default: // it was ended since
		r.StartOver()
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
