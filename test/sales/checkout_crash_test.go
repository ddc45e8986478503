package sales_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// cutAt ends the next placement at a step as if its process had died. Nothing after the step is done and the client gets no answer.
func cutAt(s *salestest.Shop, step string, meanwhile func(step string)) {
	var once atomic.Bool
	apptest.Steps(s.Deciders, step, func(name string) {
		meanwhile(name)
		if name == step && forRequest() && once.CompareAndSwap(false, true) {
			runtime.Goexit()
		}
	})
}

// forRequest reports whether a step belongs to a request. Reactions take the same steps and must not be stopped.
func forRequest() bool { return !bytes.Contains(debug.Stack(), []byte("tradelog/reactions.")) }

// unanswered sends a placement that is cut off. It uses a connection of its own, because clients resend requests with a key if a used
// connection breaks.
func unanswered(t *testing.T, s *salestest.Shop, path string, headers []string) {
	t.Helper()
	unansweredWith(t, s, path, salestest.Placement(nil), headers)
}

func unansweredWith(t *testing.T, s *salestest.Shop, path string, in fields, headers []string) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/api/rest/v2"+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	if response, err := client.Do(request); err == nil {
		response.Body.Close()
		t.Fatalf("the placement was not cut: %d", response.StatusCode)
	}
}

