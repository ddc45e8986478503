package documents

import (
	"tradelog/domain/money"
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
	ID                  int64         `json:"id"`
	OrderID             int64         `json:"orderId" about:"number of the order"`
	StoreID             int64         `json:"storeId" about:"number of the store view"`
	IncrementID         string        `json:"incrementId" about:"number that people know it by"`
	OrderIncrementID    string        `json:"orderIncrementId" about:"number that people know the order by"`
	State               int           `json:"state" doc:"1 open, 2 paid, 3 canceled"`
	StateName           string        `json:"stateName" about:"step of its life, as people name it"`
	GrandTotal          money.Decimal `json:"grandTotal" about:"sum to pay, with tax, shipping and discount"`
	Subtotal            money.Decimal `json:"subtotal" about:"sum of the lines, before discount and without tax"`
	TaxAmount           money.Decimal `json:"taxAmount" about:"tax"`
	ShippingAmount      money.Decimal `json:"shippingAmount" about:"shipping, without tax"`
	DiscountAmount      money.Decimal `json:"discountAmount" doc:"negative or 0"`
	SubtotalInclTax     money.Decimal `json:"subtotalInclTax" about:"sum of the lines, before discount and with tax"`
	ShippingInclTax     money.Decimal `json:"shippingInclTax" about:"shipping, with tax"`
	BaseGrandTotal      money.Decimal `json:"baseGrandTotal" about:"sum to pay, with tax, shipping and discount, in the base currency"`
	BaseSubtotal        money.Decimal `json:"baseSubtotal" about:"sum of the lines, before discount and without tax, in the base currency"`
	BaseTaxAmount       money.Decimal `json:"baseTaxAmount" about:"tax, in the base currency"`
	BaseShippingAmount  money.Decimal `json:"baseShippingAmount" about:"shipping, without tax, in the base currency"`
	BaseDiscountAmount  money.Decimal `json:"baseDiscountAmount" doc:"negative or 0"`
	GiftcardAmount      money.Decimal `json:"giftcardAmount" doc:"what gift cards paid of it"`
	TotalQty            money.Decimal `json:"totalQty" about:"number of units in it"`
	Currency            string        `json:"currency" doc:"the order's currency" shown:"currency"`
	TransactionID       *string       `json:"transactionId,omitempty" about:"what the payment provider knows the payment by"`
	DiscountDescription *string       `json:"discountDescription,omitempty" about:"names of the price rules that gave the discount, or the coupon's code"`
	EmailSent           bool          `json:"emailSent" about:"whether the e-mail about it was sent"`
	CanVoidFlag         bool          `json:"canVoidFlag" about:"whether it is still open, so that its payment can be voided"`
	IsUsedForRefund     bool          `json:"isUsedForRefund" about:"whether a refund was made of this invoice"`
	PDFURL              *string       `json:"pdfUrl,omitempty" doc:"in lists only"`
	Items               []InvoiceItem `json:"items" about:"lines, in the order in which they were added"`
	Comments            []Comment     `json:"comments" doc:"newest first"`
	CreatedAt           string        `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt           string        `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions          Extensions    `json:"extensions"`
}

type InvoiceItem struct {
	Type                string        `json:"@type"`
	ID                  int64         `json:"id"`
	OrderItemID         int64         `json:"orderItemId" about:"number of the order's line"`
	ProductID           int64         `json:"productId" about:"number of the product"`
	SKU                 string        `json:"sku" about:"SKU, the article number of the shop"`
	Name                string        `json:"name" about:"name that people read"`
	Qty                 money.Decimal `json:"qty" about:"number of units; parts of units where the product allows them"`
	Price               money.Decimal `json:"price" about:"price of one unit"`
	PriceInclTax        money.Decimal `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal            money.Decimal `json:"rowTotal" about:"price of the whole line, before discount and without tax"`
	RowTotalInclTax     money.Decimal `json:"rowTotalInclTax" about:"price of the whole line, before discount and with tax"`
	TaxAmount           money.Decimal `json:"taxAmount" about:"tax"`
	DiscountAmount      money.Decimal `json:"discountAmount" about:"discount"`
	BasePrice           money.Decimal `json:"basePrice" about:"price of one unit, in the base currency"`
	BasePriceInclTax    money.Decimal `json:"basePriceInclTax" about:"price of one unit, with tax, in the base currency"`
	BaseRowTotal        money.Decimal `json:"baseRowTotal" about:"price of the whole line, before discount and without tax, in the base currency"`
	BaseRowTotalInclTax money.Decimal `json:"baseRowTotalInclTax" about:"price of the whole line, before discount and with tax, in the base currency"`
	BaseTaxAmount       money.Decimal `json:"baseTaxAmount" about:"tax, in the base currency"`
	BaseDiscountAmount  money.Decimal `json:"baseDiscountAmount" about:"discount, in the base currency"`
	Extensions          Extensions    `json:"extensions"`
}
