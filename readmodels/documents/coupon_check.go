package documents

import "tradelog/domain/money"

// CouponCheck is the answer to the validation of a coupon code (shapes-sales §3).
type CouponCheck struct {
	Type            string         `json:"@type"`
	ID              int64          `json:"id" doc:"number of the coupon; 0 when it is not valid or nobody is logged in"`
	Code            string         `json:"code" doc:"code that was asked about"`
	IsValid         bool           `json:"isValid" about:"whether the code can be used now"`
	Message         string         `json:"validationMessage" about:"why the code can or cannot be used"`
	DiscountType    *string        `json:"discountType,omitempty" enum:"percent,fixed,cart_fixed,buy_x_get_y" about:"how the discount is counted"`
	DiscountAmount  *money.Decimal `json:"discountAmount,omitempty" about:"discount"`
	RuleName        *string        `json:"ruleName,omitempty" about:"name of the price rule"`
	RuleID          *int64         `json:"ruleId,omitempty" about:"number of the price rule"`
	DiscountPreview *money.Decimal `json:"discountPreview,omitempty" doc:"what the cart's discount would be, in its currency"`
	Extensions      Extensions     `json:"extensions"`
}
