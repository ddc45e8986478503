package sales_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"tradelog/adapters/sandbox"
	"tradelog/commands/sales"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// online makes the body of a placement that is paid at the sandbox gateway with an instrument.
func online(instrument string) fields {
	return salestest.Placement(fields{"paymentMethod": "sandbox", "paymentData": fields{"instrument": instrument}})
}

// moved lists the gateway's movements for an order, or all if it is 0, as kinds and amounts.
func moved(s *salestest.Shop, order int64) string {
	s.T.Helper()
	list, err := sandbox.Gateway{Pool: s.Pool}.Movements(s.T.Context(), order)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for _, m := range list {
		what := fmt.Sprintf("%s %s", m.Kind, m.Amount)
		if m.Declined != "" {
			what += " declined"
		}
		out = append(out, what)
	}
	return strings.Join(out, ", ")
}

// TestPayingAtAGateway checks that the total is authorised before the order is placed. A refusal leaves nothing, and a repeated request
// finds a late answer.
func TestPayingAtAGateway(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.WithClock(apptest.NewClock())) // the clock does not move, so the sweep leaves open placements alone
	s.Configure("payment/sandbox/active", "1")
	s.Product("MUG", "10", 100, nil)
	gateway := sandbox.Gateway{Pool: s.Pool}
	coupon(s, "ONCE", fields{"usageLimit": 1})
	gift := card(s, "GC-A", 4, nil)
	for _, c := range []struct {
		name, instrument string
		script           []sandbox.Outcome
		status           int
		message          string
		moved            string // the movements so far
	}{
		{"declined", "sandbox-decline", nil, 422, "The payment was declined: Insufficient funds", "authorise 10 declined"},
		{"no answer", "card", []sandbox.Outcome{sandbox.Lose, sandbox.Lose, sandbox.Lose}, 503, sales.ErrPaymentUnanswered.Message, "void 0"},
		{"late at last", "card", []sandbox.Outcome{sandbox.Lose, sandbox.Lose, sandbox.Late}, 503, sales.ErrPaymentUnanswered.Message,
			"authorise 10, void 0"},
		{"late", "card", []sandbox.Outcome{sandbox.Late}, 201, "", "authorise 10"},
	} {
		before := moved(s, 0)
		mask := s.GuestCart("MUG")
		s.Must(201, "POST", guests(mask, "/coupon"), fields{"code": "ONCE"})
		s.Must(200, "POST", guests(mask, "/giftcards"), fields{"giftcardCode": "GC-A"})
		for _, outcome := range c.script {
			if err := gateway.Script(t.Context(), sandbox.Authorise, outcome, 1); err != nil {
				t.Fatal(err)
			}
		}
		a := s.Do("POST", guests(mask, placeOrder), online(c.instrument)) // 9 and 5 of shipping, less 4
		if a.Status != c.status || c.message != "" && a.Message() != c.message {
			t.Errorf("%s: %d %s", c.name, a.Status, a.Body)
		}
		if got := strings.TrimPrefix(strings.TrimPrefix(moved(s, 0), before), ", "); got != c.moved {
			t.Errorf("%s: %s, want %s", c.name, got, c.moved)
		}
		s.Settle()
		used, balance, mugs := 0, 4, "100"
		if c.status == 201 {
			used, balance, mugs = 1, 0, "99"
			salestest.Check(t, a.Object(t), fields{
				"paymentMethod": "sandbox", "paymentMethodTitle": "Sandbox payment", "prices.grandTotal": 10, "prices.totalPaid": 0,
				"couponCode": "ONCE",
			})
		} else {
			salestest.Check(t, s.Must(200, "GET", guests(mask, ""), nil).Object(t),
				fields{"isActive": true, "appliedCoupon.code": "ONCE", "appliedGiftcards.0.appliedAmount": 4})
		}
		salestest.Check(t, s.Must(200, "GET", "/coupons/1", nil, s.Service...).Object(t), fields{"timesUsed": used})
		salestest.Check(t, s.Must(200, "GET", "/giftcards/"+itoa(int(gift)), nil, s.Service...).Object(t), fields{"balance": balance})
		if got := s.Stock("MUG"); got != mugs {
			t.Errorf("%s: %s mugs, want %s", c.name, got, mugs)
		}
	}
	s.Verify("carts", "orders", "stock", "pricerules", "giftcards")
}

