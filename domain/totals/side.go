package totals

import (
	"tradelog/domain/money"
	"tradelog/domain/tax"
)

// side is the calculation in one of the two currencies.
type side struct {
	in   *Input
	base bool
	rows []row
	Amounts
	shipping taxable
	shares   []share
	matched  []bool // by rule: it applied to a line or to shipping
}

// row is a line during the calculation.
type row struct {
	LineAmounts
	qty     money.Decimal
	bundle  bool // the parts are calculated instead
	taxable taxable
	// percent is the sum of the percentage discounts on all units of the line.
	percent money.Decimal
}

// taxable is a line or shipping, which can be taxed and discounted.
type taxable struct {
	amount        money.Decimal // base of the tax, including the tax if prices include it
	inclTax       bool          // prices include tax
	taxBefore     money.Decimal // tax before discount
	basis         money.Decimal // base of discounts
	discountLimit money.Decimal // limit of discounts
}

// share is the tax of one rate.
type share struct {
	tax.Applied
	amount money.Decimal
}

func newSide(in *Input, base bool) *side {
	return &side{in: in, base: base, rows: make([]row, len(in.Lines)), matched: make([]bool, len(in.Rules))}
}

// pick returns the amount in this side's currency.
func (s *side) pick(base, display money.Decimal) money.Decimal {
	if s.base {
		return base
	}
	return display
}

// converted converts an amount from the base currency to this side's.
func (s *side) converted(base money.Decimal) money.Decimal {
	if s.base {
		return base
	}
	return base.Mul(s.in.rate())
}

// split computes the subtotals of lines and shipping, split into price and tax.
func (s *side) split() {
	calc := tax.NewCalculator(s.in.Tax.Algorithm)
	for i, bundle := range s.in.bundles() {
		s.rows[i] = row{qty: s.in.Lines[i].Qty, bundle: bundle}
		if !bundle {
			s.splitRow(&s.rows[i], &s.in.Lines[i], calc)
			s.Subtotal = s.Subtotal.Add(s.rows[i].RowTotal)
			s.SubtotalInclTax = s.SubtotalInclTax.Add(s.rows[i].RowTotalInclTax)
		}
	}
	s.splitShipping(calc)
}

// splitRow splits a row, round(round(unit) * qty), into price and tax (shapes-sales §2.3).
func (s *side) splitRow(r *row, line *Line, calc *tax.Calculator) {
	settings := s.in.Tax
	unit := s.unit(s.pick(line.BasePrice, line.UnitPrice), line)
	total := unit.Mul(r.qty).Cents()
	t := taxable{amount: total, inclTax: settings.PricesIncludeTax}
	if settings.OnCatalogPrice && line.Custom {
		t.amount = s.unit(s.pick(line.BaseCatalogPrice, line.CatalogPrice), line).Mul(r.qty).Cents()
	}
	r.Price, r.PriceInclTax, r.RowTotal, r.RowTotalInclTax = unit, unit, total, total
	t.basis, t.discountLimit = unit.Mul(r.qty), total
	if t.inclTax {
		if t.taxBefore = money.Min(calc.TakeFrom(t.amount, r.qty, line.Tax), total); !t.taxBefore.IsZero() {
			r.RowTotal = total.Sub(t.taxBefore)
			r.Price = each(r.RowTotal, r.qty, unit)
		}
		if !settings.DiscountsOnGross {
			t.basis = r.RowTotal
		}
	} else {
		if t.taxBefore = calc.AddTo(t.amount, r.qty, line.Tax, nil); !t.taxBefore.IsZero() {
			r.RowTotalInclTax = total.Add(t.taxBefore)
			r.PriceInclTax = each(r.RowTotalInclTax, r.qty, unit)
		}
		if settings.DiscountsOnGross {
			t.basis = r.RowTotalInclTax
		}
	}
	r.taxable = t
}

// unit returns the price of one unit. Prices may include the tax of the shop's origin while the rate of the destination differs. The price
// is then rebuilt with that rate, unless the shop has the same gross prices everywhere.
func (s *side) unit(price money.Decimal, line *Line) money.Decimal {
	unit := price.Cents()
	if s.in.Tax.PricesIncludeTax {
		return s.rebuilt(unit, line.Tax)
	}
	return unit
}

func (s *side) rebuilt(gross money.Decimal, rates tax.Rates) money.Decimal {
	if s.in.Tax.CrossBorder || rates.Percent.Equal(rates.Origin) {
		return gross
	}
	return tax.Regross(gross, rates.Origin, rates.Percent)
}

