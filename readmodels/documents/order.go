package documents

import (
	"bytes"
	"encoding/json"

	"tradelog/domain/money"
)

// Order is an order as the API shows it (shapes-sales §7).
type Order struct {
	Type               string         `json:"@type"`
	ID                 int64          `json:"id" about:"ID of the order"`
	IncrementID        string         `json:"incrementId" doc:"increment ID, the order number that customers see"`
	CustomerID         *int64         `json:"customerId,omitempty" doc:"ID of the customer; absent for guests"`
	CustomerEmail      *string        `json:"customerEmail,omitempty" about:"e-mail address of the buyer" writer:"public"`
	CustomerFirstname  *string        `json:"customerFirstname,omitempty" about:"first name of the buyer" writer:"public"`
	CustomerLastname   *string        `json:"customerLastname,omitempty" about:"last name of the buyer" writer:"public"`
	CustomerMiddlename *string        `json:"customerMiddlename,omitempty" about:"middle name of the buyer" writer:"public"`
	CustomerPrefix     *string        `json:"customerPrefix,omitempty" about:"name prefix of the buyer, such as Dr." writer:"public"`
	CustomerSuffix     *string        `json:"customerSuffix,omitempty" about:"name suffix of the buyer, such as Jr." writer:"public"`
	CustomerTaxvat     *string        `json:"customerTaxvat,omitempty" about:"VAT number of the buyer" writer:"public"`
	CustomerDob        *string        `json:"customerDob,omitempty" about:"date of birth of the buyer"`
	CustomerGender     *int64         `json:"customerGender,omitempty" about:"gender of the buyer: 1 male, 2 female, 3 not specified"`
	CustomerGroupID    int64          `json:"customerGroupId" about:"ID of the customer group"`
	CustomerIsGuest    bool           `json:"customerIsGuest" about:"whether the buyer was a guest"`
	CustomerNote       *string        `json:"customerNote,omitempty" about:"customer's comment" writer:"public"`
	Status             string         `json:"status" doc:"status of the order, within its state"`
	State              string         `json:"state" enum:"new,pending_payment,processing,complete,closed,canceled,holded,payment_review" about:"code of the state"`
	Items              []*Item        `json:"items" about:"lines, in the order they were added"`
	BillingAddress     *Address       `json:"billingAddress,omitempty" about:"billing address"`
	ShippingAddress    *Address       `json:"shippingAddress,omitempty" about:"shipping address; absent if nothing is shipped"`
	Prices             *Prices        `json:"prices" about:"totals"`
	PaymentMethod      string         `json:"paymentMethod" about:"code of the payment method"`
	PaymentMethodTitle string         `json:"paymentMethodTitle" about:"name of the payment method"`
	PoNumber           *string        `json:"poNumber,omitempty" doc:"number of the buyer's own purchase order" writer:"public"`
	ShippingMethod     *string        `json:"shippingMethod,omitempty" doc:"carrier_method, such as flatrate_flatrate; absent for virtual orders"`
	ShippingDesc       *string        `json:"shippingDescription,omitempty" about:"names of carrier and method"`
	CouponCode         *string        `json:"couponCode,omitempty" about:"code of the used coupon"`
	CouponRuleName     *string        `json:"couponRuleName,omitempty" about:"name of the coupon's price rule"`
	DiscountDesc       *string        `json:"discountDescription,omitempty" about:"names of the applied price rules, or the coupon code"`
	AppliedRuleIDs     []int64        `json:"appliedRuleIds" about:"IDs of the applied price rules"`
	GiftcardCodes      Amounts        `json:"giftcardCodes" doc:"amount paid by gift card code, in the base currency"`
	StoreID            int64          `json:"storeId" about:"ID of the store view"`
	StoreName          string         `json:"storeName" doc:"names of website, group and store view, in three lines"`
	QuoteID            int64          `json:"quoteId" doc:"ID of the cart"`
	IsVirtual          bool           `json:"isVirtual" about:"whether nothing has to be shipped"`
	Weight             *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	EmailSent          bool           `json:"emailSent" about:"whether its e-mail was sent"`
	ExtOrderID         *string        `json:"extOrderId,omitempty" about:"ID of the order in another system"`
	ExtCustomerID      *string        `json:"extCustomerId,omitempty" about:"ID of the customer in another system"`
	Currency           string         `json:"currency" shown:"currency" about:"currency of the amounts (ISO 4217)"`
	BaseCurrencyCode   string         `json:"baseCurrencyCode" shown:"currency" about:"base currency of the website (ISO 4217)"`
	GlobalCurrencyCode string         `json:"globalCurrencyCode" shown:"currency" about:"base currency of the installation (ISO 4217)"`
	HoldBeforeState    *string        `json:"holdBeforeState,omitempty" about:"state to which a held order returns"`
	HoldBeforeStatus   *string        `json:"holdBeforeStatus,omitempty" about:"status to which a held order returns"`
	TotalItemCount     int            `json:"totalItemCount" about:"number of lines, without parts of bundles and variants"`
	TotalQtyOrdered    money.Decimal  `json:"totalQtyOrdered" about:"total ordered quantity"`
	ChangeAmount       *money.Decimal `json:"changeAmount,omitempty" doc:"change given for cash"`
	StatusHistory      []Status       `json:"statusHistory" doc:"status changes and comments, newest first"`
	Shipments          []*Shipment    `json:"shipments" about:"shipments"`
	CreatedAt          string         `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt          string         `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions         Extensions     `json:"extensions"`

	Accounting Accounting `json:"-"`
	history    front[Status]

	// Members that only some callers may see. They are not stored here but spliced in; see OrderBackend and OrderSecrets.
	RemoteIP     *string `json:"remoteIp,omitempty" doc:"IP address the order was placed from; back office only"`
	Forwarded    *string `json:"xForwardedFor,omitempty" doc:"X-Forwarded-For of the request that placed the order; back office only"`
	AccessToken  *string `json:"accessToken,omitempty" doc:"token for the guest to read the order once; only in the answer to the placement"`
	AccountToken *string `json:"accountToken,omitempty" doc:"token for the guest to open an account; only in the guest's order details, if no account exists"`
}

