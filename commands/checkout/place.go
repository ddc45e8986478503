package checkout

import (
	"context"
	"errors"
	"slices"
	"time"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/domain/stock"
)

// Quoter computes the order of a cart that is being placed.
type Quoter interface {
	// Quote returns the order without its numbers, or the reason why the cart cannot be placed.
	Quote(ctx context.Context, s cart.State) (order.Placed, error)
}

// PlaceOrder places the order of a cart. It is a process over several streams, each step of which can be repeated. Steps in brackets are
// omitted for orders that do not need them:
//
//	cart: details, CheckoutStarted --> stock: Reserved -> [rules: Redeemed] -> [gift cards: Charged] -> [gateway: authorise]
//	        (locks the cart)              | refused          |                    |                        |
//	        <---- CheckoutAborted <-------+------------------+--------------------+- undo: abortPlacement <+
//	cart: Closed <-- order: Placed <-----------------------------------------------------------------------+
//
// A refusal undoes the steps before it. If the process dies in between, or a result stays unknown, Recover finishes or undoes the
// placement. The order's stream decides whether the order exists: only one of Placed and Abandoned can be its first event.
func (c *Checkout) PlaceOrder(ctx context.Context, cartID int64, details cart.Details, quotes Quoter) (order.Placed, error) {
	for attempt := 0; ; attempt++ {
		// The first attempt trusts the cached cart; locking detects a change.
		placed, err := c.place(ctx, cartID, details, quotes, attempt == 0)
		if attempt < 3 && (errors.Is(err, cart.ErrChanged) || giftcard.BalanceChanged(err)) {
			continue
		}
		return placed, err
	}
}

func (c *Checkout) place(ctx context.Context, cartID int64, details cart.Details, quotes Quoter, stale bool) (order.Placed, error) {
	if r := commands.RequestFrom(ctx); len(r.Executed) > 0 {
		if placed, done, err := c.resume(ctx, cartID, r); done || err != nil {
			return placed, err
		}
	}
	get := c.Cart
	if stale {
		get = c.StaleCart
	}
	s, quoted, err := c.quoted(ctx, cartID, details, quotes, get)
	if err != nil && stale {
		// A refusal must not be based on a stale cart, which another process may have changed since.
		s, quoted, err = c.quoted(ctx, cartID, details, quotes, c.Cart)
	}
	if err != nil {
		return order.Placed{}, err
	}
	placed, err := c.identify(ctx, quoted, s)
	if err != nil {
		return order.Placed{}, err
	}
	if whole, done, err := c.placeAtOnce(ctx, placed, details, s.Changes, s.Increment != ""); done {
		var earlier *earlierError
		if errors.As(err, &earlier) {
			return c.afterEarlier(ctx, earlier, details, quotes)
		}
		return whole, err
	}
	result, err := c.carts.Decide(ctx, c.carts.Stream(cartID), func(now cart.State) ([]domain.Event, error) {
		return startCheckout(now, details, c.starting(placed), s.Changes, c.Now(ctx))
	}, commands.Named("PlaceOrder"))
	if err != nil {
		return order.Placed{}, err
	}
	if started := startedIn(result); result.Repeated && started.OrderID != placed.OrderID {
		// An earlier attempt was not yet in the log when this one looked. It is ended first.
		commands.RequestFrom(ctx).Found(result)
		return c.place(ctx, cartID, details, quotes, false)
	}
	c.Step("checkout: started")
	// From here on the process does not depend on the caller: a caller who disconnects must not leave the cart locked.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), carryOnTimeout)
	defer cancel()
	return c.finishPlacement(ctx, placed)
}

// quoted loads a cart and computes its order, with the given details.
func (c *Checkout) quoted(
	ctx context.Context, cartID int64, details cart.Details, quotes Quoter, get func(context.Context, int64) (cart.State, error),
) (s cart.State, p order.Placed, err error) {
	s, err = get(ctx, cartID)
	if begins, unborn := c.unsaved.Get(cartID); unborn && errors.Is(err, cart.ErrNotFound) {
		s, err = unsavedState(begins), nil // the quote refuses an empty cart in the order of its checks
	}
	if err != nil {
		return s, p, err
	}
	told := s
	if s.Checkout == nil && !s.Closed {
		events, err := s.SetDetails(details, c.Now(ctx))
		if err != nil {
			return s, p, err
		}
		for _, e := range events {
			told = cart.Evolve(told, e)
		}
	}
	p, err = quotes.Quote(ctx, told)
	return s, p, err
}

// carryOnTimeout bounds the rest of a placement. It is shorter than the delay after which Recover takes over.
const carryOnTimeout = 8 * time.Second

// startCheckout stores the details and locks the cart in one append.
func startCheckout(s cart.State, details cart.Details, with cart.Starting, basedOn int, at time.Time) ([]domain.Event, error) {
	start, err := s.StartCheckout(with, basedOn, at)
	if err != nil {
		return nil, err
	}
	events, err := s.SetDetails(details, at)
	return append(events, start...), err
}

