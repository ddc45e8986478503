package sales_test

import (
	"testing"

	"tradelog/adapters/sandbox"
	"tradelog/commands/sales"
	"tradelog/test/salestest"
)

// twoOpen places an order of two mugs with an open invoice for each: 20 with the shipping, and 10.
func (g gateway) twoOpen() fields {
	g.T.Helper()
	o := g.order()
	g.Must(201, "POST", path(o, "/invoices"), fields{"capture": "not_capture", "items": []any{fields{"orderItemId": line(o, 0), "qty": 1}}},
		g.Service...)
	g.Must(201, "POST", path(o, "/invoices"), fields{"capture": "not_capture"}, g.Service...)
	return o
}

// TestVoidingOneOfTwoInvoices checks that its amount is released and that the other invoice is captured.
func TestVoidingOneOfTwoInvoices(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	o := g.twoOpen()
	g.Run(t, []salestest.Exchange{
		{Method: "POST", Path: "/invoices/1/void", Headers: g.Service, Status: 201,
			Want: fields{"state": 3, "stateName": "canceled", "canVoidFlag": false}},
		{Method: "POST", Path: "/invoices/1/void", Headers: g.Service, Status: 400, Message: "The invoice cannot be voided in its current state"},
		{Method: "POST", Path: path(o, "/invoices"), Headers: g.Service, Body: fields{"capture": "online"}, Status: 400,
			Message: "The amount exceeds what is still authorised for the order"},
		{Method: "POST", Path: "/invoices/2/capture", Headers: g.Service, Status: 201, Want: fields{"state": 2, "grandTotal": 10}},
		{Method: "POST", Path: path(o, "/invoices"), Headers: g.Service, Body: fields{"capture": "offline"}, Status: 201,
			Want: fields{"state": 2, "grandTotal": 20}},
	})
	if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, void 20, capture 10" {
		t.Errorf("the gateway was asked to %s", got)
	}
	salestest.Check(t, g.look(o), fields{"prices.totalPaid": 30, "prices.totalDue": 0})
	g.Verify("orders")
}

// TestVoidingBothInvoices checks that everything is released in two parts.
func TestVoidingBothInvoices(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	o := g.twoOpen()
	g.Must(201, "POST", "/invoices/2/void", nil, g.Service...)
	g.Must(201, "POST", "/invoices/1/void", nil, g.Service...)
	g.Must(201, "POST", path(o, "/cancel"), nil, g.Service...)
	if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, void 10, void 20, void 0" { // nothing is left to release
		t.Errorf("the gateway was asked to %s", got)
	}
	g.Verify("orders")
}

// TestAVoidThatIsDeclined checks that the invoice is unchanged and can be voided again or captured.
func TestAVoidThatIsDeclined(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	o := g.twoOpen()
	g.script(sandbox.Void, sandbox.Decline, 2)
	for _, id := range []string{"1", "2"} {
		if a := g.Must(422, "POST", "/invoices/"+id+"/void", nil, g.Service...); a.Message() != "The payment was declined: Insufficient funds" {
			t.Errorf("refused with %s", a.Body)
		}
	}
	g.Must(201, "POST", "/invoices/1/void", nil, g.Service...)
	g.Must(201, "POST", "/invoices/2/capture", nil, g.Service...)
	if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, void 20 declined, void 10 declined, void 20, capture 10" {
		t.Errorf("the gateway was asked to %s", got)
	}
	g.Verify("orders")
}

// TestAVoidWithoutAnAnswer checks that the payment is pending and the invoice unchanged. The other invoice can be captured, and the shop
// repeats its request until it knows the outcome.
func TestAVoidWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for _, outcome := range []sandbox.Outcome{sandbox.Lose, sandbox.Late} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			g := startOnline(t)
			o := g.twoOpen()
			times := 1
			if outcome == sandbox.Lose {
				times = 1000
			}
			g.script(sandbox.Void, outcome, times)
			if a := g.Must(503, "POST", "/invoices/1/void", nil, g.Service...); a.Message() != sales.ErrPaymentPending.Message {
				t.Errorf("refused with %s", a.Body)
			}
			if outcome == sandbox.Lose {
				for what, message := range map[string]string{
					"cancel": "The invoice cannot be canceled in its current state", "capture": "The invoice cannot be captured in its current state",
				} {
					g.Send(t, salestest.Exchange{Method: "POST", Path: "/invoices/1/" + what, Headers: g.Service, Status: 400, Message: message})
				}
			}
			g.Must(201, "POST", "/invoices/2/capture", nil, g.Service...)
			if _, err := g.Pool.Exec(t.Context(), `DELETE FROM sandbox_scripts`); err != nil {
				t.Fatal(err)
			}
			g.until("the invoice is taken back", func() bool { return salestest.At(g.look(o), "items.0.qtyInvoiced") == 1.0 })
			if got := moved(g.Shop, salestest.ID(o)); got != "authorise 30, void 20, capture 10" && got != "authorise 30, capture 10, void 20" {
				t.Errorf("the gateway was asked to %s", got)
			}
			g.Verify("orders")
		})
	}
}
