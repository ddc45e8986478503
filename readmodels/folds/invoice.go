package folds

import (
	"maps"

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
		history(o,
			text("A refund of "+e.Money.Display.Grand.String()+" "+o.Currency+" is waiting for the payment gateway."), at, false, false,
		)
	case order.RefundAbandoned:
		history(o, text("The refund was not made: "+e.Reason), at, false, false)
	case order.Refunded:
		refund(o, e.Memo(), at)
	case order.MemoNumbered:
		for _, m := range o.Accounting.Memos {
			if m.ID == e.MemoID {
				m.IncrementID, m.UpdatedAt = e.IncrementID, at.changed
			}
		}
	}
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
		Subtotal: d.Subtotal, TaxAmount: d.Tax,
		ShippingAmount: d.Shipping, DiscountAmount: d.Discount.Neg(), SubtotalInclTax: d.SubtotalInclTax,
		ShippingInclTax: d.ShippingInclTax, BaseGrandTotal: b.Grand,
		BaseSubtotal: b.Subtotal, BaseTaxAmount: b.Tax, BaseShippingAmount: b.Shipping, BaseDiscountAmount: b.Discount.Neg(),
		GiftcardAmount: d.GiftCard, BaseGiftcardAmount: b.GiftCard,
		TotalQty: e.TotalQty, Currency: o.Currency, DiscountDescription: o.DiscountDesc, Items: []documents.InvoiceItem{},
		Comments:  []documents.Comment{},
		CreatedAt: at.made, UpdatedAt: at.changed,
	}
	setState(i, e.State)
	amounts := map[int64]order.LineMoney{}
	for _, l := range e.Lines {
		amounts[l.LineID] = l.Money
	}
	amounts = withParts(o, amounts)
	for _, l := range e.Lines {
		item := lineOf(o, l.LineID)
		if item == nil {
			continue
		}
		item.QtyInvoiced = item.QtyInvoiced.Add(l.Qty)
		d, b := amounts[l.LineID].Display, amounts[l.LineID].Base
		i.Items = append(i.Items, documents.InvoiceItem{
			Type: "InvoiceItem", ID: l.ID, OrderItemID: l.LineID, ProductID: item.ProductID, SKU: item.SKU, Name: item.Name, Qty: l.Qty,
			Price:        item.Price,
			PriceInclTax: item.PriceInclTax, RowTotal: d.Row, RowTotalInclTax: d.RowInclTax, TaxAmount: d.Tax, DiscountAmount: d.Discount,
			BasePrice:        item.BasePrice,
			BasePriceInclTax: perUnit(b.RowInclTax, l.Qty), BaseRowTotal: b.Row, BaseRowTotalInclTax: b.RowInclTax, BaseTaxAmount: b.Tax,
			BaseDiscountAmount: b.Discount,
		})
	}
	if e.Comment != "" {
		i.Comments = append(i.Comments, documents.Comment{ID: e.InvoiceID, Comment: e.Comment, CreatedAt: at.made, IsNotified: e.Notify})
	}
	o.Accounting.Invoices = append(o.Accounting.Invoices, i)
	invoiced(o.Prices, d.Grand, d.Subtotal)
	if e.State == order.Paid {
		paid(o.Prices, d.Grand, b.Grand)
	}
}

// withParts adds the amounts of a bundle's parts to those of the bundle, where the parts have amounts. The line of the bundle then shows
// the price of the whole. Amounts are by line of the order.
func withParts(o *documents.Order, own map[int64]order.LineMoney) map[int64]order.LineMoney {
	all := maps.Clone(own)
	for id, amounts := range own {
		part := lineOf(o, id)
		if part == nil || part.ParentItemID == nil {
			continue
		}
		whole := lineOf(o, *part.ParentItemID)
		if priced := whole.ProductOptions.Calculations; priced != nil && *priced == 0 {
			all[whole.ID] = all[whole.ID].Plus(amounts)
		}
	}
	return all
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
	invoiced(o.Prices, i.GrandTotal.Neg(), i.Subtotal.Neg())
}

// invoiced, paid and refunded add to the order's totals.
func invoiced(p *documents.Prices, grand, subtotal money.Decimal) {
	p.TotalInvoiced, p.SubtotalInvoiced = more(p.TotalInvoiced, grand), more(p.SubtotalInvoiced, subtotal)
}

func paid(p *documents.Prices, amount, base money.Decimal) {
	p.TotalPaid, p.BaseTotalPaid = p.TotalPaid.Add(amount), p.BaseTotalPaid.Add(base)
	p.TotalDue, p.BaseTotalDue = p.GrandTotal.Sub(p.TotalPaid), p.BaseGrandTotal.Sub(p.BaseTotalPaid)
}

func more(had *money.Decimal, by money.Decimal) *money.Decimal {
	if had != nil {
		by = had.Add(by)
	}
	return &by
}
