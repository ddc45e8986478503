package papers

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// Invoice prints an invoice of an order as it stands (shapes-sales §10 rule 6).
func Invoice(s Settings, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	if o == nil || i == nil {
		return nil, errors.New("print an invoice: there is none")
	}
	made, ok := parseTime(i.CreatedAt)
	if !ok {
		made = time.Unix(0, 0).UTC()
	}
	name := s.Locale.Translate(invoiceNumber, i.IncrementID)
	p := &invoicePage{sheet: newSheet(made, name, s.Name), settings: s, order: o, invoice: i, items: map[int64]*documents.Item{}, name: name}
	for _, item := range o.Items {
		p.items[item.ID] = item
	}
	p.letterhead()
	p.parties()
	p.lines()
	p.totals()
	p.closing()
	footer := name
	if s.Name != "" {
		footer = s.Name + "  ·  " + footer
	}
	p.number(footer, func(n, count int) string { return p.translate(pageOf, n, count) })
	return p.bytes()
}

// invoicePage is an invoice being printed.
type invoicePage struct {
	*sheet
	settings Settings
	order    *documents.Order
	invoice  *documents.Invoice
	items    map[int64]*documents.Item // of the order
	name     string                    // of the invoice, with its number
}

func (p *invoicePage) translate(m locale.Message, args ...any) string {
	return p.settings.Locale.Translate(m, args...)
}

func (p *invoicePage) money(d money.Decimal) string { return p.settings.amount(d, p.invoice.Currency) }

// letterhead prints the sender, the title and the dates.
func (p *invoicePage) letterhead() {
	const logoWidth, logoHeight = 62, 20
	at := p.y
	end := at
	if logo := loadLogo(p.settings.Logo); logo != nil {
		end += p.image(logo, margin, at, logoWidth, logoHeight)
	} else if p.settings.Name != "" {
		end = p.block(title.withSize(15).withColor(accent), margin, at, -1, p.wrap(title.withSize(15), width/2-4, p.settings.Name))
	}
	var sender []string
	for _, text := range strings.Split(p.settings.Address, "\n") {
		sender = append(sender, p.wrap(small.withSize(8), width/2-4, text)...)
	}
	p.y = max(end, p.block(small.withSize(8), right, at, 1, sender), at+10) + 7
	p.rule(p.y, accent, 0.6)
	p.y += 6

	p.printText(title, margin, p.y, -1, p.name)
	if p.invoice.State == 3 {
		p.printText(title.withSize(13).withColor(alarm), right, p.y+2, 1, p.translate(canceled))
	}
	p.y += title.height() + 2
	x := margin
	for _, fact := range []struct {
		name  locale.Message
		value string
	}{
		{orderLabel, p.invoice.OrderIncrementID}, {invoiceDate, p.settings.date(p.invoice.CreatedAt)},
		{orderDate, p.settings.date(p.order.CreatedAt)},
	} {
		p.printText(label, x, p.y, -1, p.translate(fact.name))
		p.printText(body, x, p.y+label.height(), -1, fact.value)
		x += 44
	}
	p.y += label.height() + body.height() + 6

	p.continued = func() {
		p.printText(small, margin, p.y, -1, p.name+"  ·  "+p.translate(orderNumber, p.invoice.OrderIncrementID))
		p.printText(small, right, p.y, 1, p.settings.Name)
		p.y += small.height() + 1.5
		p.rule(p.y, accent, 0.4)
		p.y += 5
	}
}

// parties prints addresses, payment method and shipping method.
func (p *invoicePage) parties() {
	payment := []string{p.order.PaymentMethodTitle}
	if payment[0] == "" {
		payment[0] = p.order.PaymentMethod
	}
	if p.order.IsVirtual || p.order.ShippingAddress == nil {
		p.pair(soldTo, p.address(p.order.BillingAddress), paymentMethod, payment)
		return
	}
	var shipping []string
	if p.order.ShippingDesc != nil {
		shipping = append(shipping, *p.order.ShippingDesc)
	}
	p.pair(soldTo, p.address(p.order.BillingAddress), shipTo, p.address(p.order.ShippingAddress))
	p.pair(paymentMethod, payment, shippingMethod, shipping)
}

// address returns an address in lines, with telephone and VAT number.
func (p *invoicePage) address(a *documents.Address) []string {
	if a == nil {
		return nil
	}
	lines := p.settings.Locale.Lines(a.Postal())
	for _, extra := range []struct {
		name  locale.Message
		value string
	}{{phone, a.Telephone}, {vatID, domain.Value(a.VatID)}} {
		if extra.value != "" {
			lines = append(lines, p.translate(extra.name, extra.value))
		}
	}
	return lines
}

// fold breaks texts into lines of a width.
func (p *invoicePage) fold(most float64, texts []string) (lines []string) {
	for _, text := range texts {
		lines = append(lines, p.wrap(body, most, text)...)
	}
	return lines
}

// pair prints two blocks beside each other.
func (p *invoicePage) pair(leftHead locale.Message, leftText []string, rightHead locale.Message, rightText []string) {
	const half = width/2 - 4
	leftText, rightText = p.fold(half, leftText), p.fold(half, rightText)
	p.room(label.height() + 2 + float64(max(len(leftText), len(rightText)))*body.height() + 5)
	end := p.y
	for _, side := range []struct {
		x    float64
		head locale.Message
		text []string
	}{{margin, leftHead, leftText}, {margin + width/2 + 4, rightHead, rightText}} {
		p.printText(label, side.x, p.y, -1, p.translate(side.head))
		end = max(end, p.block(body, side.x, p.y+label.height()+0.8, -1, side.text))
	}
	p.y = end + 5
}

