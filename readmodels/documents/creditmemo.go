package documents

import (
	"tradelog/domain/money"
	"tradelog/domain/order"
)

// CreditMemo is a refund as the API shows it (shapes-sales §12 (2)). Its discount is negative or 0, those of its lines are
// positive.
type CreditMemo struct {
	Type                string           `json:"@type"`
	ID                  int64            `json:"id"`
	IncrementID         string           `json:"incrementId"`
	OrderID             int64            `json:"orderId"`
	OrderIncrementID    string           `json:"orderIncrementId"`
	InvoiceID           *int64           `json:"invoiceId,omitempty"`
	StoreID             int64            `json:"storeId"`
	State               string           `json:"state" enum:"open,refunded,canceled,unknown"`
	GrandTotal          money.Decimal    `json:"grandTotal" doc:"money that goes back; what goes back to gift cards is not in it"`
	BaseGrandTotal      money.Decimal    `json:"baseGrandTotal"`
	Subtotal            money.Decimal    `json:"subtotal"`
	TaxAmount           money.Decimal    `json:"taxAmount"`
	ShippingAmount      money.Decimal    `json:"shippingAmount"`
	DiscountAmount      money.Decimal    `json:"discountAmount" doc:"negative or 0"`
	AdjustmentPositive  money.Decimal    `json:"adjustmentPositive"`
	AdjustmentNegative  money.Decimal    `json:"adjustmentNegative"`
	Adjustment          money.Decimal    `json:"adjustment"`
	BaseAdjustment      money.Decimal    `json:"baseAdjustment"`
	SubtotalInclTax     money.Decimal    `json:"subtotalInclTax"`
	ShippingInclTax     money.Decimal    `json:"shippingInclTax"`
	ShippingTaxAmount   money.Decimal    `json:"shippingTaxAmount"`
	HiddenTaxAmount     money.Decimal    `json:"hiddenTaxAmount"`
	BaseSubtotal        money.Decimal    `json:"baseSubtotal"`
	BaseTaxAmount       money.Decimal    `json:"baseTaxAmount"`
	BaseShippingAmount  money.Decimal    `json:"baseShippingAmount"`
	BaseDiscountAmount  money.Decimal    `json:"baseDiscountAmount" doc:"negative or 0"`
	GiftcardAmount      money.Decimal    `json:"giftcardAmount" doc:"what goes back to gift cards"`
	Currency            string           `json:"currency"`
	OrderCurrencyCode   string           `json:"orderCurrencyCode"`
	BaseCurrencyCode    string           `json:"baseCurrencyCode"`
	TransactionID       *string          `json:"transactionId,omitempty"`
	CreditmemoStatus    *int             `json:"creditmemoStatus,omitempty"`
	EmailSent           bool             `json:"emailSent"`
	DiscountDescription *string          `json:"discountDescription,omitempty"`
	Comment             *string          `json:"comment,omitempty"`
	Comments            []Comment        `json:"comments"`
	Items               []CreditMemoItem `json:"items"`
	CreatedAt           string           `json:"createdAt"`
	UpdatedAt           string           `json:"updatedAt"`
	Extensions          Extensions       `json:"extensions"`
}

type CreditMemoItem struct {
	Type               string        `json:"@type"`
	ID                 int64         `json:"id"`
	OrderItemID        int64         `json:"orderItemId"`
	ProductID          int64         `json:"productId"`
	SKU                string        `json:"sku"`
	Name               string        `json:"name"`
	Description        *string       `json:"description,omitempty"`
	Qty                money.Decimal `json:"qty"`
	Price              money.Decimal `json:"price"`
	PriceInclTax       money.Decimal `json:"priceInclTax"`
	RowTotal           money.Decimal `json:"rowTotal"`
	RowTotalInclTax    money.Decimal `json:"rowTotalInclTax"`
	TaxAmount          money.Decimal `json:"taxAmount"`
	DiscountAmount     money.Decimal `json:"discountAmount"`
	BasePrice          money.Decimal `json:"basePrice"`
	BaseRowTotal       money.Decimal `json:"baseRowTotal"`
	BaseTaxAmount      money.Decimal `json:"baseTaxAmount"`
	BaseDiscountAmount money.Decimal `json:"baseDiscountAmount"`
	BackToStock        bool          `json:"backToStock"`
	Extensions         Extensions    `json:"extensions"`
}

