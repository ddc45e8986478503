package checkout_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"tradelog/commands/sales"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/stock"
)

// atOnce is a process on a log that appends to several streams at once.
func (s *till) atOnce(dies int, before func()) (*useCases, *mortalAtOnce) {
	log := &mortalAtOnce{mortal: &mortal{Store: s.log, dies: dies}, several: s.log, before: before}
	return processOn(log, s.ids, s.gateways()), log
}

// openOfflineTill has a cart with a coupon and a gift card. The rest is paid without a gateway.
func openOfflineTill(t *testing.T) *till {
	s := openRichTill(t)
	s.rich.offline = true
	return s
}

// TestAPlacementIsOneAppend: a killed process stores all of a placement or nothing, and a retry returns the order.
func TestAPlacementIsOneAppend(t *testing.T) {
	t.Parallel()
	for _, open := range []func(*testing.T) *till{openTill, openOfflineTill} {
		for dies := 1; dies <= 2; dies++ {
			s := open(t)
			when := fmt.Sprintf("killed before append %d", dies)
			before := s.head()
			killed, _ := s.atOnce(dies, nil)
			first, err := killed.PlaceOrder(attempt(t, s.log, "key"), s.cart, cart.Details{Note: "Ring twice"}, quoting(s.quote))
			if placed := err == nil; placed != (dies == 2) {
				t.Errorf("%s: %v", when, err)
			}
			if dies == 1 && s.head() != before {
				t.Errorf("%s: something was stored", when)
			}
			s.audit(when, dies-1)
			for range 2 {
				retrying, _ := s.atOnce(0, nil)
				again, err := retrying.PlaceOrder(attempt(t, s.log, "key"), s.cart, cart.Details{Note: "Ring twice"}, quoting(s.quote))
				if err != nil || first.OrderID != 0 && again.OrderID != first.OrderID || again.Note != "Ring twice" && dies == 1 {
					t.Errorf("%s: the retry: %+v, %v", when, again, err)
				}
				first = again
				s.audit(when+", repeated", 1)
			}
			s.sweep()
			s.audit(when+", swept", 1)
		}
	}
}

// TestARefusalOfAPlacementLeavesNothing in the log, for each part that may refuse.
func TestARefusalOfAPlacementLeavesNothing(t *testing.T) {
	t.Parallel()
	nothing := money.Zero
	for name, c := range map[string]struct {
		meanwhile func(s *till) error
		refusal   string
	}{
		"sold out": {func(s *till) error {
			s.restock(1)
			return nil
		}, stock.ErrNotEnough.Message},
		"used up": {func(s *till) error {
			return s.process(0).redeem(s.t.Context(), 999, s.rich.rule)
		}, "Coupon usage limit reached"},
		"spent": {func(s *till) error {
			return s.process(0).AdjustGiftCard(s.t.Context(), s.rich.card, giftcard.Adjustment{Balance: &nothing})
		}, `Gift card "GC-A" has no remaining balance`},
	} {
		s := openOfflineTill(t)
		if err := c.meanwhile(s); err != nil {
			t.Fatal(err)
		}
		before := s.head()
		process, log := s.atOnce(0, nil)
		if _, err := process.PlaceOrder(t.Context(), s.cart, cart.Details{Note: "x"}, quoting(s.quote)); err == nil || err.Error() != c.refusal {
			t.Errorf("%s: refused with %v", name, err)
		}
		if s.head() != before || log.appends.Load() != 0 {
			t.Errorf("%s: the refusal left %d events", name, s.head()-before)
		}
	}
}

// TestARefusedPlacementLeavesNoGap: the next order of the process gets the number of the refused one.
func TestARefusedPlacementLeavesNoGap(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	process, _ := s.atOnce(0, nil)
	s.restock(1)
	place := func() (order.Placed, error) {
		return process.PlaceOrder(t.Context(), s.cart, cart.Details{}, quoting(quoted))
	}
	if _, err := place(); !errors.Is(err, stock.ErrNotEnough) {
		t.Fatalf("refused with %v", err)
	}
	s.restock(5)
	const drawn = 3 // after the identifiers of the cart and of the refused order
	if placed, err := place(); err != nil || placed.IncrementID != number.IncrementID(1, drawn) || placed.OrderID <= drawn {
		t.Errorf("order %s, %v", placed.IncrementID, err)
	}
}

