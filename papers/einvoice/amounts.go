package einvoice

import (
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// pieces is the unit of quantities: one (UN/ECE Recommendation 20).
const pieces = "C62"

// Reasons of allowances (UNTDID 5189) and charges (UNTDID 7161).
const (
	codeDiscount = "95"
	codeFreight  = "FC"
)

// group is a part of the VAT breakdown (BG-23).
type group struct {
	vat
	net, tax money.Decimal
}

// totals adds up an invoice while its parts are written.
type totals struct {
	lines, charges, allowances, tax money.Decimal
	groups                          []group
}

func (t *totals) add(v vat, net, tax money.Decimal) {
	at := slices.IndexFunc(t.groups, func(g group) bool { return g.category == v.category && g.percent.Equal(v.percent) })
	if at < 0 {
		at, t.groups = len(t.groups), append(t.groups, group{vat: v})
	}
	t.groups[at].net, t.groups[at].tax = t.groups[at].net.Add(net), t.groups[at].tax.Add(tax)
	t.tax = t.tax.Add(tax)
}

// amounts writes the lines, charges and allowances with the VAT breakdown and the sums.
func (p *printer) amounts(to *transaction) error {
	var t totals
	for _, l := range p.split.Lines {
		if l.Qty.Sign() <= 0 {
			continue
		}
		written, err := p.line(&t, strconv.Itoa(len(to.Lines)+1), l)
		if err != nil {
			return err
		}
		to.Lines = append(to.Lines, written)
	}
	if err := p.extras(&t, to); err != nil {
		return err
	}
	if len(to.Lines) == 0 {
		return fault.Preconditionf("It has neither lines nor amounts, so it cannot be an electronic invoice")
	}
	s := &to.Settlement
	for _, g := range t.groups {
		if off := taxOn(g.net, g.percent).Sub(g.tax).Abs(); !off.Less(money.One) {
			return fault.Preconditionf("Its tax of %s is not %s %% of %s, as an electronic invoice demands; does the shop tax prices before "+
				"discount (tax/calculation/apply_after_discount)?", g.tax.Fixed(), g.percent, g.net.Fixed())
		}
		tax := g.vat.tax()
		tax.Amount, tax.Basis, tax.Reason, tax.ReasonCode = g.tax.Fixed(), g.net.Fixed(), g.reason, g.code
		s.Taxes = append(s.Taxes, tax)
	}
	net := t.lines.Add(t.charges).Sub(t.allowances)
	s.Currency = p.order.Currency
	s.Sums = sums{
		Lines: t.lines.Fixed(), Charges: orNone(t.charges), Allowances: orNone(t.allowances), Net: net.Fixed(),
		Tax: []taxTotal{{s.Currency, t.tax.Fixed()}}, Gross: net.Add(t.tax).Fixed(), Paid: orNone(p.pays.Cards.Add(p.pays.Paid)),
		Due: p.pays.Due.Fixed(),
	}
	if base := p.order.BaseCurrencyCode; base != "" && base != s.Currency { // the books are kept in the base currency
		s.TaxCurrency = base
		s.Sums.Tax = append(s.Sums.Tax, taxTotal{base, p.baseTax.Fixed()})
	}
	return nil
}

// taxOn returns the tax on a net amount (BR-CO-17).
func taxOn(net, percent money.Decimal) money.Decimal {
	return net.Mul(percent).Div(money.FromInt(100)).Cents()
}

// line writes a line of the invoice.
func (p *printer) line(t *totals, id string, l documents.TaxedLine) (line, error) {
	v, err := p.category(l.Percent)
	if err != nil {
		return line{}, err
	}
	t.lines = t.lines.Add(l.Net)
	t.add(v, l.Net, l.Tax)
	out := line{
		ID: id, Product: product{SKU: clean(l.Item.SKU), Name: named(l.Item), Choices: choices(l.Item)},
		Quantity: quantity{pieces, l.Qty.String()}, Settlement: lineSettlement{Tax: v.tax(), Total: l.Net.Fixed()},
	}
	row := l.Net
	if off := l.Row.Sub(l.Net); off.Sign() > 0 {
		row = l.Row
		out.Settlement.Allowances = []allowance{{Amount: off.Fixed(), ReasonCode: codeDiscount, Reason: p.translate(locale.Discount)}}
	}
	out.Price = priceOf(row, l.Qty)
	return out, nil
}

// extras writes shipping and the adjustments of a credit memo: as a charge or an allowance, or as a line if there is no other.
func (p *printer) extras(t *totals, to *transaction) error {
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
		if len(to.Lines) == 0 && extra.Net.Sign() > 0 {
			t.lines = t.lines.Add(extra.Net)
			to.Lines = append(to.Lines, line{
				ID: "1", Product: product{Name: p.translate(extra.name)}, Price: price{Amount: extra.Net.Fixed()}, Quantity: quantity{pieces, "1"},
				Settlement: lineSettlement{Tax: v.tax(), Total: extra.Net.Fixed()},
			})
		} else {
			to.Settlement.Charges = append(to.Settlement.Charges, p.extra(t, v, extra.Net, extra.name, extra.code))
		}
		t.add(v, extra.Net, extra.Tax)
	}
	return nil
}

// extra returns a charge, or an allowance if the amount is negative.
func (p *printer) extra(t *totals, v vat, amount money.Decimal, name locale.Message, code string) allowance {
	tax := v.tax()
	out := allowance{Charge: amount.Sign() >= 0, Amount: amount.Abs().Fixed(), ReasonCode: code, Reason: p.translate(name), Tax: &tax}
	if out.Charge {
		t.charges = t.charges.Add(amount)
		return out
	}
	t.allowances = t.allowances.Sub(amount)
	out.ReasonCode, out.Reason = "", p.translate(fee)
	return out
}

func (p *printer) translate(m locale.Message) string { return p.locale.Translate(m) }

// priceOf returns the price of one unit without tax, with as many decimal places as the amount of the row needs. A row that no such price
// makes is the price of all its units.
func priceOf(row, qty money.Decimal) price {
	for decimals := 2; decimals <= 6; decimals++ {
		each := row.Div(qty).Round(decimals)
		if each.Mul(qty).Cents().Equal(row) {
			return price{Amount: places2(each)}
		}
	}
	return price{Amount: row.Fixed(), Per: &quantity{pieces, qty.String()}}
}

// places2 writes a price with two decimal places, or more if it has more.
func places2(d money.Decimal) string {
	if d.Equal(d.Cents()) {
		return d.Fixed()
	}
	return d.String()
}

// named returns the name of a product.
func named(i *documents.Item) string {
	if name := clean(i.Name); name != "" {
		return name
	}
	return clean(i.SKU)
}

// choices returns what the buyer has chosen (BG-32).
func choices(i *documents.Item) (out []characteristic) {
	add := func(name, value string) {
		if name, value = clean(name), clean(value); name != "" && value != "" {
			out = append(out, characteristic{name, value})
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

// notes returns the terms of the shop, and the invoices that a credit memo corrects if there are several. BG-3 has room for one.
func (p *printer) notes() (out []note) {
	if len(p.preceded) > 1 {
		numbers := make([]string, len(p.preceded))
		for n, i := range p.preceded {
			numbers[n] = clean(i.IncrementID)
		}
		out = append(out, note{p.locale.Translate(corrected, strings.Join(numbers, ", "))})
	}
	if text := p.set("sales_pdf/invoice/terms"); text != "" {
		out = append(out, note{text})
	}
	return out
}