func each(total, qty, otherwise money.Decimal) money.Decimal {
	if qty.Sign() <= 0 {
		return otherwise
	}
	return total.Div(qty).Cents()
}

// splitShipping splits the price of shipping into price and tax. The rounding carry of the lines continues.
func (s *side) splitShipping(calc *tax.Calculator) {
	settings, rates := s.in.Tax, s.in.ShippingTax
	price := s.pick(s.in.BaseShipping, s.in.Shipping).Cents()
	t := taxable{amount: price, inclTax: settings.ShippingIncludesTax}
	if t.inclTax {
		t.amount = s.rebuilt(price, rates)
		t.taxBefore = tax.Contained(t.amount, rates.Percent).Cents()
		s.Shipping, s.ShippingInclTax = t.amount.Sub(t.taxBefore), t.amount
	} else {
		t.taxBefore = calc.AddToShipping(price, rates, nil)
		s.Shipping, s.ShippingInclTax = price, price.Add(t.taxBefore)
	}
	t.discountLimit = t.amount
	if t.basis = s.Shipping; settings.DiscountsOnGross {
		t.basis = s.ShippingInclTax
	}
	s.shipping = t
}

// tax computes the taxes after discount (shapes-sales §2.5).
func (s *side) tax() {
	calc := tax.NewCalculator(s.in.Tax.Algorithm)
	for i := range s.rows {
		r := &s.rows[i]
		if r.bundle {
			continue
		}
		rates := s.in.Lines[i].Tax
		if r.taxable.inclTax {
			r.Tax = money.Min(calc.TakeFrom(s.taxed(r.taxable, r.Discount), r.qty, rates), r.taxable.taxBefore)
			r.HiddenTax = r.taxable.taxBefore.Sub(r.Tax)
			tax.Spread(r.Tax, rates, s.share)
		} else {
			r.Tax = calc.AddTo(s.taxed(r.taxable, r.Discount), r.qty, rates, s.share)
		}
		s.Discount, s.Tax, s.HiddenTax = s.Discount.Add(r.Discount), s.Tax.Add(r.Tax), s.HiddenTax.Add(r.HiddenTax)
	}
	s.taxShipping(calc)
	s.Discount, s.Tax, s.HiddenTax = s.Discount.Add(s.ShippingDiscount), s.Tax.Add(s.ShippingTax), s.HiddenTax.Add(s.ShippingHiddenTax)
}

func (s *side) taxShipping(calc *tax.Calculator) {
	t, rates := s.shipping, s.in.ShippingTax
	switch amount := s.taxed(t, s.ShippingDiscount); {
	case !t.inclTax:
		s.ShippingTax = calc.AddToShipping(amount, rates, s.share)
		return
	case amount.Equal(t.amount):
		s.ShippingTax = t.taxBefore
	default:
		s.ShippingTax = money.Min(calc.TakeFromShipping(amount, rates), t.taxBefore)
	}
	s.ShippingHiddenTax = t.taxBefore.Sub(s.ShippingTax)
	tax.Spread(s.ShippingTax, rates, s.share)
}

// taxed returns the amount to tax after a discount.
func (s *side) taxed(t taxable, discount money.Decimal) money.Decimal {
	if s.in.Tax.BeforeDiscount {
		return t.amount
	}
	return money.MaxOf(t.amount.Sub(discount), money.Zero)
}

// share adds an amount to the tax of a rate.
func (s *side) share(rate tax.Applied, amount money.Decimal) {
	for i := range s.shares {
		if has := &s.shares[i]; has.RateID == rate.RateID && has.Percent.Equal(rate.Percent) {
			has.amount = has.amount.Add(amount)
			return
		}
	}
	s.shares = append(s.shares, share{rate, amount})
}

// finish returns the sums. The discounted subtotal is never below 0, though a discount on shipping may exceed it.
func (s *side) finish() Amounts {
	a := s.Amounts
	a.SubtotalWithDiscount = money.MaxOf(a.Subtotal.Sub(a.Discount), money.Zero)
	a.Grand = s.payable().Sub(a.GiftCard)
	return a
}

// payable returns the grand total before gift cards.
func (s *side) payable() money.Decimal {
	return s.Subtotal.Sub(s.Discount).Add(s.Shipping).Add(s.Tax).Add(s.HiddenTax)
}
