package documents

import "tradelog/domain/money"

// Cart is a cart as the API shows it (shapes-sales §1). Its amounts are computed when it is read.
type Cart struct {
	Type                     string           `json:"@type"`
	ID                       int64            `json:"id"`
	MaskedID                 *string          `json:"maskedId,omitempty" doc:"32 hexadecimal characters; how guests name the cart"`
	CustomerID               *int64           `json:"customerId,omitempty" doc:"absent for guests"`
	CustomerEmail            *string          `json:"customerEmail,omitempty" about:"e-mail address of the buyer"`
	CustomerNote             *string          `json:"customerNote,omitempty" about:"remark of the buyer"`
	ReservedOrderID          *string          `json:"reservedOrderId,omitempty" doc:"order number kept by a placement that failed"`
	StoreID                  int64            `json:"storeId" about:"number of the store view"`
	IsActive                 bool             `json:"isActive" about:"whether it is in use"`
	CartRecreated            bool             `json:"cartRecreated" doc:"the masked ID was not usable, so this is a new cart"`
	Items                    []CartItem       `json:"items" about:"lines, in the order in which they were added"`
	Prices                   CartPrices       `json:"prices" about:"totals"`
	BillingAddress           *Address         `json:"billingAddress,omitempty" about:"address on the invoice"`
	ShippingAddress          *Address         `json:"shippingAddress,omitempty" about:"address the goods are sent to; absent where nothing is sent"`
	AvailableShippingMethods []ShippingMethod `json:"availableShippingMethods" about:"shipping methods for the address, with their prices"`
	SelectedShippingMethod   *SelectedMethod  `json:"selectedShippingMethod,omitempty" about:"shipping method that was chosen"`
	AvailablePaymentMethods  []PaymentMethod  `json:"availablePaymentMethods" about:"payment methods that can be chosen"`
	SelectedPaymentMethod    *SelectedPayment `json:"selectedPaymentMethod,omitempty" about:"payment method that was chosen"`
	AppliedCoupon            *AppliedCoupon   `json:"appliedCoupon,omitempty" about:"coupon that was applied"`
	AppliedGiftcards         []AppliedCard    `json:"appliedGiftcards" about:"gift cards that were applied, in the order in which they pay"`
	GiftMessage              *GiftMessage     `json:"giftMessage,omitempty" about:"gift message"`
	Currency                 string           `json:"currency" doc:"of all amounts without base in their name" shown:"currency"`
	ItemsCount               int              `json:"itemsCount" about:"number of lines"`
	ItemsQty                 money.Decimal    `json:"itemsQty" about:"number of units in all lines"`
	CreatedAt                string           `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt                string           `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions               Extensions       `json:"extensions"`
}

// CartPrices are the totals of a cart. A total of 0 is null where the sheet says so.
type CartPrices struct {
	Subtotal             money.Decimal  `json:"subtotal" about:"sum of the lines, before discount and without tax"`
	SubtotalInclTax      money.Decimal  `json:"subtotalInclTax" about:"sum of the lines, before discount and with tax"`
	SubtotalWithDiscount money.Decimal  `json:"subtotalWithDiscount" about:"sum of the lines after discount, without tax"`
	DiscountAmount       *money.Decimal `json:"discountAmount" about:"discount"`
	BaseDiscountAmount   *money.Decimal `json:"baseDiscountAmount" about:"discount, in the base currency"`
	ShippingAmount       *money.Decimal `json:"shippingAmount" about:"shipping, without tax"`
	BaseShippingAmount   *money.Decimal `json:"baseShippingAmount" about:"shipping, without tax, in the base currency"`
	ShippingInclTax      *money.Decimal `json:"shippingAmountInclTax" about:"shipping, with tax"`
	ShippingTaxAmount    *money.Decimal `json:"shippingTaxAmount" about:"tax on shipping"`
	TaxAmount            money.Decimal  `json:"taxAmount" about:"tax"`
	BaseTaxAmount        money.Decimal  `json:"baseTaxAmount" about:"tax, in the base currency"`
	GrandTotal           money.Decimal  `json:"grandTotal" about:"sum to pay, with tax, shipping and discount"`
	BaseGrandTotal       money.Decimal  `json:"baseGrandTotal" about:"sum to pay, with tax, shipping and discount, in the base currency"`
	BaseSubtotal         money.Decimal  `json:"baseSubtotal" about:"sum of the lines, before discount and without tax, in the base currency"`
	GiftcardAmount       *money.Decimal `json:"giftcardAmount" about:"what gift cards pay of the sum"`
}

