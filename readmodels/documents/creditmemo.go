package documents

import (
	"tradelog/domain/money"
)

// CreditMemo is a refund as the API shows it (shapes-sales §12 (2)). Its discount is negative or 0, those of its lines are
// positive.
type CreditMemo struct {
	Type                string           `json:"@type"`
	ID                  int64            `json:"id" about:"ID of the credit memo"`
	IncrementID         string           `json:"incrementId" about:"increment ID, the number that customers see"`
	OrderID             int64            `json:"orderId" about:"ID of the order"`
	OrderIncrementID    string           `json:"orderIncrementId" about:"increment ID of the order, the number that customers see"`
	InvoiceID           *int64           `json:"invoiceId,omitempty" about:"ID of the invoice"`
	StoreID             int64            `json:"storeId" about:"ID of the store view"`
	State               string           `json:"state" enum:"open,refunded,canceled,unknown" about:"code of the state"`
	GrandTotal          money.Decimal    `json:"grandTotal" doc:"refunded money, without the part refunded to gift cards"`
	BaseGrandTotal      money.Decimal    `json:"baseGrandTotal" about:"grand total, with tax, shipping and discount, in the base currency"`
	Subtotal            money.Decimal    `json:"subtotal" about:"subtotal, before discount and without tax"`
	TaxAmount           money.Decimal    `json:"taxAmount" about:"tax amount"`
	ShippingAmount      money.Decimal    `json:"shippingAmount" about:"shipping amount, without tax"`
	DiscountAmount      money.Decimal    `json:"discountAmount" doc:"discount; negative or 0"`
	AdjustmentPositive  money.Decimal    `json:"adjustmentPositive" about:"amount added to the refund"`
	AdjustmentNegative  money.Decimal    `json:"adjustmentNegative" about:"fee kept from the refund"`
	Adjustment          money.Decimal    `json:"adjustment" about:"adjustmentPositive minus adjustmentNegative"`
	BaseAdjustment      money.Decimal    `json:"baseAdjustment" about:"adjustmentPositive minus adjustmentNegative, in the base currency"`
	AdjustmentTax       money.Decimal    `json:"adjustmentTaxAmount" doc:"tax that the adjustments include; not part of taxAmount"`
	BaseAdjustmentTax   money.Decimal    `json:"baseAdjustmentTaxAmount" doc:"tax that the adjustments include, in the base currency"`
	AdjustmentTaxes     []AdjustmentTax  `json:"adjustmentTaxes,omitempty" doc:"the adjustments by tax rate; absent if they are untaxed"`
	SubtotalInclTax     money.Decimal    `json:"subtotalInclTax" about:"subtotal, before discount, with tax"`
	ShippingInclTax     money.Decimal    `json:"shippingInclTax" about:"shipping amount, with tax"`
	ShippingTaxAmount   money.Decimal    `json:"shippingTaxAmount" about:"tax on shipping"`
	HiddenTaxAmount     money.Decimal    `json:"hiddenTaxAmount" about:"tax on the discount, if discounts apply to prices with tax"`
	BaseSubtotal        money.Decimal    `json:"baseSubtotal" about:"subtotal, before discount and without tax, in the base currency"`
	BaseTaxAmount       money.Decimal    `json:"baseTaxAmount" about:"tax amount, in the base currency"`
	BaseShippingAmount  money.Decimal    `json:"baseShippingAmount" about:"shipping amount, without tax, in the base currency"`
	BaseDiscountAmount  money.Decimal    `json:"baseDiscountAmount" doc:"discount in the base currency; negative or 0"`
	GiftcardAmount      money.Decimal    `json:"giftcardAmount" doc:"amount refunded to gift cards"`
	BaseGiftcardAmount  money.Decimal    `json:"baseGiftcardAmount" about:"amount refunded to gift cards, in the base currency"`
	Currency            string           `json:"currency" shown:"currency" about:"currency of the amounts (ISO 4217)"`
	OrderCurrencyCode   string           `json:"orderCurrencyCode" shown:"currency" about:"currency of the order (ISO 4217)"`
	BaseCurrencyCode    string           `json:"baseCurrencyCode" shown:"currency" about:"base currency of the website (ISO 4217)"`
	TransactionID       *string          `json:"transactionId,omitempty" about:"transaction ID at the payment provider"`
	CreditmemoStatus    *int             `json:"creditmemoStatus,omitempty" about:"status of the credit memo, as a number"`
	EmailSent           bool             `json:"emailSent" about:"whether its e-mail was sent"`
	DiscountDescription *string          `json:"discountDescription,omitempty" about:"names of the applied price rules, or the coupon code"`
	Comment             *string          `json:"comment,omitempty" about:"comment, as plain text"`
	Comments            []Comment        `json:"comments" about:"comments, newest first"`
	Items               []CreditMemoItem `json:"items" about:"lines, in the order they were added"`
	Notes               []string         `json:"notes" notice:"true" doc:"sentences on what was refunded along: shipping, gift cards, adjustments, units returned to stock"`
	CreatedAt           string           `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt           string           `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions          Extensions       `json:"extensions"`
}

// AdjustmentTax is the part of the adjustments that is taxed at one rate.
type AdjustmentTax struct {
	Percent money.Decimal `json:"percent" doc:"tax rate in percent"`
	Amount  money.Decimal `json:"amount" doc:"part of adjustment with this rate, with tax"`
	Tax     money.Decimal `json:"tax" doc:"tax that it includes"`
}

type CreditMemoItem struct {
	Type               string        `json:"@type"`
	ID                 int64         `json:"id" about:"ID of the line"`
	OrderItemID        int64         `json:"orderItemId" about:"ID of the order line"`
	ParentItemID       *int64        `json:"parentItemId,omitempty" doc:"order line of the bundle or configurable product whose line has the amounts of this part"`
	ParentShare        *LineShare    `json:"parentShare,omitempty" doc:"part of the parent's amounts that this line of a bundle accounts for"`
	ProductID          int64         `json:"productId" about:"ID of the product"`
	SKU                string        `json:"sku" about:"SKU (article number)"`
	Name               string        `json:"name" about:"name"`
	Description        *string       `json:"description,omitempty" about:"description"`
	Qty                money.Decimal `json:"qty" about:"quantity; may have decimals if the product allows it"`
	Price              money.Decimal `json:"price" about:"price of one unit"`
	PriceInclTax       money.Decimal `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal           money.Decimal `json:"rowTotal" about:"row total, before discount and without tax"`
	RowTotalInclTax    money.Decimal `json:"rowTotalInclTax" about:"row total, before discount, with tax"`
	TaxAmount          money.Decimal `json:"taxAmount" about:"tax amount"`
	DiscountAmount     money.Decimal `json:"discountAmount" about:"discount amount"`
	BasePrice          money.Decimal `json:"basePrice" about:"price of one unit, in the base currency"`
	BaseRowTotal       money.Decimal `json:"baseRowTotal" about:"row total, before discount and without tax, in the base currency"`
	BaseTaxAmount      money.Decimal `json:"baseTaxAmount" about:"tax amount, in the base currency"`
	BaseDiscountAmount money.Decimal `json:"baseDiscountAmount" about:"discount amount, in the base currency"`
	BackToStock        bool          `json:"backToStock" about:"whether the units were returned to stock"`
	Extensions         Extensions    `json:"extensions"`
}
