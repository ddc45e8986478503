package documents

import "tradelog/domain/money"

// CouponCheck is the answer to the validation of a coupon code (shapes-sales §3).
type CouponCheck struct {
	Type            string         `json:"@type"`
	ID              int64          `json:"id" doc:"number of the coupon; 0 when it is not valid or nobody is logged in"`
	Code            string         `json:"code" doc:"code that was asked about"`
	IsValid         bool           `json:"isValid"`
	Message         string         `json:"validationMessage"`
	DiscountType    *string        `json:"discountType,omitempty" enum:"percent,fixed,cart_fixed,buy_x_get_y"`
	DiscountAmount  *money.Decimal `json:"discountAmount,omitempty"`
	RuleName        *string        `json:"ruleName,omitempty"`
	RuleID          *int64         `json:"ruleId,omitempty"`
	DiscountPreview *money.Decimal `json:"discountPreview,omitempty" doc:"what the cart's discount would be, in its currency"`
	Extensions      Extensions     `json:"extensions"`
}
