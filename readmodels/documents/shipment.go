package documents

import (
	"slices"

	"tradelog/domain/money"
	"tradelog/domain/order"
)

// Shipment is a shipment as the API shows it (shapes-sales §11).
type Shipment struct {
	Type             string         `json:"@type"`
	ID               int64          `json:"id"`
	OrderID          int64          `json:"orderId"`
	StoreID          int64          `json:"storeId"`
	IncrementID      string         `json:"incrementId"`
	OrderIncrementID string         `json:"orderIncrementId"`
	TotalQty         int64          `json:"totalQty"`
	TotalWeight      money.Decimal  `json:"totalWeight"`
	EmailSent        bool           `json:"emailSent"`
	ShipmentStatus   int            `json:"shipmentStatus" doc:"1 shipped, 2 canceled"`
	Packages         []struct{}     `json:"packages"`
	Comments         []Comment      `json:"comments"`
	Tracks           []Track        `json:"tracks"`
	Items            []ShipmentItem `json:"items"`
	CreatedAt        string         `json:"createdAt"`
	UpdatedAt        string         `json:"updatedAt"`
	Extensions       Extensions     `json:"extensions"`
}

// Comment is a remark on a shipment, an invoice or a credit memo.
type Comment struct {
	ID         int64  `json:"id"`
	Comment    string `json:"comment"`
	CreatedAt  string `json:"createdAt"`
	IsNotified bool   `json:"isCustomerNotified"`
	IsVisible  bool   `json:"isVisibleOnFront"`
}

// Track is a carrier's number. It is read as carrier and written as carrierCode.
type Track struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id"`
	Carrier     string         `json:"carrier"`
	Title       string         `json:"title" doc:"name of the carrier, as people read it"`
	TrackNumber string         `json:"trackNumber"`
	Description *string        `json:"description,omitempty"`
	Weight      *money.Decimal `json:"weight,omitempty"`
	Qty         *money.Decimal `json:"qty,omitempty"`
	CreatedAt   string         `json:"createdAt"`
	UpdatedAt   string         `json:"updatedAt"`
	Extensions  Extensions     `json:"extensions"`
}

type ShipmentItem struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id"`
	OrderItemID int64          `json:"orderItemId"`
	ProductID   int64          `json:"productId"`
	SKU         string         `json:"sku"`
	Name        string         `json:"name"`
	Qty         money.Decimal  `json:"qty"`
	Price       money.Decimal  `json:"price"`
	RowTotal    money.Decimal  `json:"rowTotal"`
	Weight      *money.Decimal `json:"weight,omitempty"`
	Description *string        `json:"description,omitempty"`
	Extensions  Extensions     `json:"extensions"`
}

func newTrack(t order.Track, at stamps) Track {
	return Track{
		Type: "ShipmentTrack", ID: t.ID, Carrier: t.Carrier, Title: t.Title, TrackNumber: t.Number, CreatedAt: at.made,
		UpdatedAt: at.changed,
	}
}

func (o *Order) ship(e order.Shipped, at stamps) {
	s := &Shipment{
		Type: "Shipment", ID: e.ShipmentID, OrderID: o.ID, StoreID: o.StoreID, IncrementID: e.IncrementID, OrderIncrementID: o.IncrementID,
		TotalQty: e.TotalQty.Truncate().Int(), TotalWeight: e.TotalWeight.Stored(), ShipmentStatus: 1, Packages: []struct{}{},
		Comments: []Comment{},
		Tracks:   []Track{}, Items: []ShipmentItem{}, CreatedAt: at.made, UpdatedAt: at.changed,
	}
	for _, t := range e.Tracks {
		s.Tracks = append(s.Tracks, newTrack(t, at))
	}
	if e.Comment != "" {
		s.Comments = append(s.Comments, Comment{ID: e.ShipmentID, Comment: e.Comment, CreatedAt: at.made, IsNotified: e.Notify})
	}
	for _, l := range e.Lines {
		item := o.item(l.LineID)
		if item == nil {
			continue
		}
		item.QtyShipped = item.QtyShipped.Add(l.Qty)
		s.Items = append(s.Items, ShipmentItem{
			Type: "ShipmentItem", ID: l.ID, OrderItemID: l.LineID, ProductID: item.ProductID, SKU: item.SKU, Name: item.Name, Qty: l.Qty,
			Price: item.Price, RowTotal: item.Price.Mul(l.Qty).Cents(), Weight: item.Weight,
		})
	}
	o.Shipments = append(o.Shipments, s)
}

func (o *Order) onShipment(id int64, at stamps, change func(*Shipment)) {
	for _, s := range o.Shipments {
		if s.ID == id {
			change(s)
			s.UpdatedAt = at.changed
		}
	}
}

func (s *Shipment) removeTrack(id int64) {
	s.Tracks = slices.DeleteFunc(slices.Clone(s.Tracks), func(t Track) bool { return t.ID == id })
}
