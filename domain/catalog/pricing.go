package catalog

import (
	"maps"
	"slices"
	"time"

	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Purchase is what a price depends on beside the product: who buys, how many, and on which day of the store.
type Purchase struct {
	GroupID int64
	Qty     money.Decimal
	Date    string // YYYY-MM-DD
}

// One is the purchase of one unit.
func One(groupID int64, date string) Purchase { return Purchase{groupID, money.One, date} }

// EveryGroup stands for customers of groups without prices of their own.
const EveryGroup = -1

// Offer is what one unit of a product costs in a store view.
type Offer struct {
	Price   money.Decimal  `json:"price"`
	Special *money.Decimal `json:"special,omitempty"`
	From    *string        `json:"from,omitempty"`
	To      *string        `json:"to,omitempty"`
	Tiers   []TierPrice    `json:"tiers,omitempty"`
	Groups  []GroupPrice   `json:"groups,omitempty"`
	// Percent: the special price is a percentage of the price, the others are percentages that are taken off. Bundles have such.
	Percent bool `json:"percent,omitempty"`
}

// For is the price of one unit: the least of price, special price on its days, group prices, and tier prices of the quantity.
func (o Offer) For(p Purchase) money.Decimal { return o.Lower(o.Price, p) }

// Lower returns an amount as the buyer pays it: the least of it and of the prices that hold for the purchase.
func (o Offer) Lower(amount money.Decimal, p Purchase) money.Decimal {
	least := amount
	take := func(price money.Decimal) {
		if o.Percent {
			price = amount.Mul(price).Div(hundred).Stored()
		}
		least = money.Min(least, price)
	}
	off := func(price money.Decimal) {
		if o.Percent {
			price = money.MaxOf(money.Zero, hundred.Sub(price))
		}
		take(price)
	}
	if o.special(p.Date) {
		take(*o.Special)
	}
	for _, g := range o.Groups {
		if g.of(p.GroupID) {
			off(g.Price)
		}
	}
	for _, t := range o.Tiers {
		if t.of(p.GroupID) && !p.Qty.Less(t.Qty) {
			off(t.Price)
		}
	}
	return least
}

// special tells whether the special price holds on a day; both ends of its time are inclusive.
func (o Offer) special(date string) bool {
	return o.Special != nil && (o.From == nil || *o.From <= date) && (o.To == nil || *o.To >= date)
}

// Dated tells whether the price changes with the day.
func (o Offer) Dated() bool { return o.Special != nil && (o.From != nil || o.To != nil) }

// Piece is a product that a composite can be sold as.
type Piece struct {
	Offer
	Qty   *money.Decimal `json:"qty,omitempty"`   // how many a bundle has of it
	Share *money.Decimal `json:"share,omitempty"` // percentage of the bundle's price that one costs
}

// Pricing is all that follows a product's prices in a store view.
type Pricing struct {
	Offer
	// Choices are what a composite is sold as, one of each. Of a bundle they come on top of its own price.
	Choices [][]Piece
}

// Final is what one unit costs. A composite without a price of its own costs what its parts cost at least.
func (x Pricing) Final(p Purchase) money.Decimal {
	if x.Price.IsZero() && len(x.Choices) > 0 {
		return x.Minimal(p)
	}
	return x.For(p)
}

// Minimal is what one unit costs at least. It is what lists are filtered and sorted by.
func (x Pricing) Minimal(p Purchase) money.Decimal {
	if len(x.Choices) == 0 {
		return x.For(p)
	}
	sum := money.Zero
	if x.Percent {
		sum = x.Price
	}
	for _, pieces := range x.Choices {
		least := money.Max
		for _, piece := range pieces {
			least = money.Min(least, x.costs(piece, p))
		}
		if len(pieces) > 0 {
			sum = money.Min(sum.Add(least), money.Max)
		}
	}
	if x.Percent {
		return x.Lower(sum, p).Stored()
	}
	return sum.Stored()
}

// costs is what a part adds to the price.
func (x Pricing) costs(piece Piece, p Purchase) money.Decimal {
	qty := money.One
	if piece.Qty != nil {
		qty = *piece.Qty
	}
	price := piece.For(Purchase{p.GroupID, qty, p.Date})
	if piece.Share != nil {
		price = x.Price.Mul(*piece.Share).Div(hundred)
	}
	return money.Min(price.Mul(qty), money.Max)
}

// offers returns the offer of the product and those of what it is sold as.
func (x Pricing) offers() []Offer {
	list := []Offer{x.Offer}
	for _, pieces := range x.Choices {
		for _, piece := range pieces {
			list = append(list, piece.Offer)
		}
	}
	return list
}

// IndexRow is the least price of a product for customers of a group, on the days since Since and before Until.
type IndexRow struct {
	GroupID      int64 // or EveryGroup
	Since, Until string
	Others       []int64 // the groups that have rows of their own
	Price        money.Decimal
}

// Always and Forever bound rows without a first or last day.
const (
	Always  = "0000-00-00"
	Forever = "9999-99-99"
)

// Index lists the least prices. For each group and each day exactly one row holds: that of the group, or that of every group.
func (x Pricing) Index() []IndexRow {
	days, groups := []string{Always}, map[int64]bool{}
	for _, o := range x.offers() {
		if o.Special != nil && o.From != nil {
			days = append(days, *o.From)
		}
		if o.Special != nil && o.To != nil {
			days = append(days, nextDay(*o.To))
		}
		for _, g := range o.Groups {
			groups[g.group()] = true
		}
		for _, t := range o.Tiers {
			groups[t.group()] = true
		}
	}
	delete(groups, EveryGroup)
	slices.Sort(days)
	days = slices.Compact(days)
	rows := x.rows(EveryGroup, days)
	common, others := len(rows), []int64{}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		own := x.rows(group, days)
		same := func(a, b IndexRow) bool { return a.Since == b.Since && a.Price.Equal(b.Price) }
		if !slices.EqualFunc(own, rows[:common], same) {
			rows, others = append(rows, own...), append(others, group)
		}
	}
	for i := range rows[:common] {
		rows[i].Others = others
	}
	return rows
}

