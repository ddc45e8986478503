package folds

import (
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// emailed marks the subjects on which the buyer got an e-mail.
func emailed(o *documents.Order, e order.Emailed, at stamps) {
	switch e.About {
	case order.AboutOrder:
		o.EmailSent = true
	case order.AboutShipment:
		for _, s := range o.Shipments {
			if s.ID == e.AboutID {
				s.EmailSent, s.UpdatedAt = true, at.changed
			}
		}
	case order.AboutMemo:
		for _, m := range o.Accounting.Memos {
			if m.ID == e.AboutID {
				m.EmailSent, m.UpdatedAt = true, at.changed
			}
		}
	case order.AboutInvoice:
		onInvoice(o, e.AboutID, at, func(i *documents.Invoice) { i.EmailSent = true })
	}
}
