package sales

import (
	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/projections"
)

// Marks finds the identifiers of orders and of their documents.
var OrderMarks = projections.Marks{
	Events: []string{order.Placed{}.EventName(), order.Abandoned{}.EventName(), order.Shipped{}.EventName(), order.TrackAdded{}.EventName(),
		order.ShipmentCommented{}.EventName(), order.Invoiced{}.EventName(), order.RefundStarted{}.EventName(),
		order.Refunded{}.EventName()},
	Find: find,
}

func find(e projections.Event, mark projections.Mark) {
	switch p := e.Payload.(type) {
	case order.Placed:
		mark("order", p.OrderID)
		mark("order_address", max(p.BillingID, p.ShippingID))
		mark.Increment("order", p.IncrementID)
		for _, l := range p.Lines {
			mark("order_item", l.ID)
		}
	case order.Abandoned:
		mark("order", domain.StreamID(e.Stream))
	case order.Shipped:
		mark("shipment", p.ShipmentID)
		mark.Increment("shipment", p.IncrementID)
		for _, l := range p.Lines {
			mark("shipment_part", l.ID)
		}
		for _, t := range p.Tracks {
			mark("shipment_part", t.ID)
		}
	case order.TrackAdded:
		mark("shipment_part", p.Track.ID)
	case order.ShipmentCommented:
		mark("shipment_part", p.CommentID)
	case order.Invoiced:
		mark("invoice", p.InvoiceID)
		for _, l := range p.Lines {
			mark("invoice_item", l.ID)
		}
	case order.RefundStarted:
		findMemo(mark, p.Memo())
	case order.Refunded:
		findMemo(mark, p.Memo())
	}
}

func findMemo(mark projections.Mark, m order.CreditMemo) {
	mark("creditmemo", m.MemoID)
	for _, l := range m.Lines {
		mark("creditmemo_item", l.ID)
	}
}
