package pdf

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// Invoice prints an invoice of an order as it stands (shapes-sales §10 rule 6).
func Invoice(s Settings, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	if o == nil || i == nil {
		return nil, errors.New("print an invoice: there is none")
	}
	made, ok := moment(i.CreatedAt)
	if !ok {
		made = time.Unix(0, 0).UTC()
	}
	p := &invoicePage{sheet: newSheet(made, "Invoice "+i.IncrementID, s.Name), settings: s, order: o, invoice: i,
		items: map[int64]*documents.Item{}}
	for _, item := range o.Items {
		p.items[item.ID] = item
	}
	p.letterhead()
	p.parties()
	p.lines()
	p.totals()
	footer := "Invoice # " + i.IncrementID
	if s.Name != "" {
		footer = s.Name + "  ·  " + footer
	}
	p.number(footer)
	return p.bytes()
}

// invoicePage is an invoice being printed.
type invoicePage struct {
	*sheet
	settings Settings
	order    *documents.Order
	invoice  *documents.Invoice
	items    map[int64]*documents.Item // of the order
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
		end = p.block(title.sized(15).in(accent), margin, at, -1, p.wrap(title.sized(15), width/2-4, p.settings.Name))
	}
	var sender []string
	for _, text := range strings.Split(p.settings.Address, "\n") {
		sender = append(sender, p.wrap(small.sized(8), width/2-4, text)...)
	}
	p.y = max(end, p.block(small.sized(8), right, at, 1, sender), at+10) + 7
	p.rule(p.y, accent, 0.6)
	p.y += 6

	p.put(title, margin, p.y, -1, "Invoice # "+p.invoice.IncrementID)
	if p.invoice.State == 3 {
		p.put(title.sized(13).in(alarm), right, p.y+2, 1, "CANCELED")
	}
	p.y += title.height() + 2
	x := margin
	for _, fact := range [][2]string{
		{"Order #", p.invoice.OrderIncrementID}, {"Invoice Date", p.settings.date(p.invoice.CreatedAt)}, {"Order Date",
			p.settings.date(p.order.CreatedAt)},
	} {
		p.put(label, x, p.y, -1, fact[0])
		p.put(body, x, p.y+label.height(), -1, fact[1])
		x += 44
	}
	p.y += label.height() + body.height() + 6

	p.continued = func() {
		p.put(small, margin, p.y, -1, "Invoice # "+p.invoice.IncrementID+"  ·  Order # "+p.invoice.OrderIncrementID)
		p.put(small, right, p.y, 1, p.settings.Name)
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
		p.pair("Sold to", address(p.order.BillingAddress), "Payment Method", payment)
		return
	}
	var shipping []string
	if p.order.ShippingDesc != nil {
		shipping = append(shipping, *p.order.ShippingDesc)
	}
	p.pair("Sold to", address(p.order.BillingAddress), "Ship to", address(p.order.ShippingAddress))
	p.pair("Payment Method", payment, "Shipping Method", shipping)
}

// pair prints two blocks beside each other.
func (p *invoicePage) pair(leftHead string, leftText []string, rightHead string, rightText []string) {
	const half = width/2 - 4
	fold := func(texts []string) (lines []string) {
		for _, text := range texts {
			lines = append(lines, p.wrap(body, half, text)...)
		}
		return lines
	}
	leftText, rightText = fold(leftText), fold(rightText)
	p.room(label.height() + 2 + float64(max(len(leftText), len(rightText)))*body.height() + 5)
	end := p.y
	for _, side := range []struct {
		x    float64
		head string
		text []string
	}{{margin, leftHead, leftText}, {margin + width/2 + 4, rightHead, rightText}} {
		p.put(label, side.x, p.y, -1, side.head)
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
	rows := []row{{body, "Subtotal", i.Subtotal}}
	if !i.DiscountAmount.IsZero() {
		rows = append(rows, row{body, "Discount" + bracketed(i.DiscountDescription), i.DiscountAmount})
	}
	if !p.order.IsVirtual {
		rows = append(rows, row{body, "Shipping & Handling", i.ShippingAmount})
	}
	for _, t := range p.taxes() {
		rows = append(rows, row{small.sized(8), t.name, t.amount})
	}
	rows = append(rows, row{body, "Tax", i.TaxAmount})
	// Tax included in a discounted amount is part of the grand total, but it is not owed as a tax.
	rest := i.GrandTotal.Add(i.GiftcardAmount).Sub(i.Subtotal.Add(i.DiscountAmount).Add(i.ShippingAmount).Add(i.TaxAmount))
	if !rest.IsZero() {
		rows = append(rows, row{body, "Discount Tax Compensation", rest})
	}
	if !i.GiftcardAmount.IsZero() {
		name := "Gift Card"
		codes := slices.Sorted(maps.Keys(p.order.GiftcardCodes))
		if len(codes) > 1 {
			name += "s"
		}
		if len(codes) > 0 {
			name += " (" + strings.Join(codes, ", ") + ")"
		}
		rows = append(rows, row{body, name, i.GiftcardAmount.Neg()})
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
		p.fit(r.style, right-2, p.y, amountRoom-2, p.money(r.amount))
		p.y = p.block(r.style, right-amountRoom, p.y, 1, folded[n]) + 0.8
	}
	grand := body.sized(11).strong()
	p.y += 1
	p.box(right-amountRoom-56, p.y, amountRoom+56, 8.5, band)
	p.put(grand, right-amountRoom, p.y+2, 1, "Grand Total")
	p.fit(grand, right-2, p.y+2, amountRoom-2, p.money(i.GrandTotal))
	p.y += 12
}

func bracketed(text *string) string {
	if text == nil || *text == "" {
		return ""
	}
	return " (" + *text + ")"
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
		name := "Tax " + g.percent.String() + "%"
		if g.percent.IsZero() {
			name = "Tax at several rates"
		}
		out = append(out, tax{name, g.amount})
	}
	if rest.Sign() > 0 && !p.invoice.ShippingAmount.IsZero() {
		out = append(out, tax{"Tax on shipping", rest})
	}
	return out
}
