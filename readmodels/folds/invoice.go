package folds

import (
	"slices"

	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// applyMoney folds the events about an order's money.
func applyMoney(o *documents.Order, e any, at stamps) {
	switch e := e.(type) {
	case order.Invoiced:
		invoice(o, e, at)
	case order.InvoiceNumbered:
		onInvoice(o, e.InvoiceID, at, func(i *documents.Invoice) { i.IncrementID = e.IncrementID })
	case order.InvoicePaid:
		onInvoice(o, e.InvoiceID, at, func(i *documents.Invoice) {
			setState(i, order.Paid)
			i.TransactionID = text(e.TransactionID)
		})
		paid(o.Prices, e.Amount, e.BaseAmount)
	case order.InvoiceCanceled:
		onInvoice(o, e.InvoiceID, at, func(i *documents.Invoice) {
			setState(i, order.Revoked)
			uninvoice(o, i)
		})
	case order.RefundStarted:
		o.Accounting.Pending = append(slices.Clip(o.Accounting.Pending), e.MemoID)
		history(o,
			text("A refund of "+e.Money.Display.Grand.String()+" "+o.Currency+" is waiting for the payment gateway."), at, false, false,
		)
	case order.RefundAbandoned:
		ended(o, e.MemoID)
		history(o, text("The refund was not made: "+e.Reason), at, false, false)
	case order.Refunded:
		ended(o, e.MemoID)
		refund(o, e.Memo(), at)
	case order.MemoNumbered:
		for _, m := range o.Accounting.Memos {
			if m.ID == e.MemoID {
				m.IncrementID, m.UpdatedAt = e.IncrementID, at.changed
			}
		}
	}
}

// ended removes a credit memo from the pending ones.
func ended(o *documents.Order, memoID int64) {
	o.Accounting.Pending = slices.DeleteFunc(slices.Clone(o.Accounting.Pending), func(id int64) bool { return id == memoID })
}

func onInvoice(o *documents.Order, id int64, at stamps, change func(*documents.Invoice)) {
	for _, i := range o.Accounting.Invoices {
		if i.ID == id {
			change(i)
			i.UpdatedAt = at.changed
		}
	}
}

func setState(i *documents.Invoice, s order.InvoiceState) {
	i.State, i.StateName = int(s), s.String()
	i.CanVoidFlag = s == order.Open
}

func invoice(o *documents.Order, e order.Invoiced, at stamps) {
	d, b := e.Money.Display, e.Money.Base
	i := &documents.Invoice{
		Type: "Invoice", ID: e.InvoiceID, OrderID: o.ID, StoreID: o.StoreID, OrderIncrementID: o.IncrementID, GrandTotal: d.Grand,
		Subtotal: d.Subtotal, TaxAmount: d.Tax, HiddenTaxAmount: d.HiddenTax,
		ShippingAmount: d.Shipping, DiscountAmount: d.Discount.Neg(), SubtotalInclTax: d.SubtotalInclTax,
		ShippingInclTax: d.ShippingInclTax, BaseGrandTotal: b.Grand,
		BaseSubtotal: b.Subtotal, BaseTaxAmount: b.Tax, BaseShippingAmount: b.Shipping, BaseDiscountAmount: b.Discount.Neg(),
		GiftcardAmount: d.GiftCard, BaseGiftcardAmount: b.GiftCard,
		TotalQty: e.TotalQty, Currency: o.Currency, DiscountDescription: o.DiscountDesc, Items: []documents.InvoiceItem{},
		Comments:  []documents.Comment{},
		CreatedAt: at.made, UpdatedAt: at.changed,
	}
	setState(i, e.State)
	lines := make([]paperLine, len(e.Lines))
	for n, l := range e.Lines {
		lines[n] = paperLine{l.ID, l.LineID, l.RestID, l.Qty, l.Money}
		if item := lineOf(o, l.LineID); item != nil {
			item.QtyInvoiced = item.QtyInvoiced.Add(l.Qty)
		}
	}
	rows := paperRows(o, lines)
	for _, row := range rows {
		item, d, b := row.item, row.money.Display, row.money.Base
		i.Items = append(i.Items, documents.InvoiceItem{
			Type: "InvoiceItem", ID: row.id, OrderItemID: item.ID, ParentItemID: row.parent, ParentShare: row.share, ProductID: item.ProductID,
			SKU: item.SKU, Name: item.Name, Qty: row.qty, Price: row.priced(item.Price), PriceInclTax: row.priced(item.PriceInclTax),
			RowTotal: d.Row, RowTotalInclTax: d.RowInclTax, TaxAmount: d.Tax, DiscountAmount: d.Discount,
			BasePrice: row.priced(item.BasePrice), BasePriceInclTax: perUnit(b.RowInclTax, row.qty),
			BaseRowTotal: b.Row, BaseRowTotalInclTax: b.RowInclTax, BaseTaxAmount: b.Tax,
			BaseDiscountAmount: b.Discount,
		})
	}
	o.Accounting.Unshown = append(slices.Clip(o.Accounting.Unshown), unshown(e.InvoiceID, lines, rows)...)
	if e.Comment != "" {
		i.Comments = append(i.Comments, documents.Comment{ID: e.InvoiceID, Comment: e.Comment, CreatedAt: at.made, IsNotified: e.Notify})
	}
	o.Accounting.Invoices = append(o.Accounting.Invoices, i)
	invoiced(o.Prices, d.Grand, d.Subtotal)
	if e.State == order.Paid {
		paid(o.Prices, d.Grand, b.Grand)
	}
}

func perUnit(amount, qty money.Decimal) money.Decimal {
	if qty.IsZero() {
		return money.Zero
	}
	return amount.Div(qty).Cents()
}

func uninvoice(o *documents.Order, i *documents.Invoice) {
	for _, l := range i.Items {
		if item := lineOf(o, l.OrderItemID); item != nil {
			item.QtyInvoiced = item.QtyInvoiced.Sub(l.Qty)
		}
	}
	for _, u := range o.Accounting.Unshown {
		if item := lineOf(o, u.LineID); item != nil && u.InvoiceID == i.ID {
			item.QtyInvoiced = item.QtyInvoiced.Sub(u.Qty)
		}
	}
	invoiced(o.Prices, i.GrandTotal.Neg(), i.Subtotal.Neg())
}

// invoiced, paid and refunded add to the order's totals.
func invoiced(p *documents.Prices, grand, subtotal money.Decimal) {
	p.TotalInvoiced, p.SubtotalInvoiced = more(p.TotalInvoiced, grand), more(p.SubtotalInvoiced, subtotal)
}

func paid(p *documents.Prices, amount, base money.Decimal) {
	p.TotalPaid, p.BaseTotalPaid = p.TotalPaid.Add(amount), p.BaseTotalPaid.Add(base)
	p.TotalDue = money.MaxOf(money.Zero, p.TotalDue.Sub(amount))
	p.BaseTotalDue = money.MaxOf(money.Zero, p.BaseTotalDue.Sub(base))
}

func more(had *money.Decimal, by money.Decimal) *money.Decimal {
	if had != nil {
		by = had.Add(by)
	}
	return &by
}
