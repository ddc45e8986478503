package documents

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/tax"
)

// InclTax returns an amount with tax. Documents of old events lack it; then it is the one without.
func InclTax(with, without money.Decimal) money.Decimal {
	if with.IsZero() {
		return without
	}
	return with
}

// TaxShare is the part of an order, an invoice or a credit memo that has one tax rate. Amounts are in the order's currency, in cents.
type TaxShare struct {
	Percent money.Decimal // the rate, such as 19; 0 for untaxed amounts
	Net     money.Decimal // amount after discount, without tax
	Tax     money.Decimal
}

// TaxedLine is a line of a paper with its share of the tax.
type TaxedLine struct {
	Item *Item         // line of the order
	Qty  money.Decimal // units on the paper
	Row  money.Decimal // net amount before discount
	TaxShare
}

// TaxedShipping is the shipping of a paper with its share of the tax.
type TaxedShipping struct {
	Row money.Decimal // net amount before discount
	TaxShare
}

// TaxSplit has the amounts of a paper by line. The amounts of all lines, of shipping, and the adjustment add up to the sum that the buyer
// owes before gift cards. Their taxes add up to the tax of the paper.
type TaxSplit struct {
	// Lines has the lines with amounts. A bundle whose parts have prices of their own is represented by its parts.
	Lines    []TaxedLine
	Shipping TaxedShipping
	// Adjustments are the taxed amounts of a credit memo that belong to no line, by rate: added to the refund, or, if negative, kept from it.
	Adjustments []TaxShare
	// Adjustment is the untaxed one. Amounts that gift cards get back beyond the refunded lines belong to it too.
	Adjustment money.Decimal
}

// Taxes returns the amounts of the invoice by tax rate, the highest rate first. Net and Tax of all shares add up to
// GrandTotal + GiftcardAmount, and Tax to TaxAmount. Rates without amounts are left out.
func (i *Invoice) Taxes(o *Order) []TaxShare { return i.TaxSplit(o).shares() }

// Taxes returns the amounts of the credit memo by tax rate, the highest rate first; see Invoice.Taxes. Tax adds up to TaxAmount and
// AdjustmentTax.
func (m *CreditMemo) Taxes(o *Order) []TaxShare { return m.TaxSplit(o).shares() }

// Taxes returns the amounts of the order by tax rate, the highest rate first; see Invoice.Taxes.
func (o *Order) Taxes() []TaxShare { return o.TaxSplit().shares() }

// TaxSplit returns the amounts of the invoice by line.
func (i *Invoice) TaxSplit(o *Order) TaxSplit {
	p := taxedPaper{
		shipping: i.ShippingAmount, shippingInclTax: i.ShippingInclTax, discount: i.DiscountAmount.Neg(), tax: i.TaxAmount,
		payable: i.GrandTotal.Add(i.GiftcardAmount),
	}
	for _, l := range i.Items {
		p.add(o, l.OrderItemID, l.Qty, l.ParentShare, LineShare{l.RowTotal, l.RowTotalInclTax, l.TaxAmount, l.DiscountAmount})
	}
	// The difference from the grand total is the tax that discounts removed from prices with tax.
	p.hidden = p.payable.Sub(i.Subtotal.Sub(p.discount).Add(p.shipping).Add(p.tax))
	return p.split(o)
}

// TaxSplit returns the amounts of the credit memo by line.
func (m *CreditMemo) TaxSplit(o *Order) TaxSplit {
	p := taxedPaper{
		shipping: m.ShippingAmount, shippingInclTax: m.ShippingInclTax, discount: m.DiscountAmount.Neg(), tax: m.TaxAmount,
		payable: m.GrandTotal.Add(m.GiftcardAmount), hidden: m.HiddenTaxAmount,
	}
	for _, t := range m.AdjustmentTaxes {
		p.adjustments = append(p.adjustments, TaxShare{Percent: t.Percent, Net: t.Amount.Sub(t.Tax), Tax: t.Tax})
	}
	for _, l := range m.Items {
		p.add(o, l.OrderItemID, l.Qty, l.ParentShare, LineShare{l.RowTotal, l.RowTotalInclTax, l.TaxAmount, l.DiscountAmount})
	}
	return p.split(o)
}

// TaxSplit returns the amounts of the order by line.
func (o *Order) TaxSplit() TaxSplit {
	if o.Prices == nil {
		return TaxSplit{}
	}
	p := taxedPaper{
		shipping: domain.Value(o.Prices.ShippingAmount), shippingInclTax: domain.Value(o.Prices.ShippingInclTax),
		discount: domain.Value(o.Prices.DiscountAmount), tax: o.Prices.TaxAmount, hidden: domain.Value(o.Prices.HiddenTaxAmount),
		payable: o.Prices.GrandTotal.Add(domain.Value(o.Prices.GiftcardAmount)),
	}
	for _, l := range o.Items {
		p.lines = append(p.lines, paperLine{
			item: l, qty: l.QtyOrdered, row: l.RowTotal, rowInclTax: l.RowTotalInclTax, discount: domain.Value(l.DiscountAmount),
			tax: domain.Value(l.TaxAmount),
		})
	}
	return p.split(o)
}