// Prices are an order's totals; null where the sheet says null.
type Prices struct {
	Subtotal           money.Decimal  `json:"subtotal" about:"subtotal, before discount and without tax"`
	SubtotalInclTax    money.Decimal  `json:"subtotalInclTax" about:"subtotal, before discount, with tax"`
	TaxAmount          money.Decimal  `json:"taxAmount" about:"tax amount"`
	GrandTotal         money.Decimal  `json:"grandTotal" about:"grand total, with tax, shipping and discount"`
	TotalPaid          money.Decimal  `json:"totalPaid" about:"paid amount"`
	TotalRefunded      money.Decimal  `json:"totalRefunded" about:"refunded amount"`
	TotalDue           money.Decimal  `json:"totalDue" about:"amount still due"`
	BaseGrandTotal     money.Decimal  `json:"baseGrandTotal" about:"grand total, with tax, shipping and discount, in the base currency"`
	BaseSubtotal       money.Decimal  `json:"baseSubtotal" about:"subtotal, before discount and without tax, in the base currency"`
	BaseTaxAmount      money.Decimal  `json:"baseTaxAmount" about:"tax amount, in the base currency"`
	BaseTotalPaid      money.Decimal  `json:"baseTotalPaid" about:"paid amount, in the base currency"`
	BaseTotalRefunded  money.Decimal  `json:"baseTotalRefunded" about:"refunded amount, in the base currency"`
	BaseTotalDue       money.Decimal  `json:"baseTotalDue" about:"amount still due, in the base currency"`
	DiscountAmount     *money.Decimal `json:"discountAmount" about:"discount amount"`
	BaseDiscountAmount *money.Decimal `json:"baseDiscountAmount" about:"discount amount, in the base currency"`
	ShippingAmount     *money.Decimal `json:"shippingAmount" about:"shipping amount, without tax"`
	ShippingInclTax    *money.Decimal `json:"shippingAmountInclTax" about:"shipping amount, with tax"`
	BaseShippingAmount *money.Decimal `json:"baseShippingAmount" about:"shipping amount, without tax, in the base currency"`
	ShippingTaxAmount  *money.Decimal `json:"shippingTaxAmount" about:"tax on shipping"`
	HiddenTaxAmount    *money.Decimal `json:"hiddenTaxAmount" about:"tax on the discount, if discounts apply to prices with tax"`
	ShippingDiscount   *money.Decimal `json:"shippingDiscountAmount" about:"discount on shipping"`
	TotalCanceled      *money.Decimal `json:"totalCanceled" about:"amount canceled before it was invoiced"`
	TotalInvoiced      *money.Decimal `json:"totalInvoiced" about:"invoiced amount"`
	SubtotalCanceled   *money.Decimal `json:"subtotalCanceled" about:"canceled part of the subtotal"`
	SubtotalInvoiced   *money.Decimal `json:"subtotalInvoiced" about:"invoiced part of the subtotal"`
	SubtotalRefunded   *money.Decimal `json:"subtotalRefunded" about:"refunded part of the subtotal"`
	AdjustmentPositive *money.Decimal `json:"adjustmentPositive" about:"amount added to the refund"`
	AdjustmentNegative *money.Decimal `json:"adjustmentNegative" about:"fee kept from the refund"`
	GiftcardAmount     *money.Decimal `json:"giftcardAmount" about:"amount paid by gift cards"`
}