func (o *Order) refund(e order.CreditMemo, at stamps) {
	d, b := e.Money.Display, e.Money.Base
	m := &CreditMemo{
		Type: "CreditMemo", ID: e.MemoID, OrderID: o.ID, OrderIncrementID: o.IncrementID, StoreID: o.StoreID, State: "refunded",
		GrandTotal: d.Grand, BaseGrandTotal: b.Grand,
		Subtotal: d.Subtotal, TaxAmount: d.Tax, ShippingAmount: d.Shipping, DiscountAmount: d.Discount.Neg(),
		AdjustmentPositive: d.AdjustmentPositive,
		AdjustmentNegative: d.AdjustmentNegative, Adjustment: d.AdjustmentPositive.Sub(d.AdjustmentNegative),
		BaseAdjustment:  b.AdjustmentPositive.Sub(b.AdjustmentNegative),
		SubtotalInclTax: d.SubtotalInclTax, ShippingInclTax: d.ShippingInclTax, ShippingTaxAmount: d.ShippingTax,
		HiddenTaxAmount: d.HiddenTax, BaseSubtotal: b.Subtotal,
		BaseTaxAmount: b.Tax, BaseShippingAmount: b.Shipping, BaseDiscountAmount: b.Discount.Neg(), GiftcardAmount: d.GiftCard,
		Currency:          o.Currency,
		OrderCurrencyCode: o.Currency, BaseCurrencyCode: o.BaseCurrencyCode, TransactionID: text(e.TransactionID),
		DiscountDescription: o.DiscountDesc,
		Comment:             text(e.Comment), Comments: []Comment{}, Items: []CreditMemoItem{}, CreatedAt: at.made, UpdatedAt: at.changed,
	}
	if e.Comment != "" {
		m.Comments = append(m.Comments, Comment{ID: e.MemoID, Comment: e.Comment, CreatedAt: at.made})
	}
	amounts := map[int64]order.LineMoney{}
	for _, l := range e.Lines {
		amounts[l.LineID] = l.Money
	}
	amounts = o.withParts(amounts)
	for _, l := range e.Lines {
		item := o.item(l.LineID)
		if item == nil {
			continue
		}
		d, b := amounts[l.LineID].Display, amounts[l.LineID].Base
		item.refund(l.Qty, l.Money.Display)
		m.Items = append(m.Items, CreditMemoItem{
			Type: "CreditMemoItem", ID: l.ID, OrderItemID: l.LineID, ProductID: l.ProductID, SKU: item.SKU, Name: item.Name,
			Description: item.Description, Qty: l.Qty,
			Price: item.Price, PriceInclTax: item.PriceInclTax, RowTotal: d.Row, RowTotalInclTax: d.RowInclTax, TaxAmount: d.Tax,
			DiscountAmount: d.Discount,
			BasePrice:      item.BasePrice, BaseRowTotal: b.Row, BaseTaxAmount: b.Tax, BaseDiscountAmount: b.Discount, BackToStock: l.BackToStock,
		})
	}
	o.Accounting.Memos = append(o.Accounting.Memos, m)
	for _, i := range o.Accounting.Invoices {
		if i.State == int(order.Paid) && !i.IsUsedForRefund {
			i.IsUsedForRefund, i.UpdatedAt = true, at.changed
		}
	}
	o.Prices.refunded(e.Money)
}

func (i *Item) refund(qty money.Decimal, m order.LineSums) {
	i.QtyRefunded = i.QtyRefunded.Add(qty)
	i.AmountRefunded, i.TaxRefunded = more(i.AmountRefunded, m.Row), more(i.TaxRefunded, m.Tax)
	i.DiscRefunded = more(i.DiscRefunded, m.Discount)
}

func (p *Prices) refunded(m order.Money) {
	p.TotalRefunded, p.BaseTotalRefunded = p.TotalRefunded.Add(m.Display.Grand), p.BaseTotalRefunded.Add(m.Base.Grand)
	p.SubtotalRefunded = more(p.SubtotalRefunded, m.Display.Subtotal)
	if m.Display.AdjustmentPositive.Sign() != 0 {
		p.AdjustmentPositive = more(p.AdjustmentPositive, m.Display.AdjustmentPositive)
	}
	if m.Display.AdjustmentNegative.Sign() != 0 {
		p.AdjustmentNegative = more(p.AdjustmentNegative, m.Display.AdjustmentNegative)
	}
}
