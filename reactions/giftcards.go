package reactions

import (
	"context"
	"time"

	"tradelog/commands/giftcards"
	readgiftcards "tradelog/readmodels/giftcards"
)

// GiftCardSweep marks gift cards as expired when their time has passed. They could not pay after that time anyway.
func GiftCardSweep(c *giftcards.Cards, r *readgiftcards.Reader, clock func() time.Time) Sweep {
	return Sweep{Name: "gift cards", Every: time.Minute, Run: func(ctx context.Context) error {
		ctx = BySystem(ctx, "gift card expiry")
		ids, err := r.ExpiredGiftCards(ctx, clock(), 1000)
		if err != nil {
			return err
		}
		return each(ids, "expire gift card", func(id int64) error { return c.ExpireGiftCard(ctx, id) })
	}}
}
