package checkout_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// till is a shop with five units of a product, and a cart with two.
type till struct {
	t    *testing.T
	log  *storetest.Memory
	ids  *counted
	cart int64
	rich *rich // the coupon and gift card of the cart; nil: none
}

const mugs = 77

func openTill(t *testing.T) *till {
	t.Helper()
	s := &till{t: t, log: storetest.NewMemory(), ids: &counted{}}
	c := s.process(0)
	qty := money.FromInt(5)
	if _, err := c.SetStock(t.Context(), []stock.Change{{ProductID: mugs, Qty: &qty}}); err != nil {
		t.Fatal(err)
	}
	opened, err := c.CreateCart(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.cart = opened.ID
	s.add(2)
	return s
}

func (s *till) process(dies int) *useCases { return process(s.log, s.ids, dies, s.gateways()) }

func (s *till) gateways() map[string]sales.Gateway {
	if s.rich == nil {
		return nil
	}
	return map[string]sales.Gateway{"bank": s.rich.bank}
}

func (s *till) add(n int64) {
	s.t.Helper()
	item := cart.Item{ProductID: mugs, SKU: "MUG", Type: "simple", Qty: money.FromInt(n)}
	if _, err := s.process(0).AddToCart(s.t.Context(), s.cart, item, func(cart.Total) error { return nil }); err != nil {
		s.t.Fatal(err)
	}
}

// place places the cart's order as a request with a key does.
func (s *till) place(c *useCases, key string) (order.Placed, error) {
	return c.PlaceOrder(attempt(s.t, s.log, key), s.cart, cart.Details{Note: "Ring twice"}, quoting(s.quote))
}

func (s *till) quote(ctx context.Context, state cart.State) (order.Placed, error) {
	q, err := quoted(ctx, state)
	if s.rich != nil {
		s.rich.quote(&q)
	}
	return q, err
}

// quoting is a function as a Quoter.
type quoting func(context.Context, cart.State) (order.Placed, error)

func (q quoting) Quote(ctx context.Context, s cart.State) (order.Placed, error) { return q(ctx, s) }

func quoted(_ context.Context, s cart.State) (order.Placed, error) {
	if s.Closed {
		return order.Placed{}, cart.ErrInactive
	}
	p := order.Placed{StoreID: 1, Status: "pending", Note: s.Note}
	for _, item := range s.Items {
		p.Lines = append(p.Lines, order.Line{ProductID: item.ProductID, Qty: item.Qty})
	}
	return p, nil
}

// left holds the traces of placements in the log.
type left struct {
	placed, abandoned []int64
	numbers           map[string]bool // reserved on the cart
	begun             []int64
}

func (s *till) left() left {
	s.t.Helper()
	out := left{numbers: map[string]bool{}}
	page, err := s.log.ReadAll(s.t.Context(), 0, eventstore.Forwards, 1000, eventstore.Filter{})
	if err != nil {
		s.t.Fatal(err)
	}
	events, err := shopCodec.DecodeAll(s.t.Context(), page.Events, false)
	if err != nil {
		s.t.Fatal(err)
	}
	for i, e := range events {
		switch e := e.(type) {
		case order.Placed:
			out.placed = append(out.placed, e.OrderID)
		case order.Abandoned:
			out.abandoned = append(out.abandoned, domain.StreamID(page.Events[i].Stream))
		case cart.CheckoutStarted:
			out.begun, out.numbers[e.IncrementID] = append(out.begun, e.OrderID), true
		}
	}
	return out
}

// sweep does the work of the sweeps of reactions: it ends every placement and releases reservations of abandoned orders.
func (s *till) sweep() {
	s.t.Helper()
	c := s.process(0)
	for _, id := range s.left().begun {
		if err := errors.Join(c.Recover(s.t.Context(), s.cart, id), c.ReleaseAbandoned(s.t.Context(), id)); err != nil {
			s.t.Fatal(err)
		}
	}
}

// audit checks the log: it has the wanted number of orders, and everything else is as if only these had been placed.
func (s *till) audit(when string, orders int) {
	s.t.Helper()
	c, l := s.process(0), s.left()
	if len(l.placed) != orders {
		s.t.Errorf("%s: orders %v placed, want %d", when, l.placed, orders)
	}
	if len(l.numbers) > 1 {
		s.t.Errorf("%s: numbers were wasted: %v", when, l.numbers)
	}
	if err := c.ledger().View(s.t.Context(), stock.Stream, func(ledger *stock.Ledger, _ bool) error {
		if want := money.FromInt(int64(5 - 2*orders)); !ledger.Levels[mugs].Qty.Equal(want) || len(ledger.Open) != 0 {
			s.t.Errorf("%s: %s in stock, want %s; reserved: %v", when, ledger.Levels[mugs].Qty, want, ledger.Open)
		}
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
	state, err := c.Cart(s.t.Context(), s.cart)
	if err != nil || state.Closed != (orders > 0) || state.Checkout != nil || orders > 0 && state.OrderID != l.placed[0] {
		s.t.Errorf("%s: the cart is %+v, %v", when, state, err)
	}
	if s.rich != nil {
		s.rich.audit(s, when, orders)
	}
}

// TestAPlacementSurvivesBeingKilled before any of its appends, with and without a sweep before the client's retry. The retry returns the
// order, which exists once.
func TestAPlacementSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	for _, swept := range []bool{false, true} {
		for dies := 1; ; dies++ {
			s := openTill(t)
			when := fmt.Sprintf("killed before append %d, swept %t", dies, swept)
			killed := s.process(dies)
			first, err := s.place(killed, "key")
			if dies > 4 { // cart, stock, order, cart
				if err != nil {
					t.Errorf("a placement takes more than four appends: %v", err)
				}
				break
			}
			// An order exists even if its cart is not closed yet.
			if ok := err == nil; ok != (dies == 4) {
				t.Errorf("%s: %v", when, err)
			}
			if swept {
				s.sweep()
				s.audit(when+", before the retry", len(s.left().placed))
			}
			again, err := s.place(s.process(0), "key")
			if err != nil || first.OrderID != 0 && dies == 4 && again.OrderID != first.OrderID {
				t.Errorf("%s: the retry: order %d instead of %d, %v", when, again.OrderID, first.OrderID, err)
			}
			s.sweep()
			s.audit(when, 1)
			if l := s.left(); len(l.placed) != 1 || l.placed[0] != again.OrderID || again.Note != "Ring twice" {
				t.Errorf("%s: the retry was told of order %d, the log has %v", when, again.OrderID, l.placed)
			}
			third, err := s.place(s.process(0), "key")
			if err != nil || third.OrderID != again.OrderID {
				t.Errorf("%s: a third attempt: order %d, %v", when, third.OrderID, err)
			}
		}
	}
}

// TestAKilledPlacementWithoutARetry is ended by the sweep: either the order exists or nothing does.
func TestAKilledPlacementWithoutARetry(t *testing.T) {
	t.Parallel()
	for dies, orders := range map[int]int{1: 0, 2: 0, 3: 0, 4: 1} {
		s := openTill(t)
		_, _ = s.place(s.process(dies), "key")
		s.sweep()
		s.sweep()
		s.audit(fmt.Sprintf("killed before append %d", dies), orders)
		if orders == 1 {
			continue
		}
		if _, err := s.process(0).PlaceOrder(t.Context(), s.cart, cart.Details{}, quoting(quoted)); err != nil {
			t.Errorf("killed before append %d: the cart cannot be placed again: %v", dies, err)
		}
		s.sweep()
		s.audit(fmt.Sprintf("killed before append %d, placed anew", dies), 1)
	}
}

// TestARefusedPlacementSurvivesBeingKilled while it undoes its steps.
func TestARefusedPlacementSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	soldOut := func(s *till) func(string) {
		return func(step string) {
			if step == "checkout: started" {
				s.restock(1)
			}
		}
	}
	givenUp := func(s *till) func(string) {
		return func(step string) {
			if step == "checkout: stock reserved" {
				s.abandon()
			}
		}
	}
	for name, c := range map[string]struct {
		meanwhile func(*till) func(string)
		refusal   error
		appends   int
	}{
		"sold out": {soldOut, stock.ErrNotEnough, 3},     // cart, order, cart
		"given up": {givenUp, order.ErrAbandoned, 2 + 2}, // cart, stock; stock, cart
	} {
		for dies := 1; ; dies++ {
			s := openTill(t)
			when := fmt.Sprintf("%s, killed before append %d", name, dies)
			killed := s.process(dies)
			killed.Steps(c.meanwhile(s))
			_, err := s.place(killed, "key")
			if dies > c.appends {
				if !errors.Is(err, c.refusal) {
					t.Errorf("%s: refused with %v", name, err)
				}
				s.restock(5)
				s.audit(name, 0)
				break
			}
			if err == nil {
				t.Errorf("%s: placed", when)
			}
			s.sweep()
			s.restock(5)
			s.audit(when, 0)
			again, err := s.place(s.process(0), "key")
			if err != nil || again.OrderID == 0 {
				t.Errorf("%s: the retry: %v", when, err)
			}
			s.sweep()
			s.audit(when+", again", 1)
		}
	}
}

func (s *till) restock(n int64) {
	s.t.Helper()
	qty, yes := money.FromInt(n), true
	if _, err := s.process(0).SetStock(s.t.Context(), []stock.Change{{ProductID: mugs, Qty: &qty, InStock: &yes}}); err != nil {
		s.t.Fatal(err)
	}
}

// abandon lets another process give up the newest placement, and die before its stock is released.
func (s *till) abandon() {
	s.t.Helper()
	l := s.left()
	id := l.begun[len(l.begun)-1]
	if err := s.process(0).Abandon(s.t.Context(), id, s.cart, "late"); err != nil {
		s.t.Fatal(err)
	}
}

// TestTheSweepComesTooEarly at any step of a running process: the order is placed once or not at all, and the process is told the result.
func TestTheSweepComesTooEarly(t *testing.T) {
	t.Parallel()
	for step, orders := range map[string]int{"checkout: started": 0, "checkout: stock reserved": 0, "checkout: order placed": 1,
		"checkout: cart closed": 1} {
		s := openTill(t)
		c := s.process(0)
		met := false
		c.Steps(func(name string) {
			if name == step {
				met = true
				s.sweep()
			}
		})
		placed, err := c.PlaceOrder(t.Context(), s.cart, cart.Details{}, quoting(quoted))
		if !met || orders == 1 && (err != nil || placed.OrderID == 0) || orders == 0 && !errors.Is(err, order.ErrAbandoned) {
			t.Errorf("at %q (met: %t): %v", step, met, err)
		}
		s.sweep()
		s.audit("at "+step, orders)
	}
}

// TestALatecomerFindsTheCartTaken: the cart is locked during a placement and closed afterwards.
func TestALatecomerFindsTheCartTaken(t *testing.T) {
	t.Parallel()
	for step, refusal := range map[string]error{"checkout: started": cart.ErrInProgress, "checkout: order placed": cart.ErrInProgress,
		"checkout: cart closed": cart.ErrInactive} {
		s := openTill(t)
		c := s.process(0)
		c.Steps(func(name string) {
			if name == step {
				if _, err := s.process(0).PlaceOrder(t.Context(), s.cart, cart.Details{}, quoting(quoted)); !errors.Is(err, refusal) {
					t.Errorf("at %q: %v", step, err)
				}
			}
		})
		if _, err := c.PlaceOrder(t.Context(), s.cart, cart.Details{}, quoting(quoted)); err != nil {
			t.Errorf("at %q: the first: %v", step, err)
		}
		s.sweep()
		s.audit("at "+step, 1)
	}
}

// TestACartThatChangesMeanwhile is quoted again, so that the order matches the cart.
func TestACartThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	quotes := 0
	placed, err := s.process(0).PlaceOrder(t.Context(), s.cart, cart.Details{},
		quoting(func(ctx context.Context, state cart.State) (order.Placed, error) {
			if quotes++; quotes == 1 {
				s.add(1)
			}
			return quoted(ctx, state)
		}))
	if err != nil || quotes != 2 || !placed.Lines[0].Qty.Equal(money.FromInt(3)) {
		t.Errorf("quoted %d times: %+v, %v", quotes, placed.Lines, err)
	}
	s = openTill(t)
	if _, err = s.process(0).PlaceOrder(t.Context(), s.cart, cart.Details{},
		quoting(func(ctx context.Context, state cart.State) (order.Placed, error) {
			s.add(1)
			return quoted(ctx, state)
		})); !errors.Is(err, cart.ErrChanged) {
		t.Errorf("a cart that never rests: %v", err)
	}
	s.audit("a cart that never rests", 0)
}

