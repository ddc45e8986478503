package documents

import (
	"bytes"
	"encoding/json"
	"regexp"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/totals"
)

// Order is an order as the API shows it (shapes-sales §7).
type Order struct {
	Type               string         `json:"@type"`
	ID                 int64          `json:"id"`
	IncrementID        string         `json:"incrementId" doc:"the number people know the order by"`
	CustomerID         *int64         `json:"customerId,omitempty" doc:"absent for guests"`
	CustomerEmail      *string        `json:"customerEmail,omitempty"`
	CustomerFirstname  *string        `json:"customerFirstname,omitempty"`
	CustomerLastname   *string        `json:"customerLastname,omitempty"`
	CustomerMiddlename *string        `json:"customerMiddlename,omitempty"`
	CustomerPrefix     *string        `json:"customerPrefix,omitempty"`
	CustomerSuffix     *string        `json:"customerSuffix,omitempty"`
	CustomerTaxvat     *string        `json:"customerTaxvat,omitempty"`
	CustomerDob        *string        `json:"customerDob,omitempty"`
	CustomerGender     *int64         `json:"customerGender,omitempty"`
	CustomerGroupID    int64          `json:"customerGroupId"`
	CustomerIsGuest    bool           `json:"customerIsGuest"`
	CustomerNote       *string        `json:"customerNote,omitempty"`
	Status             string         `json:"status" doc:"how the shop calls the state"`
	State              string         `json:"state" enum:"new,pending_payment,processing,complete,closed,canceled,holded,payment_review"`
	Items              []*Item        `json:"items"`
	BillingAddress     *Address       `json:"billingAddress,omitempty"`
	ShippingAddress    *Address       `json:"shippingAddress,omitempty"`
	Prices             *Prices        `json:"prices"`
	PaymentMethod      string         `json:"paymentMethod"`
	PaymentMethodTitle string         `json:"paymentMethodTitle"`
	ShippingMethod     *string        `json:"shippingMethod,omitempty" doc:"carrier_method, such as flatrate_flatrate; absent for virtual orders"`
	ShippingDesc       *string        `json:"shippingDescription,omitempty"`
	CouponCode         *string        `json:"couponCode,omitempty"`
	CouponRuleName     *string        `json:"couponRuleName,omitempty"`
	DiscountDesc       *string        `json:"discountDescription,omitempty"`
	AppliedRuleIDs     []int64        `json:"appliedRuleIds"`
	GiftcardCodes      Amounts        `json:"giftcardCodes" doc:"applied amount by code, in the base currency"`
	StoreID            int64          `json:"storeId"`
	StoreName          string         `json:"storeName" doc:"website, group and store view in three lines"`
	QuoteID            int64          `json:"quoteId" doc:"the cart the order was made of"`
	IsVirtual          bool           `json:"isVirtual"`
	Weight             *money.Decimal `json:"weight,omitempty"`
	EmailSent          bool           `json:"emailSent"`
	ExtOrderID         *string        `json:"extOrderId,omitempty"`
	ExtCustomerID      *string        `json:"extCustomerId,omitempty"`
	Currency           string         `json:"currency"`
	BaseCurrencyCode   string         `json:"baseCurrencyCode"`
	GlobalCurrencyCode string         `json:"globalCurrencyCode"`
	HoldBeforeState    *string        `json:"holdBeforeState,omitempty"`
	HoldBeforeStatus   *string        `json:"holdBeforeStatus,omitempty"`
	TotalItemCount     int            `json:"totalItemCount"`
	TotalQtyOrdered    money.Decimal  `json:"totalQtyOrdered"`
	ChangeAmount       *money.Decimal `json:"changeAmount,omitempty" doc:"what was given back of the cash that was tendered"`
	StatusHistory      []Status       `json:"statusHistory" doc:"every step, newest first"`
	Shipments          []*Shipment    `json:"shipments"`
	CreatedAt          string         `json:"createdAt"`
	UpdatedAt          string         `json:"updatedAt"`
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
	Subtotal           money.Decimal  `json:"subtotal"`
	SubtotalInclTax    money.Decimal  `json:"subtotalInclTax"`
	TaxAmount          money.Decimal  `json:"taxAmount"`
	GrandTotal         money.Decimal  `json:"grandTotal"`
	TotalPaid          money.Decimal  `json:"totalPaid"`
	TotalRefunded      money.Decimal  `json:"totalRefunded"`
	TotalDue           money.Decimal  `json:"totalDue"`
	BaseGrandTotal     money.Decimal  `json:"baseGrandTotal"`
	BaseSubtotal       money.Decimal  `json:"baseSubtotal"`
	BaseTaxAmount      money.Decimal  `json:"baseTaxAmount"`
	BaseTotalPaid      money.Decimal  `json:"baseTotalPaid"`
	BaseTotalRefunded  money.Decimal  `json:"baseTotalRefunded"`
	BaseTotalDue       money.Decimal  `json:"baseTotalDue"`
	DiscountAmount     *money.Decimal `json:"discountAmount"`
	BaseDiscountAmount *money.Decimal `json:"baseDiscountAmount"`
	ShippingAmount     *money.Decimal `json:"shippingAmount"`
	ShippingInclTax    *money.Decimal `json:"shippingAmountInclTax"`
	BaseShippingAmount *money.Decimal `json:"baseShippingAmount"`
	ShippingTaxAmount  *money.Decimal `json:"shippingTaxAmount"`
	HiddenTaxAmount    *money.Decimal `json:"hiddenTaxAmount"`
	ShippingDiscount   *money.Decimal `json:"shippingDiscountAmount"`
	TotalCanceled      *money.Decimal `json:"totalCanceled"`
	TotalInvoiced      *money.Decimal `json:"totalInvoiced"`
	SubtotalCanceled   *money.Decimal `json:"subtotalCanceled"`
	SubtotalInvoiced   *money.Decimal `json:"subtotalInvoiced"`
	SubtotalRefunded   *money.Decimal `json:"subtotalRefunded"`
	AdjustmentPositive *money.Decimal `json:"adjustmentPositive"`
	AdjustmentNegative *money.Decimal `json:"adjustmentNegative"`
	GiftcardAmount     *money.Decimal `json:"giftcardAmount"`
}