// Item is a line of an order. The cost of a unit to the shop (baseCost) is left out. Customers read these lines too, and a product's cost
// is for the back office (conventions §4.7).
type Item struct {
	Type            string         `json:"@type"`
	ID              int64          `json:"id" about:"ID of the line"`
	ProductID       int64          `json:"productId" about:"ID of the product"`
	ParentItemID    *int64         `json:"parentItemId,omitempty" about:"ID of the parent line"`
	StoreID         int64          `json:"storeId" about:"ID of the store view"`
	SKU             string         `json:"sku" about:"SKU (article number)"`
	Name            string         `json:"name" about:"name"`
	Description     *string        `json:"description,omitempty" about:"description"`
	ProductType     string         `json:"productType" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard" about:"product type"`
	Qty             money.Decimal  `json:"qty" about:"quantity; may have decimals if the product allows it"`
	QtyOrdered      money.Decimal  `json:"qtyOrdered" about:"ordered quantity"`
	QtyInvoiced     money.Decimal  `json:"qtyInvoiced" about:"invoiced quantity"`
	QtyShipped      money.Decimal  `json:"qtyShipped" about:"shipped quantity"`
	QtyRefunded     money.Decimal  `json:"qtyRefunded" about:"refunded quantity"`
	QtyCanceled     money.Decimal  `json:"qtyCanceled" about:"canceled quantity"`
	QtyBackordered  *money.Decimal `json:"qtyBackordered,omitempty" about:"quantity that was out of stock when ordered"`
	Price           money.Decimal  `json:"price" doc:"price of one unit, without tax, in the order's currency"`
	PriceInclTax    money.Decimal  `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal        money.Decimal  `json:"rowTotal" about:"row total, before discount and without tax"`
	RowTotalInclTax money.Decimal  `json:"rowTotalInclTax" about:"row total, before discount, with tax"`
	BasePrice       money.Decimal  `json:"basePrice" about:"price of one unit, in the base currency"`
	BaseRowTotal    money.Decimal  `json:"baseRowTotal" about:"row total, before discount and without tax, in the base currency"`
	OriginalPrice   *money.Decimal `json:"originalPrice,omitempty" about:"catalog price of one unit when the order was placed"`
	DiscountAmount  *money.Decimal `json:"discountAmount,omitempty" about:"discount amount"`
	DiscountPercent *money.Decimal `json:"discountPercent,omitempty" about:"discount in percent"`
	TaxAmount       *money.Decimal `json:"taxAmount,omitempty" about:"tax amount"`
	TaxPercent      *money.Decimal `json:"taxPercent,omitempty" about:"tax rate, in percent"`
	BaseTaxAmount   *money.Decimal `json:"baseTaxAmount,omitempty" about:"tax amount, in the base currency"`
	BaseDiscount    *money.Decimal `json:"baseDiscountAmount,omitempty" about:"discount amount, in the base currency"`
	AmountRefunded  *money.Decimal `json:"amountRefunded,omitempty" about:"refunded amount of the line"`
	TaxRefunded     *money.Decimal `json:"taxRefunded,omitempty" about:"refunded tax of the line"`
	DiscRefunded    *money.Decimal `json:"discountRefunded,omitempty" about:"discount deducted from refunds of the line"`
	Weight          *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	RowWeight       *money.Decimal `json:"rowWeight,omitempty" about:"weight of the line, in the shop's unit of weight"`
	IsVirtual       bool           `json:"isVirtual" about:"whether nothing has to be shipped"`
	IsQtyDecimal    bool           `json:"isQtyDecimal" about:"whether fractions of a unit are sold"`
	FreeShipping    bool           `json:"freeShipping" about:"whether shipping of the line is free"`
	NoDiscount      bool           `json:"noDiscount" about:"whether price rules skip the line"`
	AdditionalData  *string        `json:"additionalData,omitempty" about:"additional data, as text"`
	ExtOrderItemID  *string        `json:"extOrderItemId,omitempty" about:"ID of the line in another system"`
	ProductOptions  ProductOptions `json:"productOptions" about:"chosen options of the product"`
	CreatedAt       string         `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	Extensions      Extensions     `json:"extensions"`
}

