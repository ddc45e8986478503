package catalog

import (
	"maps"
	"slices"
	"time"

	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Purchase holds the customer group, quantity and date that a price depends on. The date is that of the store.
type Purchase struct {
	GroupID int64
	Qty     money.Decimal
	Date    string // YYYY-MM-DD
}

// One returns the purchase of one unit.
func One(groupID int64, date string) Purchase { return Purchase{groupID, money.One, date} }

// everyGroup stands for all customer groups without prices of their own.
const everyGroup = -1

// Offer holds the prices of one unit of a product in a store view.
type Offer struct {
	Price   money.Decimal  `json:"price"`
	Special *money.Decimal `json:"special,omitempty"`
	From    *string        `json:"from,omitempty"`
	To      *string        `json:"to,omitempty"`
	Tiers   []TierPrice    `json:"tiers,omitempty"`
	Groups  []GroupPrice   `json:"groups,omitempty"`
	// Percent is true for bundles: the special price is a percentage of the price, tier and group prices are discounts in percent.
	Percent bool `json:"percent,omitempty"`
}

// For returns the price of one unit: the least of price, special price on its days, group prices, and tier prices of the quantity.
func (o Offer) For(p Purchase) money.Decimal { return o.Lower(o.Price, p) }

// Lower returns the least of an amount and of the special, group and tier prices that apply to the purchase.
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
		if g.appliesTo(p.GroupID) {
			off(g.Price)
		}
	}
	for _, t := range o.Tiers {
		if t.appliesTo(p.GroupID) && !p.Qty.Less(t.Qty) {
			off(t.Price)
		}
	}
	return least
}

// special tells whether the special price applies on a day; both From and To are inclusive.
func (o Offer) special(date string) bool {
	return o.Special != nil && (o.From == nil || *o.From <= date) && (o.To == nil || *o.To >= date)
}

// Dated tells whether the price depends on the day.
func (o Offer) Dated() bool { return o.Special != nil && (o.From != nil || o.To != nil) }

// Piece is a product that is part of a composite.
type Piece struct {
	Offer
	Qty   *money.Decimal `json:"qty,omitempty"`   // quantity in one bundle
	Share *money.Decimal `json:"share,omitempty"` // price of one unit, as a percentage of the bundle's price
}

// Pricing holds all prices that a product's price in a store view is computed from.
type Pricing struct {
	Offer
	// Choices lists the parts of a composite that its price follows from: one of each group is sold. The parts of a bundle are added to its
	// own price.
	Choices [][]Piece
}

// Final returns the price of one unit. A composite without a price of its own costs the least price of its parts.
func (x Pricing) Final(p Purchase) money.Decimal {
	if x.Price.IsZero() && len(x.Choices) > 0 {
		return x.Minimal(p)
	}
	return x.For(p)
}

// Minimal returns the least price of one unit. Lists are filtered and sorted by it.
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

// costs returns the amount that a part adds to the price of its composite.
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

// offers returns the offers of the product and of all its parts.
func (x Pricing) offers() []Offer {
	list := []Offer{x.Offer}
	for _, pieces := range x.Choices {
		for _, piece := range pieces {
			list = append(list, piece.Offer)
		}
	}
	return list
}

// IndexRow is the least price of a product for a customer group, on the days from Since, before Until.
type IndexRow struct {
	GroupID      int64 // or everyGroup
	Since, Until string
	Others       []int64 // groups that have rows of their own
	Price        money.Decimal
}

// always and Forever are the bounds of rows without a first or last day.
const (
	always  = "0000-00-00"
	forever = "9999-99-99"
)

