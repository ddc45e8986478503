package tax

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/money"
)

// Applied is a rate that applies to a product. Percent is relative to the price without tax, compounded if the rule says so.
type Applied struct {
	RateID  int64
	Code    string
	Title   string
	Percent money.Decimal
}

// Rates holds the tax rates of a product at its destination. The zero value is no tax.
type Rates struct {
	Applied []Applied
	Percent money.Decimal // the sum of all
	Origin  money.Decimal // the sum that the shop's gross prices include
}

// NewRates returns the rates with their sum. origin is the percentage that the shop's gross prices include; it is ignored for net prices.
func NewRates(origin money.Decimal, applied ...Applied) Rates {
	r := Rates{Applied: applied, Origin: origin}
	for _, a := range applied {
		r.Percent = r.Percent.Add(a.Percent)
	}
	return r
}

// Table finds the rates of a product. The table is built from all rates and rules, immutable, and safe for concurrent use.
type Table struct {
	rules map[classes][]ruling // by priority, then identifier
}

type classes struct{ customer, product int64 }

// ruling is a rule with its rates by area; each list begins with the most specific postcode.
type ruling struct {
	rule  Rule
	rates map[area][]Rate
}

type area struct {
	country string
	region  int64
}

// NewTable returns the table of rates and rules. It ignores rates of a rule that do not exist.
func NewTable(rates []Rate, rules []Rule) *Table {
	byID := make(map[int64]Rate, len(rates))
	for _, r := range rates {
		byID[r.ID] = r
	}
	t := &Table{rules: map[classes][]ruling{}}
	sorted := slices.Clone(rules)
	slices.SortFunc(sorted, func(a, b Rule) int { return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.ID, b.ID)) })
	for _, rule := range sorted {
		r := ruling{rule: rule, rates: map[area][]Rate{}}
		for _, id := range domain.Distinct(rule.RateIDs) {
			if rate, ok := byID[id]; ok {
				at := area{strings.ToUpper(rate.CountryID), rate.RegionID}
				r.rates[at] = append(r.rates[at], rate)
			}
		}
		for _, list := range r.rates {
			slices.SortFunc(list, func(a, b Rate) int {
				return cmp.Or(strings.Compare(b.Postcode, a.Postcode), b.Percent.Cmp(a.Percent), cmp.Compare(a.ID, b.ID))
			})
		}
		for _, customer := range domain.Distinct(rule.CustomerClassIDs) {
			for _, product := range domain.Distinct(rule.ProductClassIDs) {
				t.rules[classes{customer, product}] = append(t.rules[classes{customer, product}], r)
			}
		}
	}
	return t
}

// Match returns the rates that apply (shapes-sales §2.3): of each rule only the most specific one. Rates of the same priority add up.
// Rates of the next priority are charged on the price including the earlier ones, unless the rule charges them on the subtotal.
func (t *Table) Match(customerClass, productClass, storeID int64, at Location) []Applied {
	if t == nil {
		return nil
	}
	var out []Applied
	below, sum, priority := money.Zero, money.Zero, 0
	for _, r := range t.rules[classes{customerClass, productClass}] {
		rate, ok := r.find(at)
		if !ok {
			continue
		}
		if len(out) == 0 || r.rule.Priority != priority {
			below, priority = sum, r.rule.Priority
		}
		percent := rate.Percent
		if !r.rule.CalculateSubtotal && !below.IsZero() {
			percent = hundred.Add(below).Mul(rate.Percent).Div(hundred)
		}
		sum = sum.Add(percent)
		out = append(out, Applied{RateID: rate.ID, Code: rate.Code, Title: rate.Title(storeID), Percent: percent})
	}
	return out
}

// find returns the most specific rate of the rule for a location. Rates of a region take precedence over those of the country.
func (r ruling) find(at Location) (Rate, bool) {
	country := strings.ToUpper(at.CountryID)
	regions := []int64{at.RegionID, 0}
	if at.RegionID == 0 {
		regions = regions[1:]
	}
	for _, region := range regions {
		for _, rate := range r.rates[area{country, region}] {
			if rate.covers(at.Postcode) {
				return rate, true
			}
		}
	}
	return Rate{}, false
}

// covers tells whether the rate applies to a postcode: it matches all, one, those with a prefix, or a range.
func (r Rate) covers(postcode string) bool {
	if runes := []rune(strings.TrimSpace(postcode)); len(runes) > maxPostcode {
		postcode = string(runes[:maxPostcode])
	} else {
		postcode = string(runes)
	}
	if r.IsRange {
		n, number := zip(postcode)
		from, first := zip(r.ZipFrom)
		to, last := zip(r.ZipTo)
		return number && first && last && from <= n && n <= to
	}
	beginning, wild := strings.CutSuffix(r.Postcode, "*")
	switch {
	case r.Postcode == "":
		return true
	case wild:
		return len(postcode) >= len(beginning) && strings.EqualFold(postcode[:len(beginning)], beginning)
	}
	return strings.EqualFold(postcode, r.Postcode)
}

// zip parses a postcode of digits only.
func zip(postcode string) (int64, bool) {
	n, err := strconv.ParseUint(postcode, 10, 63)
	return int64(n), err == nil
}

// Lookup finds the rates of one cart and caches them by product class. A Lookup is not safe for concurrent use.
type Lookup struct {
	table         *Table
	storeID       int64
	buyer, keeper int64 // customer classes
	at, origin    Location
	found         map[int64]Rates
}

// For returns a Lookup for a cart. buyer is the customer class of the cart's group, keeper that of the shop's default group, whose rates
// are in gross prices.
func (t *Table) For(storeID, buyer, keeper int64, at, origin Location) *Lookup {
	return &Lookup{table: t, storeID: storeID, buyer: buyer, keeper: keeper, at: at, origin: origin, found: map[int64]Rates{}}
}

// Rates returns the tax rates of products of a class.
func (l *Lookup) Rates(productClass int64) Rates {
	rates, ok := l.found[productClass]
	if !ok {
		origin := NewRates(money.Zero, l.table.Match(l.keeper, productClass, l.storeID, l.origin)...)
		rates = NewRates(origin.Percent, l.table.Match(l.buyer, productClass, l.storeID, l.at)...)
		l.found[productClass] = rates
	}
	return rates
}
