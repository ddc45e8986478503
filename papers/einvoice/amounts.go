package einvoice

import (
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// Reasons of allowances (UNTDID 5189) and charges (UNTDID 7161).
const (
	codeDiscount = "95"
	codeFreight  = "FC"
)

// amounts writes the lines, charges and allowances with the VAT breakdown and the sums.
func (p *printer) amounts(to *invoice) error {
	for _, l := range p.split.Lines {
		if l.Qty.Sign() <= 0 {
			continue
		}
		v, err := p.category(l.Percent)
		if err != nil {
			return err
		}
		to.line(p.line(v, l))
		to.add(v, l.Net, l.Tax)
	}
	if err := p.extras(to); err != nil {
		return err
	}
	if len(to.lines) == 0 {
		return fault.Preconditionf("It has neither lines nor amounts, so it cannot be an electronic invoice")
	}
	for _, g := range to.taxes {
		if off := taxOn(g.net, g.percent).Sub(g.tax).Abs(); !off.Less(money.One) {
			return fault.Preconditionf("Its tax of %s is not %s %% of %s, as an electronic invoice demands; does the shop tax prices before "+
				"discount (tax/calculation/apply_after_discount)?", g.tax.Fixed(), g.percent, g.net.Fixed())
		}
	}
	to.close()
	to.sums.paid, to.sums.due = p.pays.Cards.Add(p.pays.Paid), p.pays.Due
	to.currency = p.order.Currency
	if base := p.order.BaseCurrencyCode; base != "" && base != to.currency { // the books are kept in the base currency
		to.taxCurrency, to.sums.baseTax = base, p.baseTax
	}
	return nil
}

// taxOn returns the tax on a net amount (BR-CO-17).
func taxOn(net, percent money.Decimal) money.Decimal {
	return net.Mul(percent).Div(money.FromInt(100)).Cents()
}

// line returns a line of the invoice.
func (p *printer) line(v vat, l documents.TaxedLine) line {
	out := line{sku: clean(l.Item.SKU), name: named(l.Item), choices: choices(l.Item), qty: l.Qty, vat: v, net: l.Net}
	row := l.Net
	if off := l.Net.Sub(l.Row); off.Sign() < 0 {
		row = l.Row
		out.allowance = &charge{amount: off, code: codeDiscount, reason: p.translate(locale.Discount)}
	}
	out.price, out.per = priceOf(row, l.Qty)
	return out
}

// extras writes shipping and the adjustments of a credit memo: as a charge or an allowance, or as a line if there is no other.
func (p *printer) extras(to *invoice) error {
	type part struct {
		documents.TaxShare
		name locale.Message
		code string
	}
	all := []part{{p.split.Shipping.TaxShare, locale.Shipping, codeFreight}}
	for _, share := range append(slices.Clone(p.split.Adjustments), documents.TaxShare{Net: p.split.Adjustment}) {
		all = append(all, part{share, adjustment, ""})
	}
	for _, extra := range all {
		if extra.Net.IsZero() && extra.Tax.IsZero() {
			continue
		}
		v, err := p.category(extra.Percent)
		if err != nil {
			return err
		}
		switch {
		case len(to.lines) == 0 && extra.Net.Sign() > 0:
			to.line(line{name: p.translate(extra.name), qty: money.One, price: extra.Net, vat: v, net: extra.Net})
		case extra.Net.Sign() < 0:
			to.charge(charge{amount: extra.Net, reason: p.translate(fee), vat: &v})
		default:
			to.charge(charge{amount: extra.Net, code: extra.code, reason: p.translate(extra.name), vat: &v})
		}
		to.add(v, extra.Net, extra.Tax)
	}
	return nil
}

func (p *printer) translate(m locale.Message) string { return p.locale.Translate(m) }

// priceOf returns the price of one unit without tax, with as many decimal places as the amount of the row needs. A row that no such price
// makes is the price of all its units, whose number is per.
func priceOf(row, qty money.Decimal) (price, per money.Decimal) {
	for decimals := 2; decimals <= 6; decimals++ {
		each := row.Div(qty).Round(decimals)
		if each.Mul(qty).Cents().Equal(row) {
			return each, money.Zero
		}
	}
	return row, qty
}

// named returns the name of a product.
func named(i *documents.Item) string {
	if name := clean(i.Name); name != "" {
		return name
	}
	return clean(i.SKU)
}

// choices returns what the buyer has chosen (BG-32).
func choices(i *documents.Item) (out []choice) {
	add := func(name, value string) {
		if name, value = clean(name), clean(value); name != "" && value != "" {
			out = append(out, choice{name, value})
		}
	}
	for _, c := range i.ProductOptions.Attributes {
		add(c.Label, c.Value)
	}
	for _, c := range i.ProductOptions.Options {
		if c.Print != "" {
			c.Value = c.Print
		}
		add(c.Label, c.Value)
	}
	for _, bundle := range i.ProductOptions.Bundle {
		for _, part := range bundle.Values {
			add(bundle.Label, part.Qty.String()+" x "+part.Title)
		}
	}
	return out
}

// notes returns the terms of the shop, and the invoices that a credit memo corrects if there are several and the syntax has room for one.
func (p *printer) notes() (out []string) {
	if len(p.preceded) > 1 && p.profile.onePreceding {
		numbers := make([]string, len(p.preceded))
		for n, i := range p.preceded {
			numbers[n] = clean(i.IncrementID)
		}
		out = append(out, p.locale.Translate(corrected, strings.Join(numbers, ", ")))
	}
	if text := p.set("sales_pdf/invoice/terms"); text != "" {
		out = append(out, text)
	}
	return out
}
