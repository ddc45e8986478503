package documents

import (
	"cmp"
	"time"

	"tradelog/domain"
	"tradelog/domain/order"
)

// ParseTime reads a time of a document, which Time wrote.
func ParseTime(text string) (time.Time, error) { return time.Parse(time.DateTime, text) }

// ItemsByID returns the lines of the order by their IDs.
func (o *Order) ItemsByID() map[int64]*Item {
	items := make(map[int64]*Item, len(o.Items))
	for _, i := range o.Items {
		items[i.ID] = i
	}
	return items
}

// LastShipped returns the time of the last shipment until a time of a document; empty if there was none. Cancelled shipments do not count.
func (o *Order) LastShipped(until string) (last string) {
	const shipped = 1 // shapes-sales §11
	for _, s := range o.Shipments {
		if s.ShipmentStatus == shipped && s.CreatedAt <= until {
			last = max(last, s.CreatedAt)
		}
	}
	return last
}

// VATNumber returns the buyer's VAT number as it was given: that of the billing address, or that of the account; empty if there is none.
func (o *Order) VATNumber() string {
	number := ""
	if o.BillingAddress != nil {
		number = domain.Value(o.BillingAddress.VatID)
	}
	return cmp.Or(number, domain.Value(o.CustomerTaxvat))
}

// Corrected returns the invoices of an order that a credit memo corrects: the one that it names, or all. Invoices that are cancelled, have
// no number, or were made later are left out. The order has its Accounting.
func (m *CreditMemo) Corrected(o *Order) (invoices []*Invoice) {
	for _, i := range o.Accounting.Invoices {
		of := m.InvoiceID == nil || *m.InvoiceID == i.ID
		if of && i.IncrementID != "" && i.State != int(order.Revoked) && i.CreatedAt <= m.CreatedAt {
			invoices = append(invoices, i)
		}
	}
	return invoices
}