// TestAnotherProcessInterferes between the decisions of a placement and its append: the placement is decided again, or refused.
func TestAnotherProcessInterferes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(s *till)
		orders    int
		refusal   error
	}{
		"stock is set":        {func(s *till) { s.restock(5) }, 1, nil},
		"stock is sold":       {func(s *till) { s.restock(1) }, 0, stock.ErrNotEnough},
		"the cart is changed": {func(s *till) { s.add(1) }, 1, nil},
		"the cart is ended":   {func(s *till) { _ = s.process(0).EndCart(s.t.Context(), s.cart) }, 0, cart.ErrInactive},
	} {
		s := openTill(t)
		did := false
		process, _ := s.atOnce(0, func() {
			if !did {
				did = true
				c.meanwhile(s)
			}
		})
		placed, err := process.PlaceOrder(t.Context(), s.cart, cart.Details{}, quoting(quoted))
		if c.refusal == nil && err != nil || c.refusal != nil && err == nil {
			t.Errorf("%s: %v", name, err)
		}
		l := s.left()
		if len(l.placed) != c.orders || c.orders == 1 && l.placed[0] != placed.OrderID {
			t.Errorf("%s: orders %v, want %d", name, l.placed, c.orders)
		}
	}
}

// TestTheLastUnitsAtOnce: two processes place carts at once and sell no more units than there are.
func TestTheLastUnitsAtOnce(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	s.restock(7)
	a, _ := s.atOnce(0, nil)
	b, _ := s.atOnce(0, nil)
	const carts = 12
	var placing sync.WaitGroup
	var mu sync.Mutex
	sold := 0
	for i := range carts {
		opened, err := s.process(0).CreateCart(t.Context(), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		item := cart.Item{ProductID: mugs, SKU: "MUG", Type: "simple", Qty: money.One}
		if _, err := s.process(0).AddToCart(t.Context(), opened.ID, item, func(cart.Total) error { return nil }); err != nil {
			t.Fatal(err)
		}
		process := []*useCases{a, b}[i%2]
		placing.Go(func() {
			_, err := process.PlaceOrder(t.Context(), opened.ID, cart.Details{}, quoting(quoted))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				sold++
			case !errors.Is(err, stock.ErrNotEnough):
				t.Errorf("cart %d: %v", i, err)
			}
		})
	}
	placing.Wait()
	if l := s.left(); sold != 7 || len(l.placed) != 7 || len(l.abandoned) != 0 {
		t.Errorf("%d were sold, the log has %d orders and %d abandoned ones", sold, len(l.placed), len(l.abandoned))
	}
}

// TestAnEarlierAttemptWasOnItsWay: the log gets the first attempt before the second one is appended. The second one returns the first one's
// order.
func TestAnEarlierAttemptWasOnItsWay(t *testing.T) {
	t.Parallel()
	s := openTill(t)
	early := attempt(t, s.log, "key") // it has looked, and found nothing
	first, _ := s.atOnce(0, nil)
	var placed order.Placed
	did := false
	second, _ := s.atOnce(0, func() {
		if did {
			return
		}
		did = true
		var err error
		if placed, err = first.PlaceOrder(attempt(t, s.log, "key"), s.cart, cart.Details{}, quoting(quoted)); err != nil {
			t.Error(err)
		}
	})
	got, err := second.PlaceOrder(early, s.cart, cart.Details{}, quoting(quoted))
	if err != nil || got.OrderID != placed.OrderID {
		t.Errorf("order %d, %v; the first attempt placed %d", got.OrderID, err, placed.OrderID)
	}
	s.audit("afterwards", 1)
}

