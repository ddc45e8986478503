package folds

import (
	"slices"

	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

func newTrack(t order.Track, at stamps) documents.Track {
	return documents.Track{
		Type: "ShipmentTrack", ID: t.ID, Carrier: t.Carrier, Title: t.Title, TrackNumber: t.Number, CreatedAt: at.made,
		UpdatedAt: at.changed,
	}
}

func ship(o *documents.Order, e order.Shipped, at stamps) {
	s := &documents.Shipment{
		Type: "Shipment", ID: e.ShipmentID, OrderID: o.ID, StoreID: o.StoreID, IncrementID: e.IncrementID,
		OrderIncrementID: o.IncrementID,
		TotalQty:         e.TotalQty.Truncate().Int(), TotalWeight: e.TotalWeight.Stored(), ShipmentStatus: 1, Packages: []struct{}{},
		Comments: []documents.Comment{},
		Tracks:   []documents.Track{}, Items: []documents.ShipmentItem{}, CreatedAt: at.made, UpdatedAt: at.changed,
	}
	for _, t := range e.Tracks {
		s.Tracks = append(s.Tracks, newTrack(t, at))
	}
	if e.Comment != "" {
		s.Comments = append(s.Comments, documents.Comment{ID: e.ShipmentID, Comment: e.Comment, CreatedAt: at.made, IsNotified: e.Notify})
	}
	for _, l := range e.Lines {
		item := lineOf(o, l.LineID)
		if item == nil {
			continue
		}
		item.QtyShipped = item.QtyShipped.Add(l.Qty)
		s.Items = append(s.Items, documents.ShipmentItem{
			Type: "ShipmentItem", ID: l.ID, OrderItemID: l.LineID, ProductID: item.ProductID, SKU: item.SKU, Name: item.Name, Qty: l.Qty,
			Price: item.Price, RowTotal: item.Price.Mul(l.Qty).Cents(), Weight: item.Weight,
		})
	}
	o.Shipments = append(o.Shipments, s)
}

func onShipment(o *documents.Order, id int64, at stamps, change func(*documents.Shipment)) {
	for _, s := range o.Shipments {
		if s.ID == id {
			change(s)
			s.UpdatedAt = at.changed
		}
	}
}

func removeTrack(s *documents.Shipment, id int64) {
	s.Tracks = slices.DeleteFunc(slices.Clone(s.Tracks), func(t documents.Track) bool { return t.ID == id })
}
