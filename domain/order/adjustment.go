package order

import (
	"slices"

	"tradelog/domain/money"
	"tradelog/domain/tax"
)

// taxedAt is an amount with tax at one rate.
type taxedAt struct{ percent, amount money.Decimal }

// adjustmentTaxes returns the taxes that the adjustments of a credit memo include. An adjustment changes the price of what is refunded, so
// it has the rates of the refunded lines and of shipping, in proportion to their amounts. Without such amounts it has the rates of the
// invoiced lines. The result is nil if nothing is taxed.
func (o Order) adjustmentTaxes(n NewCreditMemo, m CreditMemo) []AdjustmentTax {
	adjusted := func(s Sums) money.Decimal { return s.AdjustmentPositive.Sub(s.AdjustmentNegative) }
	amount, base := adjusted(m.Money.Display), adjusted(m.Money.Base)
	var by []taxedAt
	if n.AdjustmentPercent != nil {
		by = []taxedAt{{*n.AdjustmentPercent, money.One}}
	} else if by = o.refundedAt(m); len(by) == 0 {
		by = o.invoicedAt()
	}
	if amount.IsZero() || !slices.ContainsFunc(by, func(t taxedAt) bool { return t.percent.Sign() > 0 }) {
		return nil
	}
	whole, largest := money.Zero, 0
	for i, t := range by {
		whole = whole.Add(t.amount)
		if by[largest].amount.Less(t.amount) {
			largest = i
		}
	}
	out, rest, baseRest := make([]AdjustmentTax, len(by)), amount, base
	parts := make([]money.Decimal, len(by)) // in the base currency
	for i, t := range by {
		out[i] = AdjustmentTax{Percent: t.percent, Amount: share(amount, t.amount, whole).Cents()}
		parts[i] = share(base, t.amount, whole).Cents()
		rest, baseRest = rest.Sub(out[i].Amount), baseRest.Sub(parts[i])
	}
	out[largest].Amount, parts[largest] = out[largest].Amount.Add(rest), parts[largest].Add(baseRest)
	for i := range out {
		out[i].Tax = tax.Contained(out[i].Amount, out[i].Percent).Cents()
		out[i].BaseTax = tax.Contained(parts[i], out[i].Percent).Cents()
	}
	return out
}

// refundedAt returns what a credit memo refunds, by tax rate. Rates without an amount are left out.
func (o Order) refundedAt(m CreditMemo) (out []taxedAt) {
	for _, l := range m.Lines {
		line, _ := o.line(l.LineID)
		out = addTaxed(out, line.Totals.TaxPercent, l.Money.Display)
	}
	s := m.Money.Display
	return addTaxed(out, o.shippingPercent(), LineSums{
		Row: s.Shipping, Discount: s.ShippingDiscount, Tax: s.ShippingTax, HiddenTax: s.ShippingHiddenTax,
	})
}

// shippingPercent returns the tax rate of shipping, as its amounts tell.
func (o Order) shippingPercent() money.Decimal {
	var known []money.Decimal
	for _, l := range o.Lines {
		known = append(known, l.Totals.TaxPercent)
	}
	s := o.Totals.Ordered.Display
	return tax.RateOf(s.Shipping, s.ShippingInclTax.Sub(s.Shipping), known)
}

// invoicedAt returns what was invoiced of the lines, by tax rate. Rates without an amount are left out.
func (o Order) invoicedAt() (out []taxedAt) {
	for _, l := range o.Lines {
		out = addTaxed(out, l.Totals.TaxPercent, l.InvoicedMoney.Display)
	}
	return out
}

func addTaxed(to []taxedAt, percent money.Decimal, m LineSums) []taxedAt {
	amount := m.Row.Sub(m.Discount).Add(m.Tax).Add(m.HiddenTax)
	if amount.Sign() <= 0 {
		return to
	}
	at := slices.IndexFunc(to, func(t taxedAt) bool { return t.percent.Equal(percent) })
	if at < 0 {
		return append(to, taxedAt{percent, amount})
	}
	to[at].amount = to[at].amount.Add(amount)
	return to
}