type CartItem struct {
	Type                 string         `json:"@type"`
	ID                   int64          `json:"id"`
	SKU                  string         `json:"sku" about:"SKU, the article number of the shop"`
	Name                 string         `json:"name" about:"name that people read"`
	Qty                  money.Decimal  `json:"qty" about:"number of units; parts of units where the product allows them"`
	Price                money.Decimal  `json:"price" doc:"of one unit, without tax"`
	PriceInclTax         money.Decimal  `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal             money.Decimal  `json:"rowTotal" doc:"without tax, before discount"`
	RowTotalInclTax      money.Decimal  `json:"rowTotalInclTax" about:"price of the whole line, before discount and with tax"`
	RowTotalWithDiscount money.Decimal  `json:"rowTotalWithDiscount" about:"price of the whole line after discount, without tax"`
	DiscountAmount       *money.Decimal `json:"discountAmount,omitempty" about:"discount"`
	DiscountPercent      *money.Decimal `json:"discountPercent,omitempty" about:"discount, in percent"`
	TaxAmount            *money.Decimal `json:"taxAmount,omitempty" about:"tax"`
	TaxPercent           *money.Decimal `json:"taxPercent,omitempty" about:"tax rate, in percent"`
	ProductID            int64          `json:"productId" about:"number of the product"`
	ProductType          string         `json:"productType" about:"type of the product: simple, virtual, configurable, grouped, bundle, downloadable or giftcard"`
	ThumbnailURL         *string        `json:"thumbnailUrl,omitempty" about:"address of the smallest picture"`
	Options              []CartOption   `json:"options" doc:"what was chosen of the product"`
	StockStatus          string         `json:"stockStatus" enum:"in_stock,out_of_stock" about:"whether it can be bought now"`
	GiftMessage          *GiftMessage   `json:"giftMessage,omitempty" about:"gift message"`
	Extensions           Extensions     `json:"extensions"`
}

// CartOption is a choice in the form that people read.
type CartOption struct {
	Label string      `json:"label" about:"text that people read"`
	Value string      `json:"value" about:"value, as text"`
	File  *ChosenFile `json:"file,omitempty" doc:"what was sent, if that is a file"`
}

// ChosenFile is a file that the buyer has sent for a custom option.
type ChosenFile struct {
	ID     int64  `json:"id" doc:"optionId of GET /custom-option-file/{optionId}/{key}"`
	Key    string `json:"key" about:"what the file is downloaded with"`
	Name   string `json:"name" about:"name that people read"`
	Type   string `json:"type" doc:"media type"`
	Size   int64  `json:"size" doc:"in bytes"`
	Width  int64  `json:"width,omitempty" doc:"of pictures, in pixels"`
	Height int64  `json:"height,omitempty" about:"height, in pixels"`
}

// GiftMessage goes with a cart or a line.
type GiftMessage struct {
	Sender    string `json:"sender" about:"who gives the present"`
	Recipient string `json:"recipient" about:"who gets the present"`
	Message   string `json:"message" about:"text for the person who asked"`
}

type AppliedCoupon struct {
	Code           string        `json:"code" doc:"code that was entered"`
	DiscountAmount money.Decimal `json:"discountAmount" doc:"the whole discount of the cart"`
}

type AppliedCard struct {
	Code          string        `json:"code" doc:"code of the card"`
	Balance       money.Decimal `json:"balance" about:"what is left on the card"`
	AppliedAmount money.Decimal `json:"appliedAmount" about:"what the card pays of the cart"`
}

type ShippingMethod struct {
	Code         string        `json:"code" doc:"carrier_method: what a placement names"`
	Title        string        `json:"title" doc:"carrier and method, as people read them"`
	CarrierCode  string        `json:"carrierCode" about:"code of the carrier"`
	MethodCode   string        `json:"methodCode" about:"code of the method"`
	CarrierTitle string        `json:"carrierTitle" about:"name of the carrier"`
	MethodTitle  string        `json:"methodTitle" about:"name of the method"`
	Price        money.Decimal `json:"price" doc:"without tax, in the cart's currency"`
}

type SelectedMethod struct {
	CarrierCode  string        `json:"carrierCode" about:"code of the carrier"`
	MethodCode   string        `json:"methodCode" about:"code of the method"`
	CarrierTitle string        `json:"carrierTitle" about:"name of the carrier"`
	MethodTitle  string        `json:"methodTitle" about:"name of the method"`
	Price        money.Decimal `json:"price" doc:"shipping, without tax"`
}

type PaymentMethod struct {
	Code      string `json:"code" about:"code that programs name it by"`
	Title     string `json:"title" about:"title that people read"`
	SortOrder int    `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	IsOffline bool   `json:"isOffline" about:"whether it is paid outside of the shop"`
}

type SelectedPayment struct {
	Code  string `json:"code" about:"code that programs name it by"`
	Title string `json:"title" about:"title that people read"`
}
