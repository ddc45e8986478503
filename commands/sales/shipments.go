package sales

import (
	"context"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/number"
	"tradelog/domain/order"
)

// ShipOrder records a shipment and returns its identifier.
func (c *Orders) ShipOrder(ctx context.Context, id, storeID int64, shipment order.NewShipment) (int64, error) {
	ids, err := c.Next(ctx, "shipment", 1)
	if err != nil {
		return 0, err
	}
	parts, err := c.Next(ctx, "shipment_part", 8)
	if err != nil {
		return 0, err
	}
	increment, err := c.Next(ctx, "shipment_increment_"+strconv.FormatInt(storeID, 10), 1)
	if err != nil {
		return 0, err
	}
	shipment.ID, shipment.Increment = ids[0], number.IncrementID(storeID, increment[0])
	var failed error
	shipment.NextID = func() int64 {
		if len(parts) == 0 {
			if parts, failed = c.Next(ctx, "shipment_part", 32); failed != nil {
				return 0
			}
		}
		next := parts[0]
		parts = parts[1:]
		return next
	}
	result, err := c.decide(ctx, id, "ShipOrder", func(o order.Order) ([]domain.Event, error) {
		made, err := shipment, error(nil)
		if made.Notify, err = c.willMail(ctx, o, shipment.Notify, order.MailShipment); err != nil {
			return nil, err
		}
		events, err := o.Ship(made)
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

// CheckShipment returns an error if an order cannot be shipped as given. It draws no numbers.
func (c *Orders) CheckShipment(ctx context.Context, id int64, shipment order.NewShipment) error {
	shipment.NextID = func() int64 { return 0 }
	return c.orders.View(ctx, order.Stream(id), func(o order.Order, _ bool) error {
		_, err := o.Ship(shipment)
		return err
	})
}

// AddTrack adds a tracking number to a shipment.
func (c *Orders) AddTrack(ctx context.Context, orderID, shipmentID int64, track order.NewTrack) error {
	ids, err := c.Next(ctx, "shipment_part", 1)
	if err != nil {
		return err
	}
	track.ID = ids[0]
	return c.change(ctx, orderID, "AddTrack", func(o order.Order) ([]domain.Event, error) { return o.AddTrack(shipmentID, track) })
}

// CommentShipment adds a comment to a shipment.
func (c *Orders) CommentShipment(ctx context.Context, orderID, shipmentID int64, comment order.NewShipmentComment) error {
	ids, err := c.Next(ctx, "shipment_part", 2)
	if err != nil {
		return err
	}
	if comment.ID = ids[0]; comment.ID == shipmentID {
		comment.ID = ids[1]
	}
	return c.change(ctx, orderID, "CommentShipment", func(o order.Order) ([]domain.Event, error) {
		made, err := comment, error(nil)
		if made.Notify, err = c.willMail(ctx, o, comment.Notify, order.MailShipmentComment); err != nil {
			return nil, err
		}
		return o.CommentShipment(shipmentID, made)
	})
}

// RemoveTrack removes a tracking number.
func (c *Orders) RemoveTrack(ctx context.Context, orderID, shipmentID, trackID int64) error {
	return c.change(ctx, orderID, "RemoveTrack", func(o order.Order) ([]domain.Event, error) {
		return o.RemoveTrack(shipmentID, trackID)
	})
}
