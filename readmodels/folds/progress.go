package folds

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// Progress returns how far the payment and the shipping of an order are.
func Progress(o *documents.Order) (payment, shipping order.Progress) {
	state, lines := order.State(o.State), lineStates(o)
	return order.PaymentProgress(state, lines, o.Prices.GrandTotal, o.Prices.TotalPaid, openInvoice(o)),
		order.ShippingProgress(state, lines)
}

// finish completes or closes an order with nothing left to do, as order.Evolve does. Nothing is due of an order that is over.
func finish(o *documents.Order, e domain.Event) {
	state := decided(o)
	if next := state.Finished(); next != state.State {
		state.State = next
		o.State, o.Status = string(next), order.DefaultStatus(next)
	}
	// An invoice that is taken back leaves something to invoice. The next event opens the order again.
	_, again := e.(order.InvoiceCanceled)
	again = again && state.State != order.Canceled &&
		slices.ContainsFunc(state.Lines, func(l order.LineState) bool { return l.ToInvoice().Sign() > 0 })
	if !state.Open() && !openInvoice(o) && !again {
		o.Prices.TotalDue, o.Prices.BaseTotalDue = money.Zero, money.Zero
	}
}

// decided returns what order.Order.Finished needs of the state of an order.
func decided(o *documents.Order) order.Order {
	s := order.Order{Exists: true, State: order.State(o.State), Virtual: o.IsVirtual, Lines: lineStates(o)}
	s.Totals = order.Totals{BaseGrandTotal: o.Prices.BaseGrandTotal, Paid: o.Prices.TotalPaid, Refunded: o.Prices.TotalRefunded}
	s.Totals.Ordered.Base.GiftCard = o.Accounting.Cards
	for _, i := range o.Accounting.Invoices {
		s.Invoices = append(s.Invoices, order.InvoiceRecord{ID: i.ID, State: order.InvoiceState(i.State)})
	}
	for _, m := range o.Accounting.Memos {
		s.Memos = append(s.Memos, order.MemoRecord{ID: m.ID})
		s.Totals.Credited.Base.GiftCard = s.Totals.Credited.Base.GiftCard.Add(m.BaseGiftcardAmount)
	}
	for _, id := range o.Accounting.Pending {
		s.PendingRefunds = map[int64]order.CreditMemo{id: {}}
	}
	return s
}

func openInvoice(o *documents.Order) bool {
	return slices.ContainsFunc(o.Accounting.Invoices, func(i *documents.Invoice) bool { return i.State == int(order.Open) })
}

// cardsInvoiced returns the amount of gift cards that invoices used, in the base currency.
func cardsInvoiced(o *documents.Order) (sum money.Decimal) {
	for _, i := range o.Accounting.Invoices {
		if i.State != int(order.Revoked) {
			sum = sum.Add(i.BaseGiftcardAmount)
		}
	}
	return sum
}

// lineStates returns the lines of an order with their quantities.
func lineStates(o *documents.Order) []order.LineState {
	lines := make([]order.LineState, len(o.Items))
	for i, item := range o.Items {
		l := order.LineState{
			Line:     order.Line{ID: item.ID, Qty: item.QtyOrdered, Virtual: item.IsVirtual},
			Invoiced: item.QtyInvoiced, Shipped: item.QtyShipped, Refunded: item.QtyRefunded, Canceled: item.QtyCanceled,
		}
		options := item.ProductOptions
		dynamic, apart := is(options.Calculations, 0), is(options.Shipment, 1)
		if l.Unpriced, l.Unparcelled = dynamic, apart; item.ParentItemID != nil {
			whole := lineOf(o, *item.ParentItemID).ProductOptions
			l.Unpriced, l.Unparcelled = !is(whole.Calculations, 0), !is(whole.Shipment, 1)
		}
		lines[i] = l
	}
	return lines
}

func is(value *int, want int) bool { return value != nil && *value == want }