// TestAGatewayThatIsAway checks that the cart stays locked until the gateway has released a possible authorisation.
func TestAGatewayThatIsAway(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.WithClock(apptest.NewClock()))
	s.Configure("payment/sandbox/active", "1")
	s.Product("MUG", "10", 100, nil)
	gateway := sandbox.Gateway{Pool: s.Pool}
	for _, script := range []struct {
		kind    sandbox.Kind
		outcome sandbox.Outcome
		times   int
	}{{sandbox.Authorise, sandbox.Lose, 2}, {sandbox.Authorise, sandbox.Late, 1}, {sandbox.Void, sandbox.Lose, 1}} {
		if err := gateway.Script(t.Context(), script.kind, script.outcome, script.times); err != nil {
			t.Fatal(err)
		}
	}
	mask := s.GuestCart("MUG")
	if a := s.Must(503, "POST", guests(mask, placeOrder), online("card")); a.Message() != sales.ErrPaymentPending.Message {
		t.Errorf("refused with %s", a.Message())
	}
	s.Must(409, "POST", guests(mask, placeOrder), online("card"))
	s.Settle()
	sweep(t, s, time.Now().Add(time.Hour))
	if got := moved(s, 0); got != "authorise 15, void 0" {
		t.Errorf("the gateway was asked to %s", got)
	}
	s.Must(201, "POST", guests(mask, placeOrder), online("card"))
	if got := s.Stock("MUG"); got != "99" {
		t.Errorf("%s mugs", got)
	}
}

// TestTheLastUseOfACoupon checks that exactly one of several buyers gets it and that the others lose nothing.
func TestTheLastUseOfACoupon(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("payment/sandbox/active", "1")
	s.Product("MUG", "10", 100, nil)
	coupon(s, "LAST", fields{"usageLimit": 1})
	const buyers = 6
	masks := make([]string, buyers)
	for i := range masks {
		masks[i] = s.GuestCart("MUG")
		s.Must(201, "POST", guests(masks[i], "/coupon"), fields{"code": "LAST"})
	}
	var won, lost, plain int
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, mask := range masks {
		all.Go(func() {
			a := s.Do("POST", guests(mask, placeOrder), online("card"))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case a.Status == 422 && strings.HasSuffix(strings.TrimSuffix(a.Message(), "."), "Coupon usage limit reached"):
				lost++
			case a.Status == http.StatusCreated && a.Object(t)["couponCode"] == "LAST":
				won++
			case a.Status == http.StatusCreated: // the coupon was already known to be used up
				plain++
			default:
				t.Errorf("%d %s", a.Status, a.Body)
			}
		})
	}
	all.Wait()
	if won != 1 || won+lost+plain != buyers {
		t.Errorf("%d won, %d lost, %d bought without the coupon", won, lost, plain)
	}
	s.Settle()
	salestest.Check(t, s.Must(200, "GET", "/coupons/1", nil, s.Service...).Object(t), fields{"timesUsed": 1})
	if mugs := s.Stock("MUG"); mugs != itoa(100-won-plain) {
		t.Errorf("%s mugs after %d orders", mugs, won+plain)
	}
	held := 0
	list, err := sandbox.Gateway{Pool: s.Pool}.Movements(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		held += map[sandbox.Kind]int{sandbox.Authorise: 1, sandbox.Void: -1}[m.Kind]
	}
	if held != won+plain {
		t.Errorf("%d authorisations for %d orders", held, won+plain)
	}
	s.Verify("carts", "orders", "stock", "pricerules")
}

// TestACancelledAuthorisation checks that a cancellation releases the authorisation.
func TestACancelledAuthorisation(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("payment/sandbox/active", "1")
	s.Product("MUG", "10", 100, nil)
	order := s.Must(201, "POST", guests(s.GuestCart("MUG"), placeOrder), online("card")).Object(t)
	s.Must(201, "POST", "/orders/"+itoa(int(salestest.ID(order)))+"/cancel", nil, s.Service...)
	if got := moved(s, 0); got != "authorise 15, void 0" {
		t.Errorf("the gateway was asked to %s", got)
	}
}
