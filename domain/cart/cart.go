// Package cart decides what may happen to a shopping cart until it becomes an order.
//
//	open ──StartCheckout──▶ in checkout ──Close──▶ closed
//	 ▲                          │
//	 └──────AbortCheckout───────┘
//
// An open cart that nobody touches expires.
//
// Prices are not part of a cart: they are looked up when it is read and fixed when it is placed. While a checkout runs the
// cart is locked; the checkout's event carries everything needed to finish or undo it, whoever does so.
package cart

import (
	"bytes"
	"encoding/json"
	"time"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
)

const Category = "cart"

// State is a cart as its events left it. Evolve never changes a state it was given, so it may be shared.
type State struct {
	ID         int64
	MaskedID   string // 32 lower-case hex; empty once a customer owns the cart
	CustomerID int64  // 0: a guest's
	StoreID    int64
	Items      []Item
	NextItem   int64
	Billing    *directory.Address
	Shipping   *directory.Address
	Email      string
	Method     string // shipping, carrier_method
	Payment    string
	// PaymentData is what the payment method was told, as it was told.
	PaymentData json.RawMessage
	Note        string
	Coupon      string
	Cards       []Card   // gift cards, in the order they were applied
	Message     *Message // with the whole cart
	Increment   string   // order number reserved by a placement that failed
	Checkout    *Checkout
	Closed      bool
	OrderID     int64
	MergedInto  int64   // the customer's cart that took this one over
	MergedFrom  []int64 // the guests' carts that this one took over
	Exists      bool
	Expired     bool // and so it does not exist any more
	Created     time.Time
	// Changed is when the newest event was recorded; while it is not stored yet, when it happened.
	Changed time.Time
	// Changes counts events, so that what was computed from a state can be told from a newer one.
	Changes int
}

// Item is a line of a cart.
type Item struct {
	ID        int64           `json:"id"`
	ProductID int64           `json:"productId"`
	SKU       string          `json:"sku"`
	Type      string          `json:"type"`
	Qty       money.Decimal   `json:"qty"`
	Options   json.RawMessage `json:"options,omitempty"` // the add-to-cart request, without sku and qty
	// CustomPrice replaces the catalog's price, in the base currency and with tax where the catalog's is.
	CustomPrice *money.Decimal  `json:"customPrice,omitempty"`
	Message     *Message        `json:"-"`
	People      giftcard.People `json:"-"` // of a gift card that is bought
}

// same tells whether two lines are one: the same product, chosen in the same way.
func (i Item) same(other Item) bool {
	return i.ProductID == other.ProductID && string(i.Options) == string(other.Options) && i.People == other.People
}

// Checkout is a placement that has begun.
type Checkout struct {
	OrderID   int64
	Increment string
	Started   time.Time
	RuleIDs   []int64 // the price rules it uses
	CardIDs   []int64 // the gift cards it pays with
	Payment   string  // method
}

// Limits of a line's quantity (shapes-sales §1).
var maxQty = money.FromInt(10_000)

// The refusals of a cart.
var (
	ErrNotFound   = fault.NotFoundf("Cart not found")
	ErrInactive   = fault.Preconditionf("Cart is no longer active")
	ErrInProgress = fault.Conflictf("Order placement is already in progress for this cart")
	ErrEmpty      = fault.Preconditionf("Cart is empty")
)

// CheckQty refuses a quantity no line can have.
func CheckQty(qty money.Decimal) error {
	switch {
	case qty.Sign() <= 0:
		return fault.Invalidf("Quantity must be greater than zero")
	case maxQty.Less(qty):
		return fault.Invalidf("Quantity cannot exceed 10,000")
	}
	return nil
}

// open refuses changes while the cart cannot be changed.
func (s State) open() error {
	switch {
	case !s.Exists:
		return ErrNotFound
	case s.Closed:
		return ErrInactive
	case s.Checkout != nil:
		return ErrInProgress
	}
	return nil
}

// Create brings a cart into being. Guests' carts have a masked ID, customers' carts have none.
func (s State) Create(id, storeID, customerID int64, maskedID string, at time.Time) ([]domain.Event, error) {
	if s.Exists || s.Expired {
		return nil, fault.Conflictf("Cart %d exists already", id)
	}
	return []domain.Event{Created{CartID: id, StoreID: storeID, CustomerID: customerID, MaskedID: maskedID, At: at}}, nil
}

// Add puts a quantity of a product into the cart: into the line of the same product with the same options, or into a new
// one. total tells whether the quantity the cart then has of the product can be sold; its error is returned.
func (s State) Add(item Item, at time.Time, total func(qty money.Decimal) error) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if err := CheckQty(item.Qty); err != nil {
		return nil, err
	}
	if item.Type == giftcard.ProductType && len(s.Cards) > 0 {
		return nil, ErrCardsAndProduct
	}
	all := item.Qty
	for _, has := range s.Items {
		if has.ProductID == item.ProductID {
			all = all.Add(has.Qty)
		}
	}
	if err := total(all); err != nil {
		return nil, err
	}
	for _, has := range s.Items {
		if has.same(item) {
			qty := has.Qty.Add(item.Qty)
			if err := CheckQty(qty); err != nil {
				return nil, err
			}
			if item.CustomPrice != nil && !samePrice(item.CustomPrice, has.CustomPrice) {
				return nil, ErrReprices
			}
			return []domain.Event{ItemQtyChanged{ItemID: has.ID, Qty: qty, At: at}}, nil
		}
	}
	item.ID = s.NextItem + 1
	return s.put(item, at), nil
}

