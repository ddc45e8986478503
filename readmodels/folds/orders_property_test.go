package folds_test

import (
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
	"tradelog/test/ordertest"
)

// busy tells whether something is left to do with an order: to invoice, to ship, to pay, to refund or to release.
func busy(o order.Order) bool {
	for _, i := range o.Invoices {
		if i.State == order.Open {
			return true
		}
	}
	for _, l := range o.Lines {
		if l.ToInvoice().Sign() > 0 || !o.Virtual && l.Unshipped().Sign() > 0 {
			return true
		}
	}
	return o.State == order.Holded || len(o.PendingRefunds) > 0
}

// TestAnOrderWithNothingLeftToDoIsOver drives random orders through random steps. One with nothing left to do is complete, closed or
// cancelled, and nothing of it is due. The document tells the same as the decider, after every event.
func TestAnOrderWithNothingLeftToDoIsOver(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := ordertest.Begin(ordertest.DrawKinds(t), start)
		s.Steps(t, 25)
		lawful(t, s)
	})
}

func lawful(t *rapid.T, s *ordertest.Story) {
	t.Helper()
	o, p := s.Order, s.Document.Prices
	if s.Document.State != string(o.State) || s.Document.Status != o.Status {
		t.Fatalf("the document is %s (%s), the order %s (%s)", s.Document.State, s.Document.Status, o.State, o.Status)
	}
	if p.TotalDue.Sign() < 0 || p.BaseTotalDue.Sign() < 0 {
		t.Fatalf("%s is due", p.TotalDue)
	}
	if !busy(o) {
		if o.Open() {
			t.Fatalf("nothing is left to do, and the order is %s", o.State)
		}
		if !p.TotalDue.IsZero() || !p.BaseTotalDue.IsZero() {
			t.Fatalf("nothing is left to do, and %s (%s) is due", p.TotalDue, p.BaseTotalDue)
		}
	}
	refundable := o.CheckRefundable() == nil
	switch {
	case o.State == order.Closed && len(o.Memos) == 0:
		t.Fatal("the order is closed, and nothing was refunded")
	case o.State == order.Closed && (len(o.PendingRefunds) > 0 || p.TotalDue.Sign() > 0):
		t.Fatal("the order is closed, and money is on its way")
	case o.State == order.Complete && !busy(o) && !refundable && len(o.Memos) > 0 && !o.Totals.BaseGrandTotal.IsZero():
		t.Fatal("all is refunded, and the order is complete")
	}
}

// TestLogsOfEarlierVersionsReplayLawfully: earlier versions told no change of state after some steps, took an order with a virtual product
// left as processing, and a cancellation as complete whatever was refunded.
func TestLogsOfEarlierVersionsReplayLawfully(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := ordertest.Begin(ordertest.DrawKinds(t), start)
		s.Steps(t, 25)
		var former []domain.Event
		for _, e := range s.Events {
			switch e := e.(type) {
			case order.StateChanged:
				if (e.State == order.Closed || e.State == order.Complete) && rapid.Bool().Draw(t, "untold") {
					continue
				}
			case order.CanceledEvent:
				if e.State == order.Closed || e.State == order.Complete {
					e.State = rapid.SampledFrom([]order.State{order.Complete, order.Processing}).Draw(t, "cancelled to")
				}
				e.Status, e.Due, e.BaseDue = order.DefaultStatus(e.State), nil, nil
				former = append(former, e)
				continue
			}
			former = append(former, e)
		}
		lawful(t, ordertest.Replay(former))
	})
}

// TestRefundedAndCancelledIsClosed in whatever order it happened, also if a gift card paid for what was invoiced.
func TestRefundedAndCancelledIsClosed(t *testing.T) {
	t.Parallel()
	card := func(p *order.Placed) {
		for _, a := range []*money.Decimal{&p.Totals.Display.GiftCard, &p.Totals.Base.GiftCard} {
			*a = n("54.98")
		}
		p.Totals.Display.Grand, p.Totals.Base.Grand = n("7.45"), n("7.45")
	}
	for _, c := range []struct {
		name         string
		paid         func(*order.Placed)
		refundsFirst bool
	}{
		{"money, refunded first", func(*order.Placed) {}, true}, {"money, cancelled first", func(*order.Placed) {}, false},
		{"card, refunded first", card, true}, {"card, cancelled first", card, false},
	} {
		p := placed()
		c.paid(&p)
		s := ordertest.Begin(p, start)
		s.Invoice(order.Wanted{LineID: 1, Qty: n("2")})
		refund := func() { s.Refund(order.NewCreditMemo{}) }
		if c.refundsFirst {
			refund()
		}
		if !s.Cancel() {
			t.Errorf("%s: not cancelled", c.name)
		}
		if !c.refundsFirst {
			refund()
		}
		if due := s.Document.Prices.TotalDue; s.Order.State != order.Closed || s.Document.State != "closed" || !due.IsZero() {
			t.Errorf("%s: %s, its document %s, %s is due", c.name, s.Order.State, s.Document.State, due)
		}
	}
}

