package order

import "tradelog/domain/giftcard"

// SoldCards are the gift cards sold by a line of an invoice.
type SoldCards struct {
	InvoiceLineID, LineID int64
	Place                 int // index of the line in the order
	Units                 int64
	Sold                  giftcard.Sold
}

// SoldCards are the gift cards sold by an invoice. An unpaid invoice has sold none.
func (o Order) SoldCards(invoiceID int64) (out []SoldCards) {
	invoice, ok := o.InvoiceOf(invoiceID)
	if !ok || invoice.State != Paid {
		return nil
	}
	for _, item := range invoice.Lines {
		for place, l := range o.Lines {
			if units := item.Qty.Truncate(); l.ID == item.LineID && l.GiftCard != nil && units.Sign() > 0 {
				out = append(out, SoldCards{InvoiceLineID: item.ID, LineID: l.ID, Place: place, Units: units.Int(), Sold: *l.GiftCard})
			}
		}
	}
	return out
}
