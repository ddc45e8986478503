package documents

import "tradelog/domain/money"

// Cart is a cart as the API shows it (shapes-sales §1). Its amounts are computed when it is read.
type Cart struct {
	Type                     string           `json:"@type"`
	ID                       int64            `json:"id" about:"ID of the cart"`
	MaskedID                 *string          `json:"maskedId,omitempty" doc:"masked ID, which guests use: 32 hexadecimal characters"`
	CustomerID               *int64           `json:"customerId,omitempty" doc:"ID of the customer; absent for guests"`
	CustomerEmail            *string          `json:"customerEmail,omitempty" about:"e-mail address of the buyer" writer:"public"`
	CustomerNote             *string          `json:"customerNote,omitempty" about:"customer's comment" writer:"public"`
	ReservedOrderID          *string          `json:"reservedOrderId,omitempty" doc:"order number kept by a placement that failed"`
	StoreID                  int64            `json:"storeId" about:"ID of the store view"`
	IsActive                 bool             `json:"isActive" about:"whether it is active"`
	CartRecreated            bool             `json:"cartRecreated" doc:"whether this is a new cart, because the masked ID was not usable"`
	Items                    []CartItem       `json:"items" about:"lines, in the order they were added"`
	Prices                   CartPrices       `json:"prices" about:"totals"`
	Messages                 []string         `json:"messages" notice:"true" about:"changes that the buyer should know, such as a coupon that no longer applies"`
	BillingAddress           *Address         `json:"billingAddress,omitempty" about:"billing address"`
	ShippingAddress          *Address         `json:"shippingAddress,omitempty" about:"shipping address; absent if nothing is shipped"`
	AvailableShippingMethods []ShippingMethod `json:"availableShippingMethods" about:"available shipping methods, with prices"`
	SelectedShippingMethod   *SelectedMethod  `json:"selectedShippingMethod,omitempty" about:"selected shipping method"`
	AvailablePaymentMethods  []PaymentMethod  `json:"availablePaymentMethods" about:"available payment methods"`
	SelectedPaymentMethod    *SelectedPayment `json:"selectedPaymentMethod,omitempty" about:"selected payment method"`
	AppliedCoupon            *AppliedCoupon   `json:"appliedCoupon,omitempty" about:"applied coupon"`
	AppliedGiftcards         []AppliedCard    `json:"appliedGiftcards" about:"applied gift cards, in order of payment"`
	GiftMessage              *GiftMessage     `json:"giftMessage,omitempty" about:"gift message"`
	Currency                 string           `json:"currency" doc:"currency of all amounts without base in their name" shown:"currency"`
	ItemsCount               int              `json:"itemsCount" about:"number of lines"`
	ItemsQty                 money.Decimal    `json:"itemsQty" about:"total quantity of all lines"`
	CreatedAt                string           `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt                string           `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions               Extensions       `json:"extensions"`
}

// CartTotals is the part of a cart that decides what it costs, under the names that Cart has. It tells a buyer whose total has changed what
// the cart costs now, and why.
type CartTotals struct {
	Currency         string         `json:"currency"`
	Prices           CartPrices     `json:"prices"`
	Items            []PricedItem   `json:"items"`
	AppliedCoupon    *AppliedCoupon `json:"appliedCoupon"`
	AppliedGiftcards []AppliedCard  `json:"appliedGiftcards"`
	Messages         []string       `json:"messages"`
	// Changed lists what has changed since the cart was shown; nil: not known.
	Changed []TotalChange `json:"changed,omitempty"`
}

// TotalChange is a reason why a cart costs something else than before.
type TotalChange struct {
	What   string         `json:"what"`           // price, qty, item, rate, coupon, giftcard, shipping, discount or tax
	Name   string         `json:"name,omitempty"` // the SKU, the code of the coupon or card, or the currency
	Before *money.Decimal `json:"before"`         // nil: there was none
	Now    *money.Decimal `json:"now"`            // nil: there is none
}

