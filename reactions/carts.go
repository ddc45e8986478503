package reactions

import (
	"context"
	"errors"
	"time"

	"tradelog/commands/checkout"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/sales"
)

// staleAtOnce bounds how many carts of a store one sweep drops. So the backlog of a shop that enabled the setting late does not
// slow down its buyers.
const staleAtOnce = 500

// CartSweep drops carts that were not changed for as many days as their store keeps them (checkout/cart/delete_quote_after). 0
// means no limit. The next sweep continues.
func CartSweep(c *checkout.Checkout, shops *directory.Reader, r *sales.Carts, clock func() time.Time) Sweep {
	return Sweep{Name: "carts", Every: 10 * time.Minute, Run: func(ctx context.Context) error {
		ctx = BySystem(ctx, "cart expiry")
		shop, err := shops.Shop(ctx)
		if err != nil {
			return err
		}
		var failed []error
		for _, store := range shop.Stores {
			days := shop.Settings.In(store.ID).Int("checkout/cart/delete_quote_after")
			if days <= 0 {
				continue
			}
			since := clock().AddDate(0, 0, -days)
			ids, err := r.StaleCarts(ctx, store.ID, since, staleAtOnce)
			failed = append(failed, err, each(ids, "expire cart", func(id int64) error { return c.ExpireCart(ctx, id, since) }))
		}
		return errors.Join(failed...)
	}}
}

// FinishMerges completes merges of a guest's cart into the customer's that a crash of the login interrupted.
func FinishMerges(c *checkout.Checkout) Reaction {
	return finish("finish-merges", func(ctx context.Context, e Event) error { return c.FinishMerge(ctx, domain.StreamID(e.Stream)) },
		cart.MergedInto{}.EventName())
}
