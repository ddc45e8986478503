package papers

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/payment"
	"tradelog/papers/einvoice"
	"tradelog/readmodels/documents"
)

// bill holds the common parts of an order, an invoice and a credit memo: lines with prices, and totals.
type bill struct {
	order    *documents.Order
	currency string
	lines    []billLine
	taxes    []documents.TaxShare

	subtotal, subtotalInclTax, discount, shipping, shippingInclTax, tax, giftcards, grandTotal money.Decimal
	// adjustments are amounts of a credit memo that belong to no line.
	adjustments []named
	coupon      string // of the discount
	// base has the totals in the base currency of the website, if that is another one.
	base base
	// cards is the name of the row of gift cards, and total that of the last row.
	cards, total locale.Message
}

// named is an amount with its name.
type named struct {
	name   locale.Message
	amount money.Decimal
}

// base are totals in the base currency, without tax but for the last, which is before gift cards. The discount is negative.
type base struct{ subtotal, discount, shipping, adjustment, tax, giftcards, whole money.Decimal }

// billLine is a line with prices. Amounts are before discount.
type billLine struct {
	item                                                *documents.Item // of the order; nil if it is not there
	name, sku                                           string
	qty, price, priceInclTax, row, rowInclTax, discount money.Decimal
	tax                                                 money.Decimal
	part                                                bool // its amounts are in the row of its whole
}

// inside returns the line as a part of another one on the paper; parent is nil for others. share is its part of the amounts.
func (l billLine) inside(parent *int64, share *documents.LineShare) billLine {
	l.part = parent != nil
	if share != nil {
		l.row, l.rowInclTax, l.tax, l.discount = share.RowTotal, share.RowTotalInclTax, share.TaxAmount, share.DiscountAmount
	}
	return l
}

// untaxed reports whether a line has an amount without tax.
func (b *bill) untaxed() bool {
	return slices.ContainsFunc(b.lines, func(l billLine) bool { return l.tax.IsZero() && l.row.Sub(l.discount).Sign() > 0 })
}

// The columns of the table in millimetres. The name takes the rest of the width.
func billColumns(width float64) []column {
	const skuWidth, gap = 28.0, 2.0
	numbers := []struct {
		name locale.Message
		wide float64
	}{{price, 22}, {locale.Qty, 14}, {taxRate, 19}, {locale.Subtotal, 27}}
	left := width - 2
	for _, n := range numbers {
		left -= n.wide
	}
	name := left - skuWidth - 2*gap - 2
	all := []column{{name: products, at: 2, wide: name}, {name: sku, at: 2 + name + gap, wide: skuWidth}}
	at := left
	for _, n := range numbers {
		at += n.wide
		all = append(all, column{name: n.name, at: at, wide: n.wide - 2.5, right: true})
	}
	return all
}

// printBill prints lines, totals and the closing parts. Totals and closing parts are on one page if a page has room for them, so that no
// page has terms alone.
func (p *paper) printBill(b *bill, closing []part) {
	p.table(billColumns(p.width), func(row func([]cell)) {
		for _, l := range b.lines {
			if !l.part {
				row(p.billRow(b, l))
			}
		}
	})
	settled := p.settled(b)
	name := b.total
	if settled != nil {
		name = locale.GrandTotal
	}
	after := p.taxTableHeight(b) + 3
	for _, c := range closing {
		after += p.partHeight(c)
	}
	p.totals(p.billTotals(b), amount{body.withSize(11).withBold(), p.translate(name), b.whole()}, settled, b.currency, after)
	p.taxTable(b)
	p.y += 3
	for _, c := range closing {
		p.part(c.heading, c.texts)
	}
}

func (p *paper) billRow(b *bill, l billLine) []cell {
	unit, row := l.price, l.row
	if p.settings.Gross {
		unit, row = l.priceInclTax, l.rowInclTax
	}
	rate := ""
	if l.item != nil && !l.tax.IsZero() {
		rate = p.rates(b, l.item)
	}
	return []cell{
		{text: l.name, additions: p.settings.chosen(l.item)}, {text: l.sku, exact: true}, {text: p.settings.amount(unit, b.currency)},
		{text: p.settings.Locale.Number(l.qty)}, {text: rate}, {text: p.settings.amount(row, b.currency)},
	}
}

