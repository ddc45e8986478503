package documents

import (
	"maps"

	"tradelog/domain/money"
	"tradelog/domain/order"
)

// Accounting is the invoices and credit memos of an order. They are folded with the order but are documents of their own.
type Accounting struct {
	Invoices []*Invoice    `json:"invoices,omitempty"`
	Memos    []*CreditMemo `json:"memos,omitempty"`
}

// Invoice is an invoice as the API shows it (shapes-sales §10). Its discount is negative or 0, those of its lines are
// positive.
type Invoice struct {
	Type                string        `json:"@type"`
	ID                  int64         `json:"id" about:"ID of the invoice"`
	OrderID             int64         `json:"orderId" about:"ID of the order"`
	StoreID             int64         `json:"storeId" about:"ID of the store view"`
	IncrementID         string        `json:"incrementId" about:"increment ID, the number that customers see"`
	OrderIncrementID    string        `json:"orderIncrementId" about:"increment ID of the order, the number that customers see"`
	State               int           `json:"state" doc:"1 open, 2 paid, 3 canceled"`
	StateName           string        `json:"stateName" about:"name of the state"`
	GrandTotal          money.Decimal `json:"grandTotal" about:"grand total, with tax, shipping and discount"`
	Subtotal            money.Decimal `json:"subtotal" about:"subtotal, before discount and without tax"`
	TaxAmount           money.Decimal `json:"taxAmount" about:"tax amount"`
	ShippingAmount      money.Decimal `json:"shippingAmount" about:"shipping amount, without tax"`
	DiscountAmount      money.Decimal `json:"discountAmount" doc:"discount; negative or 0"`
	SubtotalInclTax     money.Decimal `json:"subtotalInclTax" about:"subtotal, before discount, with tax"`
	ShippingInclTax     money.Decimal `json:"shippingInclTax" about:"shipping amount, with tax"`
	BaseGrandTotal      money.Decimal `json:"baseGrandTotal" about:"grand total, with tax, shipping and discount, in the base currency"`
	BaseSubtotal        money.Decimal `json:"baseSubtotal" about:"subtotal, before discount and without tax, in the base currency"`
	BaseTaxAmount       money.Decimal `json:"baseTaxAmount" about:"tax amount, in the base currency"`
	BaseShippingAmount  money.Decimal `json:"baseShippingAmount" about:"shipping amount, without tax, in the base currency"`
	BaseDiscountAmount  money.Decimal `json:"baseDiscountAmount" doc:"discount in the base currency; negative or 0"`
	GiftcardAmount      money.Decimal `json:"giftcardAmount" doc:"part paid by gift cards"`
	TotalQty            money.Decimal `json:"totalQty" about:"total quantity"`
	Currency            string        `json:"currency" doc:"currency of the order" shown:"currency"`
	TransactionID       *string       `json:"transactionId,omitempty" about:"transaction ID at the payment provider"`
	DiscountDescription *string       `json:"discountDescription,omitempty" about:"names of the applied price rules, or the coupon code"`
	EmailSent           bool          `json:"emailSent" about:"whether its e-mail was sent"`
	CanVoidFlag         bool          `json:"canVoidFlag" about:"whether its payment can be voided"`
	IsUsedForRefund     bool          `json:"isUsedForRefund" about:"whether a refund was made for this invoice"`
	PDFURL              *string       `json:"pdfUrl,omitempty" doc:"URL of the PDF; in lists only"`
	Items               []InvoiceItem `json:"items" about:"lines, in the order they were added"`
	Comments            []Comment     `json:"comments" doc:"comments, newest first"`
	CreatedAt           string        `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt           string        `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions          Extensions    `json:"extensions"`
}

