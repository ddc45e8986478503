package platform_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// stepped is a shop with ten units of a product. Its processes can be stopped between two steps.
type stepped struct {
	*salestest.Shop
	product int64
	stopAt  atomic.Pointer[halt]
}

// halt blocks a step until it is released.
type halt struct {
	step    string
	there   chan struct{}
	letGo   chan struct{}
	arrived sync.Once
}

func startStepped(t *testing.T, options ...apptest.Option) *stepped {
	t.Helper()
	s := &stepped{Shop: salestest.Start(t, options...)}
	s.Deciders.Steps(func(step string) {
		if h := s.stopAt.Load(); h != nil && h.step == step {
			h.arrived.Do(func() { close(h.there) })
			<-h.letGo
		}
	})
	s.product = s.Product("MUG", "10", 10, fields{"name": "The mug", "urlKey": "mug"})
	return s
}

// halt stops a process at a step. letGo releases it, at the latest at the end of the test.
func (s *stepped) halt(step string) (there <-chan struct{}, letGo func()) {
	s.T.Helper()
	s.Deciders.StepByStep()
	h := &halt{step: step, there: make(chan struct{}), letGo: make(chan struct{})}
	s.stopAt.Store(h)
	letGo = sync.OnceFunc(func() {
		s.stopAt.Store(nil)
		close(h.letGo)
	})
	s.T.Cleanup(letGo)
	return h.there, letGo
}

// cart creates a guest's cart with three mugs.
func (s *stepped) cart() string { return s.GuestCart("MUG*3") }

// place places a guest's cart, if the shop lets it.
func (s *stepped) place(mask string) apptest.Answer {
	s.T.Helper()
	return s.Do("POST", "/guest-carts/"+mask+"/place-order", salestest.Placement(nil))
}

// order places an order and returns its identifier.
func (s *stepped) order() int64 { return salestest.ID(s.Order("MUG*3")) }

// mugs returns the stock according to the ledger.
func (s *stepped) mugs() string { return s.Stock("MUG") }

func (s *stepped) count(sql string) (n int) {
	s.T.Helper()
	s.Settle()
	if err := s.Pool.QueryRow(s.T.Context(), sql).Scan(&n); err != nil {
		s.T.Fatal(err)
	}
	return n
}

// events lists the events of a type.
func (s *stepped) events(name string) []eventstore.Recorded { return recorded(s.T, s.Shop.Shop, name) }

// TestCanceledStockComesBack checks that the reaction returns the stock once if the cancelling request was cut off.
func TestCanceledStockComesBack(t *testing.T) {
	t.Parallel()
	s := startStepped(t)
	id := s.order()
	if got := s.mugs(); got != "7" {
		t.Fatalf("%s mugs after an order of 3", got)
	}
	there, letGo := s.halt("cancel: order cancelled")
	canceled := make(chan error, 1)
	go func() { canceled <- s.Commands.Sales.CancelOrder(apptest.Operator(), id, "changed my mind") }()
	<-there
	until(t, "the reaction", func() bool { return s.mugs() == "10" })
	returned := s.events(stock.Returned{}.EventName())
	cause := s.events(order.CanceledEvent{}.EventName())
	if len(returned) != 1 || len(cause) != 1 {
		t.Fatalf("%d returns after %d cancellations", len(returned), len(cause))
	}
	meta, err := returned[0].Meta()
	if err != nil || meta.Actor.Kind != "system" || meta.CausationID != cause[0].ID.String() ||
		meta.CausationPosition != cause[0].Position || meta.CorrelationID == "" {
		t.Errorf("who put it back, and why: %+v, error %v", meta, err)
	}
	// The request continues after all, and the event may be delivered again. Neither returns the stock twice.
	letGo()
	if err := <-canceled; err != nil {
		t.Error(err)
	}
	payload, err := s.Codec.Decode(t.Context(), cause[0])
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := reactions.ReturnCanceledStock(s.Commands.Sales).Handle(t.Context(),
			reactions.Event{Recorded: cause[0], Payload: payload}); err != nil {
			t.Error(err)
		}
	}
	if got, returns := s.mugs(), len(s.events(stock.Returned{}.EventName())); got != "10" || returns != 1 {
		t.Errorf("%s mugs after %d returns", got, returns)
	}
	// Without an interruption the request returns the stock, and the reaction adds nothing.
	if err := s.Commands.Sales.CancelOrder(apptest.Operator(), s.order(), ""); err != nil {
		t.Fatal(err)
	}
	until(t, "the reaction to have looked at it", func() bool {
		all, err := s.Reactions.Statuses(t.Context())
		i := slices.IndexFunc(all, func(status reactions.Status) bool { return status.Reaction == "return-canceled-stock" })
		return err == nil && i >= 0 && all[i].Position >= s.events(order.CanceledEvent{}.EventName())[1].Position
	})
	if got := s.mugs(); got != "10" || len(s.events(stock.Returned{}.EventName())) != 2 {
		t.Errorf("%s mugs after another one was cancelled, %d returns", got, len(s.events(stock.Returned{}.EventName())))
	}
}