// Item is a line of an order. What the shop paid for a unit (baseCost) is left out: customers read these lines too, and a
// product's cost is for the back office (conventions §4.7).
type Item struct {
	Type            string         `json:"@type"`
	ID              int64          `json:"id"`
	ProductID       int64          `json:"productId"`
	ParentItemID    *int64         `json:"parentItemId,omitempty"`
	StoreID         int64          `json:"storeId"`
	SKU             string         `json:"sku"`
	Name            string         `json:"name"`
	Description     *string        `json:"description,omitempty"`
	ProductType     string         `json:"productType"`
	Qty             money.Decimal  `json:"qty"`
	QtyOrdered      money.Decimal  `json:"qtyOrdered"`
	QtyInvoiced     money.Decimal  `json:"qtyInvoiced"`
	QtyShipped      money.Decimal  `json:"qtyShipped"`
	QtyRefunded     money.Decimal  `json:"qtyRefunded"`
	QtyCanceled     money.Decimal  `json:"qtyCanceled"`
	QtyBackordered  *money.Decimal `json:"qtyBackordered,omitempty"`
	Price           money.Decimal  `json:"price" doc:"of one unit, without tax, in the order's currency"`
	PriceInclTax    money.Decimal  `json:"priceInclTax"`
	RowTotal        money.Decimal  `json:"rowTotal"`
	RowTotalInclTax money.Decimal  `json:"rowTotalInclTax"`
	BasePrice       money.Decimal  `json:"basePrice"`
	BaseRowTotal    money.Decimal  `json:"baseRowTotal"`
	OriginalPrice   *money.Decimal `json:"originalPrice,omitempty"`
	DiscountAmount  *money.Decimal `json:"discountAmount,omitempty"`
	DiscountPercent *money.Decimal `json:"discountPercent,omitempty"`
	TaxAmount       *money.Decimal `json:"taxAmount,omitempty"`
	TaxPercent      *money.Decimal `json:"taxPercent,omitempty"`
	BaseTaxAmount   *money.Decimal `json:"baseTaxAmount,omitempty"`
	BaseDiscount    *money.Decimal `json:"baseDiscountAmount,omitempty"`
	AmountRefunded  *money.Decimal `json:"amountRefunded,omitempty"`
	TaxRefunded     *money.Decimal `json:"taxRefunded,omitempty"`
	DiscRefunded    *money.Decimal `json:"discountRefunded,omitempty"`
	Weight          *money.Decimal `json:"weight,omitempty"`
	RowWeight       *money.Decimal `json:"rowWeight,omitempty"`
	IsVirtual       bool           `json:"isVirtual"`
	IsQtyDecimal    bool           `json:"isQtyDecimal"`
	FreeShipping    bool           `json:"freeShipping"`
	NoDiscount      bool           `json:"noDiscount"`
	AdditionalData  *string        `json:"additionalData,omitempty"`
	ExtOrderItemID  *string        `json:"extOrderItemId,omitempty"`
	ProductOptions  ProductOptions `json:"productOptions"`
	CreatedAt       string         `json:"createdAt"`
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
	CreatedAt  string  `json:"createdAt"`
	IsNotified bool    `json:"isCustomerNotified"`
	IsVisible  bool    `json:"isVisibleOnFront"`
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

// ApplyOrder folds one event into an order's document; nil before the order was placed.
func ApplyOrder(o *Order, e domain.Event, times domain.Times) *Order {
	if placed, ok := e.(order.Placed); ok {
		return newOrder(placed, stamped(times))
	}
	if o == nil {
		return nil
	}
	at := stamped(times)
	switch e := e.(type) {
	case order.Held:
		o.HoldBeforeState, o.HoldBeforeStatus = text(o.State), text(o.Status)
		o.step(order.Holded, order.DefaultStatus(order.Holded), at)
		o.reason("Order held: ", e.Reason, at, false)
	case order.Unheld:
		o.HoldBeforeState, o.HoldBeforeStatus = nil, nil
		o.step(e.State, e.Status, at)
		o.reason("Order released from hold: ", e.Reason, at, false)
	case order.CanceledEvent:
		o.cancel(e)
		o.step(e.State, e.Status, at)
		o.reason("Order cancelled: ", e.Reason, at, true)
	case order.StateChanged:
		o.step(e.State, e.Status, at)
	case order.Commented:
		o.Status = e.Status
		o.history(&e.Text, at, e.Notify, e.Visible)
	case order.Shipped:
		o.ship(e, at)
	case order.TrackAdded:
		o.onShipment(e.ShipmentID, at, func(s *Shipment) { s.Tracks = append(s.Tracks, newTrack(e.Track, at)) })
	case order.TrackRemoved:
		o.onShipment(e.ShipmentID, at, func(s *Shipment) { s.removeTrack(e.TrackID) })
	case order.ShipmentCommented:
		o.onShipment(e.ShipmentID, at, func(s *Shipment) {
			s.Comments = append(
				[]Comment{{ID: e.CommentID, Comment: e.Text, CreatedAt: at.made, IsNotified: e.Notify, IsVisible: e.Visible}}, s.Comments...,
			)
		})
	case order.Downloaded:
		o.downloaded(e)
	case order.Emailed:
		o.emailed(e, at)
	case order.CustomerAssigned:
		o.CustomerID, o.CustomerIsGuest = number(e.CustomerID), false
	case order.TokenUsed:
		return o // the document does not change
	default:
		o.applyMoney(e, at)
	}
	o.UpdatedAt = at.changed
	return o
}

// step sets the state and the status of the order, and adds an entry without a note (shapes-sales §8.4).
func (o *Order) step(s order.State, status string, at stamps) {
	o.State, o.Status = string(s), status
	o.history(nil, at, false, false)
}

// reason adds the reason of a step (shapes-sales §8.6).
func (o *Order) reason(prefix, reason string, at stamps, notified bool) {
	if reason != "" {
		o.history(text(prefix+reason), at, notified, false)
	}
}

// history adds an entry in front, so that the newest is first.
func (o *Order) history(note *string, at stamps, notified, visible bool) {
	entry := Status{
		Note: note, Status: o.Status, CreatedAt: at.made, IsNotified: notified, IsVisible: visible, ChangedBy: at.by,
	}
	o.StatusHistory = append([]Status{entry}, o.StatusHistory...)
}

func newOrder(p order.Placed, at stamps) *Order {
	o := &Order{
		Type: "Order", ID: p.OrderID, IncrementID: p.IncrementID, CustomerID: number(p.CustomerID), CustomerEmail: text(p.Customer.Email),
		CustomerFirstname: text(p.Customer.Firstname), CustomerLastname: text(p.Customer.Lastname),
		CustomerMiddlename: text(p.Customer.Middlename),
		CustomerPrefix:     text(p.Customer.Prefix), CustomerSuffix: text(p.Customer.Suffix), CustomerTaxvat: text(p.Customer.Taxvat),
		CustomerDob: text(p.Customer.Dob), CustomerGender: number(p.Customer.Gender), CustomerGroupID: p.GroupID,
		CustomerIsGuest: p.CustomerID == 0,
		CustomerNote:    text(p.Note), Status: p.Status, State: string(order.New), Items: []*Item{}, AppliedRuleIDs: []int64{},
		BillingAddress:  NewAddress(p.Billing, p.BillingID, "billing", p.Customer.Email),
		ShippingAddress: NewAddress(p.Shipping, p.ShippingID, "shipping", p.Customer.Email),
		PaymentMethod:   p.Payment, PaymentMethodTitle: p.PaymentTitle, ShippingMethod: text(p.Method), ShippingDesc: text(p.MethodTitle),
		StoreID: p.StoreID, StoreName: p.StoreName, QuoteID: p.CartID, IsVirtual: p.Virtual, Weight: orNil(p.Weight), Currency: p.Currency,
		BaseCurrencyCode: p.BaseCurrency, GlobalCurrencyCode: p.GlobalCurrency, TotalItemCount: p.Wholes(), TotalQtyOrdered: p.QtyOrdered,
		Shipments: []*Shipment{}, CreatedAt: at.made, UpdatedAt: at.changed,
	}
	if p.Virtual {
		o.ShippingAddress = nil
	}
	if p.Tendered != nil {
		change := p.Tendered.Sub(p.Totals.Display.Grand)
		o.ChangeAmount = &change
	}
	for i := range p.Lines {
		l := p.Line(i)
		options := productOptions(l, p.Gifts[i], p.BaseCurrency)
		options.Downloads = downloadsOf(p, l)
		item := newItem(l, p, options, at.made)
		if l.PartOf > 0 {
			item.ParentItemID = &p.Lines[l.PartOf-1].ID
		}
		o.Items = append(o.Items, item)
	}
	o.Prices = newPrices(p.Totals)
	o.CouponCode, o.CouponRuleName, o.DiscountDesc = text(p.Totals.Coupon.Code), text(p.Totals.Coupon.RuleName), text(p.Totals.Description)
	o.AppliedRuleIDs = append(o.AppliedRuleIDs, p.Totals.RuleIDs...)
	for _, paid := range p.PaidCards() {
		if paid.Base.Sign() > 0 {
			if o.GiftcardCodes == nil {
				o.GiftcardCodes = Amounts{}
			}
			o.GiftcardCodes[paid.Code] = paid.Base
		}
	}
	o.history(nil, at, false, false)
	if p.Note != "" {
		note := p.Note
		o.history(&note, at, false, false)
	}
	return o
}

func newPrices(t totals.Totals) *Prices {
	d, b := t.Display, t.Base
	return &Prices{
		Subtotal: d.Subtotal, SubtotalInclTax: d.SubtotalInclTax, TaxAmount: d.Tax, GrandTotal: d.Grand, TotalDue: d.Grand,
		BaseGrandTotal: b.Grand, BaseSubtotal: b.Subtotal, BaseTaxAmount: b.Tax, BaseTotalDue: b.Grand,
		DiscountAmount: orNil(d.Discount), BaseDiscountAmount: orNil(b.Discount), ShippingAmount: orNil(d.Shipping),
		ShippingInclTax:    orNil(d.ShippingInclTax),
		BaseShippingAmount: &b.Shipping, ShippingTaxAmount: &d.ShippingTax, HiddenTaxAmount: &d.HiddenTax, ShippingDiscount: &d.ShippingDiscount,
		GiftcardAmount: orNil(d.GiftCard),
	}
}

func newItem(l order.Line, p order.Placed, options ProductOptions, now string) *Item {
	d, b := l.Totals.Display, l.Totals.Base
	return &Item{
		Type: "OrderItem", ID: l.ID, ProductID: l.ProductID, StoreID: p.StoreID, SKU: l.SKU, Name: l.Name, ProductType: l.Type,
		Qty: l.Qty, QtyOrdered: l.Qty,
		QtyBackordered: orNil(l.Backordered), Price: d.Price, PriceInclTax: d.PriceInclTax, RowTotal: d.RowTotal,
		RowTotalInclTax: d.RowTotalInclTax,
		BasePrice:       b.Price, BaseRowTotal: b.RowTotal, OriginalPrice: orNil(l.Original), DiscountAmount: orNil(d.Discount),
		DiscountPercent: orNil(l.Totals.DiscountPercent), TaxAmount: orNil(d.Tax), TaxPercent: orNil(l.Totals.TaxPercent),
		BaseTaxAmount: orNil(b.Tax),
		BaseDiscount:  orNil(b.Discount), Weight: orNil(l.Weight), RowWeight: orNil(l.Weight.Mul(l.Qty).Stored()), IsVirtual: l.Virtual,
		IsQtyDecimal: l.QtyDecimal, FreeShipping: l.Totals.FreeShipping, NoDiscount: l.Totals.NoDiscount, ProductOptions: options, CreatedAt: now,
	}
}

// buyRequest returns the request that put a line into the cart, with the product and its choices.
func buyRequest(l order.Line, people giftcard.People) json.RawMessage {
	b, err := Encode(struct {
		SKU string        `json:"sku"`
		Qty money.Decimal `json:"qty"`
	}{l.SKU, l.Qty})
	if err != nil {
		return json.RawMessage(`{}`)
	}
	if options := bytes.TrimSpace(l.Request); len(options) > 2 && options[0] == '{' {
		b = Splice(b, options[1:len(options)-1])
	}
	return withPeople(b, people)
}

func (o *Order) item(id int64) *Item {
	for _, i := range o.Items {
		if i.ID == id {
			return i
		}
	}
	return nil
}

// cancel moves quantities and amounts (shapes-sales §8.5).
func (o *Order) cancel(e order.CanceledEvent) {
	for _, l := range e.Lines {
		if item := o.item(l.LineID); item != nil {
			item.QtyCanceled = item.QtyCanceled.Add(l.Qty)
		}
	}
	total := o.Prices.GrandTotal.Sub(o.Prices.TotalPaid)
	subtotal := o.Prices.Subtotal
	if o.Prices.SubtotalInvoiced != nil {
		subtotal = subtotal.Sub(*o.Prices.SubtotalInvoiced)
	}
	o.Prices.TotalCanceled, o.Prices.SubtotalCanceled = &total, &subtotal
}

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
	BillingAddress     *ListAddress `json:"billingAddress,omitempty"`
	ShippingAddress    *Address     `json:"shippingAddress,omitempty"`
	PaymentMethodTitle string       `json:"paymentMethodTitle"`
	StatusHistory      []Status     `json:"statusHistory"`
	Shipments          []*Shipment  `json:"shipments"`
}

// Row returns the list form of an order.
func (o *Order) Row() OrderRow {
	return OrderRow{
		Order: *o, BillingAddress: o.BillingAddress.reduced(), PaymentMethodTitle: o.PaymentMethod, StatusHistory: []Status{},
		Shipments: []*Shipment{},
	}
}
