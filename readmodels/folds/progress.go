package folds

import (
	"slices"

	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// Progress returns how far the payment and the shipping of an order are.
func Progress(o *documents.Order) (payment, shipping order.Progress) {
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
	pending := slices.ContainsFunc(o.Accounting.Invoices, func(i *documents.Invoice) bool { return i.State == int(order.Open) })
	state := order.State(o.State)
	return order.PaymentProgress(state, lines, o.Prices.GrandTotal, o.Prices.TotalPaid, pending), order.ShippingProgress(state, lines)
}

func is(value *int, want int) bool { return value != nil && *value == want }