func (o *Order) item(id int64) *Item {
	if at := slices.IndexFunc(o.Items, func(i *Item) bool { return i.ID == id }); at >= 0 {
		return o.Items[at]
	}
	return nil
}

// shares adds up the parts by rate.
func (s TaxSplit) shares() []TaxShare {
	var out []TaxShare
	add := func(part TaxShare) {
		at := slices.IndexFunc(out, func(share TaxShare) bool { return share.Percent.Equal(part.Percent) })
		if at < 0 {
			at, out = len(out), append(out, TaxShare{Percent: part.Percent})
		}
		out[at].Net, out[at].Tax = out[at].Net.Add(part.Net), out[at].Tax.Add(part.Tax)
	}
	for _, l := range s.Lines {
		add(l.TaxShare)
	}
	add(s.Shipping.TaxShare)
	for _, part := range s.Adjustments {
		add(part)
	}
	add(TaxShare{Net: s.Adjustment})
	out = slices.DeleteFunc(out, func(share TaxShare) bool { return share.Net.IsZero() && share.Tax.IsZero() })
	slices.SortFunc(out, func(a, b TaxShare) int { return b.Percent.Cmp(a.Percent) })
	return out
}

// paperLine is a line of a paper before it is split. discount is positive.
type paperLine struct {
	item                                *Item
	qty, row, rowInclTax, discount, tax money.Decimal
}

// empty tells whether the line has no amounts.
func (l paperLine) empty() bool {
	return l.row.IsZero() && l.rowInclTax.IsZero() && l.tax.IsZero() && l.discount.IsZero()
}

// taxedPaper has the amounts of a paper before they are split. discount is positive and includes that on shipping, tax includes that on
// shipping.
type taxedPaper struct {
	lines                                    []paperLine
	shipping, shippingInclTax, discount, tax money.Decimal
	// hidden is the tax that discounts removed from prices with tax. Buyers pay it, but not as a tax.
	hidden      money.Decimal
	payable     money.Decimal // grand total before gift cards
	adjustments []TaxShare    // of a credit memo
}

// add adds a line of the order. A line of a bundle with a share of the bundle's amounts has these.
func (p *taxedPaper) add(o *Order, itemID int64, qty money.Decimal, ofParent *LineShare, own LineShare) {
	if ofParent != nil {
		own = *ofParent
	}
	p.lines = append(p.lines, paperLine{
		item: o.item(itemID), qty: qty, row: own.RowTotal, rowInclTax: own.RowTotalInclTax, discount: own.DiscountAmount, tax: own.TaxAmount,
	})
}

// split divides the amounts of the paper. Papers do not say which line has how much of the hidden tax. A line with a discount has the
// difference of its amounts with and without tax. Rounding may change that by cents, which the largest line takes.
func (p taxedPaper) split(o *Order) TaxSplit {
	lines := p.own()
	rest, shippingDiscount := p.tax, p.discount
	s := TaxSplit{Shipping: TaxedShipping{Row: p.shipping}, Lines: make([]TaxedLine, len(lines)), Adjustments: p.adjustments}
	hidden := make([]money.Decimal, len(lines))
	for n, l := range lines {
		s.Lines[n] = TaxedLine{Item: l.item, Qty: l.qty, Row: l.row, TaxShare: TaxShare{
			Percent: domain.Value(l.item.TaxPercent), Net: l.row.Sub(l.discount), Tax: l.tax,
		}}
		rest, shippingDiscount = rest.Sub(l.tax), shippingDiscount.Sub(l.discount)
		if l.discount.Sign() > 0 {
			hidden[n] = l.rowInclTax.Sub(l.row).Sub(l.tax)
		}
	}
	p.putTax(&s, rest)
	s.Shipping.Percent = p.shippingRate(o)
	s.Shipping.Net = p.shipping.Sub(shippingDiscount)
	ofShipping := money.Zero
	if shippingDiscount.Sign() > 0 {
		ofShipping = p.shippingInclTax.Sub(p.shipping).Sub(s.Shipping.Tax)
	}
	p.putHidden(&s, hidden, ofShipping)
	s.Adjustment = p.payable.Sub(s.Shipping.Net).Sub(s.Shipping.Tax)
	for n, l := range s.Lines {
		s.Adjustment = s.Adjustment.Sub(l.Net).Sub(l.Tax)
		if lines[n].discount.IsZero() { // a cent of rounding is no discount
			s.Lines[n].Row = l.Net
		}
	}
	for _, part := range s.Adjustments {
		s.Adjustment = s.Adjustment.Sub(part.Net).Sub(part.Tax)
	}
	return s
}

