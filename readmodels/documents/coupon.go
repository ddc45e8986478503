package documents

import (
	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
)

// Coupon is a coupon with its price rule as the API shows it (shapes-sales §3).
type Coupon struct {
	Type                string         `json:"@type"`
	ID                  int64          `json:"id"`
	Code                string         `json:"code" doc:"what customers enter"`
	DiscountType        string         `json:"discountType" enum:"percent,fixed,cart_fixed,buy_x_get_y"`
	DiscountAmount      money.Decimal  `json:"discountAmount" doc:"per cent, an amount of the base currency, or for buy_x_get_y the free units"`
	Description         string         `json:"description"`
	IsActive            bool           `json:"isActive"`
	UsageLimit          *int64         `json:"usageLimit,omitempty" doc:"uses in all; unlimited when absent"`
	UsagePerCustomer    *int64         `json:"usagePerCustomer,omitempty"`
	FromDate            *string        `json:"fromDate,omitempty" doc:"first day, in the store's time zone"`
	ToDate              *string        `json:"toDate,omitempty" doc:"last day"`
	MinimumSubtotal     *money.Decimal `json:"minimumSubtotal,omitempty" doc:"base currency, without tax, before discount and shipping"`
	RuleID              int64          `json:"ruleId"`
	RuleName            string         `json:"ruleName"`
	TimesUsed           int64          `json:"timesUsed"`
	ExpirationDate      *string        `json:"expirationDate,omitempty"`
	CouponType          int            `json:"type" doc:"0 for a code that the shop chose; there are no others"`
	IsPrimary           bool           `json:"isPrimary"`
	CreatedAt           string         `json:"createdAt"`
	WebsiteIDs          []int64        `json:"websiteIds"`
	CustomerGroupIDs    []int64        `json:"customerGroupIds"`
	SortOrder           int64          `json:"sortOrder"`
	StopRulesProcessing bool           `json:"stopRulesProcessing"`
	DiscountQty         *money.Decimal `json:"discountQty,omitempty" doc:"units discounted per line, at most"`
	DiscountStep        int64          `json:"discountStep" doc:"for buy_x_get_y how many must be bought"`
	SimpleFreeShipping  int            `json:"simpleFreeShipping" doc:"0 no, 1 matching items, 2 whole shipment"`
	ApplyToShipping     bool           `json:"applyToShipping"`
	Extensions          Extensions     `json:"extensions"`
}

// ApplyCoupon folds one event of a price rule into the document of its coupon; nil before the rule was created and after it
// was deleted.
func ApplyCoupon(c *Coupon, e domain.Event, at domain.Times) *Coupon {
	switch e := e.(type) {
	case pricerule.Created:
		return newCoupon(e.Rule, 0, Time(at.Occurred))
	case pricerule.Changed:
		if c != nil {
			return newCoupon(e.Rule, c.TimesUsed, c.CreatedAt)
		}
	case pricerule.Deleted:
		return nil
	case pricerule.Redeemed:
		if c != nil {
			c.TimesUsed++
		}
	case pricerule.Returned:
		if c != nil && !e.Unused {
			c.TimesUsed--
		}
	}
	return c
}

func newCoupon(r pricerule.Rule, used int64, created string) *Coupon {
	return &Coupon{
		Type: "Coupon", ID: r.ID, Code: r.Code, DiscountType: r.Action.DiscountType(), DiscountAmount: r.Amount,
		Description: r.Description, IsActive: r.Active,
		UsageLimit: number(r.UsageLimit), UsagePerCustomer: number(r.UsagePerCustomer), FromDate: text(r.FromDate), ToDate: text(r.ToDate),
		MinimumSubtotal: orNil(r.MinimumSubtotal), RuleID: r.ID, RuleName: r.Name, TimesUsed: used, ExpirationDate: text(r.ExpiresAt),
		CouponType: 0, IsPrimary: true,
		CreatedAt: created, WebsiteIDs: r.WebsiteIDs, CustomerGroupIDs: r.GroupIDs, SortOrder: r.SortOrder, StopRulesProcessing: r.Stop,
		DiscountQty:  orNil(r.DiscountQty),
		DiscountStep: r.DiscountStep, SimpleFreeShipping: r.FreeShipping, ApplyToShipping: r.ApplyToShipping,
	}
}
