package mails

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/domain/shipping"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// ShipmentNotice sends a buyer the list of shipped goods if they are to be notified.
var ShipmentNotice = Kind{
	Form: letter.ShipmentForm, Events: []string{order.Shipped{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.Shipped).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.sends(ctx, order.MailShipment) {
			return nil, err
		}
		shipped := e.Payload.(order.Shipped)
		s := shipmentOf(o, shipped.ShipmentID)
		if s == nil {
			return nil, nil
		}
		values := letter.Shipment{OrderComment: at.comment(o, shipped.Comment), Number: s.IncrementID}
		for _, t := range s.Tracks {
			values.Tracks = append(values.Tracks, letter.Track{
				Carrier: t.Title, Number: t.TrackNumber, Link: shipping.TrackingPage(at.config, t.Carrier, t.TrackNumber),
			})
		}
		items := o.ItemsByID()
		var lines []letter.Line
		for _, i := range s.Items {
			if item := items[i.OrderItemID]; item != nil && !coveredByOthers(item, items) {
				lines = append(lines, at.line(item, i.Name, i.SKU, i.Qty, ""))
			}
		}
		values.Items = letter.ItemsOf(at.locale, lines, nil)
		return at.toBuyer(o, "sales_email/shipment", values), nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		return d.Commands.EmailedOrder(ctx, domain.StreamID(e.Stream), order.AboutShipment, e.Payload.(order.Shipped).ShipmentID, e.ID.String())
	},
}

// ShipmentComment sends a buyer the shop's comment on a shipment if they are to be notified.
var ShipmentComment = Kind{
	Form: letter.ShipmentCommentForm, Events: []string{order.ShipmentCommented{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.ShipmentCommented).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.sends(ctx, order.MailShipmentComment) {
			return nil, err
		}
		remark := e.Payload.(order.ShipmentCommented)
		s := shipmentOf(o, remark.ShipmentID)
		if s == nil {
			return nil, nil
		}
		values := letter.ShipmentComment{OrderComment: at.comment(o, remark.Text), Number: s.IncrementID}
		return at.toBuyer(o, "sales_email/shipment_comment", values), nil
	},
}

// coveredByOthers reports whether other lines of a shipment cover a line. Such a line is a part whose bundle is shipped together, or a
// bundle whose parts are shipped one by one.
func coveredByOthers(item *documents.Item, items map[int64]*documents.Item) bool {
	apart := func(whole *documents.Item) bool { return domain.Value(whole.ProductOptions.Shipment) == 1 }
	if item.ParentItemID == nil {
		return apart(item)
	}
	whole := items[*item.ParentItemID]
	return whole != nil && !apart(whole)
}

func shipmentOf(o *documents.Order, id int64) *documents.Shipment {
	for _, s := range o.Shipments {
		if s.ID == id {
			return s
		}
	}
	return nil
}
