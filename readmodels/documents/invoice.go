package documents

import (
	"tradelog/domain/money"
)

// Accounting is the invoices and credit memos of an order. They are folded with the order but are documents of their own.
type Accounting struct {
	Invoices []*Invoice    `json:"invoices,omitempty"`
	Memos    []*CreditMemo `json:"memos,omitempty"`
	// Pending holds the IDs of the credit memos that wait for the payment gateway.
	Pending []int64 `json:"pending,omitempty"`
	// Cards is the amount that gift cards paid and no cancellation has returned, in the base currency.
	Cards money.Decimal `json:"cards,omitzero"`
	// Unshown are units that invoices have moved and their rows do not tell.
	Unshown []Unshown `json:"unshown,omitempty"`
}

// Unshown is a quantity of a line that an invoice has moved and its rows do not tell: units of a bundle whose parts are on several
// invoices.
type Unshown struct {
	InvoiceID int64         `json:"invoiceId"`
	LineID    int64         `json:"lineId"`
	Qty       money.Decimal `json:"qty"`
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
	State               int           `json:"state" enum:"1,2,3" doc:"1 open, 2 paid, 3 canceled"`
	StateName           string        `json:"stateName" enum:"open,paid,canceled" about:"name of the state"`
	GrandTotal          money.Decimal `json:"grandTotal" about:"grand total, with tax, shipping and discount"`
	Subtotal            money.Decimal `json:"subtotal" about:"subtotal, before discount and without tax"`
	TaxAmount           money.Decimal `json:"taxAmount" about:"tax amount"`
	ShippingAmount      money.Decimal `json:"shippingAmount" about:"shipping amount, without tax"`
	DiscountAmount      money.Decimal `json:"discountAmount" doc:"discount; negative or 0"`
	SubtotalInclTax     money.Decimal `json:"subtotalInclTax" about:"subtotal, before discount, with tax"`
	ShippingInclTax     money.Decimal `json:"shippingInclTax" about:"shipping amount, with tax"`
	HiddenTaxAmount     money.Decimal `json:"hiddenTaxAmount" about:"tax on the discount, if discounts apply to prices with tax"`
	BaseGrandTotal      money.Decimal `json:"baseGrandTotal" about:"grand total, with tax, shipping and discount, in the base currency"`
	BaseSubtotal        money.Decimal `json:"baseSubtotal" about:"subtotal, before discount and without tax, in the base currency"`
	BaseTaxAmount       money.Decimal `json:"baseTaxAmount" about:"tax amount, in the base currency"`
	BaseShippingAmount  money.Decimal `json:"baseShippingAmount" about:"shipping amount, without tax, in the base currency"`
	BaseDiscountAmount  money.Decimal `json:"baseDiscountAmount" doc:"discount in the base currency; negative or 0"`
	GiftcardAmount      money.Decimal `json:"giftcardAmount" doc:"part paid by gift cards"`
	BaseGiftcardAmount  money.Decimal `json:"baseGiftcardAmount" about:"part paid by gift cards, in the base currency"`
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
	ParentItemID        *int64        `json:"parentItemId,omitempty" doc:"order line of the bundle or configurable product whose line has the amounts of this part"`
	ParentShare         *LineShare    `json:"parentShare,omitempty" doc:"part of the parent's amounts that this line of a bundle accounts for"`
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

// LineShare is a part of the amounts of a line.
type LineShare struct {
	RowTotal        money.Decimal `json:"rowTotal" about:"row total, before discount and without tax"`
	RowTotalInclTax money.Decimal `json:"rowTotalInclTax" about:"row total, before discount, with tax"`
	TaxAmount       money.Decimal `json:"taxAmount" about:"tax amount"`
	DiscountAmount  money.Decimal `json:"discountAmount" about:"discount amount"`
}
