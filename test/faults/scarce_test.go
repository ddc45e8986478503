package faults

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestNothingIsOversoldUnderKill kills the program repeatedly while clients buy the last units of a product and retry. In the end exactly
// the existing units are sold: none twice, and none is lost to an interrupted placement.
func TestNothingIsOversoldUnderKill(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	const sku, stocked, kills = "LAST", 45, 4
	url, auth := database(t)
	var server only
	server.Store(serve(t, url))
	db := connect(t, url)
	product(t, server.Load(), auth, sku, stocked)
	b := &buyers{t: t, at: &server, sku: sku, orders: map[int64]int{}}
	var buying sync.WaitGroup
	for client := range clients {
		buying.Go(func() {
			for n := 0; b.buy(client, n, 1+n%2) || b.buy(client, -n-1, 1); n++ {
			}
		})
	}
	for k := range kills {
		await(t, "some more units are sold", func() bool { return b.sold.Load() >= int64((k+1)*stocked/(kills+2)) })
		server.Load().Kill()
		server.Store(serve(t, url))
	}
	buying.Wait()
	// Reservations of interrupted placements are released when the placements are undone.
	settled(t, db)
	for n := 0; b.buy(clients, n, 1); n++ {
	}
	settled(t, db)

	if sold := b.sold.Load(); sold != stocked {
		t.Errorf("%d of %d units were sold, %d are left", sold, stocked, left(t, db, sku))
	}
	if remain := left(t, db, sku); remain != 0 {
		t.Errorf("%d units are left", remain)
	}
	id := query[int64](t, db, `SELECT id FROM read.products WHERE sku = $1`, sku)
	if got := stockOverTime(t, db)[id]; got != 0 {
		t.Errorf("by the events %d units are left", got)
	}
	if stored := query[int](t, db, `SELECT count(*) FROM events WHERE type = 'OrderPlaced'`); stored != len(b.orders) {
		t.Errorf("%d orders were acknowledged, the log has %d", len(b.orders), stored)
	}
	for order := range b.orders {
		server.Load().Must(200, "GET", fmt.Sprintf("/orders/%d", order), nil, auth...)
	}
	t.Logf("%d orders, %d refusals", len(b.orders), b.refused.Load())
	whole(t, server.Load(), db)
}

// buyers are clients that want every unit of a product.
type buyers struct {
	t    testing.TB
	at   *only
	sku  string
	sold atomic.Int64

	refused atomic.Int64
	mu      sync.Mutex
	orders  map[int64]int // acknowledged orders with their quantities
}

// buy orders some units and retries until the outcome is known. It returns false if there are not enough units.
func (b *buyers) buy(client, n, qty int) (bought bool) {
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	if !within(ctx, func() bool {
		cart, status := b.cart(qty)
		switch {
		case status == http.StatusOK:
			placed, known := b.place(ctx, cart, fmt.Sprintf("buy-%d-%d", client, n))
			if known && placed.Status == http.StatusCreated {
				b.bought(placed, qty)
				bought = true
			}
			return known
		case status == 400 || status == 422:
			b.refused.Add(1)
			return true
		}
		return false
	}) {
		b.t.Errorf("client %d never learned what became of purchase %d", client, n)
	}
	return bought
}

// cart puts units into a new cart. It returns the status of the last answer, or 0 without one.
func (b *buyers) cart(qty int) (path string, status int) {
	s := b.at.Load()
	opened, err := s.Do("POST", "/guest-carts", nil)
	if err != nil || opened.Status != 201 {
		return "", 0
	}
	path = fmt.Sprintf("/guest-carts/%v", opened.Object()["maskedId"])
	added, err := s.Do("POST", path+"/items", object{"sku": b.sku, "qty": qty})
	if err != nil {
		return "", 0
	}
	return path, added.Status
}

// place places the order of a cart. known means that an answer other than "later" was received.
func (b *buyers) place(ctx context.Context, cart, key string) (a servetest.Answer, known bool) {
	known = within(ctx, func() bool {
		var err error
		a, err = b.at.Load().Do("POST", cart+"/place-order", placement, "X-Idempotency-Key", key)
		return err == nil && a.Status != 503 && a.Status != 409
	})
	switch a.Status {
	case 201:
	case 400, 422:
		b.refused.Add(1)
	default:
		b.t.Errorf("a purchase was answered with %d %s", a.Status, a.Body)
	}
	return a, known
}

func (b *buyers) bought(placed servetest.Answer, qty int) {
	id, _ := numbers(placed)
	b.sold.Add(int64(qty))
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, twice := b.orders[id]; twice {
		b.t.Errorf("order %d was the answer to two purchases", id)
	}
	b.orders[id] = qty
}
