package order

import (
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
)

var ErrCommentText = fault.Invalidf("Comment text is required").About(fault.Required, "comment")

// NewComment is a comment on an order. It may set another status of the same state.
type NewComment struct {
	Text    string
	Notify  bool
	Visible bool
	Status  Status
}

// Comment adds a comment to the history, in any state (shapes-sales §9).
func (o Order) Comment(c NewComment) ([]domain.Event, error) {
	text := strings.TrimSpace(c.Text)
	if text == "" {
		return nil, ErrCommentText
	}
	if !o.Exists {
		return nil, ErrNotFound
	}
	status := strings.TrimSpace(c.Status)
	if status == "" {
		status = o.Status
	} else if !Assigned(o.State, status) {
		return nil, fault.Invalidf(`Status "%s" is not assigned to the order's current state "%s"; allowed: %s`,
			status, o.State, strings.Join(Statuses[o.State], ", ")).About(fault.Choice, "status")
	}
	return []domain.Event{Commented{Of: o.Of, Text: text, Status: status, Notify: c.Notify, Visible: c.Visible}}, nil
}

// NewShipmentComment is a comment on a shipment. Its ID differs from the shipment's, which is the ID of the comment made with the shipment.
type NewShipmentComment struct {
	ID      int64
	Text    string
	Notify  bool
	Visible bool
}

// CommentShipment adds a comment to a shipment, in any state of the order (shapes-sales §11).
func (o Order) CommentShipment(shipmentID int64, c NewShipmentComment) ([]domain.Event, error) {
	if _, ok := o.shipment(shipmentID); !ok {
		return nil, ErrShipmentNotFound
	}
	text := strings.TrimSpace(c.Text)
	if text == "" {
		return nil, ErrCommentText
	}
	return []domain.Event{
		ShipmentCommented{Of: o.Of, ShipmentID: shipmentID, CommentID: c.ID, Text: text, Notify: c.Notify, Visible: c.Visible},
	}, nil
}
