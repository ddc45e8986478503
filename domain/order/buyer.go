package order

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/money"
)

// ForBuyer returns an event as the buyer of the order may see it. It leaves out the costs of the goods, transactions of gateways, and
// internal notes of the shop. It returns false for events that are not for buyers, such as requests to a gateway.
func ForBuyer(e domain.Event) (domain.Event, bool) {
	switch e := e.(type) {
	case Placed:
		e.Lines = slices.Clone(e.Lines)
		for i := range e.Lines {
			e.Lines[i].Cost = money.Zero
		}
		e.Transaction, e.Totals.RuleIDs = "", nil
		return e, true
	case Held:
		e.Reason = ""
		return e, true
	case Unheld:
		e.Reason = ""
		return e, true
	case CanceledEvent:
		e.Reason, e.RuleIDs, e.Payment, e.Transaction = "", nil, "", ""
		return e, true
	case Commented:
		return e, e.Visible
	case ShipmentCommented:
		return e, e.Visible
	case Invoiced:
		if !e.Notify {
			e.Comment = ""
		}
		return e, true
	case Shipped:
		if !e.Notify {
			e.Comment = ""
		}
		return e, true
	case InvoicePaid:
		e.TransactionID = ""
		return e, true
	case InvoiceCanceled:
		e.Reason = ""
		return e, true
	case Refunded:
		e.TransactionID = ""
		if !e.Shared {
			e.Comment = ""
		}
		return e, true
	case StateChanged, TrackAdded, TrackRemoved, InvoiceNumbered, MemoNumbered:
		return e, true
	}
	return nil, false
}