// ProductOptions holds the choices made of a product.
type ProductOptions struct {
	// The value is kept as it is, so that a document that was read and written again does not change.
	BuyRequest json.RawMessage `json:"info_buyRequest" doc:"request that added the line to the cart" writer:"public"`
	Options    []ItemOption    `json:"options,omitempty" doc:"chosen options, as shown to people"`
	ItemChoice
}

type Status struct {
	Note       *string `json:"note" doc:"comment; null for a status change without one" writer:"public"`
	Status     string  `json:"status" doc:"new status of the order"`
	CreatedAt  string  `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	IsNotified bool    `json:"isCustomerNotified" about:"whether the customer was notified by e-mail"`
	IsVisible  bool    `json:"isVisibleOnFront" about:"whether customers see it"`
	ChangedBy  string  `json:"changedBy,omitempty" doc:"author of the change: customer, guest, admin, api, service, operator or system, with the account ID; buyers see no back-office IDs"`
	// As it is stored. Answers have the name, see WithStaff.
	ChangedByName NameAt `json:"changedByName,omitzero" type:"string,null" doc:"user name that the account had then; null for customers, guests, the operator and the system, for forgotten accounts, and for buyers"`
}

// OrderBackend holds the members that only the back office sees.
type OrderBackend struct {
	RemoteIP  string `json:"remoteIp,omitempty"`
	Forwarded string `json:"xForwardedFor,omitempty"`
}

// OrderSecrets holds the members that one answer shows to one guest.
type OrderSecrets struct {
	AccessToken  string `json:"accessToken,omitempty"`
	AccountToken string `json:"accountToken,omitempty"`
}

// OpenOrder opens the codes of gift cards in the document of an order, in its whole form or that of lists. Stored documents have the codes
// sealed.
func OpenOrder(doc []byte, open func(sealed string) (string, error)) ([]byte, error) {
	if !bytes.Contains(doc, cardCodes) { // as in most orders
		return doc, nil
	}
	return rewrite(doc, "giftcardCodes", func(value json.RawMessage) (any, error) {
		var sealed Amounts
		if err := json.Unmarshal(value, &sealed); err != nil {
			return nil, err
		}
		codes := make(Amounts, len(sealed))
		for code, amount := range sealed {
			opened, err := open(code)
			if err != nil {
				return nil, err
			}
			codes[opened] = amount
		}
		return codes, nil
	})
}

// cardCodes is the beginning of the codes of an order that gift cards pay for.
var cardCodes = []byte(`"giftcardCodes":{`)

// OrderRow is an order in a list (shapes-sales §7). History, shipments and the shipping address are left out, the billing address is
// short, and the payment's title is its code.
type OrderRow struct {
	Order
	BillingAddress     *ListAddress `json:"billingAddress,omitempty" about:"billing address"`
	ShippingAddress    *Address     `json:"shippingAddress,omitempty" about:"shipping address; absent if nothing is shipped"`
	PaymentMethodTitle string       `json:"paymentMethodTitle" about:"name of the payment method"`
	StatusHistory      []Status     `json:"statusHistory" about:"status changes and comments, newest first"`
	Shipments          []*Shipment  `json:"shipments" about:"shipments"`
}

// Row returns the list form of an order.
func (o *Order) Row() OrderRow {
	return OrderRow{
		Order: *o, BillingAddress: o.BillingAddress.reduced(), PaymentMethodTitle: o.PaymentMethod, StatusHistory: []Status{},
		Shipments: []*Shipment{},
	}
}
