package sales

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

type shipmentsPath struct {
	OrderID int64 `path:"orderId" doc:"ID of the order"`
}

// shipmentsOf is the guard of an order's list of shipments.
func (h *handlers) shipmentsOf(ctx context.Context, c *operations.Call) error {
	return h.readOf(ctx, c)
}

func (h *handlers) shipments(ctx context.Context, c *operations.Call, in shipmentsPath) (*documents.Page[documents.Shipment], error) {
	if !c.InPast() {
		return h.reader.Shipments(ctx, in.OrderID, c.Page())
	}
	list, err := pastParts(ctx, c, h, in.OrderID, func(o *documents.Order) []*documents.Shipment { return o.Shipments },
		func(s *documents.Shipment) int64 { return s.ID })
	return pageOf(c, list), err
}

type shipInput struct {
	shipmentsPath
	Items []struct {
		OrderItemID *int64         `json:"orderItemId" required:"true" doc:"ID of the order line"`
		Qty         inputs.Lenient `json:"qty" required:"true" doc:"quantity; capped at what is left to ship"`
	} `json:"items" doc:"lines to ship; everything left by default"`
	Tracks []struct {
		CarrierCode *string `json:"carrierCode" doc:"custom by default"`
		Title       *string `json:"title" doc:"the carrier code by default"`
		TrackNumber *string `json:"trackNumber" required:"true" doc:"tracking number"`
	} `json:"tracks" about:"tracking numbers of the shipment"`
	Comment *string `json:"comment" lines:"many" about:"comment, as plain text"`
	Notify  *bool   `json:"notifyCustomer" doc:"true: e-mail the shipment and the comment to the buyer"`
}

func (h *handlers) ship(ctx context.Context, c *operations.Call, in shipInput) (documents.Doc[documents.Shipment], error) {
	s := order.NewShipment{Comment: domain.Value(in.Comment), Notify: in.Notify != nil && *in.Notify}
	for _, i := range in.Items {
		w := order.Wanted{Qty: i.Qty.Or(money.Zero)}
		if i.OrderItemID != nil {
			w.LineID = *i.OrderItemID
		}
		s.Items = append(s.Items, w)
	}
	for _, t := range in.Tracks {
		s.Tracks = append(s.Tracks, order.NewTrack{
			Carrier: domain.Value(t.CarrierCode), Title: domain.Value(t.Title), Number: domain.Value(t.TrackNumber),
		})
	}
	// This early check keeps refused requests from using up numbers. A resumed request may already have shipped.
	if !c.Resumed() {
		if err := h.commands.CheckShipment(ctx, in.OrderID, s); err != nil {
			return nil, err
		}
	}
	id, err := h.commands.ShipOrder(ctx, in.OrderID, operations.Loaded[order.Order](c).StoreID, s)
	if err != nil {
		return nil, err
	}
	return h.showShipment(ctx, c, in.OrderID, id)
}

// showShipment answers a write with the shipment in its new state.
func (h *handlers) showShipment(ctx context.Context, c *operations.Call, orderID, id int64) (documents.Doc[documents.Shipment], error) {
	return h.shipmentPart().written(h, orderID, id).Answer(ctx, c)
}

type shipmentPath struct {
	ID int64 `path:"id" doc:"ID of the shipment"`
}

// shipment is the guard of a single shipment.
func (h *handlers) shipment(ctx context.Context, c *operations.Call) error {
	return partOf(ctx, c, "shipment", order.ErrShipmentNotFound, h.reader.Shipment)
}

func (h *handlers) getShipment(ctx context.Context, c *operations.Call, _ shipmentPath) (documents.Doc[documents.Shipment], error) {
	return getPart(ctx, c, h, h.shipmentPart())
}

type trackInput struct {
	shipmentPath
	CarrierCode *string `json:"carrierCode" doc:"custom by default"`
	Title       *string `json:"title" doc:"the carrier code by default"`
	TrackNumber *string `json:"trackNumber" required:"true" doc:"tracking number"`
}

func (h *handlers) addTrack(ctx context.Context, c *operations.Call, in trackInput) (documents.Doc[documents.Shipment], error) {
	s := operations.Loaded[*sales.Shipment](c)
	track := order.NewTrack{Carrier: domain.Value(in.CarrierCode), Title: domain.Value(in.Title), Number: domain.Value(in.TrackNumber)}
	if err := h.commands.AddTrack(ctx, s.OrderID, s.ID, track); err != nil {
		return nil, err
	}
	return h.showShipment(ctx, c, s.OrderID, s.ID)
}

type shipmentCommentInput struct {
	shipmentPath
	Comment *string `json:"comment" lines:"many" required:"true" doc:"text of the comment"`
	Notify  bool    `json:"notifyCustomer" doc:"true: e-mail the comment to the buyer"`
	Visible bool    `json:"visibleOnFront" doc:"whether customers see the comment"`
}

func (h *handlers) commentShipment(ctx context.Context, c *operations.Call,
	in shipmentCommentInput) (documents.Doc[documents.Shipment], error) {
	s := operations.Loaded[*sales.Shipment](c)
	comment := order.NewShipmentComment{Text: domain.Value(in.Comment), Notify: in.Notify, Visible: in.Visible}
	if err := h.commands.CommentShipment(ctx, s.OrderID, s.ID, comment); err != nil {
		return nil, err
	}
	return h.showShipment(ctx, c, s.OrderID, s.ID)
}

type trackPath struct {
	shipmentPath
	TrackID int64 `path:"trackId" doc:"ID of the track, not the tracking number"`
}

func (h *handlers) removeTrack(ctx context.Context, c *operations.Call, in trackPath) (operations.Nothing, error) {
	s := operations.Loaded[*sales.Shipment](c)
	return operations.Nothing{}, h.commands.RemoveTrack(ctx, s.OrderID, s.ID, in.TrackID)
}
