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
	readsales "tradelog/readmodels/sales"
)

// CheckoutPatience is the time that a placement may stay open before a sweep ends it.
const CheckoutPatience = 10 * time.Second

// ReturnCanceledStock returns the stock of cancelled orders if a crash of the cancellation prevented it.
func ReturnCanceledStock(c *sales.Orders) Reaction {
	return finish("return-canceled-stock", func(ctx context.Context, e Event) error {
		return c.ReturnCanceled(ctx, domain.StreamID(e.Stream), e.Revision, e.Payload.(order.CanceledEvent))
	}, order.CanceledEvent{}.EventName())
}

// finish makes a reaction that carries out commands for events. It starts at the beginning of the log.
func finish(name string, do func(ctx context.Context, e Event) error, events ...string) Reaction {
	return Reaction{Name: name, Events: events, FromStart: true, Handle: func(ctx context.Context, e Event) error {
		return do(commands.WithCause(ctx, causedBy(e)), e)
	}}
}

// BySystem returns the context of commands that the shop carries out on its own.
func BySystem(ctx context.Context, name string) context.Context {
	return commands.WithCause(ctx, commands.Cause{Actor: eventstore.Actor{Kind: "system", Name: name}})
}

// Because returns the context of commands that the actor of ctx carries out because of an event.
func Because(ctx context.Context, e Event) context.Context {
	c := causedBy(e)
	c.Actor = commands.RequestFrom(ctx).Actor
	return commands.WithCause(ctx, c)
}

// each calls do for every element. A failure does not stop the others. what names the failed work.
func each[T any](list []T, what string, do func(T) error) error {
	var failed []error
	for _, one := range list {
		if err := do(one); err != nil {
			failed = append(failed, fmt.Errorf("%s %+v: %w", what, one, err))
		}
	}
	return errors.Join(failed...)
}

// causedBy returns the cause of the commands of a reaction: made by the system and caused by the event. An event without a correlation ID
// becomes its own correlation.
func causedBy(e Event) commands.Cause {
	c := commands.Cause{Actor: eventstore.Actor{Kind: "system", Name: "reaction"}, CausationID: e.ID.String(), CausedAt: e.Position}
	if meta, err := e.Meta(); err == nil {
		c.CorrelationID, c.StoreID = meta.CorrelationID, meta.StoreID
	}
	if c.CorrelationID == "" {
		c.CorrelationID = e.ID.String()
	}
	return c
}

// RecoverCheckouts ends placements that began before a moment and were not finished. It also releases reservations of abandoned
// orders. A failed one does not stop the others.
func RecoverCheckouts(ctx context.Context, c *checkout.Checkout, r *readsales.Carts, before time.Time) error {
	open, err := r.OpenCheckouts(ctx, before)
	if err != nil {
		return err
	}
	ctx = BySystem(ctx, "checkout recovery")
	failed := each(open, "end a placement", func(o readsales.OpenCheckout) error { return c.Recover(ctx, o.CartID, o.OrderID) })
	unplaced, err := r.UnplacedReservations(ctx, 500)
	return errors.Join(failed, err, each(unplaced, "release what is reserved for order",
		func(id int64) error { return c.ReleaseAbandoned(ctx, id) }))
}

// CheckoutSweep ends placements whose process died. An instance that starts alone ends them all.
func CheckoutSweep(c *checkout.Checkout, r *readsales.Carts, clock func() time.Time) Sweep {
	endBegun := func(since time.Duration) func(context.Context) error {
		return func(ctx context.Context) error { return RecoverCheckouts(ctx, c, r, clock().Add(-since)) }
	}
	return Sweep{Name: "checkouts", Every: 2 * time.Second, Run: endBegun(CheckoutPatience), Recover: endBegun(-time.Minute)}
}

// SettlementSweep settles the stock reservations of existing orders, many in one event.
func SettlementSweep(c *catalog.Inventory, r *readsales.Carts) Sweep {
	return Sweep{Name: "reservations", Every: time.Second, Run: func(ctx context.Context) error {
		ctx = BySystem(ctx, "settlement")
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
			// The next pass must not find the same reservations again.
			wait.For(ctx, 200*time.Millisecond)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}}
}