// Index returns the least prices of all groups and days. For each group and day exactly one row applies: the group's, or that of
// everyGroup.
func (x Pricing) Index() []IndexRow {
	days, groups := []string{always}, map[int64]bool{}
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
	delete(groups, everyGroup)
	slices.Sort(days)
	days = slices.Compact(days)
	rows := x.rows(everyGroup, days)
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

// rows returns the prices of a group, one row for each period of constant price.
func (x Pricing) rows(group int64, days []string) (rows []IndexRow) {
	for _, day := range days {
		price := x.Minimal(One(group, day))
		if last := len(rows) - 1; last >= 0 {
			if rows[last].Price.Equal(price) {
				continue
			}
			rows[last].Until = day
		}
		rows = append(rows, IndexRow{GroupID: group, Since: day, Until: forever, Others: []int64{}, Price: price})
	}
	return rows
}

// nextDay returns the day after a date; Forever if the date is invalid.
func nextDay(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return forever
	}
	return day.AddDate(0, 0, 1).Format(time.DateOnly)
}

// Offer returns the product's prices in a website. Website 0 has the prices of all websites alone.
func (p Product) Offer(websiteID int64) Offer {
	o := Offer{Special: p.SpecialPrice, From: p.SpecialFromDate, To: p.SpecialToDate, Percent: p.Type == bundle}
	if p.Price != nil && !p.dynamic() {
		o.Price = *p.Price
	}
	o.Tiers, o.Groups = p.pricesOf(websiteID)
	return o
}

const bundle = "bundle"

// dynamic tells whether the price of a bundle is the sum of its parts: PriceType is 0, or unset and the bundle has no price.
func (p Product) dynamic() bool {
	if p.PriceType == nil {
		return p.Type == bundle && (p.Price == nil || p.Price.IsZero())
	}
	return p.Type == bundle && *p.PriceType == 0
}

// pricesOf returns the tier and group prices that apply in a website, with their website cleared. A price of 0 does not count.
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

// Offered returns the prices of a product. sold is false unless the product is on sale; inStock tells whether it can be bought now.
type Offered func(id int64) (o Offer, sold, inStock bool)

// candidates are the products that a part of a composite may be: all of them, and those in stock.
type candidates struct{ all, inStock []Piece }

func (c *candidates) add(piece Piece, inStock bool) {
	if c.all = append(c.all, piece); inStock {
		c.inStock = append(c.inStock, piece)
	}
}

// priced returns the products from which the price of the part follows: those in stock. If all are sold out, it returns all, so that the
// composite still has a price.
func (c candidates) priced() []Piece {
	if len(c.inStock) > 0 {
		return c.inStock
	}
	return c.all
}

// Choices returns the parts of a composite, see Pricing.Choices. Nobody can buy a part that is sold out, so it has no influence on the
// price unless all others are sold out as well.
func (p Product) Choices(offer Offered) (choices [][]Piece) {
	add := func(c candidates) {
		if pieces := c.priced(); len(pieces) > 0 {
			choices = append(choices, pieces)
		}
	}
	if p.Type != bundle {
		for _, ids := range PartsOf(p.Type, p.Parts) {
			var part candidates
			for _, id := range ids {
				if o, sold, inStock := offer(id); sold {
					part.add(Piece{Offer: o}, inStock)
				}
			}
			add(part)
		}
		return choices
	}
	required := slices.ContainsFunc(p.BundleOptions, func(o BundleOption) bool { return o.Required })
	var anyOf candidates
	for _, option := range p.BundleOptions {
		var part candidates
		for _, s := range option.Selections {
			if option.Required != required {
				continue
			}
			if o, sold, inStock := offer(s.ProductID); sold {
				part.add(p.piece(s, o), inStock)
				anyOf.add(p.piece(s, o), inStock)
			}
		}
		if required {
			add(part)
		}
	}
	if !required && p.dynamic() { // a dynamic bundle costs at least its cheapest part
		add(anyOf)
	}
	return choices
}

// piece returns the part for a selection of a bundle. Its price is that of the product if the bundle's price is dynamic, else that of the
// selection.
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

// PriceFields lists the fields that can have values per website while catalog/price/scope is 1 (shapes-catalog §10.1).
var PriceFields = []string{"price", "specialPrice", "cost", "msrp"}

// ProductIn returns the values of a product in a store view with the prices of its website. Website 0 has the prices of all websites.
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

// CheckShared returns an error if codes name prices to be reverted in a store view while prices are global.
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
