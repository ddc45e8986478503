package mails

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/internal/mail"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// InvoiceNotice sends a buyer their invoice if they are to be notified. It is sent once the invoice has its number.
var InvoiceNotice = Kind{
	Name: "invoice", Events: []string{order.InvoiceNumbered{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		id, notify, comment := e.Payload.(order.InvoiceNumbered).InvoiceID, false, ""
		o, at, err := d.order(ctx, e, func(event domain.Event) {
			if i, ok := event.(order.Invoiced); ok && i.InvoiceID == id {
				notify, comment = i.Notify, i.Comment
			}
		})
		if err != nil || o == nil || !notify || !at.config.Flag("sales_email/invoice/enabled") {
			return nil, err
		}
		i := invoiceOf(o, id)
		if i == nil {
			return nil, nil
		}
		l := at.toBuyer(o, "sales_email/invoice", "Invoice # "+i.IncrementID+" for Order # "+o.IncrementID)
		l.Body = []Block{{Text: greeting(o)}, {Text: "This is the invoice for your order # " + o.IncrementID + "."}}
		if comment != "" {
			l.Body = append(l.Body, Block{Quote: comment})
		}
		l.Body = append(l.Body, Block{Facts: [][2]string{
			{"Invoice", "# " + i.IncrementID}, {"Date", at.day(i.CreatedAt)}, {"Payment", o.PaymentMethodTitle},
			{"Bill to", postal(o.BillingAddress)},
		}}, Block{Table: at.invoiceTable(o, i)})
		l.Body = append(l.Body, at.downloads(o, d.Downloads)...)
		if at.config.Flag("sales_email/invoice/attach_pdf") {
			if d.Print == nil {
				return nil, errors.New("there is nothing to print invoices with")
			}
			file, err := d.Print(at.shop, o, i)
			if err != nil {
				return nil, err
			}
			l.Files = []mail.Attachment{{Name: "invoice_" + i.IncrementID + ".pdf", Type: "application/pdf", Content: file}}
		}
		return l, nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		return d.Commands.EmailedOrder(ctx, domain.StreamID(e.Stream), order.AboutInvoice, e.Payload.(order.InvoiceNumbered).InvoiceID,
			e.ID.String())
	},
}

func invoiceOf(o *documents.Order, id int64) *documents.Invoice {
	for _, i := range o.Accounting.Invoices {
		if i.ID == id {
			return i
		}
	}
	return nil
}

// itemsOf returns the lines of an order by their numbers.
func itemsOf(o *documents.Order) map[int64]*documents.Item {
	items := make(map[int64]*documents.Item, len(o.Items))
	for _, item := range o.Items {
		items[item.ID] = item
	}
	return items
}

// invoiceTable lists the lines of an invoice.
func (p place) invoiceTable(o *documents.Order, i *documents.Invoice) *Table {
	items := itemsOf(o)
	t := &Table{Head: []string{"Item", "Qty", "Subtotal"}}
	for _, l := range i.Items {
		if item := items[l.OrderItemID]; item != nil && item.ParentItemID == nil { // parts are included in their whole
			t.Rows = append(t.Rows, []string{l.Name + "\n" + l.SKU + choices(item), l.Qty.String(), p.money(l.RowTotal, i.Currency)})
		}
	}
	t.Sums = p.sums(i.Currency, []sum{
		{"Subtotal", i.Subtotal, true}, {"Discount", i.DiscountAmount, false}, {"Shipping & Handling", i.ShippingAmount, false},
		{"Tax", i.TaxAmount, true}, {"Gift Cards", i.GiftcardAmount.Neg(), false}, {"Grand Total", i.GrandTotal, true},
	})
	return t
}
