package documents

import "tradelog/domain/money"

// CouponCheck is the answer to the validation of a coupon code (shapes-sales §3).
type CouponCheck struct {
	Type            string         `json:"@type"`
	ID              int64          `json:"id" doc:"ID of the coupon; 0 if it is not valid or nobody is logged in"`
	Code            string         `json:"code" doc:"checked code"`
	IsValid         bool           `json:"isValid" about:"whether the code can be used at present"`
	Message         string         `json:"validationMessage" about:"reason why the code is valid or not"`
	DiscountType    *string        `json:"discountType,omitempty" enum:"percent,fixed,cart_fixed,buy_x_get_y" about:"kind of discount"`
	DiscountAmount  *money.Decimal `json:"discountAmount,omitempty" about:"discount amount"`
	RuleName        *string        `json:"ruleName,omitempty" about:"name of the price rule"`
	RuleID          *int64         `json:"ruleId,omitempty" about:"ID of the price rule"`
	DiscountPreview *money.Decimal `json:"discountPreview,omitempty" doc:"discount the cart would get, in its currency"`
	Extensions      Extensions     `json:"extensions"`
}
