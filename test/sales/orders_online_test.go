package sales_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tradelog/adapters/sandbox"
	"tradelog/commands/sales"
	"tradelog/test/salestest"
)

// gateway is a shop whose orders are paid at the sandbox gateway.
type gateway struct {
	*salestest.Shop
	sandbox.Gateway
}

func startOnline(t *testing.T) gateway {
	t.Helper()
	s := salestest.Start(t)
	s.Configure("payment/sandbox/active", "1")
	s.Product("MUG", "10", 100, nil)
	return gateway{s, sandbox.Gateway{Pool: s.Pool}}
}

// order places an order of two mugs: 30 with shipping.
func (g gateway) order() fields {
	g.T.Helper()
	return g.Must(201, "POST", guests(g.GuestCart("MUG*2"), placeOrder), online("card")).Object(g.T)
}

func (g gateway) script(kind sandbox.Kind, outcome sandbox.Outcome, times int) {
	g.T.Helper()
	if err := g.Script(g.T.Context(), kind, outcome, times); err != nil {
		g.T.Fatal(err)
	}
}

// until polls until sweeps have met a condition.
func (g gateway) until(what string, met func() bool) {
	g.T.Helper()
	ctx, cancel := context.WithTimeout(g.T.Context(), time.Minute)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !met() {
		select {
		case <-again.C:
		case <-ctx.Done():
			g.T.Fatalf("waiting until %s", what)
		}
	}
}

func (g gateway) look(o fields) fields {
	g.T.Helper()
	g.Settle() // refusals do not wait for the read models
	return g.Must(200, "GET", path(o, ""), nil, g.Service...).Object(g.T)
}

// TestTakingAndGivingBackMoneyAtAGateway checks that an authorisation is captured and refunded in parts, each movement once.
func TestTakingAndGivingBackMoneyAtAGateway(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	o := g.order()
	half := fields{"capture": "online", "items": []any{fields{"orderItemId": line(o, 0), "qty": 1}}}
	g.Run(t, []salestest.Exchange{
		{Method: "POST", Path: path(o, "/invoices"), Headers: g.Service, Body: half, Status: 201,
			Want: fields{"state": 2, "grandTotal": 20, "transactionId": "capture-invoice-1"}},
		{Method: "POST", Path: path(o, "/invoices"), Headers: g.Service, Body: fields{"capture": "not_capture"}, Status: 201,
			Want: fields{"state": 1, "grandTotal": 10}},
		{Method: "GET", Path: path(o, ""), Headers: g.Service, Status: 200,
			Want: fields{"prices.totalPaid": 20, "prices.totalDue": 10, "prices.totalInvoiced": 30}},
		{Method: "POST", Path: "/invoices/2/capture", Headers: g.Service, Status: 201,
			Want: fields{"state": 2, "transactionId": "capture-invoice-2"}},
		{Method: "POST", Path: path(o, "/credit-memos"), Headers: g.Service,
			Body: fields{"offlineRefund": false, "items": []any{fields{"orderItemId": line(o, 0), "qty": 1}}}, Status: 201,
			Want: fields{"state": "refunded", "grandTotal": 20}},
		{Method: "GET", Path: path(o, ""), Headers: g.Service, Status: 200, Want: fields{"prices.totalPaid": 30, "prices.totalRefunded": 20}},
	})
	if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, capture 20, capture 10, refund 20" {
		t.Errorf("the gateway was asked to %s", got)
	}
	g.Verify("orders")
}

// TestAGatewayThatDeclines checks that a declined invoice is cancelled and that nothing was refunded.
func TestAGatewayThatDeclines(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	o := g.order()
	g.script(sandbox.Capture, sandbox.Decline, 1)
	declined := func(path string, body fields) {
		t.Helper()
		if a := g.Must(422, "POST", path, body, g.Service...); !strings.HasPrefix(a.Message(), "The payment was declined") {
			t.Errorf("refused with %s", a.Body)
		}
	}
	declined(path(o, "/invoices"), fields{"capture": "online"})
	salestest.Check(t, g.look(o), fields{"prices.totalPaid": 0, "prices.totalDue": 30, "items.0.qtyInvoiced": 0})
	g.Must(201, "POST", path(o, "/invoices"), fields{"capture": "online"}, g.Service...)
	g.script(sandbox.Refund, sandbox.Decline, 1)
	declined(path(o, "/credit-memos"), fields{"offlineRefund": false})
	salestest.Check(t, g.look(o), fields{"prices.totalPaid": 30, "prices.totalRefunded": 0, "items.0.qtyRefunded": 0})
	g.Must(201, "POST", path(o, "/credit-memos"), fields{"offlineRefund": false}, g.Service...)
	salestest.Check(t, g.look(o), fields{"prices.totalRefunded": 30, "state": "closed"})
	if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, capture 30 declined, capture 30, refund 30 declined, refund 30" {
		t.Errorf("the gateway was asked to %s", got)
	}
	g.Verify("orders")
}

