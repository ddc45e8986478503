package order

import "tradelog/domain"

// What a buyer is told about by e-mail.
const (
	AboutOrder    = "order"
	AboutShipment = "shipment"
	AboutInvoice  = "invoice"
)

// Emailed says that the buyer was sent an e-mail about the order, a shipment or an invoice.
type Emailed struct {
	About   string `json:"paper"`
	AboutID int64  `json:"paperId"`
}

func (Emailed) EventName() string { return "OrderEmailed" }

// Emailed notes that an e-mail was sent. It decides nothing about the order.
func (o Order) Emailed(paper string, paperID int64) ([]domain.Event, error) {
	if !o.Exists {
		return nil, ErrNotFound
	}
	return []domain.Event{Emailed{About: paper, AboutID: paperID}}, nil
}