// PricedItem is a line of CartTotals.
type PricedItem struct {
	ID             int64          `json:"id"`
	SKU            string         `json:"sku"`
	Qty            money.Decimal  `json:"qty"`
	Price          money.Decimal  `json:"price"`
	RowTotal       money.Decimal  `json:"rowTotal"`
	DiscountAmount *money.Decimal `json:"discountAmount"`
}

// Totals returns what the cart costs, and why.
func (c Cart) Totals() CartTotals {
	out := CartTotals{
		Currency: c.Currency, Prices: c.Prices, Items: make([]PricedItem, len(c.Items)), AppliedCoupon: c.AppliedCoupon,
		AppliedGiftcards: c.AppliedGiftcards, Messages: c.Messages,
	}
	for i, l := range c.Items {
		out.Items[i] = PricedItem{l.ID, l.SKU, l.Qty, l.Price, l.RowTotal, l.DiscountAmount}
	}
	return out
}

// CartPrices are the totals of a cart. A total of 0 is null where the sheet says so.
type CartPrices struct {
	Subtotal             money.Decimal  `json:"subtotal" about:"subtotal, before discount and without tax"`
	SubtotalInclTax      money.Decimal  `json:"subtotalInclTax" about:"subtotal, before discount, with tax"`
	SubtotalWithDiscount money.Decimal  `json:"subtotalWithDiscount" about:"subtotal after discount, without tax"`
	DiscountAmount       *money.Decimal `json:"discountAmount" about:"discount amount"`
	BaseDiscountAmount   *money.Decimal `json:"baseDiscountAmount" about:"discount amount, in the base currency"`
	ShippingAmount       *money.Decimal `json:"shippingAmount" about:"shipping amount, without tax"`
	BaseShippingAmount   *money.Decimal `json:"baseShippingAmount" about:"shipping amount, without tax, in the base currency"`
	ShippingInclTax      *money.Decimal `json:"shippingAmountInclTax" about:"shipping amount, with tax"`
	ShippingTaxAmount    *money.Decimal `json:"shippingTaxAmount" about:"tax on shipping"`
	TaxAmount            money.Decimal  `json:"taxAmount" about:"tax amount"`
	HiddenTaxAmount      money.Decimal  `json:"hiddenTaxAmount" about:"tax on the discount, if discounts apply to prices with tax"`
	BaseTaxAmount        money.Decimal  `json:"baseTaxAmount" about:"tax amount, in the base currency"`
	GrandTotal           money.Decimal  `json:"grandTotal" about:"grand total, with tax, shipping and discount"`
	BaseGrandTotal       money.Decimal  `json:"baseGrandTotal" about:"grand total, with tax, shipping and discount, in the base currency"`
	BaseSubtotal         money.Decimal  `json:"baseSubtotal" about:"subtotal, before discount and without tax, in the base currency"`
	GiftcardAmount       *money.Decimal `json:"giftcardAmount" about:"amount paid by gift cards"`
}

type CartItem struct {
	Type                 string         `json:"@type"`
	ID                   int64          `json:"id" about:"ID of the line"`
	SKU                  string         `json:"sku" about:"SKU (article number)"`
	Name                 string         `json:"name" about:"name"`
	Qty                  money.Decimal  `json:"qty" about:"quantity; may have decimals if the product allows it"`
	Price                money.Decimal  `json:"price" doc:"price of one unit, without tax"`
	PriceInclTax         money.Decimal  `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal             money.Decimal  `json:"rowTotal" doc:"price of the line, without tax, before discount"`
	RowTotalInclTax      money.Decimal  `json:"rowTotalInclTax" about:"row total, before discount, with tax"`
	RowTotalWithDiscount money.Decimal  `json:"rowTotalWithDiscount" about:"row total after discount, without tax"`
	DiscountAmount       *money.Decimal `json:"discountAmount,omitempty" about:"discount amount"`
	DiscountPercent      *money.Decimal `json:"discountPercent,omitempty" about:"discount in percent"`
	TaxAmount            *money.Decimal `json:"taxAmount,omitempty" about:"tax amount"`
	TaxPercent           *money.Decimal `json:"taxPercent,omitempty" about:"tax rate, in percent"`
	ProductID            int64          `json:"productId" about:"ID of the product"`
	ProductType          string         `json:"productType" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard" about:"product type"`
	ThumbnailURL         *string        `json:"thumbnailUrl,omitempty" about:"URL of the thumbnail"`
	Options              []CartOption   `json:"options" doc:"chosen options"`
	StockStatus          string         `json:"stockStatus" enum:"in_stock,out_of_stock" about:"stock status"`
	Messages             []string       `json:"messages" about:"reasons why the line cannot be ordered as it is"`
	GiftMessage          *GiftMessage   `json:"giftMessage,omitempty" about:"gift message"`
	Extensions           Extensions     `json:"extensions"`
}

