package order

import "tradelog/domain"

// Subjects of e-mails to the buyer.
const (
	AboutOrder    = "order"
	AboutShipment = "shipment"
	AboutInvoice  = "invoice"
	AboutMemo     = "credit memo"
)

// The kinds of e-mails to buyers that events ask for, as the settings sales_email/KIND/enabled name them.
const (
	MailComment         = "order_comment"
	MailCancellation    = "order_cancellation"
	MailShipment        = "shipment"
	MailShipmentComment = "shipment_comment"
	MailInvoice         = "invoice"
	MailMemo            = "creditmemo"
)

// Emailed records that the buyer was sent an e-mail about the order, a shipment, an invoice or a credit memo.
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