// own returns the lines that have amounts of their own. The line of a bundle shows the sum of its parts if they have amounts; then the
// parts are returned instead. Parts without amounts belong to their whole, unless the paper lacks it.
func (p taxedPaper) own() []paperLine {
	var present, summed []int64
	for _, l := range p.lines {
		if l.item == nil {
			continue
		}
		present = append(present, l.item.ID)
		if l.item.ParentItemID != nil && !l.empty() {
			summed = append(summed, *l.item.ParentItemID)
		}
	}
	return slices.DeleteFunc(slices.Clone(p.lines), func(l paperLine) bool {
		return l.item == nil || slices.Contains(summed, l.item.ID) ||
			l.item.ParentItemID != nil && l.empty() && slices.Contains(present, *l.item.ParentItemID)
	})
}

// putTax gives the tax that no line has to shipping. Without shipping it is a rounding difference, as is a negative tax; the line with the
// most tax takes it.
func (p taxedPaper) putTax(s *TaxSplit, rest money.Decimal) {
	if rest.IsZero() || len(s.Lines) == 0 || rest.Sign() > 0 && !p.shippingInclTax.IsZero() {
		s.Shipping.Tax = rest
		return
	}
	most := slices.MaxFunc(indices(s.Lines), func(a, b int) int { return s.Lines[a].Tax.Cmp(s.Lines[b].Tax) })
	s.Lines[most].Tax = s.Lines[most].Tax.Add(rest)
}

// putHidden adds the hidden tax to the net amounts. Prices of products and of shipping include tax independently of each other, so the sum
// shows which of them have hidden tax.
func (p taxedPaper) putHidden(s *TaxSplit, ofLines []money.Decimal, ofShipping money.Decimal) {
	if p.hidden.IsZero() {
		return
	}
	sum := money.Zero
	for _, h := range ofLines {
		sum = sum.Add(h)
	}
	rest, least := p.hidden, money.Zero
	var lines, shipping bool
	for n, guess := range []struct {
		lines, shipping bool
		sum             money.Decimal
	}{{true, true, sum.Add(ofShipping)}, {true, false, sum}, {false, true, ofShipping}} {
		if away := p.hidden.Sub(guess.sum); n == 0 || away.Abs().Less(least) {
			rest, least, lines, shipping = away, away.Abs(), guess.lines, guess.shipping
		}
	}
	if lines {
		for n, h := range ofLines {
			s.Lines[n].Net = s.Lines[n].Net.Add(h)
		}
	}
	if shipping {
		s.Shipping.Net = s.Shipping.Net.Add(ofShipping)
	}
	if len(s.Lines) == 0 {
		s.Shipping.Net = s.Shipping.Net.Add(rest)
		return
	}
	most := s.taker(rest)
	s.Lines[most].Net = s.Lines[most].Net.Add(rest)
}

// taker returns the index of the line that takes a rounding difference of the net amounts: the largest one whose rate then has the tax of
// its net amount, else the largest one.
func (s *TaxSplit) taker(rest money.Decimal) int {
	sums := map[string]TaxShare{}
	add := func(t TaxShare) {
		sum := sums[t.Percent.String()]
		sums[t.Percent.String()] = TaxShare{Percent: t.Percent, Net: sum.Net.Add(t.Net), Tax: sum.Tax.Add(t.Tax)}
	}
	add(s.Shipping.TaxShare)
	for _, l := range s.Lines {
		add(l.TaxShare)
	}
	fits := func(percent money.Decimal) bool {
		sum := sums[percent.String()]
		return sum.Net.Add(rest).Mul(percent).Div(money.FromInt(100)).Cents().Equal(sum.Tax)
	}
	all := indices(s.Lines)
	slices.SortStableFunc(all, func(a, b int) int { return s.Lines[b].Net.Cmp(s.Lines[a].Net) })
	if at := slices.IndexFunc(all, func(n int) bool { return fits(s.Lines[n].Percent) }); at >= 0 {
		return all[at]
	}
	return all[0]
}

func indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}

// shippingRate returns the rate of shipping: that of the order's lines which explains the tax best, else the quotient. The amounts before
// discount are compared, because some shops tax those.
func (p taxedPaper) shippingRate(o *Order) money.Decimal {
	var known []money.Decimal
	for _, item := range o.Items {
		known = append(known, domain.Value(item.TaxPercent))
	}
	return tax.RateOf(p.shipping, p.shippingInclTax.Sub(p.shipping), known)
}