// placements counts the placements in the log.
func placements(t *testing.T, s *salestest.Shop) (placed, begun int) {
	t.Helper()
	page, err := s.Store.ReadAll(t.Context(), 0, eventstore.Forwards, 10_000,
		eventstore.Filter{Types: []string{order.Placed{}.EventName(), cart.CheckoutStarted{}.EventName()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Events {
		if e.Type == (order.Placed{}).EventName() {
			placed++
		} else {
			begun++
		}
	}
	return placed, begun
}

// The steps of a successful and of a refused placement, and the number of orders that a cut at each leaves.
type cut struct {
	step    string
	refused bool
	orders  int
}

var cuts = []cut{
	{apptest.PlacedAtOnce, false, 1},
	{"checkout: started", false, 0}, {"checkout: stock reserved", false, 0}, {"checkout: order placed", false, 1},
	{"checkout: cart closed", false, 1}, {"checkout: order abandoned", true, 0}, {"checkout: stock released", true, 0},
	{"checkout: aborted", true, 0},
}

// TestAPlacementIsCutAndTheShopStartsAgain checks that a start completes or undoes the placement. The order is placed once or not at all,
// and stock, cart and numbers are right. A client that repeats its request with the key gets the order.
func TestAPlacementIsCutAndTheShopStartsAgain(t *testing.T) {
	t.Parallel()
	for _, c := range cuts {
		t.Run(c.step, func(t *testing.T) {
			t.Parallel()
			first := salestest.Start(t)
			mug := first.Product("MUG", "10", 5, nil)
			mask := first.GuestCart("MUG*2")
			path, key := guests(mask, placeOrder), []string{"X-Idempotency-Key", "key"}
			cutAt(first, c.step, func(step string) {
				if c.refused && step == "checkout: started" {
					first.Restock(mug, 1) // the stock is sold out
				}
			})
			unanswered(t, first, path, key)
			first.Stop()

			s := salestest.Start(t, apptest.OnDatabase(first.Shop))
			if placed, begun := placements(t, s); placed != c.orders || begun != 1 {
				t.Errorf("%d orders of %d placements, want %d", placed, begun, c.orders)
			}
			if c.refused {
				if mugs := s.Stock("MUG"); mugs != "1" {
					t.Errorf("%s mugs", mugs)
				}
				s.Send(t, salestest.Exchange{
					Method: "POST", Path: path, Body: salestest.Placement(nil), Headers: key, Status: 422,
					Message: `Not all products are available in the requested quantity. The MUG: The requested quantity for "The MUG" is not available.`,
				})
				s.Restock(mug, 5)
			} else if mugs, want := s.Stock("MUG"), []string{"5", "3"}[c.orders]; mugs != want {
				t.Errorf("%s mugs, want %s", mugs, want)
			}
			open := s.Do("GET", guests(mask, ""), nil)
			switch {
			case c.orders == 1 && open.Status != 404:
				t.Errorf("the placed cart is still there: %s", open.Body)
			case c.orders == 0:
				salestest.Check(t, open.Object(t), fields{"isActive": true, "itemsQty": 2, "reservedOrderId": "100000001"})
			}
			retried := s.Must(201, "POST", path, salestest.Placement(nil), key...)
			salestest.Check(t, retried.Object(t), fields{
				"incrementId": "100000001", "state": "new", "items.0.qty": 2, "prices.grandTotal": 30, "customerEmail": "gina@example.com",
			})
			if token, _ := retried.Object(t)["accessToken"].(string); len(token) != 64 {
				t.Errorf("the answer has the token %q", token)
			} else {
				s.Must(200, "GET", "/orders/100000001/details", nil, "X-Order-Token", token)
			}
			again := s.Must(201, "POST", path, salestest.Placement(nil), key...)
			if again.Header.Get("X-Idempotency-Replayed") != "true" || string(again.Body) != string(retried.Body) {
				t.Errorf("a third attempt: %v %s", again.Header, again.Body)
			}
			if placed, _ := placements(t, s); placed != 1 {
				t.Errorf("%d orders in the end", placed)
			}
			if mugs := s.Stock("MUG"); mugs != "3" {
				t.Errorf("%s mugs in the end", mugs)
			}
			s.Must(404, "GET", guests(mask, ""), nil)
			s.Verify("carts", "orders", "stock", "executed")
		})
	}
}

// TestEveryStepIsCut checks that the list of cuts has every step.
func TestEveryStepIsCut(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 5, nil)
	met := map[string]bool{}
	s.Deciders.Steps(func(name string) { met[name] = met[name] || strings.HasPrefix(name, "checkout: ") })
	s.Order("MUG")
	s.Restock(mug, 5)
	s.Deciders.StepByStep()
	s.Deciders.Steps(func(name string) { met[name] = met[name] || strings.HasPrefix(name, "checkout: ") })
	s.Order("MUG")
	mask := s.GuestCart("MUG*3")
	s.Deciders.Steps(func(name string) {
		if met[name] = true; name == "checkout: started" {
			s.Restock(mug, 1)
		}
	})
	s.Must(422, "POST", guests(mask, placeOrder), salestest.Placement(nil))
	s.Deciders.Steps(func(name string) { met[name] = met[name] || strings.HasPrefix(name, "checkout: ") })
	s.Restock(mug, 5)
	r := enrich(s)
	s.Must(201, "POST", guests(r.cart(), placeOrder), r.placement())
	s.Restock(mug, 5)
	coupon(s, "MORE", nil)
	mask = r.cart()
	s.Must(201, "POST", guests(mask, "/coupon"), fields{"code": "MORE"})
	r.silence()
	s.Must(503, "POST", guests(mask, placeOrder), r.placement())
	for _, c := range append(cuts, richCuts...) {
		delete(met, c.step)
	}
	maps.DeleteFunc(met, func(_ string, checkout bool) bool { return !checkout })
	if len(met) != 0 {
		t.Errorf("these steps are never cut: %v", met)
	}
}

// TestAPlacementIsCutAndTheOthersGoOn checks that another instance ends the placement of a dead one. A client without a key then finds the
// cart open, or closed with its order.
func TestAPlacementIsCutAndTheOthersGoOn(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t, apptest.WithClock(apptest.NewClock())) // the clock does not move, so the sweep never ends a placement
	mug := s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	sold := 0
	for _, c := range cuts {
		s.Restock(mug, int64(100-sold))
		id := s.Cart(anna, "MUG*2")
		cutAt(s, c.step, func(step string) {
			if c.refused && step == "checkout: started" {
				s.Restock(mug, 1)
			}
		})
		unanswered(t, s, owned(id, placeOrder), anna)
		s.Deciders.Steps(func(string) {})
		s.Settle()
		// Until the placement is ended the cart is locked. A sweep before the timeout leaves it alone.
		if locked := c.step != "checkout: cart closed" && c.step != "checkout: aborted" && c.step != apptest.PlacedAtOnce; locked {
			sweep(t, s, time.Now().Add(-time.Hour))
			s.Send(t, salestest.Exchange{
				Method: "POST", Path: owned(id, "/items"), Body: fields{"sku": "MUG"}, Headers: anna, Status: 409, Message: cart.ErrInProgress.Message,
			})
			s.Send(t, salestest.Exchange{
				Method: "PUT", Path: owned(id, "/items/1"), Body: fields{"qty": 1}, Headers: anna, Status: 409, Message: cart.ErrInProgress.Message,
			})
			s.Send(t, salestest.Exchange{
				Method: "DELETE", Path: owned(id, "/items/1"), Headers: anna, Status: 409, Message: cart.ErrInProgress.Message,
			})
			s.Send(t, salestest.Exchange{
				Method: "POST", Path: owned(id, placeOrder), Body: salestest.Placement(nil), Headers: anna, Status: 409,
				Message: cart.ErrInProgress.Message,
			})
		}
		for range 2 { // a repetition changes nothing
			sweep(t, s, time.Now().Add(time.Minute))
		}
		if c.refused {
			s.Restock(mug, int64(100-sold))
		}
		got := s.Must(200, "GET", owned(id, ""), nil, anna...).Object(t)
		salestest.Check(t, got, fields{"isActive": c.orders == 0, "itemsQty": 2})
		again := salestest.Exchange{Method: "POST", Path: owned(id, placeOrder), Body: salestest.Placement(nil), Headers: anna, Status: 201}
		if c.orders == 1 {
			again.Status, again.Message = 422, "Cart is not active or does not exist"
		}
		s.Send(t, again)
		sold += 2
		if mugs := s.Stock("MUG"); mugs != itoa(100-sold) {
			t.Errorf("%s: %s mugs, want %d", c.step, mugs, 100-sold)
		}
		if placed, _ := placements(t, s); placed != sold/2 {
			t.Errorf("%s: %d orders, want %d", c.step, placed, sold/2)
		}
	}
	rows := s.Must(200, "GET", "/orders", nil, s.Service...).List(t)
	for i, row := range rows { // the newest first, without gaps
		if want := "10000000" + itoa(len(rows)-i); row["incrementId"] != want {
			t.Errorf("order %v has the number %v, want %s", row["id"], row["incrementId"], want)
		}
	}
	s.Verify("carts", "orders", "stock")
}

func sweep(t *testing.T, s *salestest.Shop, before time.Time) {
	t.Helper()
	if err := reactions.RecoverCheckouts(context.Background(), s.Commands.Checkout, s.Readers.Checkout, before); err != nil {
		t.Fatal(err)
	}
	s.Settle()
}

// TestACancellationIsCut checks that the reaction returns the stock once after a cut.
func TestACancellationIsCut(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	first := salestest.Start(t)
	first.Product("MUG", "10", 5, nil)
	placed := first.Order("MUG*2")
	cutAt(first, "cancel: order cancelled", func(string) {})
	unanswered(t, first, "/orders/"+itoa(int(salestest.ID(placed)))+"/cancel", salestest.With(first.Service, "X-Idempotency-Key", "key"))
	first.Stop()
	s := salestest.Start(t, apptest.OnDatabase(first.Shop))
	answer := s.Must(201, "POST", "/orders/"+itoa(int(salestest.ID(placed)))+"/cancel", nil,
		salestest.With(first.Service, "X-Idempotency-Key", "key")...)
	salestest.Check(t, answer.Object(t), fields{"state": "canceled", "items.0.qtyCanceled": 2})
	if mugs := s.Stock("MUG"); mugs != "5" {
		t.Errorf("%s mugs", mugs)
	}
	s.Verify("orders", "stock")
}
