package order

import (
	"slices"

	"tradelog/domain/money"
)

// Progress tells how far the payment or the shipping of an order is.
type Progress string

// The stages of a payment and of shipping.
const (
	NothingDue Progress = ""     // there is nothing to pay or to ship, and nothing was
	Due        Progress = "due"  // something is still to be paid or shipped
	Done       Progress = "done" // everything is paid or shipped
)

// PaymentProgress returns the progress of the payment. An order is paid if its grand total was received, or if all that was not cancelled
// is invoiced and these invoices are paid. So gift cards that pay everything pay an order when it is placed. A refund does not make it
// unpaid. pending: an invoice waits for its payment.
func PaymentProgress(s State, lines []LineState, grand, paid money.Decimal, pending bool) Progress {
	switch {
	case s == Canceled:
		return NothingDue
	case pending:
		return Due
	case !paid.Less(grand):
		return Done
	case slices.ContainsFunc(lines, func(l LineState) bool { return l.ToInvoice().Sign() > 0 }):
		return Due
	case slices.ContainsFunc(lines, func(l LineState) bool { return l.Invoiced.Sign() > 0 }):
		return Done
	}
	return Due
}

// ShippingProgress returns the progress of the shipping. Cancelled and refunded units are not shipped any more. Virtual lines are never
// shipped.
func ShippingProgress(s State, lines []LineState) Progress {
	switch {
	case s == Canceled:
		return NothingDue
	case slices.ContainsFunc(lines, func(l LineState) bool { return l.Unshipped().Sign() > 0 }):
		return Due
	case slices.ContainsFunc(lines, func(l LineState) bool { return l.Shipped.Sign() > 0 }):
		return Done
	}
	return NothingDue
}
