package mails

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// ShipmentNotice tells a buyer what was shipped if they are to be notified.
var ShipmentNotice = Kind{
	Name: "shipment", Events: []string{order.Shipped{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.Shipped).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.config.Flag("sales_email/shipment/enabled") {
			return nil, err
		}
		shipped := e.Payload.(order.Shipped)
		s := shipmentOf(o, shipped.ShipmentID)
		if s == nil {
			return nil, nil
		}
		l := at.toBuyer(o, "sales_email/shipment", "Shipment # "+s.IncrementID+" for Order # "+o.IncrementID)
		l.Body = []Block{{Text: greeting(o)}, {Text: "Your order # " + o.IncrementID + " is on its way."}}
		if shipped.Comment != "" {
			l.Body = append(l.Body, Block{Quote: shipped.Comment})
		}
		facts := [][2]string{{"Shipment", "# " + s.IncrementID}, {"Ship to", postal(o.ShippingAddress)}}
		for _, t := range s.Tracks {
			facts = append(facts, [2]string{t.Title, t.TrackNumber})
		}
		table := &Table{Head: []string{"Item", "Qty"}}
		items := itemsOf(o)
		for _, i := range s.Items {
			item := items[i.OrderItemID]
			if item == nil || along(item, items) {
				continue
			}
			text := i.Name + "\n" + i.SKU + choices(item)
			table.Rows = append(table.Rows, []string{text, i.Qty.String()})
		}
		l.Body = append(l.Body, Block{Facts: facts}, Block{Table: table})
		return l, nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		return d.Commands.EmailedOrder(ctx, domain.StreamID(e.Stream), order.AboutShipment, e.Payload.(order.Shipped).ShipmentID, e.ID.String())
	},
}

// ShipmentComment sends a buyer the shop's comment on a shipment if they are to be notified.
var ShipmentComment = Kind{
	Name: "shipment-comment", Events: []string{order.ShipmentCommented{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.ShipmentCommented).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.config.Flag("sales_email/shipment_comment/enabled") {
			return nil, err
		}
		remark := e.Payload.(order.ShipmentCommented)
		s := shipmentOf(o, remark.ShipmentID)
		if s == nil {
			return nil, nil
		}
		l := at.toBuyer(o, "sales_email/shipment_comment", "Shipment # "+s.IncrementID+" update")
		l.Body = []Block{
			{Text: greeting(o)}, {Text: "There is news about shipment # " + s.IncrementID + " of your order # " + o.IncrementID + ":"},
			{Quote: remark.Text},
		}
		return l, nil
	},
}

// along reports whether other lines of a shipment tell of a line: a part whose whole is shipped together, or a whole whose parts are
// shipped one by one.
func along(item *documents.Item, items map[int64]*documents.Item) bool {
	apart := func(whole *documents.Item) bool { return given(whole.ProductOptions.Shipment) == 1 }
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
