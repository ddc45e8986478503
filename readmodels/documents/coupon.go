package documents

import (
	"tradelog/domain/money"
)

// Coupon is a coupon with its price rule as the API shows it (shapes-sales §3).
type Coupon struct {
	Type                string         `json:"@type"`
	ID                  int64          `json:"id"`
	Code                string         `json:"code" doc:"what customers enter"`
	DiscountType        string         `json:"discountType" enum:"percent,fixed,cart_fixed,buy_x_get_y" about:"how the discount is counted"`
	DiscountAmount      money.Decimal  `json:"discountAmount" doc:"per cent, an amount of the base currency, or for buy_x_get_y the free units"`
	Description         string         `json:"description" about:"description for people"`
	IsActive            bool           `json:"isActive" about:"whether it is in use"`
	UsageLimit          *int64         `json:"usageLimit,omitempty" doc:"uses in all; unlimited when absent"`
	UsagePerCustomer    *int64         `json:"usagePerCustomer,omitempty" about:"how often each customer may use it; absent for any number"`
	FromDate            *string        `json:"fromDate,omitempty" doc:"first day, in the store's time zone" shown:"date"`
	ToDate              *string        `json:"toDate,omitempty" doc:"last day" shown:"date"`
	MinimumSubtotal     *money.Decimal `json:"minimumSubtotal,omitempty" doc:"base currency, without tax, before discount and shipping"`
	RuleID              int64          `json:"ruleId" about:"number of the price rule"`
	RuleName            string         `json:"ruleName" about:"name of the price rule"`
	TimesUsed           int64          `json:"timesUsed" about:"how often it was used"`
	ExpirationDate      *string        `json:"expirationDate,omitempty" shown:"end" about:"when the code ends, in UTC"`
	CouponType          int            `json:"type" doc:"0 for a code that the shop chose; there are no others"`
	IsPrimary           bool           `json:"isPrimary" about:"whether it is the main code of its price rule"`
	CreatedAt           string         `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	WebsiteIDs          []int64        `json:"websiteIds" about:"numbers of the websites it belongs to"`
	CustomerGroupIDs    []int64        `json:"customerGroupIds" about:"numbers of the customer groups; 0 stands for guests"`
	SortOrder           int64          `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	StopRulesProcessing bool           `json:"stopRulesProcessing" about:"whether price rules with a higher sortOrder are left out"`
	DiscountQty         *money.Decimal `json:"discountQty,omitempty" doc:"units discounted per line, at most"`
	DiscountStep        int64          `json:"discountStep" doc:"for buy_x_get_y how many must be bought"`
	SimpleFreeShipping  int            `json:"simpleFreeShipping" doc:"0 no, 1 matching items, 2 whole shipment"`
	ApplyToShipping     bool           `json:"applyToShipping" about:"whether shipping is discounted too"`
	Extensions          Extensions     `json:"extensions"`
}
