package documents

import "tradelog/domain/order"

// emailed marks what the buyer got an e-mail about.
func (o *Order) emailed(e order.Emailed, at stamps) {
	switch e.Paper {
	case order.PaperOrder:
		o.EmailSent = true
	case order.PaperShipment:
		for _, s := range o.Shipments {
			if s.ID == e.PaperID {
				s.EmailSent, s.UpdatedAt = true, at.changed
			}
		}
	case order.PaperInvoice:
		o.onInvoice(e.PaperID, at, func(i *Invoice) { i.EmailSent = true })
	}
}