// rows are the prices of a group, one row for each time in which the price stays.
func (x Pricing) rows(group int64, days []string) (rows []IndexRow) {
	for _, day := range days {
		price := x.Minimal(One(group, day))
		if last := len(rows) - 1; last >= 0 {
			if rows[last].Price.Equal(price) {
				continue
			}
			rows[last].Until = day
		}
		rows = append(rows, IndexRow{GroupID: group, Since: day, Until: Forever, Others: []int64{}, Price: price})
	}
	return rows
}

// nextDay is the day after a day.
func nextDay(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return Forever
	}
	return day.AddDate(0, 0, 1).Format(time.DateOnly)
}

// Offer reads what the product costs in the prices of a website; 0: of all websites alone.
func (p Product) Offer(websiteID int64) Offer {
	o := Offer{Special: p.SpecialPrice, From: p.SpecialFromDate, To: p.SpecialToDate, Percent: p.Type == bundle}
	if p.Price != nil && !p.dynamic() {
		o.Price = *p.Price
	}
	o.Tiers, o.Groups = p.pricesOf(websiteID)
	return o
}

const bundle = "bundle"

// dynamic tells whether a bundle costs what its parts cost: if it is set so, or if it has no price of its own.
func (p Product) dynamic() bool {
	if p.PriceType == nil {
		return p.Type == bundle && (p.Price == nil || p.Price.IsZero())
	}
	return p.Type == bundle && *p.PriceType == 0
}

// pricesOf are the tier and group prices that count in a website, for all websites by then. A price of 0 is none.
func (p Parts) pricesOf(websiteID int64) (tiers []TierPrice, groups []GroupPrice) {
	counts := func(g GroupPrice) bool { return (g.WebsiteID == 0 || g.WebsiteID == websiteID) && g.Price.Sign() > 0 }
	for _, t := range p.TierPrices {
		if counts(t.GroupPrice) {
			t.WebsiteID = 0
			tiers = append(tiers, t)
		}
	}
	for _, g := range p.GroupPrices {
		if counts(g) {
			g.WebsiteID = 0
			groups = append(groups, g)
		}
	}
	return tiers, groups
}

// Choices are what a composite is sold as. offer gives the offer of a product; ok is false unless it is on sale.
func (p Product) Choices(offer func(id int64) (o Offer, ok bool)) (choices [][]Piece) {
	add := func(pieces []Piece) {
		if len(pieces) > 0 {
			choices = append(choices, pieces)
		}
	}
	if p.Type != bundle {
		for _, ids := range PartsOf(p.Type, p.Parts) {
			var pieces []Piece
			for _, id := range ids {
				if o, ok := offer(id); ok {
					pieces = append(pieces, Piece{Offer: o})
				}
			}
			add(pieces)
		}
		return choices
	}
	required := slices.ContainsFunc(p.BundleOptions, func(o BundleOption) bool { return o.Required })
	var anyOf []Piece
	for _, option := range p.BundleOptions {
		var pieces []Piece
		for _, s := range option.Selections {
			if option.Required == required {
				if o, ok := offer(s.ProductID); ok {
					pieces = append(pieces, p.piece(s, o))
				}
			}
		}
		if anyOf = append(anyOf, pieces...); required {
			add(pieces)
		}
	}
	if !required && p.dynamic() { // it costs the cheapest part at least
		add(anyOf)
	}
	return choices
}

// piece is a selection of a bundle: what the product costs, or what the selection costs where the bundle has a price of its own.
func (p Product) piece(s Selection, o Offer) Piece {
	piece := Piece{Offer: o, Qty: &s.Qty}
	switch {
	case p.dynamic():
	case s.PriceType == "percent":
		piece.Offer, piece.Share = Offer{}, &s.Price
	default:
		piece.Offer = Offer{Price: s.Price}
	}
	return piece
}

// PriceFields are the fields that websites may have values of their own of, while catalog/price/scope is 1 (shapes-catalog §10.1).
var PriceFields = []string{"price", "specialPrice", "cost", "msrp"}

// ProductIn returns the values of a product in a store view with the prices of its website; 0: with the prices of all websites.
func ProductIn(s record.State, storeID, websiteID int64) record.Values {
	values := s.In(storeID)
	if websiteID != 0 || storeID == 0 {
		return values
	}
	cloned := false
	for _, field := range PriceFields {
		if _, own := s.Values[storeID][field]; !own {
			continue
		}
		if !cloned {
			values, cloned = maps.Clone(values), true
		}
		if delete(values, field); s.Values[0][field] != nil {
			values[field] = s.Values[0][field]
		}
	}
	return values
}

// CheckShared refuses to take back prices of a website while all websites have the same ones.
func CheckShared(codes []string) error {
	for _, code := range codes {
		a, known := ProductAttributes.byCode[code]
		if !known {
			a, known = ProductAttributes.ofField(code)
		}
		if known && slices.Contains(PriceFields, a.Field) {
			return errGlobal(code)
		}
	}
	return nil
}
