package commands

import (
	"context"
	"errors"
	"fmt"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
)

// Order returns an order as it is now. order.ErrNotFound: there is none.
func (c *Commands) Order(ctx context.Context, id int64) (order.Order, error) {
	var out order.Order
	err := c.orders.View(ctx, order.Stream(id), func(o order.Order, _ bool) error {
		if !o.Exists {
			return order.ErrNotFound
		}
		out = o
		return nil
	})
	return out, err
}

func (c *Commands) onOrder(ctx context.Context, id int64, name, reason string, decide func(order.Order) ([]domain.Event, error)) (Result, error) {
	result, err := c.orders.Decide(ctx, order.Stream(id), decide, Named(name), Because(reason))
	if errors.Is(err, errOvertaken) {
		err = order.ErrBusy.WithCause(err)
	}
	return result, err
}

// HoldOrder stops work on an order.
func (c *Commands) HoldOrder(ctx context.Context, id int64, reason string) error {
	_, err := c.onOrder(ctx, id, "HoldOrder", reason, func(o order.Order) ([]domain.Event, error) { return o.Hold(reason) })
	return err
}

// UnholdOrder goes on with an order.
func (c *Commands) UnholdOrder(ctx context.Context, id int64, reason string) error {
	_, err := c.onOrder(ctx, id, "UnholdOrder", reason, func(o order.Order) ([]domain.Event, error) { return o.Unhold(reason) })
	return err
}

// CancelOrder ends what was not delivered and puts it back to stock, for the back office. The cancellation is the fact; a crash
// before the stock is back is made good by a reaction to it.
func (c *Commands) CancelOrder(ctx context.Context, id int64, reason string) error {
	return c.cancelOrder(ctx, id, reason, order.Order.Cancel)
}

// CancelOwnOrder is CancelOrder for the customer whose order it is: it is refused once anything was shipped.
func (c *Commands) CancelOwnOrder(ctx context.Context, id int64, reason string) error {
	return c.cancelOrder(ctx, id, reason, order.Order.CancelOwn)
}

func (c *Commands) cancelOrder(ctx context.Context, id int64, reason string, cancel func(order.Order, string) ([]domain.Event, error)) error {
	result, err := c.onOrder(ctx, id, "CancelOrder", reason, func(o order.Order) ([]domain.Event, error) { return cancel(o, reason) })
	if err != nil {
		return err
	}
	c.step("cancel: order cancelled")
	for _, e := range result.Events {
		if e, ok := e.(order.CanceledEvent); ok {
			// What fails here is made good as well: the order is cancelled, and the caller must be told so.
			_ = c.ReturnCanceled(ctx, id, result.Revision, e)
		}
	}
	return nil
}

// ReturnCanceled gives back what a cancellation freed, each once, however often it is asked to: goods to the stock, its use to
// a coupon, their money to gift cards, and what was authorised and is not needed any more to whoever pays.
func (c *Commands) ReturnCanceled(ctx context.Context, id int64, revision eventstore.Revision, e order.CanceledEvent) error {
	reference := fmt.Sprintf("%s@%d", order.Stream(id), revision)
	if err := c.returnCanceledStock(ctx, id, reference, e); err != nil {
		return err
	}
	c.step("cancel: stock returned")
	ctx = apart(ctx) // what a request repeats after a crash must not depend on what was given back before
	if err := c.returnRules(ctx, id, e.RuleIDs); err != nil {
		return err
	}
	c.step("cancel: coupon returned")
	if err := c.creditCanceled(ctx, id, reference, e.Cards); err != nil {
		return err
	}
	if e.Transaction == "" {
		return nil
	}
	c.step("cancel: gift cards credited")
	return c.voidAuthorisation(ctx, e.Payment, id, "cancel-"+authorisationKey(id), e.Transaction)
}

// creditCanceled gives gift cards back what they had paid of a cancelled order.
func (c *Commands) creditCanceled(ctx context.Context, id int64, reference string, cards []order.CardRefund) error {
	if len(cards) == 0 {
		return nil
	}
	o, err := c.Order(ctx, id)
	if err != nil {
		return err
	}
	for _, card := range cards {
		if err := c.creditCard(ctx, card, giftcard.Order{ID: id, Increment: o.Increment}, reference, giftcard.ForCancel(o.Increment)); err != nil {
			return err
		}
	}
	return nil
}