// totals prints the totals on one page.
func (p *invoicePage) totals() {
	i := p.invoice
	type row struct {
		style  style
		name   string
		amount money.Decimal
	}
	rows := []row{{body, p.translate(locale.Subtotal), i.Subtotal}}
	add := func(s style, name string, amount money.Decimal) { rows = append(rows, row{s, name, amount}) }
	if !i.DiscountAmount.IsZero() {
		name := p.translate(locale.Discount)
		if text := domain.Value(i.DiscountDescription); text != "" {
			name = p.translate(discountFor, text)
		}
		add(body, name, i.DiscountAmount)
	}
	if !p.order.IsVirtual {
		add(body, p.translate(locale.Shipping), i.ShippingAmount)
	}
	if rates := p.taxes(); len(rates) == 1 { // it is the whole tax
		add(body, rates[0].name, i.TaxAmount)
	} else {
		for _, t := range rates {
			add(small.withSize(8), t.name, t.amount)
		}
		add(body, p.translate(locale.Tax), i.TaxAmount)
	}
	// Tax included in a discounted amount is part of the grand total, but it is not owed as a tax.
	rest := i.GrandTotal.Add(i.GiftcardAmount).Sub(i.Subtotal.Add(i.DiscountAmount).Add(i.ShippingAmount).Add(i.TaxAmount))
	if !rest.IsZero() {
		add(body, p.translate(locale.TaxOff), rest)
	}
	if !i.GiftcardAmount.IsZero() {
		name := p.translate(locale.GiftCards)
		if codes := slices.Sorted(maps.Keys(p.order.GiftcardCodes)); len(codes) > 0 {
			name = p.translate(giftCardsOf, strings.Join(codes, ", "))
		}
		add(body, name, i.GiftcardAmount.Neg())
	}

	const amountRoom = 34.0
	nameRoom := width - amountRoom - 60
	high := 8.0
	folded := make([][]string, len(rows))
	for n, r := range rows {
		folded[n] = p.wrap(r.style, nameRoom, r.name)
		high += float64(len(folded[n]))*r.style.height() + 0.8
	}
	p.room(high + 14)
	p.y += 4
	for n, r := range rows {
		p.printFitting(r.style, right-2, p.y, amountRoom-2, p.money(r.amount))
		p.y = p.block(r.style, right-amountRoom, p.y, 1, folded[n]) + 0.8
	}
	grand := body.withSize(11).withBold()
	p.y += 1
	p.box(right-amountRoom-56, p.y, amountRoom+56, 8.5, band)
	p.printText(grand, right-amountRoom, p.y+2, 1, p.translate(locale.GrandTotal))
	p.printFitting(grand, right-2, p.y+2, amountRoom-2, p.money(i.GrandTotal))
	p.y += 12
}

// closing prints the account to pay to and the terms.
func (p *invoicePage) closing() {
	bank := p.settings.Bank
	if p.invoice.State == 3 {
		bank = nil
	}
	p.y += 3
	for _, part := range []struct {
		head locale.Message
		text []string
	}{{bankDetails, bank}, {terms, p.settings.Terms}} {
		text := p.fold(width, part.text)
		if len(text) == 0 {
			continue
		}
		p.room(label.height() + 2*body.height())
		p.printText(label, margin, p.y, -1, p.translate(part.head))
		p.y += label.height() + 0.8
		for _, line := range text {
			p.room(body.height())
			p.printText(body, margin, p.y, -1, line)
			p.y += body.height()
		}
		p.y += 4
	}
}

// tax is the amount of one tax rate.
type tax struct {
	name   string
	amount money.Decimal
}

// taxes returns the taxes of the invoice by rate, the highest rate first. Lines have their rates; the rest is the tax on
// shipping.
func (p *invoicePage) taxes() []tax {
	type group struct{ percent, amount money.Decimal }
	var groups []group
	rest := p.invoice.TaxAmount
	for _, l := range p.invoice.Items {
		item := p.items[l.OrderItemID]
		if l.TaxAmount.IsZero() || item == nil || item.ParentItemID != nil {
			continue
		}
		percent := money.Zero
		if item.TaxPercent != nil {
			percent = *item.TaxPercent
		}
		rest = rest.Sub(l.TaxAmount)
		at := slices.IndexFunc(groups, func(g group) bool { return g.percent.Equal(percent) })
		if at < 0 {
			at, groups = len(groups), append(groups, group{percent: percent})
		}
		groups[at].amount = groups[at].amount.Add(l.TaxAmount)
	}
	slices.SortFunc(groups, func(a, b group) int { return b.percent.Cmp(a.percent) })
	var out []tax
	for _, g := range groups {
		name := p.translate(taxAt, p.settings.Locale.Number(g.percent))
		if g.percent.IsZero() {
			name = p.translate(taxAtSeveral)
		}
		out = append(out, tax{name, g.amount})
	}
	if rest.Sign() > 0 && !p.invoice.ShippingAmount.IsZero() {
		out = append(out, tax{p.translate(taxOnShipping), rest})
	}
	return out
}
