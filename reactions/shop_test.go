package reactions_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/reactions"
	"tradelog/test/apptest"
)

// shop is a shop with ten units of a product. Its processes can be stopped between two steps.
type shop struct {
	*apptest.Shop
	t       *testing.T
	product int64
	service []string
	stopAt  atomic.Pointer[halt]
}

// halt blocks a step until it is released.
type halt struct {
	step    string
	there   chan struct{}
	letGo   chan struct{}
	arrived sync.Once
}

func newShop(t *testing.T, options ...apptest.Option) *shop {
	t.Helper()
	s := &shop{Shop: apptest.Start(t, options...), t: t}
	s.Commands.Engine.Steps(func(step string) {
		if h := s.stopAt.Load(); h != nil && h.step == step {
			h.arrived.Do(func() { close(h.there) })
			<-h.letGo
		}
	})
	values, err := record.Of(map[string]any{
		"sku": "MUG", "name": "The mug", "type": "simple", "isActive": true, "visibility": "catalog_search", "attributeSetId": 4, "taxClassId": 0,
		"websiteIds": []int64{1}, "categoryIds": []int64{2}, "urlKey": "mug", "price": json.RawMessage("10"), "weight": 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	ten, yes := money.FromInt(10), true
	if s.product, err = s.Commands.Catalog.CreateProduct(apptest.Operator(), values, &stock.Change{Qty: &ten, InStock: &yes}); err != nil {
		t.Fatal(err)
	}
	s.service = apptest.Bearer(s.Service([]string{"all"}))
	return s
}

// halt stops a process at a step. letGo releases it, at the latest at the end of the test.
func (s *shop) halt(step string) (there <-chan struct{}, letGo func()) {
	s.t.Helper()
	s.Commands.Engine.StepByStep()
	h := &halt{step: step, there: make(chan struct{}), letGo: make(chan struct{})}
	s.stopAt.Store(h)
	letGo = sync.OnceFunc(func() {
		s.stopAt.Store(nil)
		close(h.letGo)
	})
	s.t.Cleanup(letGo)
	return h.there, letGo
}

// cart makes a guest's cart with three mugs.
func (s *shop) cart() string {
	s.t.Helper()
	mask := s.Must(201, "POST", "/guest-carts", nil).Object(s.t)["maskedId"].(string)
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", map[string]any{"sku": "MUG", "qty": 3})
	return mask
}

func (s *shop) place(mask string) apptest.Answer {
	s.t.Helper()
	address := map[string]any{"firstName": "Gina", "lastName": "Guest", "street": []string{"1 Main St"}, "city": "Los Angeles", "region": "CA",
		"postcode": "90001", "countryId": "US", "telephone": "555-0100"}
	return s.Do("POST", "/guest-carts/"+mask+"/place-order", map[string]any{"shippingAddress": address, "billingAddress": address,
		"guestEmail": "gina@example.com", "paymentMethod": "checkmo", "shippingMethod": "flatrate_flatrate"})
}

// order places an order and returns its identifier.
func (s *shop) order() int64 {
	s.t.Helper()
	a := s.place(s.cart())
	if a.Status != 201 {
		s.t.Fatalf("place an order: %d %s", a.Status, a.Body)
	}
	return int64(a.Object(s.t)["id"].(float64))
}

// mugs returns the stock according to the ledger.
func (s *shop) mugs() string {
	s.t.Helper()
	s.Settle()
	level, err := s.Readers.Catalog.ProductBySKU(s.t.Context(), 1, "MUG")
	if err != nil {
		s.t.Fatal(err)
	}
	return level.Level.Qty.String()
}

func (s *shop) count(sql string) (n int) {
	s.t.Helper()
	s.Settle()
	if err := s.Pool.QueryRow(s.t.Context(), sql).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func (s *shop) until(what string, met func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !met() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			s.t.Fatalf("waiting for %s: %v", what, ctx.Err())
		}
	}
}

// events lists the events of a type.
func (s *shop) events(name string) []eventstore.Recorded {
	s.t.Helper()
	page, err := s.Store.ReadAll(s.t.Context(), 0, eventstore.Forwards, 1000, eventstore.Filter{Types: []string{name}})
	if err != nil {
		s.t.Fatal(err)
	}
	return page.Events
}

// TestCanceledStockComesBack checks that the reaction returns the stock once if the cancelling request was cut off.
func TestCanceledStockComesBack(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id := s.order()
	if got := s.mugs(); got != "7" {
		t.Fatalf("%s mugs after an order of 3", got)
	}
	there, letGo := s.halt("cancel: order cancelled")
	canceled := make(chan error, 1)
	go func() { canceled <- s.Commands.Sales.CancelOrder(apptest.Operator(), id, "changed my mind") }()
	<-there
	s.until("the reaction", func() bool { return s.mugs() == "10" })
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
	s.until("the reaction to have looked at it", func() bool {
		all, err := s.Reactions.Statuses(t.Context())
		i := slices.IndexFunc(all, func(status reactions.Status) bool { return status.Reaction == "return-canceled-stock" })
		return err == nil && i >= 0 && all[i].Position >= s.events(order.CanceledEvent{}.EventName())[1].Position
	})
	if got := s.mugs(); got != "10" || len(s.events(stock.Returned{}.EventName())) != 2 {
		t.Errorf("%s mugs after another one was cancelled, %d returns", got, len(s.events(stock.Returned{}.EventName())))
	}
}

// TestAPlacementIsEndedBesideItsProcess checks that a slow placement that another process finishes or undoes is not changed
// when its own process continues.
func TestAPlacementIsEndedBesideItsProcess(t *testing.T) {
	t.Parallel()
	for step, placed := range map[string]bool{"checkout: started": false, "checkout: stock reserved": false, "checkout: order placed": true} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
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
			s.until("the reservations to end", func() bool { return s.count(`SELECT count(*) FROM read.product_reservations`) == 0 })
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
	s := newShop(t, apptest.WithClock(clock))
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

// TestReservationsEnd checks that reservations of existing orders are settled, many in one event, and that the stock stays
// reduced.
func TestReservationsEnd(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for range 3 {
		s.order()
	}
	s.Settle()
	if err := reactions.SettlementSweep(s.Commands.Catalog.Inventory, s.Readers.Checkout).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.until("the reservations to end", func() bool { return s.count(`SELECT count(*) FROM read.product_reservations`) == 0 })
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