// CartOption is a choice in the form that people read.
type CartOption struct {
	Label string      `json:"label" about:"label"`
	Value string      `json:"value" about:"value, as text" writer:"public"`
	File  *ChosenFile `json:"file,omitempty" doc:"uploaded file, if the option is a file"`
}

// ChosenFile is a file that the buyer has sent for a custom option.
type ChosenFile struct {
	ID     int64  `json:"id" doc:"ID of the file, for GET /custom-option-file/{optionId}/{key}"`
	Key    string `json:"key" about:"key of the uploaded file"`
	Name   string `json:"name" about:"name"`
	Type   string `json:"type" doc:"media type"`
	Size   int64  `json:"size" doc:"size in bytes"`
	Width  int64  `json:"width,omitempty" doc:"width of a picture, in pixels"`
	Height int64  `json:"height,omitempty" about:"height in pixels"`
}

// GiftMessage goes with a cart or a line.
type GiftMessage struct {
	Sender    string `json:"sender" about:"name of the giver" writer:"public"`
	Recipient string `json:"recipient" about:"name of the recipient" writer:"public"`
	Message   string `json:"message" about:"text of the message" writer:"public"`
}

type AppliedCoupon struct {
	Code           string        `json:"code" doc:"coupon code"`
	DiscountAmount money.Decimal `json:"discountAmount" doc:"total discount of the cart"`
}

type AppliedCard struct {
	Code          string        `json:"code" doc:"code of the card"`
	Balance       money.Decimal `json:"balance" about:"remaining value of the card"`
	AppliedAmount money.Decimal `json:"appliedAmount" about:"amount the card pays"`
}

type ShippingMethod struct {
	Code         string        `json:"code" doc:"shipping method code, such as flatrate_flatrate, for placing the order"`
	Title        string        `json:"title" doc:"names of carrier and method"`
	CarrierCode  string        `json:"carrierCode" about:"code of the carrier"`
	MethodCode   string        `json:"methodCode" about:"code of the method"`
	CarrierTitle string        `json:"carrierTitle" about:"name of the carrier"`
	MethodTitle  string        `json:"methodTitle" about:"name of the method"`
	Price        money.Decimal `json:"price" doc:"price without tax, in the cart's currency"`
}

type SelectedMethod struct {
	CarrierCode  string        `json:"carrierCode" about:"code of the carrier"`
	MethodCode   string        `json:"methodCode" about:"code of the method"`
	CarrierTitle string        `json:"carrierTitle" about:"name of the carrier"`
	MethodTitle  string        `json:"methodTitle" about:"name of the method"`
	Price        money.Decimal `json:"price" doc:"shipping price, without tax"`
}

type PaymentMethod struct {
	Code      string `json:"code" about:"code"`
	Title     string `json:"title" about:"title"`
	SortOrder int    `json:"sortOrder" about:"position among its siblings, ascending"`
	IsOffline bool   `json:"isOffline" about:"whether it is an offline payment method"`
}

type SelectedPayment struct {
	Code  string `json:"code" about:"code"`
	Title string `json:"title" about:"title"`
}