// TestARefusedQuoteLeavesNothing in the log.
func TestARefusedQuoteLeavesNothing(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	before := s.head()
	refusal := fault.Preconditionf("no")
	if _, err := s.process(0).PlaceOrder(t.Context(), s.cart, cart.Details{Note: "x", Method: "m"},
		quoting(func(_ context.Context, state cart.State) (order.Placed, error) {
			if state.Note != "x" || state.Method != "m" {
				t.Errorf("quoted without the details: %+v", state)
			}
			return order.Placed{}, refusal
		})); !errors.Is(err, refusal) {
		t.Error(err)
	}
	if s.head() != before {
		t.Error("the refusal left events")
	}
}

func (s *till) head() eventstore.Position {
	s.t.Helper()
	head, err := s.log.Head(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return head
}

func TestLevelsAndLimitsTakeNothing(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	c, before := s.process(0), s.head()
	levels, err := c.Levels(t.Context(), []int64{mugs, 999})
	if err != nil || len(levels) != 1 || !levels[mugs].Qty.Equal(money.FromInt(5)) {
		t.Error(levels, err)
	}
	allows, err := c.Inventory.Limits(t.Context(), []int64{mugs, 999})
	if err != nil || !allows(mugs, money.FromInt(5)) || allows(mugs, money.FromInt(6)) || !allows(999, money.FromInt(6)) {
		t.Error("limits of 5 mugs in stock", err)
	}
	s.audit("asked", 0)
	if s.head() != before {
		t.Error("asking left events")
	}
}
