package checkout

import (
	"context"
	"errors"
	"slices"
	"time"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/stock"
)

// Quoter computes the order of a cart that is being placed.
type Quoter interface {
	// Quote returns the order without its numbers, or the reason why the cart cannot be placed.
	Quote(ctx context.Context, s cart.State) (order.Placed, error)
}

// PlaceOrder places the order of a cart. The steps form a commands.Process, and each can be repeated. Steps in brackets are omitted for
// orders that do not need them:
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
		if errors.Is(err, stock.ErrNotEnough) || pricerule.Refused(err) {
			// Somebody bought or redeemed the rest meanwhile. The quote names it.
			if _, _, named := c.quoted(ctx, cartID, details, quotes, c.Cart); named != nil {
				err = named
			}
		}
		if ended, ok := errors.AsType[cart.EndedCoupon](err); ok {
			// The buyer is told once, and the next placement goes through without the coupon.
			if _, dropped := c.DropFromCart(ctx, cartID, ended, nil); dropped != nil {
				err = dropped
			}
		}
		return placed, err
	}
}

func (c *Checkout) place(ctx context.Context, cartID int64, details cart.Details, quotes Quoter, stale bool) (order.Placed, error) {
	if r := commands.RequestFrom(ctx); len(r.Executed) > 0 {
		if err := refusedBefore(r); err != nil {
			return order.Placed{}, err
		}
		if placed, done, err := c.resume(ctx, r); done || err != nil {
			return placed, err
		}
	}
	get := c.Cart
	if stale {
		get = c.StaleCart
	}
	s, quoted, err := c.quoted(ctx, cartID, details, quotes, get)
	if err != nil && stale && fault.KindOf(err) != fault.Unavailable {
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
	whole, err := c.carryOut(ctx, placed, details, s)
	var earlier *earlierError
	if errors.As(err, &earlier) {
		return c.afterEarlier(ctx, earlier, details, quotes)
	}
	return whole, err
}

// refusedBefore returns the refusal of an earlier attempt of a request that has removed a coupon from the cart.
func refusedBefore(r *commands.Request) error {
	for _, result := range r.Executed {
		for _, e := range result.Events {
			if removed, ok := e.(cart.CouponRemoved); ok && removed.Reason != "" {
				return cart.EndedCoupon{Code: removed.Code, Reason: removed.Reason}
			}
		}
	}
	return nil
}

// placement is an order that is being placed.
type placement struct {
	cart     cart.State   // from which the order was computed
	quoted   order.Placed // with its numbers, before anything was acquired
	order    order.Placed // with backorders and the transaction of the payment
	starting cart.Starting
	online   bool // a payment gateway is asked
	atOnce   bool // everything is one append
	asked    bool // the gateway may have authorised the payment
}

// carryOut takes the steps of a placement.
func (c *Checkout) carryOut(ctx context.Context, placed order.Placed, details cart.Details, basedOn cart.State) (order.Placed, error) {
	process := c.Process()
	p := &placement{cart: basedOn, quoted: placed, order: placed, starting: c.starting(placed), online: c.orders.Online(placed)}
	p.atOnce = process.AtOnce() && !p.online
	commands.Join(process, c.carts, c.carts.Stream(placed.CartID), func(s cart.State) ([]domain.Event, error) {
		return startCheckout(s, details, p, c.Now(ctx))
	}, commands.Named("PlaceOrder"))
	process.Check(p.started)
	process.Step("checkout: started")
	if err := c.joinAcquisitions(ctx, process, p); err != nil {
		return order.Placed{}, err
	}
	invoiceID, err := c.orders.Place(ctx, process, placed, func() order.Placed { return p.order })
	if err != nil {
		return order.Placed{}, err
	}
	process.Step("checkout: order placed")
	if !p.atOnce {
		commands.Join(process, c.carts, c.carts.Stream(placed.CartID), c.closing(ctx, placed.OrderID), commands.Named("CloseCart"))
		process.Step("checkout: cart closed")
	}
	process.Undo(func(ctx context.Context, done []commands.Result, refusal error) error {
		return c.refused(ctx, p, done, refusal)
	})
	if _, err := process.Run(ctx); err != nil {
		return order.Placed{}, err
	}
	switch {
	case p.atOnce:
		c.Step("checkout: order placed at once")
	case process.AtOnce():
		c.Step("checkout: order placed with its cart")
	}
	if invoiceID != 0 {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), invoiceTimeout)
		defer cancel()
		_ = c.orders.FinishInvoice(ctx, placed.OrderID, invoiceID) // a reaction to the invoice repeats it
	}
	return p.order, nil
}

