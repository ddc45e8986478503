package reactions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/commands"
	"tradelog/commands/catalog"
	"tradelog/commands/checkout"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/internal/wait"
	"tradelog/readmodels"
)

// CheckoutPatience is how long a placement may be open before somebody else ends it.
const CheckoutPatience = 10 * time.Second

// ReturnCanceledStock puts what cancelled orders freed back to stock, in case the request that cancelled died before it did.
func ReturnCanceledStock(c *sales.Orders) Reaction {
	return Reaction{
		Name: "return-canceled-stock", Events: []string{order.CanceledEvent{}.EventName()}, FromStart: true,
		Handle: func(ctx context.Context, e Event) error {
			ctx = commands.WithRequest(ctx, because(e))
			return c.ReturnCanceled(ctx, domain.StreamID(e.Stream), e.Revision, e.Payload.(order.CanceledEvent))
		},
	}
}

// because is the request of a reaction: the system's, caused by the event. What began with an event that belongs to nothing
// belongs to that event.
func because(e Event) *commands.Request {
	r := &commands.Request{Actor: eventstore.Actor{Kind: "system", Name: "reaction"}, CausationID: e.ID.String()}
	if meta, err := e.Meta(); err == nil {
		r.CorrelationID, r.StoreID = meta.CorrelationID, meta.StoreID
	}
	if r.CorrelationID == "" {
		r.CorrelationID = e.ID.String()
	}
	return r
}

// RecoverCheckouts ends placements that began before a moment and were not ended, and gives back what is still reserved for
// orders that were given up. One that cannot be ended does not keep the others from it.
func RecoverCheckouts(ctx context.Context, c *checkout.Checkout, r *readmodels.Reader, before time.Time) error {
	open, err := r.OpenCheckouts(ctx, before)
	if err != nil {
		return err
	}
	ctx = commands.WithRequest(ctx, &commands.Request{Actor: eventstore.Actor{Kind: "system", Name: "checkout recovery"}})
	var failed []error
	for _, checkout := range open {
		if err := c.Recover(ctx, checkout.CartID, checkout.OrderID); err != nil {
			failed = append(failed, fmt.Errorf("end the placement of cart %d: %w", checkout.CartID, err))
		}
	}
	unplaced, err := r.UnplacedReservations(ctx, 500)
	if err != nil {
		return errors.Join(append(failed, err)...)
	}
	for _, id := range unplaced {
		if err := c.ReleaseAbandoned(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("release what is reserved for order %d: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

// CheckoutSweep looks for placements whose process died.
func CheckoutSweep(c *checkout.Checkout, r *readmodels.Reader, clock func() time.Time) Sweep {
	return Sweep{Name: "checkouts", Every: 2 * time.Second, Run: func(ctx context.Context) error {
		return RecoverCheckouts(ctx, c, r, clock().Add(-CheckoutPatience))
	}}
}

// SettlementSweep ends the stock reservations of orders that exist, many in one event.
func SettlementSweep(c *catalog.Inventory, r *readmodels.Reader) Sweep {
	return Sweep{Name: "reservations", Every: time.Second, Run: func(ctx context.Context) error {
		ctx = commands.WithRequest(ctx, &commands.Request{Actor: eventstore.Actor{Kind: "system", Name: "settlement"}})
		for {
			ids, err := r.PlacedReservations(ctx, 500)
			if err != nil || len(ids) == 0 {
				return err
			}
			if err := c.SettleReservations(ctx, ids); err != nil {
				return err
			}
			if len(ids) < 500 {
				return nil
			}
			// The next look must not find the same ones again.
			wait.For(ctx, 200*time.Millisecond)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}}
}