type InvoiceItem struct {
	Type                string        `json:"@type"`
	ID                  int64         `json:"id" about:"ID of the line"`
	OrderItemID         int64         `json:"orderItemId" about:"ID of the order line"`
	ProductID           int64         `json:"productId" about:"ID of the product"`
	SKU                 string        `json:"sku" about:"SKU (article number)"`
	Name                string        `json:"name" about:"name"`
	Qty                 money.Decimal `json:"qty" about:"quantity; may have decimals if the product allows it"`
	Price               money.Decimal `json:"price" about:"price of one unit"`
	PriceInclTax        money.Decimal `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal            money.Decimal `json:"rowTotal" about:"row total, before discount and without tax"`
	RowTotalInclTax     money.Decimal `json:"rowTotalInclTax" about:"row total, before discount, with tax"`
	TaxAmount           money.Decimal `json:"taxAmount" about:"tax amount"`
	DiscountAmount      money.Decimal `json:"discountAmount" about:"discount amount"`
	BasePrice           money.Decimal `json:"basePrice" about:"price of one unit, in the base currency"`
	BasePriceInclTax    money.Decimal `json:"basePriceInclTax" about:"price of one unit, with tax, in the base currency"`
	BaseRowTotal        money.Decimal `json:"baseRowTotal" about:"row total, before discount and without tax, in the base currency"`
	BaseRowTotalInclTax money.Decimal `json:"baseRowTotalInclTax" about:"row total, before discount, with tax, in the base currency"`
	BaseTaxAmount       money.Decimal `json:"baseTaxAmount" about:"tax amount, in the base currency"`
	BaseDiscountAmount  money.Decimal `json:"baseDiscountAmount" about:"discount amount, in the base currency"`
	Extensions          Extensions    `json:"extensions"`
}

// applyMoney folds the events about an order's money.
func (o *Order) applyMoney(e any, at stamps) {
	switch e := e.(type) {
	case order.Invoiced:
		o.invoice(e, at)
	case order.InvoiceNumbered:
		o.onInvoice(e.InvoiceID, at, func(i *Invoice) { i.IncrementID = e.IncrementID })
	case order.InvoicePaid:
		o.onInvoice(e.InvoiceID, at, func(i *Invoice) {
			i.setState(order.Paid)
			i.TransactionID = text(e.TransactionID)
		})
		o.Prices.paid(e.Amount, e.BaseAmount)
	case order.InvoiceCanceled:
		o.onInvoice(e.InvoiceID, at, func(i *Invoice) {
			i.setState(order.Revoked)
			o.uninvoice(i)
		})
	case order.RefundStarted:
		o.history(
			text("A refund of "+e.Money.Display.Grand.String()+" "+o.Currency+" is waiting for the payment gateway."), at, false, false,
		)
	case order.RefundAbandoned:
		o.history(text("The refund was not made: "+e.Reason), at, false, false)
	case order.Refunded:
		o.refund(e.Memo(), at)
	case order.MemoNumbered:
		for _, m := range o.Accounting.Memos {
			if m.ID == e.MemoID {
				m.IncrementID, m.UpdatedAt = e.IncrementID, at.changed
			}
		}
	}
}

func (o *Order) onInvoice(id int64, at stamps, change func(*Invoice)) {
	for _, i := range o.Accounting.Invoices {
		if i.ID == id {
			change(i)
			i.UpdatedAt = at.changed
		}
	}
}

func (i *Invoice) setState(s order.InvoiceState) {
	i.State, i.StateName = int(s), s.String()
	i.CanVoidFlag = s == order.Open
}

func (o *Order) invoice(e order.Invoiced, at stamps) {
	d, b := e.Money.Display, e.Money.Base
	i := &Invoice{
		Type: "Invoice", ID: e.InvoiceID, OrderID: o.ID, StoreID: o.StoreID, OrderIncrementID: o.IncrementID, GrandTotal: d.Grand,
		Subtotal: d.Subtotal, TaxAmount: d.Tax,
		ShippingAmount: d.Shipping, DiscountAmount: d.Discount.Neg(), SubtotalInclTax: d.SubtotalInclTax,
		ShippingInclTax: d.ShippingInclTax, BaseGrandTotal: b.Grand,
		BaseSubtotal: b.Subtotal, BaseTaxAmount: b.Tax, BaseShippingAmount: b.Shipping, BaseDiscountAmount: b.Discount.Neg(),
		GiftcardAmount: d.GiftCard,
		TotalQty:       e.TotalQty, Currency: o.Currency, DiscountDescription: o.DiscountDesc, Items: []InvoiceItem{}, Comments: []Comment{},
		CreatedAt: at.made, UpdatedAt: at.changed,
	}
	i.setState(e.State)
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
		item.QtyInvoiced = item.QtyInvoiced.Add(l.Qty)
		d, b := amounts[l.LineID].Display, amounts[l.LineID].Base
		i.Items = append(i.Items, InvoiceItem{
			Type: "InvoiceItem", ID: l.ID, OrderItemID: l.LineID, ProductID: item.ProductID, SKU: item.SKU, Name: item.Name, Qty: l.Qty,
			Price:        item.Price,
			PriceInclTax: item.PriceInclTax, RowTotal: d.Row, RowTotalInclTax: d.RowInclTax, TaxAmount: d.Tax, DiscountAmount: d.Discount,
			BasePrice:        item.BasePrice,
			BasePriceInclTax: perUnit(b.RowInclTax, l.Qty), BaseRowTotal: b.Row, BaseRowTotalInclTax: b.RowInclTax, BaseTaxAmount: b.Tax,
			BaseDiscountAmount: b.Discount,
		})
	}
	if e.Comment != "" {
		i.Comments = append(i.Comments, Comment{ID: e.InvoiceID, Comment: e.Comment, CreatedAt: at.made, IsNotified: e.Notify})
	}
	o.Accounting.Invoices = append(o.Accounting.Invoices, i)
	o.Prices.invoiced(d.Grand, d.Subtotal)
	if e.State == order.Paid {
		o.Prices.paid(d.Grand, b.Grand)
	}
}

// withParts adds the amounts of a bundle's parts to those of the bundle, where the parts have amounts. The line of the bundle then shows
// the price of the whole. Amounts are by line of the order.
func (o *Order) withParts(own map[int64]order.LineMoney) map[int64]order.LineMoney {
	all := maps.Clone(own)
	for id, amounts := range own {
		part := o.item(id)
		if part == nil || part.ParentItemID == nil {
			continue
		}
		whole := o.item(*part.ParentItemID)
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

func (o *Order) uninvoice(i *Invoice) {
	for _, l := range i.Items {
		if item := o.item(l.OrderItemID); item != nil {
			item.QtyInvoiced = item.QtyInvoiced.Sub(l.Qty)
		}
	}
	o.Prices.invoiced(i.GrandTotal.Neg(), i.Subtotal.Neg())
}

// invoiced, paid and refunded add to the order's totals.
func (p *Prices) invoiced(grand, subtotal money.Decimal) {
	p.TotalInvoiced, p.SubtotalInvoiced = more(p.TotalInvoiced, grand), more(p.SubtotalInvoiced, subtotal)
}

func (p *Prices) paid(amount, base money.Decimal) {
	p.TotalPaid, p.BaseTotalPaid = p.TotalPaid.Add(amount), p.BaseTotalPaid.Add(base)
	p.TotalDue, p.BaseTotalDue = p.GrandTotal.Sub(p.TotalPaid), p.BaseGrandTotal.Sub(p.BaseTotalPaid)
}

func more(had *money.Decimal, by money.Decimal) *money.Decimal {
	if had != nil {
		by = had.Add(by)
	}
	return &by
}