// TestAPlacementThatIsPaidOnlineIsTwoAppends: a process killed before the first append stores nothing. Between the appends, everything is
// returned, or a retry continues. After the second append, the order exists and its cart is closed.
func TestAPlacementThatIsPaidOnlineIsTwoAppends(t *testing.T) {
	t.Parallel()
	for _, swept := range []bool{false, true} {
		for dies := 1; dies <= 3; dies++ {
			s := openRichTill(t)
			when := fmt.Sprintf("killed before append %d, swept %t", dies, swept)
			killed, log := s.atOnce(dies, nil)
			first, err := s.place(killed, "key")
			if placed := err == nil; placed != (dies == 3) {
				t.Errorf("%s: %v", when, err)
			}
			if dies == 3 && log.appends.Load() != 2 {
				t.Errorf("it took %d appends", log.appends.Load())
			}
			if swept {
				s.sweep()
				s.audit(when+", before the retry", len(s.left().placed))
			}
			retrying, _ := s.atOnce(0, nil)
			again, err := s.place(retrying, "key")
			if err != nil || dies == 3 && again.OrderID != first.OrderID {
				t.Errorf("%s: the retry: order %d instead of %d, %v", when, again.OrderID, first.OrderID, err)
			}
			s.sweep()
			s.audit(when, 1)
			kept, err := s.process(0).Order(t.Context(), again.OrderID)
			if err != nil || kept.Transaction != fmt.Sprint("tx order-", again.OrderID) {
				t.Errorf("%s: the order's transaction is %q, %v", when, kept.Transaction, err)
			}
		}
	}
}

// TestAnOnlinePlacementIsRefused after everything was acquired, and the process is killed while it returns it.
func TestAnOnlinePlacementIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers []string
		givenUp bool // by another process
		refusal string
	}{
		"declined":   {[]string{"decline"}, false, "The payment was declined: no money"},
		"unanswered": {[]string{"lose", "lose", "lose"}, false, sales.ErrPaymentUnanswered.Message},
		"given up":   {nil, true, order.ErrAbandoned.Message},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for dies := 1; ; dies++ {
				s := openRichTill(t)
				when := fmt.Sprintf("killed before append %d", dies)
				s.rich.bank.answers = c.answers
				killed, _ := s.atOnce(dies, nil)
				killed.Steps(func(step string) {
					if c.givenUp && step == "checkout: payment authorised" {
						s.abandon()
					}
				})
				_, err := s.place(killed, "key")
				if err == nil {
					t.Fatalf("%s: placed", when)
				}
				s.rich.bank.answers = nil
				s.sweep()
				s.audit(when, 0)
				retrying, _ := s.atOnce(0, nil)
				if _, err := s.place(retrying, "key"); err != nil {
					t.Errorf("%s: the retry: %v", when, err)
				}
				s.sweep()
				s.audit(when+", again", 1)
				if !errors.Is(err, errKilled) {
					if f, ok := fault.As(err); !ok || f.Message != c.refusal {
						t.Errorf("refused with %v", err)
					}
					return
				}
			}
		})
	}
}

// TestAnEarlierAttemptHasTakenEverything before the second one is appended. The first one is ended and the second one places the order,
// unless the first one has placed it.
func TestAnEarlierAttemptHasTakenEverything(t *testing.T) {
	t.Parallel()
	for dies := 2; dies <= 3; dies++ {
		s := openRichTill(t)
		early := attempt(t, s.log, "key") // it has looked, and found nothing
		first, _ := s.atOnce(dies, nil)
		did := false
		second, _ := s.atOnce(0, func() {
			if !did {
				did = true
				if _, err := s.place(first, "key"); err == nil != (dies == 3) {
					t.Error(err)
				}
			}
		})
		placed, err := second.PlaceOrder(early, s.cart, cart.Details{Note: "Ring twice"}, quoting(s.quote))
		if l := s.left(); err != nil || len(l.placed) != 1 || l.placed[0] != placed.OrderID {
			t.Errorf("order %d, %v; the log has %v", placed.OrderID, err, l.placed)
		}
		s.sweep()
		s.audit(fmt.Sprintf("the first one died before append %d", dies), 1)
	}
}
