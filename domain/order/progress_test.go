package order_test

import (
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/order"
)

// TestProgress: the orders that count as paid and as shipped.
func TestProgress(t *testing.T) {
	t.Parallel()
	// line makes a line of the quantities ordered, invoiced, shipped, refunded and cancelled.
	line := func(quantities ...int64) order.LineState {
		q := make([]money.Decimal, 5)
		for i, n := range quantities {
			q[i] = money.FromInt(n)
		}
		return order.LineState{Line: order.Line{Qty: q[0]}, Invoiced: q[1], Shipped: q[2], Refunded: q[3], Canceled: q[4]}
	}
	virtual, unpriced, apart := line(1, 1), line(1), line(1, 1)
	virtual.Virtual, unpriced.Unpriced, apart.Unparcelled = true, true, true
	for _, c := range []struct {
		name        string
		state       order.State
		lines       []order.LineState
		grand, paid int64
		pending     bool
		payment     order.Progress
		shipping    order.Progress
	}{
		{"a new order", order.New, []order.LineState{line(2)}, 20, 0, false, order.Due, order.Due},
		{"one that costs nothing", order.New, []order.LineState{line(2)}, 0, 0, false, order.Done, order.Due},
		{"an invoice of a part", order.Processing, []order.LineState{line(2, 1)}, 20, 10, false, order.Due, order.Due},
		{"paid", order.Processing, []order.LineState{line(2, 2)}, 20, 20, false, order.Done, order.Due},
		{"paid and on hold", order.Holded, []order.LineState{line(2, 2)}, 20, 20, false, order.Done, order.Due},
		{"an invoice that waits for the gateway", order.Processing, []order.LineState{line(2, 2)}, 20, 0, true, order.Due, order.Due},
		{"shipped in part", order.Processing, []order.LineState{line(2, 2, 1), line(1, 1, 1)}, 30, 30, false, order.Done, order.Due},
		{"complete", order.Complete, []order.LineState{line(2, 2, 2)}, 20, 20, false, order.Done, order.Done},
		{"shipped before it is paid", order.Processing, []order.LineState{line(2, 0, 2)}, 20, 0, false, order.Due, order.Done},
		{"the rest is cancelled", order.Complete, []order.LineState{line(2, 1, 1, 0, 1)}, 20, 10, false, order.Done, order.Done},
		{"refunded before it was shipped", order.Closed, []order.LineState{line(2, 2, 0, 2)}, 20, 20, false, order.Done, order.NothingDue},
		{"canceled", order.Canceled, []order.LineState{line(2, 0, 0, 0, 2)}, 20, 0, false, order.NothingDue, order.NothingDue},
		{"canceled, of no cost", order.Canceled, []order.LineState{line(2, 0, 0, 0, 2)}, 0, 0, false, order.NothingDue, order.NothingDue},
		{"downloads", order.Complete, []order.LineState{virtual}, 10, 10, false, order.Done, order.NothingDue},
		{"a bundle whose parts are shipped apart", order.Processing, []order.LineState{apart, line(1, 1, 1)}, 10, 10, false, order.Done,
			order.Done},
		{"a bundle whose parts have the prices", order.Processing, []order.LineState{unpriced, line(1, 1)}, 11, 10, false, order.Done,
			order.Due},
	} {
		if got := order.PaymentProgress(c.state, c.lines, money.FromInt(c.grand), money.FromInt(c.paid), c.pending); got != c.payment {
			t.Errorf("%s: payment %q, want %q", c.name, got, c.payment)
		}
		if got := order.ShippingProgress(c.state, c.lines); got != c.shipping {
			t.Errorf("%s: shipping %q, want %q", c.name, got, c.shipping)
		}
	}
}
