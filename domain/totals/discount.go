package totals

import (
	"slices"
	"strings"

	"tradelog/domain/money"
	"tradelog/domain/pricerule"
)

var hundred = money.FromInt(100)

// applicable leaves the rules whose conditions hold. subtotal is of the base currency, without tax.
func applicable(rules []pricerule.Rule, subtotal money.Decimal) []*pricerule.Rule {
	var out []*pricerule.Rule
	for i := range rules {
		if !subtotal.Less(rules[i].MinimumSubtotal) {
			out = append(out, &rules[i])
		}
	}
	return out
}

// grant is a rule while it is shared out in one currency.
type grant struct {
	*pricerule.Rule
	amount money.Decimal // of this currency
	worth  money.Decimal // of what it holds for
	lines  int           // it has not come to yet
	left   money.Decimal // of a cart_fixed amount
}

// discount gives the rules' discounts: to each line in turn, then to shipping (shapes-sales §2.4).
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
			s.give(&grants[g], r, &carries)
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
			grants[g].left = grants[g].amount
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

// worth is what discounts are computed on, for some units of a line.
func (r *row) worth(units money.Decimal) money.Decimal {
	if units.Equal(r.qty) {
		return r.taxable.basis
	}
	return proportion(r.taxable.basis, units, r.qty)
}

// give takes a rule's discount off a line: never more than the units it looks at are worth, and nothing of what earlier rules
// took off.
func (s *side) give(g *grant, r *row, carries *[]percentage) {
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
	most := money.Min(worth.Cents(), r.taxable.most)
	r.Discount = money.MaxOf(r.Discount, money.Min(r.Discount.Add(discount), most))
}

// next is a line's part of a cart_fixed amount: its share by worth. The last line gets the rest.
func (g *grant) next(worth money.Decimal) money.Decimal {
	share := g.left
	if g.lines > 1 && !g.worth.IsZero() {
		share = money.Min(g.left, proportion(g.amount, worth, g.worth))
	}
	g.lines--
	share = money.Min(share, worth).Cents()
	g.left = g.left.Sub(share)
	return share
}

// discountShipping takes off shipping what the rules that hold for it say, never more than it costs.
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
				discount = g.left
			}
			before := s.ShippingDiscount
			most := money.Min(s.shipping.basis, s.shipping.most)
			s.ShippingDiscount = money.MaxOf(before, money.Min(before.Add(discount.Cents()), most))
			s.matched[i] = s.matched[i] || before.Less(s.ShippingDiscount)
		}
		if g.Stop {
			return
		}
	}
}

// percentage carries the rounding of one percentage from line to line.
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

// proportion is part/whole of an amount. It multiplies first, as long as that has digits enough: a share that is exactly half
// a cent must not be rounded for a digit that division lost.
func proportion(amount, part, whole money.Decimal) money.Decimal {
	switch {
	case whole.IsZero():
		return money.Zero
	case amount.Less(large) && part.Less(large):
		return amount.Mul(part).Div(whole)
	}
	return part.Div(whole).Mul(amount)
}

// applied tells which rules were applied, the coupon among them, and how the discount is described: by the rules' labels, or
// the coupon's code.
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
