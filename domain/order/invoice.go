package order

import (
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// InvoiceState is 1 open, 2 paid or 3 canceled (shapes-sales §10).
type InvoiceState int

// The states of an invoice.
const (
	Open    InvoiceState = 1
	Paid    InvoiceState = 2
	Revoked InvoiceState = 3
)

// String returns the name of the state in the API.
func (s InvoiceState) String() string {
	return map[InvoiceState]string{Open: "open", Paid: "paid", Revoked: "canceled"}[s]
}

// Capture is the way in which an invoice is paid.
type Capture string

// The ways to capture.
const (
	CaptureOffline Capture = "offline"     // outside the gateway
	CaptureOnline  Capture = "online"      // the gateway captures it now
	CaptureLater   Capture = "not_capture" // the gateway captures it on request
)

// The errors of invoices.
var (
	errNotInvoiceable = fault.Invalidf("Order cannot be invoiced (already fully invoiced or not in an invoiceable state)")
	ErrCaptureMode    = fault.Invalidf("Invalid capture mode; expected one of: online, offline, not_capture").
				About(fault.Choice, "capture")
	errNoOnlineCapture    = fault.Invalidf("The order's payment method does not support online capture").About(fault.Unfitting, "capture")
	ErrNothingToInvoice   = fault.Invalidf("Cannot create invoice: no items to invoice").About(fault.Required, "items")
	ErrInvoiceNotFound    = fault.NotFoundf("Invoice not found")
	ErrInvoiceNotCaptured = fault.Invalidf("The invoice cannot be captured in its current state")
	ErrInvoiceNotVoided   = fault.Invalidf("The invoice cannot be voided in its current state")
	errInvoiceNotCanceled = fault.Invalidf("The invoice cannot be canceled in its current state")
)

// NewInvoice describes an invoice. Without items, it invoices everything left.
type NewInvoice struct {
	ID      int64
	Items   []Wanted
	Capture Capture
	// Gateway is true if the order's payment method can capture online.
	Gateway bool
	Comment string
	Notify  bool
	NextID  func() int64
}

// CheckInvoiceable returns an error if the order cannot be invoiced.
func (o Order) CheckInvoiceable() error {
	if !o.Exists {
		return ErrNotFound
	}
	if !o.canInvoice() {
		return o.advised("invoice", errNotInvoiceable)
	}
	return nil
}

// Invoice invoices some units of the order (shapes-sales §10 rules 2 to 4). Invoices of offline methods are paid at once.
func (o Order) Invoice(n NewInvoice) ([]domain.Event, error) {
	if err := o.CheckInvoiceable(); err != nil {
		return nil, err
	}
	wanted, err := o.invoiceable(n.Items)
	if err != nil {
		return nil, err
	}
	if n.Capture == CaptureOnline && !n.Gateway {
		return nil, errNoOnlineCapture
	}
	e := Invoiced{Of: o.Of, InvoiceID: n.ID, Capture: n.Capture, Comment: n.Comment, Notify: n.Notify, State: Paid}
	if n.Gateway && n.Capture != CaptureOffline {
		e.State = Open
	}
	e.Lines = o.invoiceLines(wanted, n.NextID)
	for _, l := range e.Lines {
		e.TotalQty = e.TotalQty.Add(l.Qty)
	}
	for _, w := range o.follow(wanted, func(l LineState) bool { return l.Unpriced }, func(l LineState) money.Decimal { return l.Invoiced }) {
		e.Lines = append(e.Lines, InvoicedLine{ID: n.NextID(), LineID: w.LineID, Qty: w.Qty})
	}
	splits := splits(o, e.Lines, func(l InvoicedLine) Wanted { return Wanted{l.LineID, l.Qty} })
	for i := range e.Lines {
		if splits[e.Lines[i].LineID] {
			e.Lines[i].RestID = n.NextID()
		}
	}
	e.Money = o.invoiceMoney(e.Lines)
	if e.State == Open && o.Released.Sign() > 0 && o.openAuthorisation().Sub(o.promised(0)).Less(e.Money.Display.Grand) {
		return nil, errReleased
	}
	return o.settled(e, true), nil
}

// invoiceable checks the items. Without items it returns everything that is left to invoice.
func (o Order) invoiceable(items []Wanted) ([]Wanted, error) {
	return invoiceItems(o, items, LineState.ToInvoice, func(w *Wanted) (*int64, *money.Decimal) { return &w.LineID, &w.Qty },
		func(line LineState, qty, sum money.Decimal) error {
			switch {
			case !line.QtyDecimal && !qty.IsWhole():
				return fault.Invalidf("Order item %d does not accept a fractional qty", line.ID).About(fault.Range, "items")
			case line.ToInvoice().Less(sum):
				return fault.Invalidf("Qty to invoice for order item %d exceeds the qty available to invoice", line.ID).About(fault.Range, "items")
			}
			return nil
		})
}

// invoiceItems joins the items that name the same line and checks each. Without items it returns one for each line with something left. of
// returns pointers to the line and quantity of an item. check gets the item's own quantity and the line's sum so far.
func invoiceItems[T any](
	o Order, items []T, left func(LineState) money.Decimal, of func(*T) (*int64, *money.Decimal),
	check func(line LineState, qty, sum money.Decimal) error,
) (out []T, err error) {
	if len(items) == 0 {
		for _, l := range o.Lines {
			if left := left(l); left.Sign() > 0 {
				var item T
				id, qty := of(&item)
				*id, *qty = l.ID, left
				out = append(out, item)
			}
		}
		return out, nil
	}
	at := map[int64]int{}
	for _, item := range items {
		id, qty := of(&item)
		line, ok := o.line(*id)
		switch {
		case *id <= 0:
			return nil, ErrBadItemID
		case qty.Sign() <= 0:
			return nil, errBadItemQty
		case !ok:
			return nil, fault.Invalidf("Order item %d does not belong to this order", *id).About(fault.Unknown, "items")
		}
		sum := *qty
		if i, again := at[*id]; again {
			_, first := of(&out[i])
			sum = first.Add(*qty)
			*first = sum
		} else {
			at[*id] = len(out)
			out = append(out, item)
		}
		if err := check(line, *qty, sum); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// side selects one of the two currencies.
type side func(*LineMoney) *LineSums

func display(m *LineMoney) *LineSums { return &m.Display }
func base(m *LineMoney) *LineSums    { return &m.Base }

// invoiceLines computes the amounts of the invoiced units from those not yet invoiced. Rounding differences are carried to the next line,
// separately for each kind of amount. An invoice of the last units gets exactly the rest.
func (o Order) invoiceLines(wanted []Wanted, nextID func() int64) []InvoicedLine {
	out := make([]InvoicedLine, len(wanted))
	for i, w := range wanted {
		out[i] = InvoicedLine{ID: nextID(), LineID: w.LineID, Qty: w.Qty}
	}
	for _, of := range []side{display, base} {
		var carry [5]money.Carry
		for i := range out {
			line, _ := o.line(out[i].LineID)
			uninvoiced := line.uninvoicedMoney()
			left, remaining := *of(&uninvoiced), line.Qty.Sub(line.Invoiced).Sub(line.Withdrawn)
			if out[i].Qty.Equal(remaining) {
				*of(&out[i].Money) = left
				continue
			}
			part := func(kind int, amount money.Decimal) money.Decimal {
				return carry[kind].Cents(share(amount, out[i].Qty, remaining))
			}
			*of(&out[i].Money) = LineSums{
				Row: part(0, left.Row), RowInclTax: part(1, left.RowInclTax), Tax: part(2, left.Tax),
				HiddenTax: part(3, left.HiddenTax), Discount: part(4, left.Discount),
			}
		}
	}
	return out
}

// uninvoicedMoney returns the amounts that were neither invoiced nor cancelled.
func (l LineState) uninvoicedMoney() LineMoney {
	return orderedLine(l.Line).with(l.InvoicedMoney, money.Decimal.Sub).with(l.CanceledMoney, money.Decimal.Sub)
}

// shipping returns the sums of shipping alone.
func (a Sums) shipping() Sums {
	return Sums{
		Shipping: a.Shipping, ShippingInclTax: a.ShippingInclTax, ShippingTax: a.ShippingTax,
		ShippingDiscount: a.ShippingDiscount, ShippingHiddenTax: a.ShippingHiddenTax,
	}
}

// add adds the amounts of a line.
func (a *Sums) add(l LineSums) {
	a.Subtotal, a.SubtotalInclTax = a.Subtotal.Add(l.Row), a.SubtotalInclTax.Add(l.RowInclTax)
	a.Tax, a.HiddenTax, a.Discount = a.Tax.Add(l.Tax), a.HiddenTax.Add(l.HiddenTax), a.Discount.Add(l.Discount)
}

// invoiceMoney adds up an invoice of lines, in both currencies.
func (o Order) invoiceMoney(lines []InvoicedLine) Money {
	left, cards := o.Totals.Ordered.minus(o.Totals.Invoiced), o.uninvoicedCards()
	left.Display.GiftCard, left.Base.GiftCard = cards.Display.GiftCard, cards.Base.GiftCard
	return Money{Display: invoiceSums(left.Display, lines, display), Base: invoiceSums(left.Base, lines, base)}
}

// due returns what is still to be paid: open invoices, and an invoice of all that can still be invoiced. The second amount is in the base
// currency.
func (o Order) due() (amount, baseAmount money.Decimal) {
	for _, i := range o.Invoices {
		if i.State == Open {
			amount, baseAmount = amount.Add(i.Money.Display.Grand), baseAmount.Add(i.Money.Base.Grand)
		}
	}
	if !o.canInvoice() {
		return amount, baseAmount
	}
	last := o.invoiceMoney(o.restLines())
	return amount.Add(last.Display.Grand), baseAmount.Add(last.Base.Grand)
}

// restLines returns the lines of an invoice of all that can still be invoiced.
func (o Order) restLines() []InvoicedLine {
	rest, _ := o.invoiceable(nil) // without items, none is refused
	return o.invoiceLines(rest, func() int64 { return 0 })
}

// invoiceSums adds up an invoice in one currency. It includes all shipping that is left, so the first invoice has all of it.
func invoiceSums(left Sums, lines []InvoicedLine, of side) Sums {
	s := left.shipping()
	s.Discount, s.Tax, s.HiddenTax = left.ShippingDiscount, left.ShippingTax, left.ShippingHiddenTax
	for _, l := range lines {
		s.add(*of(&l.Money))
	}
	due := s.Subtotal.Sub(s.Discount).Add(s.Shipping).Add(s.Tax).Add(s.HiddenTax)
	s.GiftCard = money.MaxOf(money.Zero, money.Min(due, left.GiftCard))
	s.Grand = due.Sub(s.GiftCard)
	return s
}

// InvoiceOf returns the invoice with an ID.
func (o Order) InvoiceOf(id int64) (InvoiceRecord, bool) {
	return domain.Find(o.Invoices, func(i InvoiceRecord) bool { return i.ID == id })
}

// Numbered tells whether an invoice has an increment ID.
func (o Order) Numbered(id int64) bool {
	i, _ := o.InvoiceOf(id)
	return i.Increment != ""
}

// NumberInvoice sets the increment ID of an invoice, unless it has one.
func (o Order) NumberInvoice(id int64, increment string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.Increment != "":
		return nil, nil
	}
	return []domain.Event{InvoiceNumbered{InvoiceID: id, IncrementID: increment}}, nil
}

// StartCapture records that the gateway will be asked to capture an invoice, unless it is being asked already.
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

// DeclineCapture records that the gateway declined a capture; n is the number of times it did so before. An invoice that was to be captured
// at once is cancelled, any other stays open. A repeated call changes nothing.
func (o Order) DeclineCapture(id int64, n int, reason string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.State != Open || !i.Asked || i.Declined != n:
		return nil, nil
	case i.Capture == CaptureOnline:
		return o.takeBack(InvoiceCanceled{Of: o.Of, InvoiceID: id, Reason: reason}), nil
	}
	return []domain.Event{CaptureDeclined{InvoiceID: id, Reason: reason}}, nil
}

// PayInvoice records the payment of an open invoice. A repeated call changes nothing.
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
	return o.settled(e, false), nil
}

// CancelInvoice cancels an open invoice; its units can be invoiced again. It fails while the gateway is asked to capture or to
// release the money.
func (o Order) CancelInvoice(id int64, reason string) ([]domain.Event, error) {
	switch i, ok := o.InvoiceOf(id); {
	case !ok:
		return nil, ErrInvoiceNotFound
	case i.State != Open || i.Waiting():
		return nil, errInvoiceNotCanceled
	}
	return o.takeBack(InvoiceCanceled{Of: o.Of, InvoiceID: id, Reason: reason}), nil
}

// takeBack cancels an invoice. A complete or closed order goes back to processing if it has units to invoice again. Otherwise those units
// could be neither invoiced nor cancelled.
func (o Order) takeBack(e InvoiceCanceled) []domain.Event {
	after := Evolve(o, e)
	if after.moreToInvoice() && (after.State == Complete || after.State == Closed) {
		return []domain.Event{e, StateChanged{State: Processing, Status: DefaultStatus(Processing)}}
	}
	return []domain.Event{e}
}
