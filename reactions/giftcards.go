package reactions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/commands"
	"tradelog/commands/giftcards"
	"tradelog/eventstore"
	"tradelog/readmodels"
)

// GiftCardSweep ends gift cards whose time has passed. Nobody could pay with them before either; their status says so from
// then on.
func GiftCardSweep(c *giftcards.Cards, r *readmodels.Reader, clock func() time.Time) Sweep {
	return Sweep{Name: "gift cards", Every: time.Minute, Run: func(ctx context.Context) error {
		ctx = commands.WithRequest(ctx, &commands.Request{Actor: eventstore.Actor{Kind: "system", Name: "gift card expiry"}})
		ids, err := r.ExpiredGiftCards(ctx, clock(), 1000)
		if err != nil {
			return err
		}
		var failed []error
		for _, id := range ids {
			if err := c.ExpireGiftCard(ctx, id); err != nil {
				failed = append(failed, fmt.Errorf("expire gift card %d: %w", id, err))
			}
		}
		return errors.Join(failed...)
	}}
}
