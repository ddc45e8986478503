package folds

import (
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

func refund(o *documents.Order, e order.CreditMemo, at stamps) {
	d, b := e.Money.Display, e.Money.Base
	m := &documents.CreditMemo{
		Type: "CreditMemo", ID: e.MemoID, OrderID: o.ID, OrderIncrementID: o.IncrementID, StoreID: o.StoreID, State: "refunded",
		GrandTotal: d.Grand, BaseGrandTotal: b.Grand,
		Subtotal: d.Subtotal, TaxAmount: d.Tax, ShippingAmount: d.Shipping, DiscountAmount: d.Discount.Neg(),
		AdjustmentPositive: d.AdjustmentPositive,
		AdjustmentNegative: d.AdjustmentNegative, Adjustment: d.AdjustmentPositive.Sub(d.AdjustmentNegative),
		BaseAdjustment:  b.AdjustmentPositive.Sub(b.AdjustmentNegative),
		SubtotalInclTax: d.SubtotalInclTax, ShippingInclTax: d.ShippingInclTax, ShippingTaxAmount: d.ShippingTax,
		HiddenTaxAmount: d.HiddenTax, BaseSubtotal: b.Subtotal,
		BaseTaxAmount: b.Tax, BaseShippingAmount: b.Shipping, BaseDiscountAmount: b.Discount.Neg(), GiftcardAmount: d.GiftCard,
		BaseGiftcardAmount: b.GiftCard,
		Currency:           o.Currency,
		OrderCurrencyCode:  o.Currency, BaseCurrencyCode: o.BaseCurrencyCode, TransactionID: text(e.TransactionID),
		DiscountDescription: o.DiscountDesc,
		Comment:             text(e.Comment), Comments: []documents.Comment{}, Items: []documents.CreditMemoItem{}, CreatedAt: at.made,
		UpdatedAt: at.changed,
	}
	for _, t := range e.AdjustmentTaxes {
		m.AdjustmentTax, m.BaseAdjustmentTax = m.AdjustmentTax.Add(t.Tax), m.BaseAdjustmentTax.Add(t.BaseTax)
		m.AdjustmentTaxes = append(m.AdjustmentTaxes, documents.AdjustmentTax{Percent: t.Percent, Amount: t.Amount, Tax: t.Tax})
	}
	if e.Comment != "" {
		m.Comments = append(m.Comments, documents.Comment{ID: e.MemoID, Comment: e.Comment, CreatedAt: at.made, IsNotified: e.Shared})
	}
	lines, back := make([]paperLine, len(e.Lines)), map[int64]order.RefundedLine{}
	for n, l := range e.Lines {
		lines[n], back[l.LineID] = paperLine{l.ID, l.LineID, l.RestID, l.Qty, l.Money}, l
		if item := lineOf(o, l.LineID); item != nil {
			refundLine(item, l.Qty, l.Money.Display)
		}
	}
	for _, row := range paperRows(o, lines) {
		item, d, b := row.item, row.money.Display, row.money.Base
		l := back[item.ID]
		m.Items = append(m.Items, documents.CreditMemoItem{
			Type: "CreditMemoItem", ID: row.id, OrderItemID: item.ID, ParentItemID: row.parent, ParentShare: row.share, ProductID: l.ProductID,
			SKU: item.SKU, Name: item.Name, Description: item.Description, Qty: row.qty, Price: row.priced(item.Price),
			PriceInclTax: row.priced(item.PriceInclTax), RowTotal: d.Row, RowTotalInclTax: d.RowInclTax, TaxAmount: d.Tax,
			DiscountAmount: d.Discount, BasePrice: row.priced(item.BasePrice), BaseRowTotal: b.Row, BaseTaxAmount: b.Tax,
			BaseDiscountAmount: b.Discount, BackToStock: l.BackToStock,
		})
	}
	m.Notes = refundNotes(o, m, e)
	o.Accounting.Memos = append(o.Accounting.Memos, m)
	for _, i := range o.Accounting.Invoices {
		if i.State == int(order.Paid) && !i.IsUsedForRefund {
			i.IsUsedForRefund, i.UpdatedAt = true, at.changed
		}
	}
	refunded(o.Prices, e.Money)
}

func refundLine(i *documents.Item, qty money.Decimal, m order.LineSums) {
	i.QtyRefunded = i.QtyRefunded.Add(qty)
	i.AmountRefunded, i.TaxRefunded = more(i.AmountRefunded, m.Row), more(i.TaxRefunded, m.Tax)
	i.DiscRefunded = more(i.DiscRefunded, m.Discount)
}

func refunded(p *documents.Prices, m order.Money) {
	p.TotalRefunded, p.BaseTotalRefunded = p.TotalRefunded.Add(m.Display.Grand), p.BaseTotalRefunded.Add(m.Base.Grand)
	p.SubtotalRefunded = more(p.SubtotalRefunded, m.Display.Subtotal)
	if m.Display.AdjustmentPositive.Sign() != 0 {
		p.AdjustmentPositive = more(p.AdjustmentPositive, m.Display.AdjustmentPositive)
	}
	if m.Display.AdjustmentNegative.Sign() != 0 {
		p.AdjustmentNegative = more(p.AdjustmentNegative, m.Display.AdjustmentNegative)
	}
}
