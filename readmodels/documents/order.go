package documents

import (
	"bytes"
	"encoding/json"
	"regexp"

	"tradelog/domain/money"
)

// Order is an order as the API shows it (shapes-sales §7).
type Order struct {
	Type               string         `json:"@type"`
	ID                 int64          `json:"id"`
	IncrementID        string         `json:"incrementId" doc:"the number people know the order by"`
	CustomerID         *int64         `json:"customerId,omitempty" doc:"absent for guests"`
	CustomerEmail      *string        `json:"customerEmail,omitempty" about:"e-mail address of the buyer"`
	CustomerFirstname  *string        `json:"customerFirstname,omitempty" about:"first name of the buyer"`
	CustomerLastname   *string        `json:"customerLastname,omitempty" about:"last name of the buyer"`
	CustomerMiddlename *string        `json:"customerMiddlename,omitempty" about:"middle name of the buyer"`
	CustomerPrefix     *string        `json:"customerPrefix,omitempty" about:"title before the buyer's name, such as Dr."`
	CustomerSuffix     *string        `json:"customerSuffix,omitempty" about:"addition after the buyer's name, such as Jr."`
	CustomerTaxvat     *string        `json:"customerTaxvat,omitempty" about:"VAT number of the buyer"`
	CustomerDob        *string        `json:"customerDob,omitempty" about:"birthday of the buyer"`
	CustomerGender     *int64         `json:"customerGender,omitempty" about:"gender of the buyer: 1 male, 2 female, 3 not told"`
	CustomerGroupID    int64          `json:"customerGroupId" about:"number of the customer group"`
	CustomerIsGuest    bool           `json:"customerIsGuest" about:"whether it was bought without an account"`
	CustomerNote       *string        `json:"customerNote,omitempty" about:"remark of the buyer"`
	Status             string         `json:"status" doc:"how the shop calls the state"`
	State              string         `json:"state" enum:"new,pending_payment,processing,complete,closed,canceled,holded,payment_review" about:"step of its life, as programs name it"`
	Items              []*Item        `json:"items" about:"lines, in the order in which they were added"`
	BillingAddress     *Address       `json:"billingAddress,omitempty" about:"address on the invoice"`
	ShippingAddress    *Address       `json:"shippingAddress,omitempty" about:"address the goods are sent to; absent where nothing is sent"`
	Prices             *Prices        `json:"prices" about:"totals"`
	PaymentMethod      string         `json:"paymentMethod" about:"code of the payment method"`
	PaymentMethodTitle string         `json:"paymentMethodTitle" about:"name of the payment method"`
	ShippingMethod     *string        `json:"shippingMethod,omitempty" doc:"carrier_method, such as flatrate_flatrate; absent for virtual orders"`
	ShippingDesc       *string        `json:"shippingDescription,omitempty" about:"carrier and method, as people read them"`
	CouponCode         *string        `json:"couponCode,omitempty" about:"code of the coupon that was used"`
	CouponRuleName     *string        `json:"couponRuleName,omitempty" about:"name of the coupon's price rule"`
	DiscountDesc       *string        `json:"discountDescription,omitempty" about:"names of the price rules that gave the discount, or the coupon's code"`
	AppliedRuleIDs     []int64        `json:"appliedRuleIds" about:"numbers of the price rules that gave a discount"`
	GiftcardCodes      Amounts        `json:"giftcardCodes" doc:"applied amount by code, in the base currency"`
	StoreID            int64          `json:"storeId" about:"number of the store view"`
	StoreName          string         `json:"storeName" doc:"website, group and store view in three lines"`
	QuoteID            int64          `json:"quoteId" doc:"the cart the order was made of"`
	IsVirtual          bool           `json:"isVirtual" about:"whether nothing of it has to be sent"`
	Weight             *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	EmailSent          bool           `json:"emailSent" about:"whether the e-mail about it was sent"`
	ExtOrderID         *string        `json:"extOrderId,omitempty" about:"what another system knows the order by"`
	ExtCustomerID      *string        `json:"extCustomerId,omitempty" about:"what another system knows the buyer by"`
	Currency           string         `json:"currency" shown:"currency" about:"currency of the amounts, by its ISO 4217 code"`
	BaseCurrencyCode   string         `json:"baseCurrencyCode" shown:"currency" about:"base currency of the website, by its ISO 4217 code"`
	GlobalCurrencyCode string         `json:"globalCurrencyCode" shown:"currency" about:"base currency of the whole installation, by its ISO 4217 code"`
	HoldBeforeState    *string        `json:"holdBeforeState,omitempty" about:"state to which a held order returns"`
	HoldBeforeStatus   *string        `json:"holdBeforeStatus,omitempty" about:"status to which a held order returns"`
	TotalItemCount     int            `json:"totalItemCount" about:"number of lines, parts of bundles and variants not counted"`
	TotalQtyOrdered    money.Decimal  `json:"totalQtyOrdered" about:"number of units that were ordered"`
	ChangeAmount       *money.Decimal `json:"changeAmount,omitempty" doc:"what was given back of the cash that was tendered"`
	StatusHistory      []Status       `json:"statusHistory" doc:"every step, newest first"`
	Shipments          []*Shipment    `json:"shipments" about:"parcels that were sent"`
	CreatedAt          string         `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt          string         `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions         Extensions     `json:"extensions"`

	Accounting Accounting `json:"-"`

	// Members that only some callers may see. They are not stored here but spliced in; see OrderBackend and OrderSecrets.
	RemoteIP     *string `json:"remoteIp,omitempty" doc:"for the back office"`
	Forwarded    *string `json:"xForwardedFor,omitempty" doc:"for the back office"`
	AccessToken  *string `json:"accessToken,omitempty" doc:"with which a guest can read the order once; shown when it is placed"`
	AccountToken *string `json:"accountToken,omitempty" doc:"with which a guest can open an account; shown when a guest reads the order and there is none"`
}

