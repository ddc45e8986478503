package order

import (
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// InvoiceState is how far an invoice is: 1 open, 2 paid, 3 canceled (shapes-sales §10).
type InvoiceState int

// The states of an invoice.
const (
	Open    InvoiceState = 1
	Paid    InvoiceState = 2
	Revoked InvoiceState = 3
)

// String is the name the interface gives it.
func (s InvoiceState) String() string {
	return map[InvoiceState]string{Open: "open", Paid: "paid", Revoked: "canceled"}[s]
}

// Capture says what an invoice does about the money.
type Capture string

// The ways to capture.
const (
	CaptureOffline Capture = "offline"     // it has come, or will, by another way
	CaptureOnline  Capture = "online"      // the gateway takes it now
	CaptureLater   Capture = "not_capture" // the gateway takes it when somebody asks
)

// The refusals of invoices.
var (
	ErrNotInvoiceable     = fault.Invalidf("Order cannot be invoiced (already fully invoiced or not in an invoiceable state)")
	ErrCaptureMode        = fault.Invalidf("Invalid capture mode; expected one of: online, offline, not_capture")
	ErrNoOnlineCapture    = fault.Invalidf("The order's payment method does not support online capture")
	ErrNothingToInvoice   = fault.Invalidf("Cannot create invoice: no items to invoice")
	ErrInvoiceNotFound    = fault.NotFoundf("Invoice not found")
	ErrInvoiceNotCaptured = fault.Invalidf("The invoice cannot be captured in its current state")
	ErrInvoiceNotVoided   = fault.Invalidf("The invoice cannot be voided in its current state")
	ErrInvoiceNotCanceled = fault.Invalidf("The invoice cannot be canceled in its current state")
)

// NewInvoice is what somebody wants to invoice. Without items everything left is.
type NewInvoice struct {
	ID      int64
	Items   []Wanted
	Capture Capture
	// Gateway tells that the order's payment method can take money online.
	Gateway bool
	Comment string
	Notify  bool
	NextID  func() int64
}

// CheckInvoiceable refuses an order that cannot be invoiced.
func (o Order) CheckInvoiceable() error {
	if !o.Exists {
		return ErrNotFound
	}
	if !o.canInvoice() {
		return ErrNotInvoiceable
	}
	return nil
}

// Invoice asks for the money of some of the order (shapes-sales §10 rules 2 to 4). Offline methods are paid at once.
func (o Order) Invoice(n NewInvoice) ([]domain.Event, error) {
	if err := o.CheckInvoiceable(); err != nil {
		return nil, err
	}
	wanted, err := o.invoiceable(n.Items)
	if err != nil {
		return nil, err
	}
	if n.Capture == CaptureOnline && !n.Gateway {
		return nil, ErrNoOnlineCapture
	}
	e := Invoiced{InvoiceID: n.ID, Capture: n.Capture, Comment: n.Comment, Notify: n.Notify, State: Paid}
	if n.Gateway && n.Capture != CaptureOffline {
		e.State = Open
	}
	e.Lines = o.invoiceLines(wanted, n.NextID)
	for _, l := range e.Lines {
		e.TotalQty = e.TotalQty.Add(l.Qty)
	}
	left, cards := o.Totals.Ordered.minus(o.Totals.Invoiced), o.uninvoicedCards()
	left.Display.GiftCard, left.Base.GiftCard = cards.Display.GiftCard, cards.Base.GiftCard
	e.Money = Money{Display: invoiceSums(left.Display, e.Lines, display), Base: invoiceSums(left.Base, e.Lines, base)}
	if e.State == Open && o.Released.Sign() > 0 && o.held().Sub(o.promised(0)).Less(e.Money.Display.Grand) {
		return nil, ErrReleased
	}
	return append([]domain.Event{e}, Evolve(o, e).settle(true)...), nil
}

// invoiceable checks the wish, or takes everything that is left.
func (o Order) invoiceable(items []Wanted) ([]Wanted, error) {
	if len(items) == 0 {
		for _, l := range o.Lines {
			if left := l.ToInvoice(); left.Sign() > 0 {
				items = append(items, Wanted{LineID: l.ID, Qty: left})
			}
		}
		return items, nil
	}
	var out []Wanted
	at := map[int64]int{}
	for _, w := range items {
		if w.LineID <= 0 {
			return nil, ErrBadItemID
		}
		if w.Qty.Sign() <= 0 {
			return nil, ErrBadItemQty
		}
		line, ok := o.line(w.LineID)
		if !ok {
			return nil, fault.Invalidf("Order item %d does not belong to this order", w.LineID)
		}
		if !line.QtyDecimal && !w.Qty.IsWhole() {
			return nil, fault.Invalidf("Order item %d does not accept a fractional qty", w.LineID)
		}
		if i, again := at[w.LineID]; again {
			out[i].Qty = out[i].Qty.Add(w.Qty)
			w = out[i]
		} else {
			at[w.LineID] = len(out)
			out = append(out, w)
		}
		if line.ToInvoice().Less(w.Qty) {
			return nil, fault.Invalidf("Qty to invoice for order item %d exceeds the qty available to invoice", w.LineID)
		}
	}
	if len(out) == 0 {
		return nil, ErrNothingToInvoice
	}
	return out, nil
}

// side picks one of the two currencies.
type side func(*LineMoney) *LineSums

func display(m *LineMoney) *LineSums { return &m.Display }
func base(m *LineMoney) *LineSums    { return &m.Base }

// invoiceLines divides the amounts of the lines. What rounding takes or gives is carried on to the next line, each kind of
// amount by itself; the invoice that takes the last units takes exactly what is left.
func (o Order) invoiceLines(wanted []Wanted, nextID func() int64) []InvoicedLine {
	out := make([]InvoicedLine, len(wanted))
	for i, w := range wanted {
		out[i] = InvoicedLine{ID: nextID(), LineID: w.LineID, Qty: w.Qty}
	}
	for _, of := range []side{display, base} {
		var carry [5]money.Carry
		for i := range out {
			line, _ := o.line(out[i].LineID)
			whole := orderedLine(line.Line)
			left, remaining := of(&whole).minus(*of(&line.InvoicedMoney)), line.Qty.Sub(line.Invoiced)
			if out[i].Qty.Equal(remaining) {
				*of(&out[i].Money) = left
				continue
			}
			part := func(kind int, amount money.Decimal) money.Decimal {
				return carry[kind].Cents(share(amount, out[i].Qty, remaining))
			}
			*of(&out[i].Money) = LineSums{Row: part(0, left.Row), RowInclTax: part(1, left.RowInclTax), Tax: part(2, left.Tax),
				HiddenTax: part(3, left.HiddenTax), Discount: part(4, left.Discount)}
		}
	}
	return out
}

// invoiceSums adds up an invoice in one currency. All shipping that is left is on it, so the first one has it.
func invoiceSums(left Sums, lines []InvoicedLine, of side) Sums {
	s := Sums{Shipping: left.Shipping, ShippingInclTax: left.ShippingInclTax, ShippingTax: left.ShippingTax, ShippingDiscount: left.ShippingDiscount,
		ShippingHiddenTax: left.ShippingHiddenTax, Discount: left.ShippingDiscount, Tax: left.ShippingTax, HiddenTax: left.ShippingHiddenTax}
	for _, l := range lines {
		a := *of(&l.Money)
		s.Subtotal, s.SubtotalInclTax = s.Subtotal.Add(a.Row), s.SubtotalInclTax.Add(a.RowInclTax)
		s.Tax, s.HiddenTax, s.Discount = s.Tax.Add(a.Tax), s.HiddenTax.Add(a.HiddenTax), s.Discount.Add(a.Discount)
	}
	due := s.Subtotal.Sub(s.Discount).Add(s.Shipping).Add(s.Tax).Add(s.HiddenTax)
	s.GiftCard = money.MaxOf(money.Zero, money.Min(due, left.GiftCard))
	s.Grand = due.Sub(s.GiftCard)
	return s
}

// InvoiceOf finds an invoice.
func (o Order) InvoiceOf(id int64) (InvoiceRecord, bool) {
	for _, i := range o.Invoices {
		if i.ID == id {
			return i, true
		}
	}
	return InvoiceRecord{}, false
}

// Numbered tells whether an invoice has its number.
func (o Order) Numbered(id int64) bool {
	i, _ := o.InvoiceOf(id)
	return i.Increment != ""
}

// NumberInvoice gives an invoice the number it is known by. It does nothing when it has one.
func (o Order) NumberInvoice(id int64, increment string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.Increment != "":
		return nil, nil
	}
	return []domain.Event{InvoiceNumbered{InvoiceID: id, IncrementID: increment}}, nil
}

