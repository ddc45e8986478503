package checkout

import (
	"context"
	"time"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/pricerule"
	"tradelog/operations"
	"tradelog/quote"
	"tradelog/readmodels/documents"
)

// These limits bound the codes that a caller can try. Callers who may write carts for others are exempt.
var (
	couponTries = operations.Limit{Config: "coupon_validate", Window: time.Minute, Exempt: []string{"carts/write"}, ByHand: true}
	cardTries   = operations.Limit{Config: "giftcard_balance", Window: time.Minute, Exempt: []string{"carts/write"}, ByHand: true}
)

type couponInput struct {
	cartRef
	Code *string `json:"code" longest:"255" alias:"couponCode" doc:"coupon code, case-insensitive"`
}

// applyCoupon applies a coupon to a cart (shapes-sales §1). A known coupon without effect is refused. The previous coupon is then removed
// as well, because the buyer wanted to replace it.
func (h *handlers) applyCoupon(ctx context.Context, c *operations.Call, in couponInput) (documents.Doc[documents.Cart], error) {
	s := operations.Loaded[cart.State](c)
	code := domain.Trimmed(in.Code)
	if code == "" {
		return nil, pricerule.ErrCodeRequired
	}
	if err := c.Limit(couponTries, nil); err != nil {
		return nil, err
	}
	offer, err := h.quotes.Promotions.CouponOffer(ctx, code)
	if err != nil {
		return nil, err
	}
	if offer == nil {
		return nil, fault.Invalidf("Coupon code '%s' is not valid", quote.Clip(code)).About(fault.Unknown, "code").WithCode("invalid_coupon")
	}
	wanted := s
	wanted.Coupon = offer.Code
	p, err := h.price(ctx, c, wanted)
	if err == nil && p.Totals.Coupon.Code == "" {
		p, err = h.quotes.Confirmed(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	if p.Totals.Coupon.Code == "" {
		if _, err := h.commands.RemoveCoupon(ctx, s.ID); err != nil {
			return nil, err
		}
		return nil, fault.Invalidf("Coupon code '%s' could not be applied", quote.Clip(code)).
			About(fault.Unfitting, "code").WithCode("invalid_coupon")
	}
	if s, err = h.commands.ApplyCoupon(ctx, s.ID, offer.Code); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

func (h *handlers) removeCoupon(ctx context.Context, c *operations.Call, _ cartRef) (operations.Nothing, error) {
	_, err := h.commands.RemoveCoupon(ctx, operations.Loaded[cart.State](c).ID)
	return operations.Nothing{}, err
}

type cardInput struct {
	cartRef
	Code *string `json:"giftcardCode" longest:"255" alias:"code" doc:"code of the gift card, case-insensitive"`
}

// applyCard adds a gift card to a cart's payment. The checks run in the order of shapes-sales §1.
func (h *handlers) applyCard(ctx context.Context, c *operations.Call, in cardInput) (documents.Doc[documents.Cart], error) {
	s := operations.Loaded[cart.State](c)
	code := domain.Trimmed(in.Code)
	if code == "" {
		return nil, giftcard.ErrCodeRequired
	}
	if err := c.Limit(cardTries, nil); err != nil {
		return nil, err
	}
	if !quote.TakesCards(c.Shop.Settings.In(s.StoreID)) {
		return nil, giftcard.ErrSwitchedOff
	}
	if s.SellsGiftCards() {
		return nil, giftcard.ErrForGiftCards
	}
	card, err := h.quotes.GiftCardByCode(ctx, code)
	if err != nil {
		return nil, err
	}
	if card == nil {
		return nil, giftcard.ErrUnknown(quote.Clip(code))
	}
	store, _ := c.Shop.Store(s.StoreID)
	if err := card.Refusal(store.WebsiteID, c.Now()); err != nil {
		return nil, err
	}
	if s, err = h.commands.ApplyGiftCard(ctx, s.ID, cart.Card{CardID: card.ID, Code: card.Code}); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

type cardPath struct {
	cartRef
	Code string `path:"code" doc:"code of the gift card"`
}

func (h *handlers) removeCard(ctx context.Context, c *operations.Call, in cardPath) (operations.Nothing, error) {
	_, err := h.commands.RemoveGiftCard(ctx, operations.Loaded[cart.State](c).ID, in.Code)
	return operations.Nothing{}, err
}