// put makes a new line. What tells about people is an event of its own, since it is sealed.
func (s State) put(item Item, at time.Time) []domain.Event {
	people := item.People
	item.People = giftcard.People{}
	events := []domain.Event{ItemAdded{Item: item, At: at}}
	if people != (giftcard.People{}) {
		events = append(events, GiftCardAddressed{CartID: s.ID, CustomerID: s.CustomerID, ItemID: item.ID, People: people, At: at})
	}
	return events
}

// ChangeQty sets the quantity of a line.
func (s State) ChangeQty(itemID int64, qty money.Decimal, at time.Time, total func(qty money.Decimal) error) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	item, ok := s.Item(itemID)
	if !ok {
		return nil, ErrItemNotFound(itemID)
	}
	if err := CheckQty(qty); err != nil {
		return nil, err
	}
	if item.Qty.Equal(qty) {
		return nil, nil
	}
	all := qty
	for _, has := range s.Items {
		if has.ProductID == item.ProductID && has.ID != itemID {
			all = all.Add(has.Qty)
		}
	}
	if err := total(all); err != nil {
		return nil, err
	}
	return []domain.Event{ItemQtyChanged{ItemID: itemID, Qty: qty, At: at}}, nil
}

// Remove takes a line out.
func (s State) Remove(itemID int64, at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if _, ok := s.Item(itemID); !ok {
		return nil, ErrItemNotFound(itemID)
	}
	return []domain.Event{ItemRemoved{ItemID: itemID, At: at}}, nil
}

// ErrItemNotFound: the cart has no such line.
func ErrItemNotFound(id int64) error { return fault.NotFoundf("Cart item with ID '%d' not found", id) }

// Item finds a line.
func (s State) Item(id int64) (Item, bool) {
	for _, item := range s.Items {
		if item.ID == id {
			return item, true
		}
	}
	return Item{}, false
}

// Details are what a customer tells about a purchase. Nil and empty mean "as it is".
type Details struct {
	Billing, Shipping      *directory.Address
	Email, Method, Payment string
	Note                   string
	PaymentData            json.RawMessage
}

// SetDetails remembers details. Only what differs becomes an event.
func (s State) SetDetails(d Details, at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	e := DetailsSet{CartID: s.ID, CustomerID: s.CustomerID, At: at}
	if d.Billing != nil && !sameAddress(s.Billing, d.Billing) {
		e.Billing = d.Billing
	}
	if d.Shipping != nil && !sameAddress(s.Shipping, d.Shipping) {
		e.Shipping = d.Shipping
	}
	e.Email = changed(s.Email, d.Email)
	e.Method = changed(s.Method, d.Method)
	e.Payment = changed(s.Payment, d.Payment)
	e.Note = changed(s.Note, d.Note)
	if len(d.PaymentData) > 0 && !bytes.Equal(d.PaymentData, s.PaymentData) {
		e.PaymentData = d.PaymentData
	}
	if e.Billing == nil && e.Shipping == nil && e.Email == "" && e.Method == "" && e.Payment == "" && e.Note == "" && e.PaymentData == nil {
		return nil, nil
	}
	return []domain.Event{e}, nil
}

func changed(has, wants string) string {
	if has == wants {
		return ""
	}
	return wants
}

func sameAddress(a, b *directory.Address) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// Starting is what a checkout begins with: everything that is needed to finish or undo it.
type Starting struct {
	OrderID   int64
	Increment string
	RuleIDs   []int64
	CardIDs   []int64
	Payment   string
}

// StartCheckout locks the cart for an order. basedOn is Changes of the state the order was computed from; a cart that has
// changed since is refused with ErrChanged, and the order must be computed again.
func (s State) StartCheckout(with Starting, basedOn int, at time.Time) ([]domain.Event, error) {
	if s.Exists && s.Closed {
		return nil, ErrInactive
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	if len(s.Items) == 0 {
		return nil, ErrEmpty
	}
	if s.Changes != basedOn {
		return nil, ErrChanged
	}
	return []domain.Event{CheckoutStarted{
		CartID: s.ID, OrderID: with.OrderID, IncrementID: with.Increment, RuleIDs: with.RuleIDs, CardIDs: with.CardIDs, Payment: with.Payment, At: at,
	}}, nil
}

// ErrChanged: the cart is not what the order was computed from.
var ErrChanged = fault.Conflictf("The cart was changed while the order was being placed. Please try again.")

// AbortCheckout opens the cart again because the order of its checkout did not come into being.
func (s State) AbortCheckout(orderID int64, reason string, at time.Time) ([]domain.Event, error) {
	if s.Checkout == nil || s.Checkout.OrderID != orderID {
		return nil, nil
	}
	return []domain.Event{CheckoutAborted{CartID: s.ID, OrderID: orderID, Reason: reason, At: at}}, nil
}

// Close ends the cart because its order exists.
func (s State) Close(orderID int64, at time.Time) ([]domain.Event, error) {
	if s.Closed || s.Checkout == nil || s.Checkout.OrderID != orderID {
		return nil, nil
	}
	return []domain.Event{Closed{CartID: s.ID, OrderID: orderID, At: at}}, nil
}

// Qty is the sum of the lines' quantities.
func (s State) Qty() money.Decimal {
	sum := money.Zero
	for _, item := range s.Items {
		sum = sum.Add(item.Qty)
	}
	return sum
}
