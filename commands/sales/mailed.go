package sales

import (
	"context"
	"time"

	"tradelog/domain/order"
)

// Mailed tells whether a store sends its buyers the e-mails of a kind about events of a time. The kind is order.MailComment or the like.
type Mailed func(ctx context.Context, storeID int64, kind string, at time.Time) (bool, error)

// willMail reports whether the buyer of an order is sent an e-mail of a kind, if that is wanted. An event must not claim that the buyer was
// told
// if it is known that no e-mail is sent: there is no address, e-mails or those of the kind are switched off, or the event is recorded long
// after it happened.
func (c *Orders) willMail(ctx context.Context, o order.Order, wanted bool, kind string) (bool, error) {
	if !wanted || !o.Reachable || c.mailed == nil {
		return false, nil
	}
	return c.mailed(ctx, o.StoreID, kind, c.Now(ctx))
}
