package order

import "tradelog/domain"

// Subjects of e-mails to the buyer.
const (
	AboutOrder    = "order"
	AboutShipment = "shipment"
	AboutInvoice  = "invoice"
)

// Emailed records that the buyer was sent an e-mail about the order, a shipment or an invoice.
type Emailed struct {
	About   string `json:"paper"`
	AboutID int64  `json:"paperId"`
}

func (Emailed) EventName() string { return "OrderEmailed" }

// Emailed records that an e-mail was sent. It does not change the state of the order.
func (o Order) Emailed(paper string, paperID int64) ([]domain.Event, error) {
	if !o.Exists {
		return nil, ErrNotFound
	}
	return []domain.Event{Emailed{About: paper, AboutID: paperID}}, nil
}
