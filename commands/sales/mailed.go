package sales

import (
	"context"
	"time"

	"tradelog/domain/order"
)

// Mailed tells whether a store sends its buyers the e-mails of a kind about an event of that time. kind is order.MailComment or the like.
type Mailed func(ctx context.Context, storeID int64, kind string, at time.Time) (bool, error)

// willMail reports whether the buyer of an order is sent an e-mail of a kind, if one is wanted. It returns false without an address, if
// e-mails of the kind are switched off, or if the event is recorded long after it happened. An event must not claim an e-mail that is not
// sent.
func (c *Orders) willMail(ctx context.Context, o order.Order, wanted bool, kind string) (bool, error) {
	if !wanted || !o.Reachable || c.mailed == nil {
		return false, nil
	}
	return c.mailed(ctx, o.StoreID, kind, c.Now(ctx))
}