// identify sets the identifiers and numbers of an order and its parts. It reuses a number that a failed attempt reserved on the cart.
func (c *Checkout) identify(ctx context.Context, p order.Placed, s cart.State) (order.Placed, error) {
	id, increment, err := c.numbers.next(ctx, p.StoreID, s.Increment)
	if err != nil {
		return p, err
	}
	p.OrderID, p.IncrementID, p.CartID = id, increment, s.ID
	lines, err := c.Next(ctx, "order_item", len(p.Lines))
	if err != nil {
		return p, err
	}
	p.Lines = slices.Clone(p.Lines)
	for i := range p.Lines {
		p.Lines[i].ID = lines[i]
	}
	addresses, err := c.Next(ctx, "order_address", 2)
	if err != nil {
		return p, err
	}
	p.BillingID = addresses[0]
	if !p.Virtual {
		p.ShippingID = addresses[1]
	}
	return p, nil
}

// starting returns the data that the cart stores about a placement, so that any process can undo it.
func (c *Checkout) starting(p order.Placed) cart.Starting {
	s := cart.Starting{OrderID: p.OrderID, Increment: p.IncrementID, RuleIDs: p.Totals.RuleIDs}
	for _, card := range p.Totals.Cards {
		if card.Base.Sign() > 0 {
			s.CardIDs = append(s.CardIDs, card.CardID)
		}
	}
	if c.orders.Online(p) {
		s.Payment = p.Payment
	}
	return s
}

// finishPlacement takes the steps after the cart is locked.
func (c *Checkout) finishPlacement(ctx context.Context, placed order.Placed) (order.Placed, error) {
	took := acquired{cartID: placed.CartID, orderID: placed.OrderID, increment: placed.IncrementID}
	placed, err := c.acquire(ctx, placed, &took)
	var invoiceID int64
	if err == nil {
		invoiceID, err = c.orders.Place(ctx, placed)
	}
	if err != nil {
		return placed, c.undo(ctx, took, err)
	}
	c.Step("checkout: order placed")
	if invoiceID != 0 {
		_ = c.orders.FinishInvoice(ctx, placed.OrderID, invoiceID) // a reaction to the invoice repeats it
	}
	if err := c.closeCart(ctx, placed.CartID, placed.OrderID); err != nil {
		return placed, nil // the order exists; Recover closes the cart
	}
	c.Step("checkout: cart closed")
	return placed, nil
}

// acquire reserves stock, redeems price rules, charges gift cards and authorises the payment of the rest. It records in took what it has
// acquired.
func (c *Checkout) acquire(ctx context.Context, placed order.Placed, took *acquired) (order.Placed, error) {
	reserved, err := c.stock.Reserve(ctx, placed.OrderID, linesOf(placed))
	if err != nil {
		return placed, err
	}
	c.Step("checkout: stock reserved")
	placed = withBackorders(placed, reserved)
	if took.rules, err = c.rules.Redeem(ctx, placed); err != nil {
		return placed, err
	}
	if len(took.rules) > 0 {
		c.Step("checkout: rules redeemed")
	}
	if took.cards, err = c.cards.Charge(ctx, placed); err != nil {
		return placed, err
	}
	if len(took.cards) > 0 {
		c.Step("checkout: gift cards charged")
	}
	return c.authorise(ctx, placed, took)
}

// authorise asks the payment gateway for the money of an order that is paid online.
func (c *Checkout) authorise(ctx context.Context, placed order.Placed, took *acquired) (order.Placed, error) {
	transaction, asked, err := c.orders.Authorise(ctx, placed)
	if !asked {
		return placed, err
	}
	took.payment, placed.Transaction = placed.Payment, transaction
	if err != nil {
		c.Step("checkout: payment unanswered")
		return placed, err
	}
	c.Step("checkout: payment authorised")
	return placed, nil
}

func linesOf(p order.Placed) []stock.Line {
	lines := make([]stock.Line, 0, len(p.Lines))
	for _, l := range p.Lines {
		if l.Stocked() {
			lines = append(lines, stock.Line{ProductID: l.ProductID, Qty: l.Qty})
		}
	}
	return lines
}

// withBackorders stores backordered quantities in the order. The reservation lists the order's lines in their order, without those that
// it did not reserve.
func withBackorders(p order.Placed, reserved []stock.Line) order.Placed {
	p.Lines = slices.Clone(p.Lines)
	i := 0
	for _, line := range reserved {
		for i < len(p.Lines) && (p.Lines[i].ProductID != line.ProductID || !p.Lines[i].Qty.Equal(line.Qty)) {
			i++
		}
		if i < len(p.Lines) {
			p.Lines[i].Backordered = line.Backordered
			i++
		}
	}
	return p
}

func (c *Checkout) closeCart(ctx context.Context, cartID, orderID int64) error {
	return c.carts.Change(ctx, cartID, func(s cart.State) ([]domain.Event, error) {
		return s.Close(orderID, c.Now(ctx))
	}, commands.Named("CloseCart"))
}