// rates returns the tax rate of a line. A bundle whose parts have prices of their own has their rates.
func (p *paper) rates(b *bill, item *documents.Item) string {
	var all []string
	for _, l := range b.lines {
		of := l.item
		if of == nil || of.ID != item.ID && domain.Value(of.ParentItemID) != item.ID || domain.Value(of.TaxPercent).IsZero() {
			continue
		}
		if rate := p.settings.Locale.Number(*of.TaxPercent) + "\u00a0%"; !slices.Contains(all, rate) {
			all = append(all, rate)
		}
	}
	return strings.Join(all, ", ")
}

// whole returns the grand total before gift cards.
func (b *bill) whole() money.Decimal { return b.grandTotal.Add(b.giftcards) }

// settled returns the rows below the grand total: what gift cards have paid, what is paid otherwise, and the rest. They are those of the
// electronic invoice. Without a payment there are none.
func (p *paper) settled(b *bill) (rows []amount) {
	pays := p.settings.Pays
	if pays == nil || b.total == refundTotal {
		pays = &einvoice.Payment{Settlement: payment.Settlement{Cards: b.giftcards, Due: b.grandTotal}}
	}
	if !pays.Cards.IsZero() {
		rows = append(rows, amount{body, p.cardsName(b), pays.Cards.Neg()})
	}
	if !pays.Paid.IsZero() {
		rows = append(rows, amount{body, p.translate(locale.Paid), pays.Paid.Neg()})
	}
	if rows == nil {
		return nil
	}
	name := locale.AmountDue
	if b.total == refundTotal {
		name = refundTotal
	}
	return append(rows, amount{body.withBold(), p.translate(name), pays.Due})
}

// cardsName returns the name of the amount that gift cards have paid or get back, with their codes. The codes have their middle hidden,
// because many people may see a paper.
func (p *paper) cardsName(b *bill) string {
	var codes []string
	for _, code := range slices.Sorted(maps.Keys(b.order.GiftcardCodes)) {
		codes = append(codes, giftcard.Masked(code))
	}
	if codes == nil {
		return p.translate(b.cards)
	}
	return p.translate(b.cards) + " (" + strings.Join(codes, ", ") + ")"
}

// billTotals returns the rows above the grand total. They add up to it.
func (p *paper) billTotals(b *bill) (rows []amount) {
	add := func(name string, d money.Decimal) { rows = append(rows, amount{body, name, d}) }
	subtotal, shipping := b.subtotal, b.shipping
	if p.settings.Gross {
		subtotal, shipping = b.subtotalInclTax, b.shippingInclTax
	}
	add(p.translate(locale.Subtotal), subtotal)
	sum := subtotal
	if !b.discount.IsZero() {
		name := p.translate(locale.Discount)
		if b.coupon != "" {
			name = p.translate(discountFor, b.coupon)
		}
		add(name, b.discount)
	}
	sum = sum.Add(b.discount)
	if !b.order.IsVirtual || !shipping.IsZero() {
		add(p.translate(locale.Shipping), shipping)
	}
	sum = sum.Add(shipping)
	for _, a := range b.adjustments {
		if !a.amount.IsZero() {
			add(p.translate(a.name), a.amount)
			sum = sum.Add(a.amount)
		}
	}
	if !p.settings.Gross {
		add(p.translate(locale.Tax), b.tax)
		sum = sum.Add(b.tax)
	}
	// Discounts change what is taxed. So the rows differ from the grand total by the tax within the discount.
	if rest := b.whole().Sub(sum); !rest.IsZero() {
		add(p.translate(locale.TaxOff), rest)
	}
	return rows
}

// hasTaxTable tells whether the amounts by tax rate are printed.
func (b *bill) hasTaxTable() bool { return len(b.taxes) > 0 && !b.tax.IsZero() }

