package documents

import (
	"tradelog/domain/money"
)

// CreditMemo is a refund as the API shows it (shapes-sales §12 (2)). Its discount is negative or 0, those of its lines are
// positive.
type CreditMemo struct {
	Type                string           `json:"@type"`
	ID                  int64            `json:"id"`
	IncrementID         string           `json:"incrementId" about:"number that people know it by"`
	OrderID             int64            `json:"orderId" about:"number of the order"`
	OrderIncrementID    string           `json:"orderIncrementId" about:"number that people know the order by"`
	InvoiceID           *int64           `json:"invoiceId,omitempty" about:"number of the invoice"`
	StoreID             int64            `json:"storeId" about:"number of the store view"`
	State               string           `json:"state" enum:"open,refunded,canceled,unknown" about:"step of its life, as programs name it"`
	GrandTotal          money.Decimal    `json:"grandTotal" doc:"money that goes back; what goes back to gift cards is not in it"`
	BaseGrandTotal      money.Decimal    `json:"baseGrandTotal" about:"sum to pay, with tax, shipping and discount, in the base currency"`
	Subtotal            money.Decimal    `json:"subtotal" about:"sum of the lines, before discount and without tax"`
	TaxAmount           money.Decimal    `json:"taxAmount" about:"tax"`
	ShippingAmount      money.Decimal    `json:"shippingAmount" about:"shipping, without tax"`
	DiscountAmount      money.Decimal    `json:"discountAmount" doc:"negative or 0"`
	AdjustmentPositive  money.Decimal    `json:"adjustmentPositive" about:"what is refunded besides the lines"`
	AdjustmentNegative  money.Decimal    `json:"adjustmentNegative" about:"fee that is kept back from the refund"`
	Adjustment          money.Decimal    `json:"adjustment" about:"adjustmentPositive less adjustmentNegative"`
	BaseAdjustment      money.Decimal    `json:"baseAdjustment" about:"adjustmentPositive less adjustmentNegative, in the base currency"`
	SubtotalInclTax     money.Decimal    `json:"subtotalInclTax" about:"sum of the lines, before discount and with tax"`
	ShippingInclTax     money.Decimal    `json:"shippingInclTax" about:"shipping, with tax"`
	ShippingTaxAmount   money.Decimal    `json:"shippingTaxAmount" about:"tax on shipping"`
	HiddenTaxAmount     money.Decimal    `json:"hiddenTaxAmount" about:"tax on the discount, where discounts are given on prices with tax"`
	BaseSubtotal        money.Decimal    `json:"baseSubtotal" about:"sum of the lines, before discount and without tax, in the base currency"`
	BaseTaxAmount       money.Decimal    `json:"baseTaxAmount" about:"tax, in the base currency"`
	BaseShippingAmount  money.Decimal    `json:"baseShippingAmount" about:"shipping, without tax, in the base currency"`
	BaseDiscountAmount  money.Decimal    `json:"baseDiscountAmount" doc:"negative or 0"`
	GiftcardAmount      money.Decimal    `json:"giftcardAmount" doc:"what goes back to gift cards"`
	Currency            string           `json:"currency" shown:"currency" about:"currency of the amounts, by its ISO 4217 code"`
	OrderCurrencyCode   string           `json:"orderCurrencyCode" shown:"currency" about:"currency in which the order was placed, by its ISO 4217 code"`
	BaseCurrencyCode    string           `json:"baseCurrencyCode" shown:"currency" about:"base currency of the website, by its ISO 4217 code"`
	TransactionID       *string          `json:"transactionId,omitempty" about:"what the payment provider knows the payment by"`
	CreditmemoStatus    *int             `json:"creditmemoStatus,omitempty" about:"status of the credit memo, as a number"`
	EmailSent           bool             `json:"emailSent" about:"whether the e-mail about it was sent"`
	DiscountDescription *string          `json:"discountDescription,omitempty" about:"names of the price rules that gave the discount, or the coupon's code"`
	Comment             *string          `json:"comment,omitempty" about:"remark as plain text"`
	Comments            []Comment        `json:"comments" about:"remarks, the newest first"`
	Items               []CreditMemoItem `json:"items" about:"lines, in the order in which they were added"`
	CreatedAt           string           `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt           string           `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions          Extensions       `json:"extensions"`
}

type CreditMemoItem struct {
	Type               string        `json:"@type"`
	ID                 int64         `json:"id"`
	OrderItemID        int64         `json:"orderItemId" about:"number of the order's line"`
	ProductID          int64         `json:"productId" about:"number of the product"`
	SKU                string        `json:"sku" about:"SKU, the article number of the shop"`
	Name               string        `json:"name" about:"name that people read"`
	Description        *string       `json:"description,omitempty" about:"description for people"`
	Qty                money.Decimal `json:"qty" about:"number of units; parts of units where the product allows them"`
	Price              money.Decimal `json:"price" about:"price of one unit"`
	PriceInclTax       money.Decimal `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal           money.Decimal `json:"rowTotal" about:"price of the whole line, before discount and without tax"`
	RowTotalInclTax    money.Decimal `json:"rowTotalInclTax" about:"price of the whole line, before discount and with tax"`
	TaxAmount          money.Decimal `json:"taxAmount" about:"tax"`
	DiscountAmount     money.Decimal `json:"discountAmount" about:"discount"`
	BasePrice          money.Decimal `json:"basePrice" about:"price of one unit, in the base currency"`
	BaseRowTotal       money.Decimal `json:"baseRowTotal" about:"price of the whole line, before discount and without tax, in the base currency"`
	BaseTaxAmount      money.Decimal `json:"baseTaxAmount" about:"tax, in the base currency"`
	BaseDiscountAmount money.Decimal `json:"baseDiscountAmount" about:"discount, in the base currency"`
	BackToStock        bool          `json:"backToStock" about:"whether the units went back to stock"`
	Extensions         Extensions    `json:"extensions"`
}