// invoiceTimeout bounds the time that the answer to a placement waits for an invoice that is paid with it.
const invoiceTimeout = 8 * time.Second

// joinAcquisitions lets a placement reserve stock, redeem price rules, charge gift cards and authorise the payment of the rest.
func (c *Checkout) joinAcquisitions(ctx context.Context, process *commands.Process, p *placement) error {
	if err := c.stock.Reserve(ctx, process, p.quoted.OrderID, linesOf(p.quoted), p.atOnce, func(reserved []stock.Line) {
		p.order = withBackorders(p.quoted, reserved)
	}); err != nil {
		return err
	}
	process.Step("checkout: stock reserved")
	if c.rules.Redeem(process, p.quoted); len(p.starting.RuleIDs) > 0 {
		process.Step("checkout: rules redeemed")
	}
	if c.cards.Charge(ctx, process, p.quoted); len(p.starting.CardIDs) > 0 {
		process.Step("checkout: gift cards charged")
	}
	if p.online {
		process.Do(func(ctx context.Context) error {
			if process.AtOnce() {
				c.Step("checkout: everything taken at once")
			}
			return c.authorise(ctx, p)
		})
	}
	return nil
}

// quoted loads a cart and computes its order, with the given details.
func (c *Checkout) quoted(
	ctx context.Context, cartID int64, details cart.Details, quotes Quoter, get func(context.Context, int64) (cart.State, error),
) (s cart.State, p order.Placed, err error) {
	s, err = get(ctx, cartID)
	if begins, unsaved := c.unsaved.Get(cartID); unsaved && errors.Is(err, cart.ErrNotFound) {
		s, err = unsavedState(begins), nil // the quote refuses an empty cart in the order of its checks
	}
	if err != nil {
		return s, p, err
	}
	prepared := s
	if s.Checkout == nil && !s.Closed {
		events, err := s.SetDetails(details, c.Now(ctx))
		if err != nil {
			return s, p, err
		}
		for _, e := range events {
			prepared = cart.Evolve(prepared, e)
		}
	}
	p, err = quotes.Quote(ctx, prepared)
	return s, p, err
}

// startCheckout stores the details and locks the cart in one append. If everything is one append, it closes the cart as well.
func startCheckout(s cart.State, details cart.Details, p *placement, at time.Time) ([]domain.Event, error) {
	start, err := s.StartCheckout(p.starting, p.cart.Changes, at)
	if err != nil {
		return nil, err
	}
	events, err := s.SetDetails(details, at)
	events = append(events, start...)
	if err != nil || !p.atOnce {
		return events, err
	}
	for _, e := range events {
		s = cart.Evolve(s, e)
	}
	closed, err := s.Close(p.starting.OrderID, at)
	return append(events, closed...), err
}

// started checks that the cart was locked for the order, and not by an earlier attempt of the request for another one.
func (p *placement) started(result commands.Result) error {
	if s := startedIn(result); result.Repeated && s.OrderID != p.quoted.OrderID {
		return &startedError{s.OrderID}
	}
	return nil
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

// starting returns the data that any process needs to undo the placement; the cart stores them.
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

// authorise asks the payment gateway for the money of an order that is paid online.
func (c *Checkout) authorise(ctx context.Context, p *placement) (err error) {
	p.order.Transaction, p.asked, err = c.orders.Authorise(ctx, p.order)
	switch {
	case err == nil:
		c.Step("checkout: payment authorised")
	case p.asked:
		c.Step("checkout: payment unanswered")
	}
	return err
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

// withBackorders stores backordered quantities in the order. The reservation lists the order's lines in their order, without unreserved
// ones.
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

// closing returns the decision that closes the cart of an order.
func (c *Checkout) closing(ctx context.Context, orderID int64) func(cart.State) ([]domain.Event, error) {
	return func(s cart.State) ([]domain.Event, error) { return s.Close(orderID, c.Now(ctx)) }
}