// Prices are an order's totals; null where the sheet says null.
type Prices struct {
	Subtotal           money.Decimal  `json:"subtotal" about:"sum of the lines, before discount and without tax"`
	SubtotalInclTax    money.Decimal  `json:"subtotalInclTax" about:"sum of the lines, before discount and with tax"`
	TaxAmount          money.Decimal  `json:"taxAmount" about:"tax"`
	GrandTotal         money.Decimal  `json:"grandTotal" about:"sum to pay, with tax, shipping and discount"`
	TotalPaid          money.Decimal  `json:"totalPaid" about:"what has been paid"`
	TotalRefunded      money.Decimal  `json:"totalRefunded" about:"what has been refunded"`
	TotalDue           money.Decimal  `json:"totalDue" about:"what is still to be paid"`
	BaseGrandTotal     money.Decimal  `json:"baseGrandTotal" about:"sum to pay, with tax, shipping and discount, in the base currency"`
	BaseSubtotal       money.Decimal  `json:"baseSubtotal" about:"sum of the lines, before discount and without tax, in the base currency"`
	BaseTaxAmount      money.Decimal  `json:"baseTaxAmount" about:"tax, in the base currency"`
	BaseTotalPaid      money.Decimal  `json:"baseTotalPaid" about:"what has been paid, in the base currency"`
	BaseTotalRefunded  money.Decimal  `json:"baseTotalRefunded" about:"what has been refunded, in the base currency"`
	BaseTotalDue       money.Decimal  `json:"baseTotalDue" about:"what is still to be paid, in the base currency"`
	DiscountAmount     *money.Decimal `json:"discountAmount" about:"discount"`
	BaseDiscountAmount *money.Decimal `json:"baseDiscountAmount" about:"discount, in the base currency"`
	ShippingAmount     *money.Decimal `json:"shippingAmount" about:"shipping, without tax"`
	ShippingInclTax    *money.Decimal `json:"shippingAmountInclTax" about:"shipping, with tax"`
	BaseShippingAmount *money.Decimal `json:"baseShippingAmount" about:"shipping, without tax, in the base currency"`
	ShippingTaxAmount  *money.Decimal `json:"shippingTaxAmount" about:"tax on shipping"`
	HiddenTaxAmount    *money.Decimal `json:"hiddenTaxAmount" about:"tax on the discount, where discounts are given on prices with tax"`
	ShippingDiscount   *money.Decimal `json:"shippingDiscountAmount" about:"discount on shipping"`
	TotalCanceled      *money.Decimal `json:"totalCanceled" about:"what was canceled before it was invoiced"`
	TotalInvoiced      *money.Decimal `json:"totalInvoiced" about:"what has been invoiced"`
	SubtotalCanceled   *money.Decimal `json:"subtotalCanceled" about:"part of the subtotal that was canceled"`
	SubtotalInvoiced   *money.Decimal `json:"subtotalInvoiced" about:"part of the subtotal that has been invoiced"`
	SubtotalRefunded   *money.Decimal `json:"subtotalRefunded" about:"part of the subtotal that has been refunded"`
	AdjustmentPositive *money.Decimal `json:"adjustmentPositive" about:"what is refunded besides the lines"`
	AdjustmentNegative *money.Decimal `json:"adjustmentNegative" about:"fee that is kept back from the refund"`
	GiftcardAmount     *money.Decimal `json:"giftcardAmount" about:"what gift cards pay of the sum"`
}

