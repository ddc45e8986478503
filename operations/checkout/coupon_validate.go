package checkout

import (
	"context"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

type validateInput struct {
	Code   *string          `json:"code" longest:"255" required:"true" doc:"coupon code, case-insensitive"`
	CartID inputs.LenientID `json:"cartId" doc:"ID of one of the caller's carts, to preview the discount"`
}

// validate reports whether a code can be used (shapes-sales §3 (3)).
func (h *couponHandlers) validate(ctx context.Context, c *operations.Call, in validateInput) (documents.CouponCheck, error) {
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
	if !out.IsValid || c.Anonymous() && c.Caller.Via == "graphql" { // over GraphQL guests learn no more (graphql §8)
		return out, nil
	}
	if in.CartID != 0 {
		if out.DiscountPreview, err = h.preview(ctx, c, int64(in.CartID), code); err != nil {
			return out, err
		}
	}
	kind := offer.Action.DiscountType()
	out.DiscountType, out.DiscountAmount, out.RuleName = &kind, &offer.Amount, &offer.Name
	if !c.Anonymous() {
		out.ID, out.RuleID = offer.CouponID, &offer.ID
	}
	return out, nil
}

// errNotAccessible means that the cart does not belong to the caller.
var errNotAccessible = fault.Invalidf("Cart not accessible")

// preview returns the discount that a coupon would give a cart, or nil if the cart does not exist.
func (h *couponHandlers) preview(ctx context.Context, c *operations.Call, cartID int64, code string) (*money.Decimal, error) {
	s, err := h.Carts.Cart(ctx, cartID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	case c.CustomerID() == 0 && !c.BackendReader(cartResource.Permission), !reaches(c, s):
		return nil, errNotAccessible
	}
	s.Coupon = code
	p, err := h.Quotes.Price(ctx, quotedAt(c), s)
	if err != nil {
		return nil, err
	}
	return &p.Totals.Display.Discount, nil
}
