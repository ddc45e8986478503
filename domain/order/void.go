package order

import (
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// VoidStarted: the payment gateway is asked to release some of the order's authorisation, because an invoice gives up what it
// would have taken. InvoiceCanceled or VoidDeclined ends it; until then the invoice is neither captured nor cancelled.
//
//	open ─ VoidStarted ─▶ being voided ─ InvoiceCanceled ─▶ canceled
//	  ▲                        │
//	  └────── VoidDeclined ────┘
//
// An order has one authorisation for all its invoices, so releasing it whole would take away what the others are captured
// from. What is released is written down: no later invoice may count on it.
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

// ErrReleased refuses to invoice for the gateway what was given back to the buyer.
var ErrReleased = fault.Invalidf("The amount exceeds what is still authorised for the order")

// held is what the payment gateway holds for the order and was neither captured nor released.
func (o Order) held() money.Decimal {
	left := o.Totals.GrandTotal.Sub(o.Released)
	for _, i := range o.Invoices {
		left = left.Sub(i.Releasing)
		if i.State == Paid && i.Transaction != "" {
			left = left.Sub(i.Money.Display.Grand)
		}
	}
	return atLeastZero(left)
}

// promised is what open invoices will take of it, all but one.
func (o Order) promised(except int64) (sum money.Decimal) {
	for _, i := range o.Invoices {
		if i.State == Open && !i.Voiding() && i.ID != except {
			sum = sum.Add(i.Money.Display.Grand)
		}
	}
	return sum
}

// Voiding tells whether the gateway is asked to release what the invoice would have taken.
func (i InvoiceRecord) Voiding() bool { return i.Releasing.Sign() > 0 }

// StartVoid tells that the gateway is going to be asked to release what an open invoice would have taken; all that is left of the
// authorisation when no other invoice, made or still to be made, needs any of it. It does nothing when that is being asked,
// and takes the invoice back where there is nothing to release.
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
	amount := o.held()
	if others := o.promised(id); others.Sign() > 0 || o.moreToInvoice() {
		amount = money.Min(amount, i.Money.Display.Grand)
	}
	if o.Transaction == "" || amount.Sign() <= 0 {
		return o.takeBack(InvoiceCanceled{InvoiceID: id, Reason: Voided}), nil
	}
	return []domain.Event{VoidStarted{InvoiceID: id, Amount: amount}}, nil
}

// Voided is why an invoice was cancelled whose authorisation was released.
const Voided = "voided"

// EndVoid takes back an invoice whose authorisation is released. Hearing it again changes nothing.
func (o Order) EndVoid(id int64) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case !i.Voiding():
		return nil, nil
	}
	return o.takeBack(InvoiceCanceled{InvoiceID: id, Reason: Voided}), nil
}

// DeclineVoid records that the gateway has refused to release for the nth time, from 0. The invoice is open as before.
func (o Order) DeclineVoid(id int64, n int, reason string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case !i.Voiding() || i.VoidsDeclined != n:
		return nil, nil
	}
	return []domain.Event{VoidDeclined{InvoiceID: id, Reason: reason}}, nil
}
