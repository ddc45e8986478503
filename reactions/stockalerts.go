package reactions

import (
	"context"
	"time"

	"tradelog/commands/customers"
	readcustomers "tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
)

// alertsAtOnce bounds how many stock alerts one sweep raises. The next sweep continues.
const alertsAtOnce = 500

// StockAlertSweep raises stock alerts whose product is for sale and in stock again, whatever the cause. Units were set or returned, a part
// of a composite came back, or the configuration changed. A product that is sold again before the sweep looks causes none. told tells
// whether a store view tells its customers.
func StockAlertSweep(
	c *customers.StockAlerts, r *readcustomers.StockAlerts, shops *directory.Reader, told func(shop *directory.Shop, storeID int64) bool,
) Sweep {
	return Sweep{Name: "stock alerts", Every: 2 * time.Second, Run: func(ctx context.Context) error {
		if waiting, err := r.Waiting(ctx); err != nil || !waiting {
			return err
		}
		// A read model that is being made anew shows the stock of the past.
		head, err := c.Head(ctx)
		if err != nil {
			return err
		}
		if err := r.CatchUp(ctx, head, "products", "stock", "stockalerts"); err != nil {
			return err
		}
		shop, err := shops.Shop(ctx)
		if err != nil {
			return err
		}
		var stores []int64
		for _, store := range shop.Stores {
			if told(shop, store.ID) {
				stores = append(stores, store.ID)
			}
		}
		due, err := r.Due(ctx, stores, shop.StockConfig().Manage, alertsAtOnce)
		if err != nil {
			return err
		}
		ctx = BySystem(ctx, "stock alerts")
		return each(due, "raise stock alert", func(d readcustomers.DueStockAlert) error { return c.Raise(ctx, d.CustomerID, d.AlertID) })
	}}
}
