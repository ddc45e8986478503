package reactions

import (
	"context"
	"slices"
	"time"

	"tradelog/commands/catalog"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
)

// DaySweep notes that another day has begun in a store view, and which products have another price since. Followers of changes hear of it.
// The first day that is noted is compared with the day before it: telling of a product again does no harm. Store 0 has the values of all
// store views, and the day of the default store view.
func DaySweep(c *catalog.Catalog, r *readcatalog.Reader, shops *directory.Reader, clock func() time.Time) Sweep {
	return Sweep{Name: "days", Every: 15 * time.Second, Run: func(ctx context.Context) error {
		ctx = BySystem(ctx, "days")
		shop, err := shops.Shop(ctx)
		if err != nil {
			return err
		}
		now, today := clock(), map[int64]string{}
		for _, store := range shop.Stores {
			today[store.ID] = shop.Today(store.ID, now)
		}
		if store, ok := shop.Default(); ok {
			today[0] = shop.Today(store.ID, now)
		}
		before, err := c.DaysBegun(ctx)
		if err != nil {
			return err
		}
		began := before.Others(today)
		if len(began) == 0 {
			return nil
		}
		if len(before) == 0 { // nothing is noted in shops whose prices are the same on all days
			if dated, err := r.Dated(ctx); err != nil || !dated {
				return err
			}
		}
		// A product whose event is not projected yet would be left out.
		head, err := c.Head(ctx)
		if err != nil {
			return err
		}
		if err := r.CatchUp(ctx, head, "products"); err != nil {
			return err
		}
		var repriced []int64
		for store, day := range began {
			last, noted := before[store]
			if !noted {
				last = now.AddDate(0, 0, -2).Format(time.DateOnly) // before today in every time zone
			}
			ids, err := r.Repriced(ctx, store, min(last, day), max(last, day))
			if err != nil {
				return err
			}
			repriced = append(repriced, ids...)
		}
		slices.Sort(repriced)
		return c.BeginDays(ctx, began, slices.Compact(repriced))
	}}
}