// TestARefusalHeardOfLate checks the reaction to an invoice that the gateway has declined and the shop has cancelled. It gets the refusal
// and sends the gateway no request.
func TestARefusalHeardOfLate(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	o := g.order()
	g.script(sandbox.Capture, sandbox.Decline, 1)
	g.Must(422, "POST", path(o, "/invoices"), fields{"capture": "online"}, g.Service...)
	now, err := g.Commands.Sales.Order(t.Context(), int64(salestest.ID(o)))
	if err != nil || len(now.Invoices) != 1 || now.Invoices[0].Waiting() {
		t.Fatalf("after the refusal: %+v, %v", now.Invoices, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := g.Commands.Sales.FinishInvoice(ctx, now.ID, now.Invoices[0].ID); err == nil || err.Error() != "The payment was declined" {
		t.Errorf("heard of late: %v", err)
	}
	if moved := moved(g.Shop, salestest.ID(o)); moved != "authorise 30, capture 30 declined" {
		t.Errorf("the gateway was asked: %s", moved)
	}
}

// TestAskingForTheMoneyOfAnOpenInvoice checks that an invoice stays open while the gateway has not answered and after a refusal, and can be
// captured again.
func TestAskingForTheMoneyOfAnOpenInvoice(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	o := g.order()
	g.Must(201, "POST", path(o, "/invoices"), fields{"capture": "not_capture"}, g.Service...)
	g.script(sandbox.Capture, sandbox.Decline, 1)
	if a := g.Must(422, "POST", "/invoices/1/capture", nil, g.Service...); a.Message() != "The payment was declined: Insufficient funds" {
		t.Errorf("refused with %s", a.Body)
	}
	g.script(sandbox.Capture, sandbox.Lose, 1000)
	if a := g.Must(503, "POST", "/invoices/1/capture", nil, g.Service...); a.Message() != sales.ErrPaymentPending.Message {
		t.Errorf("refused with %s", a.Body)
	}
	for what, message := range map[string]string{
		"cancel": "The invoice cannot be canceled in its current state", "void": "The invoice cannot be voided in its current state",
	} {
		g.Send(t, salestest.Exchange{Method: "POST", Path: "/invoices/1/" + what, Headers: g.Service, Status: 400, Message: message})
	}
	if _, err := g.Pool.Exec(t.Context(), `DELETE FROM sandbox_scripts`); err != nil {
		t.Fatal(err)
	}
	g.until("the invoice is paid", func() bool { return salestest.At(g.look(o), "prices.totalPaid") == 30.0 })
	if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, capture 30 declined, capture 30" {
		t.Errorf("the gateway was asked to %s", got)
	}
	g.Verify("orders")
}

// TestAGatewayThatDoesNotAnswer checks that the payment is pending and that the shop asks until it knows the outcome, whether or not the
// money has moved.
func TestAGatewayThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for _, outcome := range []sandbox.Outcome{sandbox.Lose, sandbox.Late} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			g := startOnline(t)
			o := g.order()
			times := 1
			if outcome == sandbox.Lose {
				times = 3 // sweeps send requests as well
			}
			ask := func(path string, body fields) {
				t.Helper()
				a := g.Do("POST", path, body, g.Service...)
				switch {
				case a.Status == 503 && a.Message() == sales.ErrPaymentPending.Message:
				case a.Status == 201: // a sweep has got the answer meanwhile
				default:
					t.Errorf("%d %s", a.Status, a.Body)
				}
			}
			g.script(sandbox.Capture, outcome, times)
			ask(path(o, "/invoices"), fields{"capture": "online"})
			g.until("the invoice is paid", func() bool { return salestest.At(g.look(o), "prices.totalPaid") == 30.0 })
			g.script(sandbox.Refund, outcome, times)
			ask(path(o, "/credit-memos"), fields{"offlineRefund": false})
			g.until("the refund is made", func() bool { return salestest.At(g.look(o), "prices.totalRefunded") == 30.0 })
			if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, capture 30, refund 30" {
				t.Errorf("the gateway was asked to %s", got)
			}
			salestest.Check(t, g.look(o), fields{"state": "closed"})
			g.Verify("orders")
		})
	}
}
