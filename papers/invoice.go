package papers

import (
	"cmp"
	"errors"

	"tradelog/domain"
	"tradelog/domain/locale"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// errNothing is the error of a paper about nothing.
var errNothing = errors.New("print a paper: there is nothing to print")

// invoicePaper prints an invoice of an order as it stands (shapes-sales §10 rule 6).
func invoicePaper(s pageSettings, o *documents.Order, i *documents.Invoice) ([]byte, error) {
	if o == nil || i == nil {
		return nil, errNothing
	}
	h := heading{
		name:  s.Locale.Translate(locale.InvoiceNumber, i.IncrementID),
		again: s.Locale.Translate(locale.OrderNumber, i.OrderIncrementID),
		facts: []fact{
			{
				orderLabel,
				i.OrderIncrementID,
			}, {purchaseOrder, domain.Value(o.PoNumber)}, {invoiceDate, s.date(i.CreatedAt)}, {orderDate, s.date(o.CreatedAt)},
			{deliveryDate, s.delivered(o, i)}, {dueDate, s.until()},
		},
	}
	bank := s.Bank
	if i.State == int(order.Revoked) {
		h.stamp, bank, s.Pays = s.Locale.Translate(canceled), nil, nil
	}
	p := newPaper(s, i.CreatedAt, h)
	p.parties(o)
	b := billOfInvoice(o, i)
	p.printBill(b, p.closing(b, bank))
	return p.finish()
}

// closing returns the parts after the totals: the totals in the base currency, the account to pay to, why amounts have no tax, and terms.
func (p *paper) closing(b *bill, bank []string) []part {
	all := []part{{inBaseCurrency, p.baseTotals(b)}, {bankDetails, bank}}
	if b.untaxed() && p.settings.Untaxed != "" {
		all = append(all, part{notes, []string{p.settings.Untaxed}})
	}
	return append(all, part{terms, p.settings.Terms})
}

// until returns the day until which the rest of an invoice is due; empty without a rest.
func (s pageSettings) until() string {
	if s.Pays == nil || s.Pays.Until.IsZero() {
		return ""
	}
	return s.Locale.Date(s.Pays.Until)
}

// delivered returns the day of delivery of what an invoice charges: that of the last shipment before it, or its own if nothing was shipped.
func (s pageSettings) delivered(o *documents.Order, i *documents.Invoice) string {
	return s.date(cmp.Or(o.LastShipped(i.CreatedAt), i.CreatedAt))
}

// creditMemoPaper prints a credit memo of an order. It names the invoices in the accounting of the order that it corrects: one, or all
// before it.
func creditMemoPaper(s pageSettings, o *documents.Order, m *documents.CreditMemo) ([]byte, error) {
	if o == nil || m == nil {
		return nil, errNothing
	}
	corrected := ""
	for _, i := range m.Corrected(o) {
		corrected = joined(", ", corrected, i.IncrementID)
	}
	p := newPaper(s, m.CreatedAt, heading{
		name: s.Locale.Translate(
			locale.MemoNumber,
			m.IncrementID,
		), again: s.Locale.Translate(locale.OrderNumber, m.OrderIncrementID), facts: []fact{
			{
				orderLabel,
				m.OrderIncrementID,
			}, {purchaseOrder, domain.Value(o.PoNumber)}, {memoDate, s.date(m.CreatedAt)}, {orderDate, s.date(o.CreatedAt)}, {toInvoice, corrected},
		},
	})
	p.parties(o)
	b := billOfMemo(o, m)
	if !s.Gross {
		b.netAdjustments(m)
	}
	p.printBill(b, p.closing(b, nil))
	return p.finish()
}

// orderPaper prints the confirmation of an order.
func orderPaper(s pageSettings, o *documents.Order) ([]byte, error) {
	if o == nil {
		return nil, errNothing
	}
	h := heading{name: s.Locale.Translate(locale.OrderNumber, o.IncrementID), facts: []fact{
		{orderDate, s.date(o.CreatedAt)}, {purchaseOrder, domain.Value(o.PoNumber)},
	}}
	bank := s.Bank
	if o.State == string(order.Canceled) {
		h.stamp, bank = s.Locale.Translate(canceled), nil
	}
	p := newPaper(s, o.CreatedAt, h)
	p.parties(o)
	b := billOfOrder(o)
	p.printBill(b, p.closing(b, bank))
	return p.finish()
}

// The messages of papers, in the order of a page.
var (
	slipNumber          = locale.Text("Packing Slip # %s")
	slipOfOrder         = locale.Text("Packing Slip for Order # %s")
	giftCard            = locale.Text("Gift Card")
	canceled            = locale.Text("CANCELED")
	orderLabel          = locale.Text("Order #")
	invoiceDate         = locale.Text("Invoice Date")
	memoDate            = locale.Text("Date of the Credit Memo")
	orderDate           = locale.Text("Order Date")
	purchaseOrder       = locale.Text("Your Purchase Order #")
	dueDate             = locale.Text("Due Date")
	deliveryDate        = locale.Text("Delivery Date")
	shippingDate        = locale.Text("Shipping Date")
	toInvoice           = locale.Text("For Invoice #")
	soldTo              = locale.Text("Sold to")
	shipTo              = locale.Text("Ship to")
	paymentMethod       = locale.Text("Payment Method")
	shippingMethod      = locale.Text("Shipping Method")
	trackingNumbers     = locale.Text("Tracking Numbers")
	phone               = locale.Text("T: %s")
	vatID               = locale.Text("VAT: %s")
	taxNumber           = locale.Text("Tax number: %s")
	products            = locale.Text("Products")
	sku                 = locale.Text("SKU")
	price               = locale.Text("Price")
	taxRate             = locale.Text("Tax rate")
	picked              = locale.Text("Picked")
	discountFor         = locale.Text("Discount (%s)")
	adjustmentRefund    = locale.Text("Adjustment Refund")
	adjustmentFee       = locale.Text("Adjustment Fee")
	refundedToGiftCards = locale.Text("Refunded to Gift Cards")
	refundTotal         = locale.Text("Refunded Amount")
	netAmount           = locale.Text("Net")
	grossAmount         = locale.Text("Gross")
	inBaseCurrency      = locale.Text("In the currency of the shop")
	bankDetails         = locale.Text("Bank details")
	notes               = locale.Text("Notes")
	terms               = locale.Text("Terms")
	pageOf              = locale.Text("Page %d of %d")
)
