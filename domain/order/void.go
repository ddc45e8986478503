package order

import (
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// VoidStarted: the payment gateway is asked to release the part of the order's authorisation that an open invoice would have
// captured. InvoiceCanceled or VoidDeclined ends it. Until then the invoice can be neither captured nor cancelled.
//
//	open ─ VoidStarted ─▶ being voided ─ InvoiceCanceled ─▶ canceled
//	  ▲                        │
//	  └────── VoidDeclined ────┘
//
// An order has one authorisation for all its invoices. Releasing all of it would leave nothing to capture the others from, so
// the released amount is recorded and later invoices cannot use it.
type (
	VoidStarted struct {
		InvoiceID int64         `json:"invoiceId"`
		Amount    money.Decimal `json:"amount"` // in the order's currency
	}
	VoidDeclined struct {
		InvoiceID int64  `json:"invoiceId"`
		Reason    string `json:"reason"`
	}
)

func (VoidStarted) EventName() string  { return "OrderVoidStarted" }
func (VoidDeclined) EventName() string { return "OrderVoidDeclined" }

var errReleased = fault.Invalidf("The amount exceeds what is still authorised for the order")

// openAuthorisation returns the authorised amount that was neither captured nor released.
func (o Order) openAuthorisation() money.Decimal {
	left := o.Totals.GrandTotal.Sub(o.Released)
	for _, i := range o.Invoices {
		left = left.Sub(i.Releasing)
		if i.State == Paid && i.Transaction != "" {
			left = left.Sub(i.Money.Display.Grand)
		}
	}
	return atLeastZero(left)
}

// promised returns the part of the authorised amount that open invoices will capture, without the invoice except.
func (o Order) promised(except int64) (sum money.Decimal) {
	for _, i := range o.Invoices {
		if i.State == Open && !i.Voiding() && i.ID != except {
			sum = sum.Add(i.Money.Display.Grand)
		}
	}
	return sum
}

// Voiding tells whether the gateway was asked to release the invoice's part of the authorisation.
func (i InvoiceRecord) Voiding() bool { return i.Releasing.Sign() > 0 }

// StartVoid records that the gateway will be asked to release an open invoice's part of the authorisation. All of the authorisation is
// released if no other invoice, existing or still possible, needs it. If there is nothing to release, the invoice is cancelled. A repeated
// call changes nothing.
func (o Order) StartVoid(id int64) ([]domain.Event, error) {
	i, ok := o.InvoiceOf(id)
	switch {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.State != Open || i.Asked:
		return nil, ErrInvoiceNotVoided
	case i.Voiding():
		return nil, nil
	}
	amount := o.openAuthorisation()
	if others := o.promised(id); others.Sign() > 0 || o.moreToInvoice() {
		amount = money.Min(amount, i.Money.Display.Grand)
	}
	if o.Transaction == "" || amount.Sign() <= 0 {
		return o.takeBack(InvoiceCanceled{Of: o.Of, InvoiceID: id, Reason: voided}), nil
	}
	return []domain.Event{VoidStarted{InvoiceID: id, Amount: amount}}, nil
}

// voided is the reason of invoices that a void cancelled.
const voided = "voided"

// EndVoid cancels an invoice whose authorisation was released. A repeated call changes nothing.
func (o Order) EndVoid(id int64) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case !i.Voiding():
		return nil, nil
	}
	return o.takeBack(InvoiceCanceled{Of: o.Of, InvoiceID: id, Reason: voided}), nil
}

// DeclineVoid records that the gateway declined a release; n is the number of times it did so before. The invoice stays open.
func (o Order) DeclineVoid(id int64, n int, reason string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case !i.Voiding() || i.VoidsDeclined != n:
		return nil, nil
	}
	return []domain.Event{VoidDeclined{InvoiceID: id, Reason: reason}}, nil
}
