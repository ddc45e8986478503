package catalog

import (
	"fmt"
	"maps"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// TierPrice is the price of one unit if at least Qty are bought. For bundles it is a discount in percent.
type TierPrice struct {
	GroupPrice
	Qty money.Decimal `json:"qty"`
}

// GroupPrice is the price of one unit for a customer group. For bundles it is a discount in percent.
type GroupPrice struct {
	GroupID   *int64        `json:"group,omitempty"`   // nil: all groups
	WebsiteID int64         `json:"website,omitempty"` // 0: all websites
	Price     money.Decimal `json:"price"`
}

// For tells whether the price applies to a customer group in a website.
func (p GroupPrice) For(groupID, websiteID int64) bool {
	return p.appliesTo(groupID) && (p.WebsiteID == 0 || p.WebsiteID == websiteID)
}

// appliesTo tells whether the price applies to a customer group, whatever the website.
func (p GroupPrice) appliesTo(groupID int64) bool { return p.GroupID == nil || *p.GroupID == groupID }

// group returns the customer group of the price, or everyGroup.
func (p GroupPrice) group() int64 {
	if p.GroupID == nil {
		return everyGroup
	}
	return *p.GroupID
}

// key identifies the website and customer group of the price. No two group prices of a product may share it.
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

// checkTierPrices returns an error if a tier price is invalid, or two have the same website, group and quantity (shapes-catalog §3).
func checkTierPrices(prices []TierPrice) error {
	seen := map[string]bool{}
	return each("tierPrices", prices, func(p TierPrice) error {
		if p.Qty.Sign() <= 0 {
			return errQty
		}
		if err := checkPrice(p.Price); err != nil {
			return err
		}
		key := p.key() + " " + p.Qty.String()
		if seen[key] {
			return errTiersTwice
		}
		seen[key] = true
		return nil
	})
}

// checkGroupPrices returns an error if a group price is invalid, or two have the same website and group (shapes-catalog §4).
func checkGroupPrices(prices []GroupPrice) error {
	seen := map[string]bool{}
	return each("groupPrices", prices, func(p GroupPrice) error {
		if err := checkPrice(p.Price); err != nil {
			return err
		}
		if seen[p.key()] {
			return errGroupsTwice
		}
		seen[p.key()] = true
		return nil
	})
}

// TiersOf returns the tier prices of a customer group, sorted by quantity. Of several prices for a quantity it returns the best one.
func (o Offer) TiersOf(groupID int64) []TierPrice {
	best := map[string]TierPrice{}
	for _, tier := range o.Tiers {
		key := tier.Qty.String()
		if had, known := best[key]; tier.appliesTo(groupID) && (!known || tier.Price.Less(had.Price) != o.Percent) {
			best[key] = tier
		}
	}
	return slices.SortedFunc(maps.Values(best), func(a, b TierPrice) int { return a.Qty.Cmp(b.Qty) })
}

// Saving returns the percentage that a tier price saves, rounded up. The tier price of a bundle is the percentage itself.
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
