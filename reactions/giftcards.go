package reactions

import (
	"context"
	"time"

	"tradelog/commands/sales"
	readsales "tradelog/readmodels/sales"
)

// GiftCardSweep marks gift cards as expired when their time has passed. They could not pay after that time anyway.
func GiftCardSweep(c *sales.GiftCards, r *readsales.GiftCards, clock func() time.Time) Sweep {
	return Sweep{Name: "gift cards", Every: time.Minute, Run: func(ctx context.Context) error {
		ctx = BySystem(ctx, "gift card expiry")
		ids, err := r.ExpiredGiftCards(ctx, clock(), 1000)
		if err != nil {
			return err
		}
		return each(ids, "expire gift card", func(id int64) error { return c.ExpireGiftCard(ctx, id) })
	}}
}
