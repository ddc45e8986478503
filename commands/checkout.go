package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
)

// Quote is an order as it would be placed: everything but its numbers.
type Quote struct {
	Order order.Placed
}

// QuoteFunc makes the quote of a cart, or tells why the cart cannot be placed.
type QuoteFunc func(ctx context.Context, s cart.State) (Quote, error)

// PlaceOrder makes an order of a cart. It is a process over three streams, each step of which can be repeated:
//
//	cart: details, CheckoutStarted ──▶ stock: Reserved ──▶ order: Placed ──▶ cart: Closed
//	        (locks the cart)              │ refused           │ abandoned meanwhile
//	        ◀──── CheckoutAborted ────────┴───────────────────┘
//
// A refusal undoes what was done. When the process dies in between, or an answer stays unknown, Recover finishes or undoes
// it: the order's stream says whether the order exists, and only one of Placed and Abandoned can be its first event.
func (c *Commands) PlaceOrder(ctx context.Context, cartID int64, details cart.Details, quote QuoteFunc) (order.Placed, error) {
	look := c.carts.Glance // the caller has just looked; that the cart is still the same is found out when it is locked
	for attempt := 0; ; attempt++ {
		placed, err := c.place(ctx, cartID, details, quote, look)
		look = c.carts.View
		if errors.Is(err, cart.ErrChanged) && attempt < 3 {
			continue
		}
		return placed, err
	}
}

func (c *Commands) place(ctx context.Context, cartID int64, details cart.Details, quote QuoteFunc, look cartLook) (order.Placed, error) {
	if r := RequestFrom(ctx); len(r.Executed) > 0 {
		if placed, done, err := c.resume(ctx, cartID, r); done || err != nil {
			return placed, err
		}
	}
	s, err := cartAt(ctx, cartID, look)
	if err != nil {
		return order.Placed{}, err
	}
	told := s
	if s.Checkout == nil && !s.Closed {
		events, err := s.SetDetails(details, c.now(ctx))
		if err != nil {
			return order.Placed{}, err
		}
		for _, e := range events {
			told = cart.Evolve(told, e)
		}
	}
	q, err := quote(ctx, told)
	if err != nil {
		return order.Placed{}, err
	}
	placed, err := c.identify(ctx, q.Order, s)
	if err != nil {
		return order.Placed{}, err
	}
	result, err := c.carts.Decide(ctx, CartStream(cartID), func(now cart.State) ([]domain.Event, error) {
		return startCheckout(now, details, placed, s.Changes, c.now(ctx))
	}, Named("PlaceOrder"))
	if err != nil {
		return order.Placed{}, err
	}
	if started := startedIn(result); result.Repeated && started.OrderID != placed.OrderID {
		// An earlier attempt was not yet in the log when this one looked. It is ended before anything else.
		r := RequestFrom(ctx)
		r.Executed = map[int]Result{int(r.commands.Load()) - 1: result}
		return c.place(ctx, cartID, details, quote, c.carts.View)
	}
	c.step("checkout: started")
	// From here on the process goes on without the caller: one who hangs up must not leave the cart locked.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), carryOnPatience)
	defer cancel()
	return placed, c.carryOn(ctx, placed)
}

// carryOnPatience ends a process that gets no further before others end it, see Recover.
const carryOnPatience = 8 * time.Second

// startCheckout remembers the details and locks the cart in one append.
func startCheckout(s cart.State, details cart.Details, placed order.Placed, basedOn int, at time.Time) ([]domain.Event, error) {
	start, err := s.StartCheckout(placed.OrderID, placed.IncrementID, basedOn, at)
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

// carryOn does the steps after the cart is locked.
func (c *Commands) carryOn(ctx context.Context, placed order.Placed) error {
	config, err := c.facts.StockConfig(ctx)
	if err != nil {
		return err
	}
	reserved, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) {
		return l.Reserve(placed.OrderID, linesOf(placed), config)
	}, Named("ReserveStock"))
	if err != nil {
		return c.undo(ctx, placed.CartID, placed.OrderID, err)
	}
	c.step("checkout: stock reserved")
	placed = withBackorders(placed, reserved.Events)
	if _, err := c.orders.Decide(ctx, order.Stream(placed.OrderID), func(o order.Order) ([]domain.Event, error) { return o.Place(placed) }, Named("PlaceOrder"), First()); err != nil {
		return c.undo(ctx, placed.CartID, placed.OrderID, err)
	}
	c.step("checkout: order placed")
	if err := c.closeCart(ctx, placed.CartID, placed.OrderID); err != nil {
		// The order exists; recovery will close the cart.
		return nil
	}
	c.step("checkout: cart closed")
	return nil
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