// TestRowsAddUp: the rows of any invoice and credit memo add up to its subtotal, and a row is its price times its quantity. A part whose
// whole is there has amounts of 0. The electronic invoice has the same lines.
func TestRowsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := ordertest.Begin(ordertest.DrawKinds(t), start)
		s.Steps(t, 15)
		same := func(what string, got, want money.Decimal) {
			t.Helper()
			if !got.Equal(want) {
				t.Fatalf("%s: %s, want %s", what, got, want)
			}
		}
		for _, i := range s.Document.Accounting.Invoices {
			var row, incl, base money.Decimal
			for _, l := range i.Items {
				row, incl, base = row.Add(l.RowTotal), incl.Add(l.RowTotalInclTax), base.Add(l.BaseRowTotal)
				priced(t, s.Document, l.OrderItemID, l.Qty, l.Price, l.RowTotal)
				inXML(t, i.TaxSplit(s.Document), l.OrderItemID, l.Qty, l.RowTotal, l.ParentShare)
				part(t, l.ParentItemID, l.RowTotal, l.RowTotalInclTax, l.TaxAmount, l.DiscountAmount, l.BaseRowTotal, l.Price)
			}
			same("invoice", row, i.Subtotal)
			same("invoice with tax", incl, i.SubtotalInclTax)
			same("invoice in the base currency", base, i.BaseSubtotal)
			same("taxes of the invoice", taxOf(i.Taxes(s.Document)), i.TaxAmount)
		}
		for _, m := range s.Document.Accounting.Memos {
			var row, incl, base money.Decimal
			for _, l := range m.Items {
				row, incl, base = row.Add(l.RowTotal), incl.Add(l.RowTotalInclTax), base.Add(l.BaseRowTotal)
				priced(t, s.Document, l.OrderItemID, l.Qty, l.Price, l.RowTotal)
				inXML(t, m.TaxSplit(s.Document), l.OrderItemID, l.Qty, l.RowTotal, l.ParentShare)
				part(t, l.ParentItemID, l.RowTotal, l.RowTotalInclTax, l.TaxAmount, l.DiscountAmount, l.BaseRowTotal, l.Price)
			}
			same("credit memo", row, m.Subtotal)
			same("credit memo with tax", incl, m.SubtotalInclTax)
			same("credit memo in the base currency", base, m.BaseSubtotal)
			same("taxes of the credit memo", taxOf(m.Taxes(s.Document)), m.TaxAmount)
		}
	})
}

func taxOf(shares []documents.TaxShare) (sum money.Decimal) {
	for _, s := range shares {
		sum = sum.Add(s.Tax)
	}
	return sum
}

func part(t *rapid.T, parent *int64, amounts ...money.Decimal) {
	t.Helper()
	for _, a := range amounts {
		if parent != nil && !a.IsZero() {
			t.Fatalf("a part of line %d has %s", *parent, a)
		}
	}
}

// priced fails unless a row of a paper is its price times its quantity. Prices and rows are rounded, as are the earlier parts of the line.
func priced(t *rapid.T, o *documents.Order, lineID int64, qty, price, row money.Decimal) {
	t.Helper()
	roundings := money.One
	for _, item := range o.Items {
		if item.ID == lineID || item.ParentItemID != nil && *item.ParentItemID == lineID {
			roundings = roundings.Add(item.QtyOrdered)
		}
	}
	if off := price.Mul(qty).Sub(row).Abs(); n("0.01").Mul(roundings).Less(off) {
		t.Fatalf("line %d: %s times %s is not %s", lineID, price, qty, row)
	}
}

// inXML fails unless the lines of the electronic invoice have a row of a paper. A bundle stands there as its parts, with their shares.
func inXML(t *rapid.T, split documents.TaxSplit, lineID int64, qty, row money.Decimal, share *documents.LineShare) {
	t.Helper()
	if share != nil {
		row = share.RowTotal
	}
	bundle := false
	for _, l := range split.Lines {
		// Hidden tax and its rounding are in the rows of the electronic invoice.
		if l.Item.ID == lineID && l.Qty.Equal(qty) && !n("1").Less(l.Row.Sub(row).Abs()) {
			return
		}
		bundle = bundle || domain.Value(l.Item.ParentItemID) == lineID
	}
	if !bundle && !row.IsZero() {
		t.Fatalf("line %d: no line of the electronic invoice has %s units for %s: %+v", lineID, qty, row, split.Lines)
	}
}
