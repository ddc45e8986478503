package documents

import (
	"tradelog/domain/money"
)

// Coupon is a coupon with its price rule as the API shows it (shapes-sales §3).
type Coupon struct {
	Type                string         `json:"@type"`
	ID                  int64          `json:"id" about:"ID of the coupon"`
	Code                string         `json:"code" doc:"code that customers enter"`
	DiscountType        string         `json:"discountType" enum:"percent,fixed,cart_fixed,buy_x_get_y" about:"kind of discount"`
	DiscountAmount      money.Decimal  `json:"discountAmount" doc:"percentage, amount in the base currency, or free units for buy_x_get_y"`
	Description         string         `json:"description" about:"description"`
	IsActive            bool           `json:"isActive" about:"whether it is active"`
	UsageLimit          *int64         `json:"usageLimit,omitempty" doc:"maximum uses in total; absent for no limit"`
	UsagePerCustomer    *int64         `json:"usagePerCustomer,omitempty" about:"maximum uses per customer; absent for no limit"`
	FromDate            *string        `json:"fromDate,omitempty" doc:"first day of validity, in the store's time zone" shown:"date"`
	ToDate              *string        `json:"toDate,omitempty" doc:"last day of validity, inclusive" shown:"date"`
	MinimumSubtotal     *money.Decimal `json:"minimumSubtotal,omitempty" doc:"minimum subtotal in the base currency, without tax, before discount and shipping"`
	RuleID              int64          `json:"ruleId" about:"ID of the price rule"`
	RuleName            string         `json:"ruleName" about:"name of the price rule"`
	TimesUsed           int64          `json:"timesUsed" about:"number of uses"`
	ExpirationDate      *string        `json:"expirationDate,omitempty" shown:"end" about:"expiry of the code, in UTC"`
	CouponType          int            `json:"type" doc:"always 0: a code that the shop chose"`
	IsPrimary           bool           `json:"isPrimary" about:"whether it is the primary code of its price rule"`
	CreatedAt           string         `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	WebsiteIDs          []int64        `json:"websiteIds" about:"IDs of its websites"`
	CustomerGroupIDs    []int64        `json:"customerGroupIds" about:"IDs of the customer groups; 0 stands for guests"`
	SortOrder           int64          `json:"sortOrder" about:"position among its siblings, ascending"`
	StopRulesProcessing bool           `json:"stopRulesProcessing" about:"whether price rules with a higher sortOrder are skipped"`
	DiscountQty         *money.Decimal `json:"discountQty,omitempty" doc:"maximum discounted units per line"`
	DiscountStep        int64          `json:"discountStep" doc:"buy_x_get_y: units to buy"`
	SimpleFreeShipping  int            `json:"simpleFreeShipping" enum:"0,1,2" doc:"free shipping: 0 no, 1 matching items, 2 whole shipment"`
	ApplyToShipping     bool           `json:"applyToShipping" about:"whether shipping is discounted too"`
	Extensions          Extensions     `json:"extensions"`
}
