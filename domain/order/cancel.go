package order

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/money"
)

// Cancel cancels what was neither delivered nor invoiced, for the back office; see CancelOwn for customers (shapes-sales §8.3, §8.5). It
// fails if no unit is left to cancel. Units that were delivered and not invoiced stay invoiceable, with their part of the amounts and of
// what gift cards paid.
func (o Order) Cancel(reason string) ([]domain.Event, error) {
	if err := o.refuse("cancel", errNotCanceable); err != nil {
		return nil, err
	}
	e := CanceledEvent{Of: o.Of, Reason: reason, State: Canceled, Lines: o.canceledLines()}
	if len(e.Lines) == 0 {
		return nil, o.advised("cancel", errNotCanceable)
	}
	rest := o.apply(e)
	e.State = rest.stateOfRest()
	if e.State != Canceled {
		e.Kept = rest.withdraw(e.Lines)
	}
	e.Cards = o.cardsLeft(e.kept())
	after := Evolve(o, e)
	e.State, e.Status = after.State, DefaultStatus(after.State)
	if e.State != Canceled { // nothing is due of a canceled order
		due, baseDue := after.due()
		e.Due, e.BaseDue = &due, &baseDue
	}
	if o.CouponRule != 0 && !after.keepsDiscount() { // uses of other rules stay counted (shapes-sales §3)
		e.RuleIDs = []int64{o.CouponRule}
	}
	if e.State == Canceled && o.Transaction != "" {
		e.Payment, e.Transaction = o.Payment, o.Transaction
	}
	return []domain.Event{e}, nil
}

// canceledLines returns the units that a cancellation takes.
func (o Order) canceledLines() (lines []CanceledLine) {
	canceled := o.canceled()
	for _, l := range o.Lines {
		qty := canceled[l.ID]
		if qty.Sign() <= 0 {
			continue
		}
		line := CanceledLine{LineID: l.ID, ProductID: l.ProductID, Qty: qty}
		if l.Stocked() {
			line.BackToStock = money.Min(qty, atLeastZero(l.Qty.Sub(l.Shipped).Sub(l.Canceled)))
		}
		lines = append(lines, line)
	}
	return lines
}

// canceled returns the quantities that a cancellation cancels, by line.
func (o Order) canceled() map[int64]money.Decimal {
	var moved []Wanted
	for i, l := range o.Lines {
		if qty := o.toCancel(i); qty.Sign() > 0 {
			moved = append(moved, Wanted{LineID: l.ID, Qty: qty})
		}
	}
	out := map[int64]money.Decimal{}
	along := o.follow(moved, func(l LineState) bool { return l.Unpriced }, LineState.gone)
	for _, m := range append(moved, along...) {
		out[m.LineID] = m.Qty
	}
	return out
}

// toCancel returns the quantity of a line, by its index, that can be cancelled. A whole with a price of its own counts as delivered as soon
// as one of its parts is, because a part of its price cannot be invoiced.
func (o Order) toCancel(i int) money.Decimal {
	l := o.Lines[i]
	if l.Unparcelled {
		l.Shipped = money.MaxOf(l.Shipped, o.begunUnits(i+1))
	}
	return l.ToCancel()
}

// begunUnits returns the number of units of a whole of which any part was shipped.
func (o Order) begunUnits(whole int) (most money.Decimal) {
	for _, part := range o.Lines {
		if part.PartOf != whole || part.Each.Sign() <= 0 {
			continue
		}
		units := part.Shipped.Div(part.Each)
		if begun := units.Truncate(); begun.Less(units) {
			units = begun.Add(money.One)
		}
		most = money.MaxOf(most, units)
	}
	return most
}

// stateOfRest returns the state of an order whose cancelled units are gone.
func (o Order) stateOfRest() State {
	invoiced := false
	for _, l := range o.Lines {
		invoiced = invoiced || l.Invoiced.Sign() > 0
	}
	switch {
	case o.moreToInvoice():
		return Processing
	case !invoiced:
		return Canceled
	case o.moreToShip():
		return Processing
	}
	return Complete
}

// withdraw sets the amounts of cancelled lines: what is left of their lines besides the units that can still be invoiced. It returns what
// an invoice of these units has, or nil if there are none.
func (o Order) withdraw(lines []CanceledLine) (kept *Money) {
	rest := o.restLines()
	if len(rest) > 0 {
		m := o.invoiceMoney(rest)
		kept = &m
	}
	for i := range lines {
		line, _ := o.line(lines[i].LineID)
		amounts := line.uninvoicedMoney()
		for _, r := range rest {
			if r.LineID == line.ID {
				amounts = amounts.with(r.Money, money.Decimal.Sub)
			}
		}
		lines[i].Money = &amounts
	}
	return kept
}

// kept returns the amounts of units that the cancellation leaves and no invoice has.
func (e CanceledEvent) kept() (m Money) {
	if e.Kept != nil {
		m = *e.Kept
	}
	return m
}

// cancel applies a cancellation.
func (o *Order) cancel(e CanceledEvent) {
	if len(e.Cards) > 0 {
		var back Money
		left, kept := o.uninvoicedCards(), e.kept()
		back.Display.GiftCard = left.Display.GiftCard.Sub(kept.Display.GiftCard)
		back.Base.GiftCard = left.Base.GiftCard.Sub(kept.Base.GiftCard)
		o.Totals.CanceledCards = o.Totals.CanceledCards.with(back, money.Decimal.Add)
	}
	o.State, o.Status = e.State, e.Status
	o.Lines = slices.Clone(o.Lines)
	for _, c := range e.Lines {
		o.each(c.LineID, func(l *LineState) {
			l.Canceled = l.Canceled.Add(c.Qty)
			if c.Money != nil {
				l.Withdrawn, l.CanceledMoney = l.Withdrawn.Add(c.Qty), l.CanceledMoney.Plus(*c.Money)
			}
		})
	}
}

// cardsLeft returns the amounts that gift cards paid, and that neither invoices nor the kept units use. Credit memos refund the amounts
// used by invoices.
func (o Order) cardsLeft(kept Money) []CardRefund {
	used := !o.Totals.Invoiced.Base.GiftCard.IsZero() || !o.Totals.CanceledCards.Base.GiftCard.IsZero()
	if used || !kept.Base.GiftCard.IsZero() {
		return o.cardShares(o.uninvoicedCards().Base.GiftCard.Sub(kept.Base.GiftCard))
	}
	var out []CardRefund
	for _, c := range o.Cards {
		if c.Base.Sign() > 0 { // not rounded, as it was charged
			out = append(out, CardRefund{CardID: c.CardID, Amount: c.Base})
		}
	}
	return out
}
