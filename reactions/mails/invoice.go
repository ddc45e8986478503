package mails

import (
	"context"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/locale"
	"tradelog/domain/order"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// InvoiceNotice sends a buyer their invoice if they are to be notified. The e-mail is sent once the invoice has its number.
var InvoiceNotice = Kind{
	Form: letter.InvoiceForm, Events: []string{order.InvoiceNumbered{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		id, notify, comment := e.Payload.(order.InvoiceNumbered).InvoiceID, false, ""
		o, at, err := d.order(ctx, e, func(event domain.Event) {
			if i, ok := event.(order.Invoiced); ok && i.InvoiceID == id {
				notify, comment = i.Notify, i.Comment
			}
		})
		if err != nil || o == nil || !notify && !previewing(ctx) || !at.sends(ctx, order.MailInvoice) {
			return nil, err
		}
		i := invoiceOf(o, id)
		if i == nil {
			return nil, nil
		}
		paper, err := d.paper(ctx, at, order.Paper{Kind: order.PaperInvoice, OrderID: o.ID, ID: i.ID},
			at.locale.Translate(locale.InvoiceNumber, i.IncrementID))
		if err != nil {
			return nil, err
		}
		var file []byte
		var problem error
		attach := at.config.Flag("sales_email/invoice/attach_pdf") && !previewing(ctx)
		if attach {
			file, problem = d.Print(ctx, at.shop, o, i)
		}
		l := at.toBuyer(o, "sales_email/invoice", letter.Invoice{
			OrderComment: at.comment(o, comment), Number: i.IncrementID, Date: at.day(i.CreatedAt), Items: at.invoiceItems(o, i),
			Downloads: append([]letter.Download{paper}, at.downloads(o, d.Downloads)...), Unattached: problem != nil,
		})
		if l.Unattached = problem; attach && problem == nil {
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

// invoiceItems lists the lines and sums of an invoice.
func (p letterStore) invoiceItems(o *documents.Order, i *documents.Invoice) letter.Items {
	items, gross := o.ItemsByID(), p.gross(o)
	var lines []letter.Line
	for _, l := range i.Items {
		if item := items[l.OrderItemID]; item != nil && l.ParentItemID == nil { // other parts are included in their whole
			lines = append(lines, p.line(item, l.Name, l.SKU, l.Qty, p.locale.Money(inclTax(gross, l.RowTotalInclTax, l.RowTotal), i.Currency)))
		}
	}
	return letter.ItemsOf(p.locale, lines, p.sums(gross, sums{
		currency: i.Currency, subtotal: i.Subtotal, subtotalInclTax: i.SubtotalInclTax, discount: i.DiscountAmount,
		shipping: i.ShippingAmount, shippingInclTax: i.ShippingInclTax, tax: i.TaxAmount, total: locale.GrandTotal,
		settled: p.settled(o, i.GrandTotal, i.GiftcardAmount, i.State == int(order.Paid)),
	}))
}
