package checkout

import (
	"context"
	"errors"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
)

// placeAtOnce places an order that no payment gateway is asked about: everything that the steps of a placement append is appended at once,
// or nothing is. ok is false if the log cannot do that.
func (c *Checkout) placeAtOnce(
	ctx context.Context, placed order.Placed, details cart.Details, basedOn int,
) (_ order.Placed, ok bool, err error) {
	t, ok := c.Together()
	if !ok || c.orders.Online(placed) {
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
	switch _, err = t.Append(ctx); {
	case errors.Is(err, eventstore.ErrWrongRevision): // the IDs of the events are used: an earlier attempt of this request has placed it
		whole, err = c.placedBefore(ctx, placed.CartID, err)
		return whole, true, err
	case err != nil:
		return order.Placed{}, true, err
	}
	c.Step("checkout: order placed at once")
	if invoiceID != 0 {
		_ = c.orders.FinishInvoice(context.WithoutCancel(ctx), placed.OrderID, invoiceID) // a reaction to the invoice repeats it
	}
	return whole, true, nil
}

// placedBefore returns the order that closed a cart; refusal if there is none.
func (c *Checkout) placedBefore(ctx context.Context, cartID int64, refusal error) (order.Placed, error) {
	s, err := c.Cart(ctx, cartID)
	if err != nil || !s.Closed || s.OrderID == 0 {
		return order.Placed{}, errors.Join(refusal, err)
	}
	placed, at, err := c.orders.Placed(ctx, s.OrderID)
	if err == nil {
		commands.RequestFrom(ctx).Note(order.Stream(s.OrderID), at, placed.EventName())
	}
	return placed, err
}
