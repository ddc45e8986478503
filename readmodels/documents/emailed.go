package documents

import "tradelog/domain/order"

// emailed marks the subjects on which the buyer got an e-mail.
func (o *Order) emailed(e order.Emailed, at stamps) {
	switch e.About {
	case order.AboutOrder:
		o.EmailSent = true
	case order.AboutShipment:
		for _, s := range o.Shipments {
			if s.ID == e.AboutID {
				s.EmailSent, s.UpdatedAt = true, at.changed
			}
		}
	case order.AboutInvoice:
		o.onInvoice(e.AboutID, at, func(i *Invoice) { i.EmailSent = true })
	}
}