func (c *Commands) returnCanceledStock(ctx context.Context, id int64, reference string, e order.CanceledEvent) error {
	var lines []stock.Line
	for _, l := range e.Lines {
		if l.BackToStock.Sign() > 0 {
			lines = append(lines, stock.Line{ProductID: l.ProductID, Qty: l.BackToStock})
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return c.ReturnStock(ctx, id, reference, lines)
}

// CommentOrder adds a remark to an order's history.
func (c *Commands) CommentOrder(ctx context.Context, id int64, comment order.NewComment) error {
	_, err := c.onOrder(ctx, id, "CommentOrder", "", func(o order.Order) ([]domain.Event, error) { return o.Comment(comment) })
	return err
}

// UseOrderToken spends the single-use token of a guest's order. Of two who race for it exactly one gets it.
func (c *Commands) UseOrderToken(ctx context.Context, id int64, token string) error {
	_, err := c.onOrder(ctx, id, "ReadOrderByToken", "", func(o order.Order) ([]domain.Event, error) { return o.UseToken(token) })
	return err
}

// CheckOrderToken tells whether a token opens an order, without spending it.
func (c *Commands) CheckOrderToken(ctx context.Context, id int64, token string) error {
	return c.orders.View(ctx, order.Stream(id), func(o order.Order, _ bool) error {
		_, err := o.UseToken(token)
		return err
	})
}

// ShipOrder records a shipment and returns its identifier.
func (c *Commands) ShipOrder(ctx context.Context, id, storeID int64, shipment order.NewShipment) (int64, error) {
	ids, err := c.ids.Next(ctx, "shipment", 1)
	if err != nil {
		return 0, err
	}
	parts, err := c.ids.Next(ctx, "shipment_part", 8)
	if err != nil {
		return 0, err
	}
	increment, err := c.ids.Next(ctx, "shipment_increment_"+fmtInt(storeID), 1)
	if err != nil {
		return 0, err
	}
	shipment.ID, shipment.Increment = ids[0], number.IncrementID(storeID, increment[0])
	var failed error
	shipment.NextID = func() int64 {
		if len(parts) == 0 {
			if parts, failed = c.ids.Next(ctx, "shipment_part", 32); failed != nil {
				return 0
			}
		}
		next := parts[0]
		parts = parts[1:]
		return next
	}
	result, err := c.onOrder(ctx, id, "ShipOrder", "", func(o order.Order) ([]domain.Event, error) {
		events, err := o.Ship(shipment)
		if failed != nil {
			return nil, failed
		}
		return events, err
	})
	if err != nil {
		return 0, err
	}
	for _, e := range result.Events {
		if e, ok := e.(order.Shipped); ok {
			return e.ShipmentID, nil
		}
	}
	return 0, order.ErrNothingToShip
}

// CheckShipment tells whether an order can be shipped like that, without taking numbers for it.
func (c *Commands) CheckShipment(ctx context.Context, id int64, shipment order.NewShipment) error {
	shipment.NextID = func() int64 { return 0 }
	return c.orders.View(ctx, order.Stream(id), func(o order.Order, _ bool) error {
		_, err := o.Ship(shipment)
		return err
	})
}

// AddTrack adds a carrier's number to a shipment.
func (c *Commands) AddTrack(ctx context.Context, orderID, shipmentID int64, track order.NewTrack) error {
	ids, err := c.ids.Next(ctx, "shipment_part", 1)
	if err != nil {
		return err
	}
	track.ID = ids[0]
	_, err = c.onOrder(ctx, orderID, "AddTrack", "", func(o order.Order) ([]domain.Event, error) { return o.AddTrack(shipmentID, track) })
	return err
}

// CommentShipment adds a remark to a shipment.
func (c *Commands) CommentShipment(ctx context.Context, orderID, shipmentID int64, comment order.NewShipmentComment) error {
	ids, err := c.ids.Next(ctx, "shipment_part", 2)
	if err != nil {
		return err
	}
	if comment.ID = ids[0]; comment.ID == shipmentID {
		comment.ID = ids[1]
	}
	_, err = c.onOrder(ctx, orderID, "CommentShipment", "", func(o order.Order) ([]domain.Event, error) { return o.CommentShipment(shipmentID, comment) })
	return err
}

// RemoveTrack takes a carrier's number away.
func (c *Commands) RemoveTrack(ctx context.Context, orderID, shipmentID, trackID int64) error {
	_, err := c.onOrder(ctx, orderID, "RemoveTrack", "", func(o order.Order) ([]domain.Event, error) { return o.RemoveTrack(shipmentID, trackID) })
	return err
}

// EachEvent folds the events of a stream, in order, with their times. It is how an answer is made while a
// projector is behind.
func (c *Commands) EachEvent(ctx context.Context, stream string, f func(e domain.Event, at domain.Times)) error {
	for from := eventstore.Revision(0); ; {
		recorded, err := c.orders.infra.Store.ReadStream(ctx, stream, from, eventstore.Forwards, readChunk)
		if err != nil {
			return err
		}
		events, err := c.orders.infra.Codec.DecodeAll(ctx, recorded, false)
		if err != nil {
			return err
		}
		for i, e := range events {
			f(e, recorded[i].Times())
		}
		if len(recorded) < readChunk {
			for _, d := range RequestFrom(ctx).Trial.on(stream) {
				f(d.Event, domain.Times{Occurred: d.At, Recorded: d.At})
			}
			return nil
		}
		from = recorded[len(recorded)-1].Revision + 1
	}
}