// taxTable prints the amounts by tax rate.
func (p *paper) taxTable(b *bill) {
	if !b.hasTaxTable() {
		return
	}
	columns := []column{
		{name: taxRate, at: 2, wide: 40}, {name: netAmount, at: 80, wide: 34, right: true},
		{name: locale.Tax, at: 116, wide: 34, right: true}, {name: grossAmount, at: p.width - 2, wide: p.width - 2 - 118, right: true},
	}
	p.table(columns, func(row func([]cell)) {
		for _, t := range b.taxes {
			rate := p.settings.Locale.Number(t.Percent) + "\u00a0%"
			row([]cell{
				{text: rate}, {text: p.settings.amount(t.Net, b.currency)}, {text: p.settings.amount(t.Tax, b.currency)},
				{text: p.settings.amount(t.Net.Add(t.Tax), b.currency)},
			})
		}
	})
	p.y += 3
}

// taxTableHeight returns the height of the table of tax rates.
func (p *paper) taxTableHeight(b *bill) float64 {
	if !b.hasTaxTable() {
		return 0
	}
	return tableHeadHeight + float64(len(b.taxes))*(body.height()+2*rowGap) + 3
}

// baseTotals returns the totals in the base currency if that is another one, which the books of a business need. They add up.
func (p *paper) baseTotals(b *bill) []string {
	code := b.order.BaseCurrencyCode
	if code == "" || code == b.currency {
		return nil
	}
	t := b.base
	adjustment := adjustmentRefund
	if t.adjustment.Sign() < 0 {
		adjustment = adjustmentFee
	}
	rest := t.whole.Sub(t.subtotal).Sub(t.discount).Sub(t.shipping).Sub(t.adjustment).Sub(t.tax)
	var texts []string
	for _, row := range []struct {
		named
		always bool
	}{
		{named{locale.Subtotal, t.subtotal}, true}, {named{locale.Discount, t.discount}, false}, {named{locale.Shipping, t.shipping}, false},
		{named{adjustment, t.adjustment}, false}, {named{locale.Tax, t.tax}, true}, {named{locale.TaxOff, rest}, false},
		{named{locale.GrandTotal, t.whole}, true}, {named{b.cards, t.giftcards.Neg()}, false},
	} {
		if row.always || !row.amount.IsZero() {
			texts = append(texts, p.settings.Locale.Labelled(p.translate(row.name), p.settings.amount(row.amount, code)))
		}
	}
	return []string{strings.Join(texts, "  ·  ")}
}

// billOfOrder returns the bill of an order as it was placed.
func billOfOrder(o *documents.Order) *bill {
	prices := o.Prices
	if prices == nil {
		prices = &documents.Prices{}
	}
	b := &bill{
		order: o, currency: o.Currency, taxes: o.Taxes(), subtotal: prices.Subtotal, subtotalInclTax: prices.SubtotalInclTax,
		discount: domain.Value(prices.DiscountAmount).Neg(), shipping: domain.Value(prices.ShippingAmount),
		shippingInclTax: domain.Value(prices.ShippingInclTax), tax: prices.TaxAmount, giftcards: domain.Value(prices.GiftcardAmount),
		grandTotal: prices.GrandTotal, coupon: couponOf(o.DiscountDesc), cards: locale.GiftCards, total: locale.GrandTotal,
		base: base{
			subtotal: prices.BaseSubtotal, discount: domain.Value(prices.BaseDiscountAmount).Neg(),
			shipping: domain.Value(prices.BaseShippingAmount), tax: prices.BaseTaxAmount, whole: prices.BaseGrandTotal,
		},
	}
	for _, amount := range o.GiftcardCodes {
		b.base.giftcards, b.base.whole = b.base.giftcards.Add(amount), b.base.whole.Add(amount)
	}
	for _, i := range o.Items {
		b.lines = append(b.lines, billLine{
			item: i, name: i.Name, sku: i.SKU, qty: i.QtyOrdered, price: i.Price, priceInclTax: documents.InclTax(i.PriceInclTax, i.Price),
			row: i.RowTotal, rowInclTax: documents.InclTax(i.RowTotalInclTax, i.RowTotal), discount: domain.Value(i.DiscountAmount),
			tax: domain.Value(i.TaxAmount), part: i.ParentItemID != nil,
		})
	}
	return b
}