// TestAPlacementIsEndedBesideItsProcess: another process finishes or undoes a slow placement. Its own process changes nothing when it
// continues.
func TestAPlacementIsEndedBesideItsProcess(t *testing.T) {
	t.Parallel()
	for step, placed := range map[string]bool{"checkout: started": false, "checkout: stock reserved": false, "checkout: order placed": true} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			s := startStepped(t)
			mask := s.cart()
			there, letGo := s.halt(step)
			answer := make(chan apptest.Answer, 1)
			go func() { answer <- s.place(mask) }()
			<-there
			s.Settle()
			for range 2 {
				if err := reactions.RecoverCheckouts(t.Context(), s.Commands.Checkout, s.Readers.Checkout, time.Now().Add(time.Hour)); err != nil {
					t.Fatal(err)
				}
				s.Settle()
			}
			check := func(when string) {
				t.Helper()
				orders, mugs := 0, "10"
				if placed {
					orders, mugs = 1, "7"
				}
				if n := s.count(`SELECT count(*) FROM read.orders`); n != orders {
					t.Errorf("%s: %d orders, want %d", when, n, orders)
				}
				if got := s.mugs(); got != mugs {
					t.Errorf("%s: %s mugs, want %s", when, got, mugs)
				}
				if n := s.count(`SELECT count(*) FROM read.carts WHERE checkout_order IS NOT NULL`); n != 0 {
					t.Errorf("%s: %d carts are locked", when, n)
				}
			}
			check("beside the process")
			letGo()
			if a := <-answer; (a.Status == 201) != placed || a.Status >= 500 {
				t.Errorf("the process answers %d %s", a.Status, a.Body)
			}
			check("after the process")
			until(t, "the reservations to end", func() bool { return s.count(`SELECT count(*) FROM read.product_reservations`) == 0 })
			check("at last")
			if !placed { // the cart can be placed again
				if a := s.place(mask); a.Status != 201 {
					t.Errorf("placed once more: %d %s", a.Status, a.Body)
				}
			}
		})
	}
}

// TestTheCheckoutSweepIsPatient checks that the sweep leaves recent placements alone.
func TestTheCheckoutSweepIsPatient(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startStepped(t, apptest.WithClock(clock))
	mask := s.cart()
	there, letGo := s.halt("checkout: stock reserved")
	answer := make(chan apptest.Answer, 1)
	go func() { answer <- s.place(mask) }()
	<-there
	s.Settle()
	sweep := reactions.CheckoutSweep(s.Commands.Checkout, s.Readers.Checkout, clock.Now)
	locked := func() int { return s.count(`SELECT count(*) FROM read.carts WHERE checkout_order IS NOT NULL`) }
	if err := sweep.Run(t.Context()); err != nil || locked() != 1 {
		t.Errorf("a placement that has just begun was ended: %d open, error %v", locked(), err)
	}
	clock.Advance(reactions.CheckoutPatience + time.Second)
	if err := sweep.Run(t.Context()); err != nil || locked() != 0 {
		t.Errorf("a placement that got no further was not ended: %d open, error %v", locked(), err)
	}
	if got := s.mugs(); got != "10" {
		t.Errorf("%s mugs", got)
	}
	letGo()
	<-answer
}

// TestReservationsEnd checks that reservations of existing orders are settled, many in one event, and that the stock stays reduced.
func TestReservationsEnd(t *testing.T) {
	t.Parallel()
	s := startStepped(t)
	for range 3 {
		s.order()
	}
	s.Settle()
	if err := reactions.SettlementSweep(s.Commands.Catalog.Inventory, s.Readers.Checkout).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, "the reservations to end", func() bool { return s.count(`SELECT count(*) FROM read.product_reservations`) == 0 })
	if got := s.mugs(); got != "1" {
		t.Errorf("%s mugs of 10 after three orders of 3", got)
	}
	// A second sweep does nothing.
	before := s.LogSize()
	err := reactions.SettlementSweep(s.Commands.Catalog.Inventory, s.Readers.Checkout).Run(t.Context())
	if err != nil || s.LogSize() != before {
		t.Errorf("a sweep with nothing to do: error %v, the log has grown by %d", err, s.LogSize()-before)
	}
}