// Item is a line of an order. What the shop paid for a unit (baseCost) is left out: customers read these lines too, and a
// product's cost is for the back office (conventions §4.7).
type Item struct {
	Type            string         `json:"@type"`
	ID              int64          `json:"id"`
	ProductID       int64          `json:"productId" about:"number of the product"`
	ParentItemID    *int64         `json:"parentItemId,omitempty" about:"number of the line that this one is a part of"`
	StoreID         int64          `json:"storeId" about:"number of the store view"`
	SKU             string         `json:"sku" about:"SKU, the article number of the shop"`
	Name            string         `json:"name" about:"name that people read"`
	Description     *string        `json:"description,omitempty" about:"description for people"`
	ProductType     string         `json:"productType" about:"type of the product: simple, virtual, configurable, grouped, bundle, downloadable or giftcard"`
	Qty             money.Decimal  `json:"qty" about:"number of units; parts of units where the product allows them"`
	QtyOrdered      money.Decimal  `json:"qtyOrdered" about:"units that were ordered"`
	QtyInvoiced     money.Decimal  `json:"qtyInvoiced" about:"units that were invoiced"`
	QtyShipped      money.Decimal  `json:"qtyShipped" about:"units that were sent"`
	QtyRefunded     money.Decimal  `json:"qtyRefunded" about:"units that were refunded"`
	QtyCanceled     money.Decimal  `json:"qtyCanceled" about:"units that were canceled"`
	QtyBackordered  *money.Decimal `json:"qtyBackordered,omitempty" about:"units that were not in stock when they were ordered"`
	Price           money.Decimal  `json:"price" doc:"of one unit, without tax, in the order's currency"`
	PriceInclTax    money.Decimal  `json:"priceInclTax" about:"price of one unit, with tax"`
	RowTotal        money.Decimal  `json:"rowTotal" about:"price of the whole line, before discount and without tax"`
	RowTotalInclTax money.Decimal  `json:"rowTotalInclTax" about:"price of the whole line, before discount and with tax"`
	BasePrice       money.Decimal  `json:"basePrice" about:"price of one unit, in the base currency"`
	BaseRowTotal    money.Decimal  `json:"baseRowTotal" about:"price of the whole line, before discount and without tax, in the base currency"`
	OriginalPrice   *money.Decimal `json:"originalPrice,omitempty" about:"price of one unit in the catalog when the order was placed"`
	DiscountAmount  *money.Decimal `json:"discountAmount,omitempty" about:"discount"`
	DiscountPercent *money.Decimal `json:"discountPercent,omitempty" about:"discount, in percent"`
	TaxAmount       *money.Decimal `json:"taxAmount,omitempty" about:"tax"`
	TaxPercent      *money.Decimal `json:"taxPercent,omitempty" about:"tax rate, in percent"`
	BaseTaxAmount   *money.Decimal `json:"baseTaxAmount,omitempty" about:"tax, in the base currency"`
	BaseDiscount    *money.Decimal `json:"baseDiscountAmount,omitempty" about:"discount, in the base currency"`
	AmountRefunded  *money.Decimal `json:"amountRefunded,omitempty" about:"what has been refunded of the line"`
	TaxRefunded     *money.Decimal `json:"taxRefunded,omitempty" about:"tax that has been refunded of the line"`
	DiscRefunded    *money.Decimal `json:"discountRefunded,omitempty" about:"discount that was taken from refunds of the line"`
	Weight          *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	RowWeight       *money.Decimal `json:"rowWeight,omitempty" about:"weight of the whole line, in the shop's unit of weight"`
	IsVirtual       bool           `json:"isVirtual" about:"whether nothing of it has to be sent"`
	IsQtyDecimal    bool           `json:"isQtyDecimal" about:"whether parts of units are sold"`
	FreeShipping    bool           `json:"freeShipping" about:"whether the line is sent free of charge"`
	NoDiscount      bool           `json:"noDiscount" about:"whether price rules leave the line alone"`
	AdditionalData  *string        `json:"additionalData,omitempty" about:"data of the method, as text"`
	ExtOrderItemID  *string        `json:"extOrderItemId,omitempty" about:"what another system knows the line by"`
	ProductOptions  ProductOptions `json:"productOptions" about:"what was chosen of the product"`
	CreatedAt       string         `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	Extensions      Extensions     `json:"extensions"`
}

// ProductOptions holds the choices made of a product.
type ProductOptions struct {
	// Kept as it is, so that a document that was read and written again does not change.
	BuyRequest json.RawMessage `json:"info_buyRequest" doc:"what was asked for when the line was put into the cart"`
	Options    []ItemOption    `json:"options,omitempty" doc:"what was chosen, as people read it"`
	ItemChoice
}

type Status struct {
	Note       *string `json:"note" doc:"remark; null where only the status changed"`
	Status     string  `json:"status" doc:"status of the order from then on"`
	CreatedAt  string  `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	IsNotified bool    `json:"isCustomerNotified" about:"whether the customer was told by e-mail"`
	IsVisible  bool    `json:"isVisibleOnFront" about:"whether customers see it"`
	ChangedBy  string  `json:"changedBy,omitempty" doc:"who made the step: customer, guest, admin, api, service, operator or system, with the number of the account; buyers see no numbers of the back office"`
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

// staff matches the account of the back office that took a step. Quotes within texts of a document are escaped, so no text looks like it.
var staff = regexp.MustCompile(`("changedBy":"(?:admin|api|service|operator)) [0-9]+"`)

// WithoutStaff returns the document of an order for buyers. It tells the kind of the account that took a step, and leaves out its number.
func WithoutStaff(order Doc[Order]) Doc[Order] { return staff.ReplaceAll(order, []byte(`$1"`)) }

// OpenOrder opens the codes of gift cards in the document of an order, in its whole form or that of lists. Stored documents have the codes
// sealed.
func OpenOrder(doc []byte, open func(sealed string) (string, error)) ([]byte, error) {
	if !bytes.Contains(doc, cardCodes) { // as in most orders
		return doc, nil
	}
	return Rewrite(doc, "giftcardCodes", func(value json.RawMessage) (any, error) {
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

// OrderRow is an order in a list (shapes-sales §7): history, shipments and the shipping address are left out, the billing
// address is short, and the payment's title is its code.
type OrderRow struct {
	Order
	BillingAddress     *ListAddress `json:"billingAddress,omitempty" about:"address on the invoice"`
	ShippingAddress    *Address     `json:"shippingAddress,omitempty" about:"address the goods are sent to; absent where nothing is sent"`
	PaymentMethodTitle string       `json:"paymentMethodTitle" about:"name of the payment method"`
	StatusHistory      []Status     `json:"statusHistory" about:"steps and remarks, the newest first"`
	Shipments          []*Shipment  `json:"shipments" about:"parcels that were sent"`
}

// Row returns the list form of an order.
func (o *Order) Row() OrderRow {
	return OrderRow{
		Order: *o, BillingAddress: o.BillingAddress.reduced(), PaymentMethodTitle: o.PaymentMethod, StatusHistory: []Status{},
		Shipments: []*Shipment{},
	}
}