func couponOf(text *string) string { return strings.TrimSpace(domain.Value(text)) }

// billOfInvoice returns the bill of an invoice.
func billOfInvoice(o *documents.Order, i *documents.Invoice) *bill {
	b := &bill{
		order: o, currency: i.Currency, taxes: i.Taxes(o), subtotal: i.Subtotal, subtotalInclTax: i.SubtotalInclTax, discount: i.DiscountAmount,
		shipping: i.ShippingAmount, shippingInclTax: i.ShippingInclTax, tax: i.TaxAmount, giftcards: i.GiftcardAmount, grandTotal: i.GrandTotal,
		coupon: couponOf(i.DiscountDescription), cards: locale.GiftCards, total: locale.GrandTotal,
		base: base{
			i.BaseSubtotal, i.BaseDiscountAmount, i.BaseShippingAmount, money.Zero, i.BaseTaxAmount, i.BaseGiftcardAmount,
			i.BaseGrandTotal.Add(i.BaseGiftcardAmount),
		},
	}
	items := o.ItemsByID()
	for _, l := range i.Items {
		b.lines = append(b.lines, billLine{
			item: items[l.OrderItemID], name: l.Name, sku: l.SKU, qty: l.Qty, price: l.Price,
			priceInclTax: documents.InclTax(l.PriceInclTax, l.Price), row: l.RowTotal,
			rowInclTax: documents.InclTax(l.RowTotalInclTax, l.RowTotal), discount: l.DiscountAmount, tax: l.TaxAmount,
		}.inside(l.ParentItemID, l.ParentShare))
	}
	return b
}

// billOfMemo returns the bill of a credit memo. Its amounts go back to the buyer.
func billOfMemo(o *documents.Order, m *documents.CreditMemo) *bill {
	b := &bill{
		order: o, currency: cmp.Or(m.Currency, m.OrderCurrencyCode), taxes: m.Taxes(o), subtotal: m.Subtotal, subtotalInclTax: m.SubtotalInclTax,
		discount: m.DiscountAmount, shipping: m.ShippingAmount, shippingInclTax: m.ShippingInclTax, tax: m.TaxAmount,
		giftcards: m.GiftcardAmount, grandTotal: m.GrandTotal, coupon: couponOf(m.DiscountDescription), cards: refundedToGiftCards,
		total: refundTotal, base: base{
			m.BaseSubtotal, m.BaseDiscountAmount, m.BaseShippingAmount, m.BaseAdjustment.Sub(m.BaseAdjustmentTax),
			m.BaseTaxAmount.Add(m.BaseAdjustmentTax), m.BaseGiftcardAmount, m.BaseGrandTotal.Add(m.BaseGiftcardAmount),
		},
		adjustments: []named{{adjustmentRefund, m.AdjustmentPositive}, {adjustmentFee, m.AdjustmentNegative.Neg()}},
	}
	items := o.ItemsByID()
	for _, l := range m.Items {
		b.lines = append(b.lines, billLine{
			item: items[l.OrderItemID], name: l.Name, sku: l.SKU, qty: l.Qty, price: l.Price,
			priceInclTax: documents.InclTax(l.PriceInclTax, l.Price), row: l.RowTotal,
			rowInclTax: documents.InclTax(l.RowTotalInclTax, l.RowTotal), discount: l.DiscountAmount, tax: l.TaxAmount,
		}.inside(l.ParentItemID, l.ParentShare))
	}
	return b
}

// netAdjustments shows the adjustments without the tax that they include, and the tax among the taxes.
func (b *bill) netAdjustments(m *documents.CreditMemo) {
	if m.AdjustmentTax.IsZero() {
		return
	}
	rest := m.AdjustmentTax
	for n := range b.adjustments {
		part := rest // the last one has the rest, so that the amounts add up
		if n < len(b.adjustments)-1 {
			part = b.adjustments[n].amount.Mul(m.AdjustmentTax).Div(m.Adjustment).Cents()
		}
		b.adjustments[n].amount, rest = b.adjustments[n].amount.Sub(part), rest.Sub(part)
	}
	b.tax = b.tax.Add(m.AdjustmentTax)
}
