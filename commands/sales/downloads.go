package sales

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/order"
)

// Download counts a download and returns its link. order.ErrNoDownload: no order has the key. Other errors come from order.Order.Download.
// customerID is 0 without a login.
func (c *Orders) Download(ctx context.Context, key string, customerID int64) (link order.ChosenLink, err error) {
	d, ok := order.ReadDownload(key)
	if !ok {
		return link, order.ErrNoDownload
	}
	at := c.Now(ctx)
	err = c.change(ctx, d.OrderID, "Download", func(o order.Order) (events []domain.Event, err error) {
		link, events, err = o.Download(key, customerID, at)
		return events, err
	})
	return link, err
}
