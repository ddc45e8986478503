package documents

import "tradelog/domain/money"

// Cart is a cart as the API shows it (shapes-sales §1). Its amounts are computed when it is read.
type Cart struct {
	Type                     string           `json:"@type"`
	ID                       int64            `json:"id"`
	MaskedID                 *string          `json:"maskedId,omitempty" doc:"32 hexadecimal characters; how guests name the cart"`
	CustomerID               *int64           `json:"customerId,omitempty" doc:"absent for guests"`
	CustomerEmail            *string          `json:"customerEmail,omitempty"`
	CustomerNote             *string          `json:"customerNote,omitempty"`
	ReservedOrderID          *string          `json:"reservedOrderId,omitempty" doc:"order number kept by a placement that failed"`
	StoreID                  int64            `json:"storeId"`
	IsActive                 bool             `json:"isActive"`
	CartRecreated            bool             `json:"cartRecreated" doc:"the masked ID was not usable, so this is a new cart"`
	Items                    []CartItem       `json:"items"`
	Prices                   CartPrices       `json:"prices"`
	BillingAddress           *Address         `json:"billingAddress,omitempty"`
	ShippingAddress          *Address         `json:"shippingAddress,omitempty"`
	AvailableShippingMethods []ShippingMethod `json:"availableShippingMethods"`
	SelectedShippingMethod   *SelectedMethod  `json:"selectedShippingMethod,omitempty"`
	AvailablePaymentMethods  []PaymentMethod  `json:"availablePaymentMethods"`
	SelectedPaymentMethod    *SelectedPayment `json:"selectedPaymentMethod,omitempty"`
	AppliedCoupon            *AppliedCoupon   `json:"appliedCoupon,omitempty"`
	AppliedGiftcards         []AppliedCard    `json:"appliedGiftcards"`
	GiftMessage              *GiftMessage     `json:"giftMessage,omitempty"`
	Currency                 string           `json:"currency" doc:"of all amounts without base in their name"`
	ItemsCount               int              `json:"itemsCount"`
	ItemsQty                 money.Decimal    `json:"itemsQty"`
	CreatedAt                string           `json:"createdAt"`
	UpdatedAt                string           `json:"updatedAt"`
	Extensions               Extensions       `json:"extensions"`
}

// CartPrices are the totals of a cart. A total of 0 is null where the sheet says so.
type CartPrices struct {
	Subtotal             money.Decimal  `json:"subtotal"`
	SubtotalInclTax      money.Decimal  `json:"subtotalInclTax"`
	SubtotalWithDiscount money.Decimal  `json:"subtotalWithDiscount"`
	DiscountAmount       *money.Decimal `json:"discountAmount"`
	BaseDiscountAmount   *money.Decimal `json:"baseDiscountAmount"`
	ShippingAmount       *money.Decimal `json:"shippingAmount"`
	BaseShippingAmount   *money.Decimal `json:"baseShippingAmount"`
	ShippingInclTax      *money.Decimal `json:"shippingAmountInclTax"`
	ShippingTaxAmount    *money.Decimal `json:"shippingTaxAmount"`
	TaxAmount            money.Decimal  `json:"taxAmount"`
	BaseTaxAmount        money.Decimal  `json:"baseTaxAmount"`
	GrandTotal           money.Decimal  `json:"grandTotal"`
	BaseGrandTotal       money.Decimal  `json:"baseGrandTotal"`
	BaseSubtotal         money.Decimal  `json:"baseSubtotal"`
	GiftcardAmount       *money.Decimal `json:"giftcardAmount"`
}

type CartItem struct {
	Type                 string         `json:"@type"`
	ID                   int64          `json:"id"`
	SKU                  string         `json:"sku"`
	Name                 string         `json:"name"`
	Qty                  money.Decimal  `json:"qty"`
	Price                money.Decimal  `json:"price" doc:"of one unit, without tax"`
	PriceInclTax         money.Decimal  `json:"priceInclTax"`
	RowTotal             money.Decimal  `json:"rowTotal" doc:"without tax, before discount"`
	RowTotalInclTax      money.Decimal  `json:"rowTotalInclTax"`
	RowTotalWithDiscount money.Decimal  `json:"rowTotalWithDiscount"`
	DiscountAmount       *money.Decimal `json:"discountAmount,omitempty"`
	DiscountPercent      *money.Decimal `json:"discountPercent,omitempty"`
	TaxAmount            *money.Decimal `json:"taxAmount,omitempty"`
	TaxPercent           *money.Decimal `json:"taxPercent,omitempty"`
	ProductID            int64          `json:"productId"`
	ProductType          string         `json:"productType"`
	ThumbnailURL         *string        `json:"thumbnailUrl,omitempty"`
	Options              []CartOption   `json:"options" doc:"what was chosen of the product"`
	StockStatus          string         `json:"stockStatus" enum:"in_stock,out_of_stock"`
	GiftMessage          *GiftMessage   `json:"giftMessage,omitempty"`
	Extensions           Extensions     `json:"extensions"`
}

// CartOption is a choice in the form that people read.
type CartOption struct {
	Label string      `json:"label"`
	Value string      `json:"value"`
	File  *ChosenFile `json:"file,omitempty" doc:"what was sent, if that is a file"`
}

// ChosenFile is a file that the buyer has sent for a custom option.
type ChosenFile struct {
	ID     int64  `json:"id" doc:"optionId of GET /custom-option-file/{optionId}/{key}"`
	Key    string `json:"key"`
	Name   string `json:"name"`
	Type   string `json:"type" doc:"media type"`
	Size   int64  `json:"size" doc:"in bytes"`
	Width  int64  `json:"width,omitempty" doc:"of pictures, in pixels"`
	Height int64  `json:"height,omitempty"`
}

// GiftMessage goes with a cart or a line.
type GiftMessage struct {
	Sender    string `json:"sender"`
	Recipient string `json:"recipient"`
	Message   string `json:"message"`
}

type AppliedCoupon struct {
	Code           string        `json:"code" doc:"code that was entered"`
	DiscountAmount money.Decimal `json:"discountAmount" doc:"the whole discount of the cart"`
}

type AppliedCard struct {
	Code          string        `json:"code" doc:"code of the card"`
	Balance       money.Decimal `json:"balance"`
	AppliedAmount money.Decimal `json:"appliedAmount"`
}

type ShippingMethod struct {
	Code         string        `json:"code" doc:"carrier_method: what a placement names"`
	Title        string        `json:"title" doc:"carrier and method, as people read them"`
	CarrierCode  string        `json:"carrierCode"`
	MethodCode   string        `json:"methodCode"`
	CarrierTitle string        `json:"carrierTitle"`
	MethodTitle  string        `json:"methodTitle"`
	Price        money.Decimal `json:"price" doc:"without tax, in the cart's currency"`
}

type SelectedMethod struct {
	CarrierCode  string        `json:"carrierCode"`
	MethodCode   string        `json:"methodCode"`
	CarrierTitle string        `json:"carrierTitle"`
	MethodTitle  string        `json:"methodTitle"`
	Price        money.Decimal `json:"price" doc:"shipping, without tax"`
}

type PaymentMethod struct {
	Code      string `json:"code"`
	Title     string `json:"title"`
	SortOrder int    `json:"sortOrder"`
	IsOffline bool   `json:"isOffline"`
}

type SelectedPayment struct {
	Code  string `json:"code"`
	Title string `json:"title"`
}
