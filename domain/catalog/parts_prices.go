package catalog

import (
	"fmt"
	"maps"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// TierPrice is what one unit costs who buys at least a quantity. Of bundles it is a percentage that is taken off.
type TierPrice struct {
	GroupPrice
	Qty money.Decimal `json:"qty"`
}

// GroupPrice is what one unit costs customers of a group.
type GroupPrice struct {
	GroupID   *int64        `json:"group,omitempty"`   // nil: all groups
	WebsiteID int64         `json:"website,omitempty"` // 0: all websites
	Price     money.Decimal `json:"price"`
}

// For tells whether the price is for customers of a group in a website.
func (p GroupPrice) For(groupID, websiteID int64) bool {
	return p.of(groupID) && (p.WebsiteID == 0 || p.WebsiteID == websiteID)
}

// of tells whether the price is for customers of a group, in a website that is known.
func (p GroupPrice) of(groupID int64) bool { return p.GroupID == nil || *p.GroupID == groupID }

// group is whom the price is for.
func (p GroupPrice) group() int64 {
	if p.GroupID == nil {
		return EveryGroup
	}
	return *p.GroupID
}

// key is what two prices of a product must not share.
func (p GroupPrice) key() string {
	if p.GroupID == nil {
		return fmt.Sprintf("%d all", p.WebsiteID)
	}
	return fmt.Sprintf("%d %d", p.WebsiteID, *p.GroupID)
}

var (
	errTiersTwice  = fault.Preconditionf("Failed to save tier prices")
	errGroupsTwice = fault.Preconditionf("Failed to save group prices")
)

// checkTierPrices refuses prices that cannot be (shapes-catalog §3).
func checkTierPrices(prices []TierPrice) error {
	seen := map[string]bool{}
	for _, p := range prices {
		if p.Qty.Sign() <= 0 {
			return ErrQty
		}
		if err := checkPrice(p.Price); err != nil {
			return err
		}
		key := p.key() + " " + p.Qty.String()
		if seen[key] {
			return errTiersTwice
		}
		seen[key] = true
	}
	return nil
}

// checkGroupPrices refuses prices that cannot be (shapes-catalog §4).
func checkGroupPrices(prices []GroupPrice) error {
	seen := map[string]bool{}
	for _, p := range prices {
		if err := checkPrice(p.Price); err != nil {
			return err
		}
		if seen[p.key()] {
			return errGroupsTwice
		}
		seen[p.key()] = true
	}
	return nil
}

// TiersOf are the tier prices for customers of a group: for each quantity the lowest, by quantity.
func (o Offer) TiersOf(groupID int64) []TierPrice {
	best := map[string]TierPrice{}
	for _, tier := range o.Tiers {
		key := tier.Qty.String()
		if had, known := best[key]; tier.of(groupID) && (!known || tier.Price.Less(had.Price) != o.Percent) {
			best[key] = tier
		}
	}
	return slices.SortedFunc(maps.Values(best), func(a, b TierPrice) int { return a.Qty.Cmp(b.Qty) })
}

// Saving is how much of a price a tier price saves, in whole percents. The tier price of a bundle is the percentage itself.
func (p TierPrice) Saving(productType string, price money.Decimal) int64 {
	percent := p.Price
	if productType != bundle {
		if price.Sign() <= 0 {
			return 0
		}
		hundred := money.FromInt(100)
		percent = hundred.Sub(p.Price.Mul(hundred).Div(price))
	}
	whole := percent.Truncate()
	if whole.Less(percent) {
		whole = whole.Add(money.One)
	}
	return whole.Int()
}
