package tax

import "tradelog/domain/money"

var hundred = money.FromInt(100)

// added returns the tax of a percentage on top of an amount, not rounded.
func added(net, percent money.Decimal) money.Decimal { return net.Mul(percent).Div(hundred) }

// Contained returns the tax of a percentage within an amount, not rounded.
func Contained(gross, percent money.Decimal) money.Decimal {
	return gross.Mul(percent).Div(hundred.Add(percent))
}

// near is the largest difference between a tax and that of a rate which rounding explains. The tax is rounded, and may have the rounding
// difference of other amounts.
var near = money.MustParse("0.02")

// RateOf returns the percentage of a tax on a net amount: the known one that explains it best, else the quotient. Without a tax or an
// amount it is 0.
func RateOf(net, tax money.Decimal, known []money.Decimal) money.Decimal {
	if tax.Sign() <= 0 || net.Sign() <= 0 {
		return money.Zero
	}
	away := func(percent money.Decimal) money.Decimal { return added(net, percent).Sub(tax).Abs() }
	best, found := money.Zero, false
	for _, percent := range known {
		if percent.Sign() > 0 && !near.Less(away(percent)) && (!found || away(percent).Less(away(best))) {
			best, found = percent, true
		}
	}
	if found {
		return best
	}
	exact := tax.Mul(hundred).Div(net)
	for decimals := range 4 {
		if best = exact.Round(decimals); away(best).Less(money.MustParse("0.005")) {
			return best
		}
	}
	return exact.Stored()
}

// Regross converts a gross price from one tax percentage to another, rounded to cents.
func Regross(gross, from, to money.Decimal) money.Decimal {
	return gross.Mul(hundred.Add(to)).Div(hundred.Add(from)).Cents()
}

// Calculator computes the rounded taxes of one cart in one currency, row after row. Under TotalBase the rounding difference is carried to
// the next row with the same rate.
type Calculator struct {
	algorithm Algorithm
	carries   []carry
}

// carry is the rounding carry of a rate on top of prices, or of a percentage within them.
type carry struct {
	of rounded
	money.Carry
}

// rounded identifies amounts that share a rounding carry.
type rounded struct {
	rateID int64         // rate on top of prices
	within money.Decimal // percentage within prices
}

// start is the initial carry; it rounds ties up.
var start = money.MustParse("0.000001")

// NewCalculator returns a calculator without carries.
func NewCalculator(a Algorithm) *Calculator { return &Calculator{algorithm: a} }

func (c *Calculator) carry(of rounded) *money.Carry {
	for i := range c.carries {
		if k := &c.carries[i]; k.of.rateID == of.rateID && k.of.within.Equal(of.within) {
			return &k.Carry
		}
	}
	c.carries = append(c.carries, carry{of, money.NewCarry(start)})
	return &c.carries[len(c.carries)-1].Carry
}

// Part receives the part of a tax that belongs to a rate.
type Part func(rate Applied, amount money.Decimal)

// AddTo returns the tax on top of a row. It calls part, unless nil, with the tax of each rate.
func (c *Calculator) AddTo(row, qty money.Decimal, rates Rates, part Part) money.Decimal {
	return eachRate(rates, part, func(rate Applied) money.Decimal {
		return c.round(row, qty, rate.Percent, added, rounded{rateID: rate.RateID})
	})
}

// TakeFrom returns the tax within a row. The tax is never more than the row.
func (c *Calculator) TakeFrom(row, qty money.Decimal, rates Rates) money.Decimal {
	return money.Min(row, c.round(row, qty, rates.Percent, Contained, rounded{within: rates.Percent}))
}

func (c *Calculator) round(
	row, qty, percent money.Decimal, tax func(amount, percent money.Decimal) money.Decimal, of rounded,
) money.Decimal {
	switch {
	case c.algorithm == RowBase:
		return tax(row, percent).Cents()
	case c.algorithm == UnitBase && qty.Sign() > 0:
		return tax(row.Div(qty), percent).Cents().Mul(qty).Cents()
	}
	return c.carry(of).Cents(tax(row, percent))
}

// AddToShipping returns the tax on top of shipping, which is rounded as under TotalBase for all algorithms.
func (c *Calculator) AddToShipping(amount money.Decimal, rates Rates, part Part) money.Decimal {
	return eachRate(rates, part, func(rate Applied) money.Decimal {
		return c.carry(rounded{rateID: rate.RateID}).Cents(added(amount, rate.Percent))
	})
}

// TakeFromShipping returns the tax within shipping.
func (c *Calculator) TakeFromShipping(amount money.Decimal, rates Rates) money.Decimal {
	return money.Min(amount, c.carry(rounded{within: rates.Percent}).Cents(Contained(amount, rates.Percent)))
}

func eachRate(rates Rates, part Part, tax func(Applied) money.Decimal) money.Decimal {
	sum := money.Zero
	for _, rate := range rates.Applied {
		amount := tax(rate)
		sum = sum.Add(amount)
		if part != nil {
			part(rate, amount)
		}
	}
	return sum
}

// Spread distributes a tax among its rates in proportion to their percentages, to the cent.
func Spread(tax money.Decimal, rates Rates, part Part) {
	percent, given := money.Zero, money.Zero
	for _, rate := range rates.Applied {
		percent = percent.Add(rate.Percent)
		upTo := tax
		if percent.Less(rates.Percent) {
			upTo = tax.Mul(percent).Div(rates.Percent).Cents()
		}
		part(rate, upTo.Sub(given))
		given = upTo
	}
}