// StartCapture tells that the gateway is going to be asked for an invoice's money. It does nothing when it is being asked.
func (o Order) StartCapture(id int64) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.State != Open || i.Voiding():
		return nil, ErrInvoiceNotCaptured
	case i.Asked:
		return nil, nil
	}
	return []domain.Event{CaptureStarted{InvoiceID: id}}, nil
}

// DeclineCapture records that the gateway has refused for the nth time, from 0. An invoice that was to be captured at once
// is taken back, any other stays open. Hearing it again changes nothing.
func (o Order) DeclineCapture(id int64, n int, reason string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.State != Open || !i.Asked || i.Declined != n:
		return nil, nil
	case i.Capture == CaptureOnline:
		return o.takeBack(InvoiceCanceled{InvoiceID: id, Reason: reason}), nil
	}
	return []domain.Event{CaptureDeclined{InvoiceID: id, Reason: reason}}, nil
}

// PayInvoice records that the money of an open invoice has come. Hearing it twice changes nothing.
func (o Order) PayInvoice(id int64, transaction string) ([]domain.Event, error) {
	i, ok := o.InvoiceOf(id)
	if !ok {
		return nil, ErrInvoiceNotFound
	}
	if i.State == Paid && i.Transaction == transaction {
		return nil, nil
	}
	if i.State != Open {
		return nil, ErrInvoiceNotCaptured
	}
	e := InvoicePaid{InvoiceID: id, TransactionID: transaction, Amount: i.Money.Display.Grand, BaseAmount: i.Money.Base.Grand}
	return append([]domain.Event{e}, Evolve(o, e).settle(false)...), nil
}

// CancelInvoice takes an open invoice back; its units can be invoiced again. Not while the gateway is asked for its money, or to
// release it.
func (o Order) CancelInvoice(id int64, reason string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.State != Open || i.Waiting():
		return nil, ErrInvoiceNotCanceled
	}
	return o.takeBack(InvoiceCanceled{InvoiceID: id, Reason: reason}), nil
}

// takeBack is what follows from a cancelled invoice: an order that was done because of it is not, or its units and what gift
// cards paid for them could be neither invoiced nor cancelled.
func (o Order) takeBack(e InvoiceCanceled) []domain.Event {
	after := Evolve(o, e)
	if after.moreToInvoice() && (after.State == Complete || after.State == Closed) {
		return []domain.Event{e, StateChanged{State: Processing, Status: DefaultStatus(Processing)}}
	}
	return []domain.Event{e}
}
