package coupons

import (
	"context"
	"strings"

	"tradelog/domain/pricerule"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

type validateInput struct {
	Code   *string            `json:"code" required:"true" doc:"the code to check, in any case"`
	CartID operations.LooseID `json:"cartId" doc:"number of a cart of the caller, to see what the discount would be"`
}

// validate tells whether a code can be used (shapes-sales §3 (3)).
func (h *handlers) validate(ctx context.Context, c *operations.Call, in validateInput) (documents.CouponCheck, error) {
	code := ""
	if in.Code != nil {
		code = strings.TrimSpace(*in.Code)
	}
	if code == "" {
		return documents.CouponCheck{}, pricerule.ErrCodeRequired
	}
	if err := c.Limit(checks, nil); err != nil {
		return documents.CouponCheck{}, err
	}
	offer, err := h.Reader.CouponOffer(ctx, code)
	if err != nil {
		return documents.CouponCheck{}, err
	}
	verdict := pricerule.Unknown
	if offer != nil {
		code = offer.Code
		verdict = offer.Validate(pricerule.Moment{Today: c.Shop.Today(c.Store.ID, c.Now()), Now: c.Now()})
	}
	out := documents.CouponCheck{Type: "Coupon", Code: code, IsValid: verdict == pricerule.Valid, Message: string(verdict)}
	if !out.IsValid {
		return out, nil
	}
	if in.CartID != 0 {
		discount, ok, err := h.Preview(ctx, c, int64(in.CartID), code)
		if err != nil {
			return out, err
		}
		if ok {
			out.DiscountPreview = &discount
		}
	}
	kind := offer.Action.DiscountType()
	out.DiscountType, out.DiscountAmount, out.RuleName = &kind, &offer.Amount, &offer.Name
	if !c.Anonymous() {
		out.ID, out.RuleID = offer.CouponID, &offer.ID
	}
	return out, nil
}
