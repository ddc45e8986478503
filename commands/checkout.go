package commands

import (
	"context"
	"errors"
	"time"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/giftcard"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/stock"
)

// Quoter prices a cart whose order is placed.
type Quoter interface {
	// Quote returns the order as it would be placed, without its numbers, or tells why the cart cannot be placed.
	Quote(ctx context.Context, s cart.State) (order.Placed, error)
}

// PlaceOrder makes an order of a cart. It is a process over several streams, each step of which can be repeated. Those in
// brackets are there only for orders that need them:
//
//	cart: details, CheckoutStarted ──▶ stock: Reserved ─▶ [rules: Redeemed] ─▶ [gift cards: Charged] ─▶ [gateway: authorise]
//	        (locks the cart)              │ refused          │                    │                        │
//	        ◀──── CheckoutAborted ◀───────┴──────────────────┴────────────────────┴─── undo, see giveUp ◀──┤
//	cart: Closed ◀── order: Placed ◀───────────────────────────────────────────────────────────────────────┘
//
// A refusal undoes what was done. When the process dies in between, or an answer stays unknown, Recover finishes or undoes
// it: the order's stream says whether the order exists, and only one of Placed and Abandoned can be its first event.
func (c *Commands) PlaceOrder(ctx context.Context, cartID int64, details cart.Details, quotes Quoter) (order.Placed, error) {
	for attempt := 0; ; attempt++ {
		// That the cart is still as this process knows it is found out when it is locked.
		placed, err := c.place(ctx, cartID, details, quotes, attempt == 0)
		if attempt < 3 && (errors.Is(err, cart.ErrChanged) || giftcard.BalanceChanged(err)) {
			continue
		}
		return placed, err
	}
}

func (c *Commands) place(ctx context.Context, cartID int64, details cart.Details, quotes Quoter, glance bool) (order.Placed, error) {
	if r := RequestFrom(ctx); len(r.Executed) > 0 {
		if placed, done, err := c.resume(ctx, cartID, r); done || err != nil {
			return placed, err
		}
	}
	look := c.carts.View
	if glance {
		look = c.carts.Glance
	}
	s, quoted, err := c.quoted(ctx, cartID, details, quotes, look)
	if err != nil && glance {
		// Nobody is refused for what the cart was before another process changed it.
		s, quoted, err = c.quoted(ctx, cartID, details, quotes, c.carts.View)
	}
	if err != nil {
		return order.Placed{}, err
	}
	placed, err := c.identify(ctx, quoted, s)
	if err != nil {
		return order.Placed{}, err
	}
	result, err := c.carts.Decide(ctx, CartStream(cartID), func(now cart.State) ([]domain.Event, error) {
		return startCheckout(now, details, c.starting(placed), s.Changes, c.now(ctx))
	}, Named("PlaceOrder"))
	if err != nil {
		return order.Placed{}, err
	}
	if started := startedIn(result); result.Repeated && started.OrderID != placed.OrderID {
		// An earlier attempt was not yet in the log when this one looked. It is ended before anything else.
		r := RequestFrom(ctx)
		r.Executed = map[int]Result{int(r.commands.Load()) - 1: result}
		return c.place(ctx, cartID, details, quotes, false)
	}
	c.step("checkout: started")
	// From here on the process goes on without the caller: one who hangs up must not leave the cart locked.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), carryOnPatience)
	defer cancel()
	return c.carryOn(ctx, placed)
}

