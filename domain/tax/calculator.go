package tax

import "tradelog/domain/money"

var hundred = money.FromInt(100)

// Added is the tax that a percentage puts on top of an amount, not rounded.
func Added(net, percent money.Decimal) money.Decimal { return net.Mul(percent).Div(hundred) }

// Contained is the tax that a percentage makes up within an amount, not rounded.
func Contained(gross, percent money.Decimal) money.Decimal {
	return gross.Mul(percent).Div(hundred.Add(percent))
}

// Regross turns a gross price with one percentage in it into that with another, rounded to cents.
func Regross(gross, from, to money.Decimal) money.Decimal {
	return gross.Mul(hundred.Add(to)).Div(hundred.Add(from)).Cents()
}

// Calculator computes the rounded taxes of one cart in one currency, row after row. Under TotalBase what rounding leaves is
// handed on to the next row with the same rate.
type Calculator struct {
	algorithm Algorithm
	carries   []carry
}

// carry belongs to a rate on top of prices, or to a percentage within them.
type carry struct {
	of rounded
	money.Carry
}

// rounded identifies amounts that share a rounding carry.
type rounded struct {
	rateID int64         // on top
	within money.Decimal // percentage
}

// start is the initial carry; it rounds ties up.
var start = money.MustParse("0.000001")

// NewCalculator makes a calculator without carries.
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

// Part receives the share of a tax that belongs to a rate.
type Part func(rate Applied, amount money.Decimal)

// AddTo computes the tax on top of a row. part, if any, is told the share of each rate.
func (c *Calculator) AddTo(row, qty money.Decimal, rates Rates, part Part) money.Decimal {
	return eachRate(rates, part, func(rate Applied) money.Decimal {
		return c.round(row, qty, rate.Percent, Added, rounded{rateID: rate.RateID})
	})
}

// TakeFrom computes the tax within a row. It is never more than the row.
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

// AddToShipping computes the tax on top of shipping, which is rounded as under TotalBase whatever the algorithm.
func (c *Calculator) AddToShipping(amount money.Decimal, rates Rates, part Part) money.Decimal {
	return eachRate(rates, part, func(rate Applied) money.Decimal {
		return c.carry(rounded{rateID: rate.RateID}).Cents(Added(amount, rate.Percent))
	})
}

// TakeFromShipping computes the tax within shipping.
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

// Spread divides a tax among its rates by their percentages, to the cent.
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