// undo takes back what a refused placement has done and returns the refusal. When the refusal is really an unknown answer
// or an outage, nothing can be said yet, and the rest is left to recovery.
func (c *Commands) undo(ctx context.Context, cartID, orderID int64, refusal error) error {
	f, known := fault.As(refusal)
	if !known || errors.Is(refusal, eventstore.ErrUnknownOutcome) {
		return refusal
	}
	if err := c.giveUp(ctx, cartID, orderID, f.Message); err != nil {
		return errors.Join(refusal, err)
	}
	return refusal
}

// giveUp makes sure that an order never comes into being, gives its stock back and opens the cart again.
func (c *Commands) giveUp(ctx context.Context, cartID, orderID int64, reason string) error {
	if _, err := c.orders.Decide(ctx, order.Stream(orderID), func(o order.Order) ([]domain.Event, error) { return o.Abandon(cartID, reason) }, Named("AbandonOrder")); err != nil {
		return err
	}
	c.step("checkout: order abandoned")
	if _, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) { return l.Release(orderID), nil }, Named("ReleaseStock")); err != nil {
		return err
	}
	c.step("checkout: stock released")
	if _, err := c.carts.Decide(ctx, CartStream(cartID), func(s cart.State) ([]domain.Event, error) { return s.AbortCheckout(orderID, reason, c.now(ctx)) }, Named("AbortCheckout")); err != nil {
		return err
	}
	c.step("checkout: aborted")
	return nil
}

// ReleaseAbandoned gives back what is reserved for an order that was given up. A process that was given up while it still
// lived may have reserved after that, and then died.
func (c *Commands) ReleaseAbandoned(ctx context.Context, orderID int64) error {
	abandoned := false
	if err := c.orders.View(ctx, order.Stream(orderID), func(o order.Order, _ bool) error { abandoned = o.Abandoned; return nil }); err != nil || !abandoned {
		return err
	}
	_, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) { return l.Release(orderID), nil }, Named("ReleaseStock"))
	return err
}

// Recover ends a placement that its process did not end: the order exists, then the rest is done; or it does not, then what
// was done is undone. It may be called any number of times by any instance, even while the process is still alive.
func (c *Commands) Recover(ctx context.Context, cartID, orderID int64) error {
	exists := false
	if err := c.orders.View(ctx, order.Stream(orderID), func(o order.Order, _ bool) error { exists = o.Exists; return nil }); err != nil {
		return err
	}
	if !exists {
		err := c.giveUp(ctx, cartID, orderID, "The placement was interrupted.")
		if !errors.Is(err, order.ErrExists) {
			return err
		}
	}
	if err := c.SettleReservations(ctx, []int64{orderID}); err != nil {
		return err
	}
	return c.closeCart(ctx, cartID, orderID)
}

// resume answers a request that is repeated after its first attempt died: when the first attempt's order exists, it is the
// answer. When it was given up, or is still undecided, the placement is ended first and then begun anew.
func (c *Commands) resume(ctx context.Context, cartID int64, r *Request) (order.Placed, bool, error) {
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
	if err := c.Recover(apart(ctx), started.CartID, started.OrderID); err != nil {
		return order.Placed{}, false, err
	}
	placed, at, err := c.placed(ctx, started.OrderID)
	if err != nil {
		return order.Placed{}, false, err
	}
	if placed.OrderID != 0 {
		r.saw(at)
		return placed, true, nil
	}
	r.undone()
	return order.Placed{}, false, nil
}

// startedIn finds the placement that a command began; the zero value when it began none.
func startedIn(result Result) (started cart.CheckoutStarted) {
	for _, e := range result.Events {
		if s, ok := e.(cart.CheckoutStarted); ok {
			started = s
		}
	}
	return started
}

// placed reads how an order was placed, and where in the log; the zero value when it was not.
func (c *Commands) placed(ctx context.Context, orderID int64) (order.Placed, eventstore.Position, error) {
	recorded, err := c.orders.infra.Store.ReadStream(ctx, order.Stream(orderID), 0, eventstore.Forwards, 1)
	if err != nil || len(recorded) == 0 {
		return order.Placed{}, 0, err
	}
	e, err := c.orders.infra.Codec.Decode(ctx, recorded[0])
	if err != nil {
		return order.Placed{}, 0, fmt.Errorf("order %d: %w", orderID, err)
	}
	placed, _ := e.(order.Placed)
	return placed, recorded[0].Position, nil
}