// quoted looks at a cart and makes its quote, with the details that came along.
func (c *Commands) quoted(ctx context.Context, cartID int64, details cart.Details, quotes Quoter, look cartLook) (s cart.State, p order.Placed, err error) {
	if s, err = cartAt(ctx, cartID, look); err != nil {
		return s, p, err
	}
	told := s
	if s.Checkout == nil && !s.Closed {
		events, err := s.SetDetails(details, c.now(ctx))
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

// carryOnPatience ends a process that gets no further before others end it, see Recover.
const carryOnPatience = 8 * time.Second

// startCheckout remembers the details and locks the cart in one append.
func startCheckout(s cart.State, details cart.Details, with cart.Starting, basedOn int, at time.Time) ([]domain.Event, error) {
	start, err := s.StartCheckout(with, basedOn, at)
	if err != nil {
		return nil, err
	}
	events, err := s.SetDetails(details, at)
	return append(events, start...), err
}

// identify gives an order and its parts their numbers. A number reserved on the cart by an earlier attempt is used again.
func (c *Commands) identify(ctx context.Context, p order.Placed, s cart.State) (order.Placed, error) {
	ids, err := c.ids.Next(ctx, "order", 1)
	if err != nil {
		return p, err
	}
	p.OrderID, p.CartID = ids[0], s.ID
	if p.IncrementID = s.Increment; p.IncrementID == "" {
		n, err := c.ids.Next(ctx, "order_increment_"+fmtInt(p.StoreID), 1)
		if err != nil {
			return p, err
		}
		p.IncrementID = number.IncrementID(p.StoreID, n[0])
	}
	lines, err := c.ids.Next(ctx, "order_item", len(p.Lines))
	if err != nil {
		return p, err
	}
	p.Lines = append([]order.Line(nil), p.Lines...)
	for i := range p.Lines {
		p.Lines[i].ID = lines[i]
	}
	addresses, err := c.ids.Next(ctx, "order_address", 2)
	if err != nil {
		return p, err
	}
	p.BillingID = addresses[0]
	if !p.Virtual {
		p.ShippingID = addresses[1]
	}
	return p, nil
}

// starting is what the cart remembers of a placement, so that anybody can undo it.
func (c *Commands) starting(p order.Placed) cart.Starting {
	s := cart.Starting{OrderID: p.OrderID, Increment: p.IncrementID, RuleIDs: p.Totals.RuleIDs}
	for _, card := range p.Totals.Cards {
		if card.Base.Sign() > 0 {
			s.CardIDs = append(s.CardIDs, card.CardID)
		}
	}
	if _, online := c.authorisation(p); online {
		s.Payment = p.Payment
	}
	return s
}

// carryOn does the steps after the cart is locked.
func (c *Commands) carryOn(ctx context.Context, placed order.Placed) (order.Placed, error) {
	took := taken{cartID: placed.CartID, orderID: placed.OrderID, increment: placed.IncrementID}
	invoice, err := c.invoiceAtOnce(ctx, placed)
	if err == nil {
		placed, err = c.take(ctx, placed, &took)
	}
	if err == nil {
		_, err = c.orders.Decide(ctx, order.Stream(placed.OrderID), func(o order.Order) ([]domain.Event, error) { return placeWith(o, placed, invoice) }, Named("PlaceOrder"), First())
	}
	if err != nil {
		return placed, c.undo(ctx, took, err)
	}
	c.step("checkout: order placed")
	if invoice != nil {
		_ = c.FinishInvoice(ctx, placed.OrderID, invoice.ID) // a reaction to the invoice makes good what fails
	}
	if err := c.closeCart(ctx, placed.CartID, placed.OrderID); err != nil {
		// The order exists; recovery will close the cart.
		return placed, nil
	}
	c.step("checkout: cart closed")
	return placed, nil
}

// take takes what the order needs of others: goods, the uses of its price rules, the money of its gift cards and what is left
// to pay at the payment gateway. It writes down what it took.
func (c *Commands) take(ctx context.Context, placed order.Placed, took *taken) (order.Placed, error) {
	config, err := c.facts.StockConfig(ctx)
	if err != nil {
		return placed, err
	}
	reserved, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) {
		return l.Reserve(placed.OrderID, linesOf(placed), config)
	}, Named("ReserveStock"))
	if err != nil {
		return placed, err
	}
	c.step("checkout: stock reserved")
	placed = withBackorders(placed, reserved.Events)
	if took.rules, err = c.redeemRules(ctx, placed); err != nil {
		return placed, err
	}
	if len(took.rules) > 0 {
		c.step("checkout: rules redeemed")
	}
	if took.cards, err = c.chargeCards(ctx, placed); err != nil {
		return placed, err
	}
	if len(took.cards) > 0 {
		c.step("checkout: gift cards charged")
	}
	return c.authorise(ctx, placed, took)
}

// CheckStock tells whether the ledger covers lines at this moment, without taking them.
func (c *Commands) CheckStock(ctx context.Context, lines []stock.Line) error {
	config, err := c.facts.StockConfig(ctx)
	if err != nil {
		return err
	}
	covers := func(l *stock.Ledger, _ bool) error {
		_, err := l.Reserve(0, lines, config)
		return err
	}
	// The reservation has the last word, so "yes" may be of a moment ago; "no" may not.
	if c.ledger.Glance(ctx, stock.Stream, covers) == nil {
		return nil
	}
	return c.ledger.View(ctx, stock.Stream, covers)
}

func linesOf(p order.Placed) []stock.Line {
	lines := make([]stock.Line, len(p.Lines))
	for i, l := range p.Lines {
		lines[i] = stock.Line{ProductID: l.ProductID, Qty: l.Qty}
	}
	return lines
}

// withBackorders writes into the order what was not there. The reservation has the order's lines in their order, but for
// those it did not take.
func withBackorders(p order.Placed, events []domain.Event) order.Placed {
	p.Lines = append([]order.Line(nil), p.Lines...)
	for _, e := range events {
		r, ok := e.(stock.Reserved)
		if !ok {
			continue
		}
		i := 0
		for _, line := range r.Lines {
			for i < len(p.Lines) && (p.Lines[i].ProductID != line.ProductID || !p.Lines[i].Qty.Equal(line.Qty)) {
				i++
			}
			if i < len(p.Lines) {
				p.Lines[i].Backordered = line.Backordered
				i++
			}
		}
	}
	return p
}

func (c *Commands) closeCart(ctx context.Context, cartID, orderID int64) error {
	_, err := c.carts.Decide(ctx, CartStream(cartID), func(s cart.State) ([]domain.Event, error) { return s.Close(orderID, c.now(ctx)) }, Named("CloseCart"))
	return err
}
