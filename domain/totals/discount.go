package totals

import (
	"slices"
	"strings"

	"tradelog/domain/money"
	"tradelog/domain/pricerule"
)

var hundred = money.FromInt(100)

// applicable returns the rules whose minimum subtotal is reached. subtotal is in the base currency, without tax.
func applicable(rules []pricerule.Rule, subtotal money.Decimal) []*pricerule.Rule {
	var out []*pricerule.Rule
	for i := range rules {
		if !subtotal.Less(rules[i].MinimumSubtotal) {
			out = append(out, &rules[i])
		}
	}
	return out
}

// grant is the state of a rule while its discount is distributed in one currency.
type grant struct {
	*pricerule.Rule
	amount money.Decimal // in this currency
	worth  money.Decimal // sum of the lines that it applies to
	lines  int           // number of lines without their part yet
	rest   money.Decimal // rest of a cart_fixed amount
}

// discount distributes the rules' discounts: to each line in turn, then to shipping (shapes-sales §2.4).
func (s *side) discount(rules []*pricerule.Rule) {
	if len(rules) == 0 {
		return
	}
	grants := s.grants(rules)
	var carries []percentage
	for i := range s.rows {
		r := &s.rows[i]
		if !s.discountable(i) {
			continue
		}
		for g := range grants {
			s.applyDiscount(&grants[g], r, &carries)
			s.matched[g] = true
			if grants[g].Stop {
				break
			}
		}
	}
	s.discountShipping(grants)
}

func (s *side) discountable(i int) bool { return !s.rows[i].bundle && !s.in.Lines[i].NoDiscount }

func (s *side) grants(rules []*pricerule.Rule) []grant {
	grants := make([]grant, len(rules))
	for g, rule := range rules {
		grants[g] = grant{Rule: rule, amount: rule.Amount}
		switch rule.Action {
		case pricerule.ByFixed:
			grants[g].amount = s.converted(rule.Amount)
		case pricerule.CartFixed:
			grants[g].amount = s.converted(rule.Amount).Cents()
			grants[g].rest = grants[g].amount
			for i := range s.rows {
				if s.discountable(i) {
					grants[g].worth = grants[g].worth.Add(s.rows[i].worth(rule.Units(s.rows[i].qty)))
					grants[g].lines++
				}
			}
		}
	}
	return grants
}

// worth returns the amount that discounts on some units of a line are computed from.
func (r *row) worth(units money.Decimal) money.Decimal {
	if units.Equal(r.qty) {
		return r.taxable.basis
	}
	return proportion(r.taxable.basis, units, r.qty)
}

// applyDiscount adds a rule's discount to a line. The total discount is never more than the worth of the rule's units, and earlier
// discounts are never reduced.
func (s *side) applyDiscount(g *grant, r *row, carries *[]percentage) {
	units := g.Units(r.qty)
	worth := r.worth(units)
	discount := money.Zero
	switch g.Action {
	case pricerule.ByPercent:
		percent := money.Min(g.Amount, hundred)
		left := money.MaxOf(worth.Sub(r.Discount), money.Zero)
		discount = carryOf(carries, percent).Cents(left.Mul(percent).Div(hundred))
		if g.DiscountQty.IsZero() || !g.DiscountQty.Less(r.qty) {
			r.percent = money.Min(r.percent.Add(percent), hundred)
		}
	case pricerule.ByFixed:
		discount = units.Mul(g.amount).Cents()
	case pricerule.CartFixed:
		discount = g.next(worth)
	case pricerule.BuyXGetY:
		discount = r.worth(g.FreeUnits(units)).Cents()
	}
	most := money.Min(worth.Cents(), r.taxable.discountLimit)
	r.Discount = money.MaxOf(r.Discount, money.Min(r.Discount.Add(discount), most))
}

// next returns a line's part of a cart_fixed amount, in proportion to its worth. The last line gets the rest.
func (g *grant) next(worth money.Decimal) money.Decimal {
	share := g.rest
	if g.lines > 1 && !g.worth.IsZero() {
		share = money.Min(g.rest, proportion(g.amount, worth, g.worth))
	}
	g.lines--
	share = money.Min(share, worth).Cents()
	g.rest = g.rest.Sub(share)
	return share
}

// discountShipping adds the rules' discounts on shipping, never more than shipping costs.
func (s *side) discountShipping(grants []grant) {
	for i := range grants {
		g := &grants[i]
		if g.ApplyToShipping {
			discount := money.Zero
			switch g.Action {
			case pricerule.ByPercent:
				discount = s.shipping.basis.Sub(s.ShippingDiscount).Mul(money.Min(g.Amount, hundred)).Div(hundred)
			case pricerule.ByFixed:
				discount = g.amount
			case pricerule.CartFixed:
				discount = g.rest
			}
			before := s.ShippingDiscount
			most := money.Min(s.shipping.basis, s.shipping.discountLimit)
			s.ShippingDiscount = money.MaxOf(before, money.Min(before.Add(discount.Cents()), most))
			s.matched[i] = s.matched[i] || before.Less(s.ShippingDiscount)
		}
		if g.Stop {
			return
		}
	}
}

// percentage is the rounding carry of one percentage, from line to line.
type percentage struct {
	percent money.Decimal
	money.Carry
}

func carryOf(carries *[]percentage, percent money.Decimal) *money.Carry {
	i := slices.IndexFunc(*carries, func(p percentage) bool { return p.percent.Equal(percent) })
	if i < 0 {
		i = len(*carries)
		*carries = append(*carries, percentage{percent: percent})
	}
	return &(*carries)[i].Carry
}

// large is the limit above which multiplying first could overflow.
var large = money.FromInt(1_000_000_000)

// proportion returns amount × part / whole. It multiplies first as long as there are enough digits. Otherwise a share of exactly half a
// cent could be rounded down for a digit that the division lost.
func proportion(amount, part, whole money.Decimal) money.Decimal {
	switch {
	case whole.IsZero():
		return money.Zero
	case amount.Less(large) && part.Less(large):
		return amount.Mul(part).Div(whole)
	}
	return part.Div(whole).Mul(amount)
}

// applied returns the IDs of the rules that were applied, the coupon among them. It also returns the description of the discount: the
// rules' labels, or the coupon's code.
func applied(rules []*pricerule.Rule, s *side) (ids []int64, coupon Coupon, description string) {
	var labels []string
	for i, rule := range rules {
		if !s.matched[i] {
			continue
		}
		ids = append(ids, rule.ID)
		if rule.Code != "" {
			coupon = Coupon{RuleID: rule.ID, Code: rule.Code, RuleName: rule.Name}
		}
		if label := strings.TrimSpace(rule.Label); label != "" {
			labels = append(labels, label)
		} else if rule.Code != "" {
			labels = append(labels, rule.Code)
		}
	}
	return ids, coupon, strings.Join(labels, ", ")
}
