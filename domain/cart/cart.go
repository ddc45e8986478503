// Package cart decides what may happen to a shopping cart until it becomes an order.
//
//	open ──StartCheckout──▶ in checkout ──Close──▶ closed
//	 ▲                          │
//	 └──────AbortCheckout───────┘
//
// An open cart expires if it is not used.
//
// Cart events hold no amounts except line prices set by the back office. Prices are looked up when a cart is read and fixed
// when it is placed. A running checkout locks the cart. The event that starts it carries everything needed to finish or undo it.
package cart

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
)

// maskShape matches the masked ID of a guest's cart.
var maskShape = regexp.MustCompile(`^[0-9a-f]{32}$`)

// ParseMask returns a masked ID in lower case; ok is false for any other text.
func ParseMask(text string) (mask string, ok bool) {
	mask = strings.ToLower(text)
	return mask, maskShape.MatchString(mask)
}

const Category = "cart"

// State is the state of a cart. Evolve never modifies a state it is given, so it may be shared.
type State struct {
	ID         int64
	MaskedID   string // 32 lower-case hex; empty once a customer owns the cart
	CustomerID int64  // 0: a guest
	StoreID    int64
	Items      []Item
	NextItem   int64
	Billing    *directory.Address
	Shipping   *directory.Address
	Email      string
	Method     string // shipping method: carrier_method
	Payment    string
	// PaymentData holds the fields of the payment method, as they were sent.
	PaymentData json.RawMessage
	Note        string
	Coupon      string
	Ended       EndedCoupon // the last coupon that left the cart because it no longer applied
	Cards       []Card      // gift cards, in the order they were applied
	Message     *Message    // gift message for the whole cart
	Increment   string      // order number reserved by a failed placement
	Checkout    *Checkout
	Closed      bool
	OrderID     int64
	MergedInto  int64   // ID of the customer's cart that this guest's cart was merged into
	MergedFrom  []int64 // the guests' carts merged into this one
	Exists      bool
	Unsaved     bool // the masked ID was issued, but the cart has no event yet
	Expired     bool // an expired cart no longer exists
	Created     time.Time
	// Changed is the time of the newest event: when it was recorded, or when it happened if it is not stored yet.
	Changed time.Time
	// Changes counts the events, so that two states of a cart can be told apart.
	Changes int
}

// Item is a line of a cart.
type Item struct {
	ID        int64           `json:"id"`
	ProductID int64           `json:"productId"`
	SKU       string          `json:"sku"`
	Type      string          `json:"type"`
	Qty       money.Decimal   `json:"qty"`
	Options   json.RawMessage `json:"options,omitempty"` // catalog.Choice or giftcard.Wish, without Written
	// Files lists the IDs of the media files in Written.
	Files []int64 `json:"files,omitempty"`
	// Parts lists the products that are taken from stock for one unit. Without parts it is the product itself.
	Parts []Part `json:"parts,omitempty"`
	// CustomPrice replaces the catalog price, in the base currency, including tax if catalog prices do.
	CustomPrice *money.Decimal  `json:"customPrice,omitempty"`
	Message     *Message        `json:"-"`
	People      giftcard.People `json:"-"` // sender and recipient of a gift card product
	Written     catalog.Written `json:"-"` // the buyer's texts and files for custom options; in a state they are here and not in Options
}

// parted moves the buyer's texts and files from the options to Written.
func (i Item) parted() Item {
	rest, written := catalog.Part(i.Options)
	if written != nil {
		i.Options, i.Written, i.Files = rest, written, written.Files()
	}
	return i
}

// Choice returns the buyer's choices, including texts and files.
func (i Item) Choice() catalog.Choice { return catalog.ReadChoice(i.Written.Into(i.Options)) }

// Part is a quantity of a product in one unit of a line.
type Part struct {
	ProductID int64         `json:"productId"`
	Qty       money.Decimal `json:"qty"`
}

// Of returns the quantity of a product that the line takes from stock.
func (i Item) Of(productID int64) (sum money.Decimal) {
	if len(i.Parts) == 0 && i.ProductID == productID {
		return i.Qty
	}
	for _, part := range i.Parts {
		if part.ProductID == productID {
			sum = sum.Add(part.Qty.Mul(i.Qty))
		}
	}
	return sum
}

// Total returns the quantity of a product in all lines of a cart.
type Total func(productID int64) money.Decimal

// Sellable returns an error if a cart has more of a product than can be sold.
type Sellable func(Total) error

// same tells whether two lines can be joined: they have the same product, options, texts and people.
func (i Item) same(other Item) bool {
	return i.ProductID == other.ProductID && string(i.Options) == string(other.Options) && i.Written.Equal(other.Written) &&
		i.People == other.People
}

// Checkout is a running placement.
type Checkout struct {
	OrderID   int64
	Increment string
	Started   time.Time
	RuleIDs   []int64 // price rules used by the order
	CardIDs   []int64 // gift cards that pay
	Payment   string  // payment method
}

// maxQty is the limit of a line's quantity (shapes-sales §1).
var maxQty = money.FromInt(10_000)

var (
	ErrNotFound   = fault.NotFoundf("Cart not found")
	ErrInactive   = fault.Preconditionf("Cart is no longer active")
	ErrInProgress = fault.Conflictf("Order placement is already in progress for this cart")
	ErrEmpty      = fault.Preconditionf("Cart is empty")
)

// CheckQty returns an error for a quantity that a line cannot have.
func CheckQty(qty money.Decimal) error {
	switch {
	case qty.Sign() <= 0:
		return fault.Invalidf("Quantity must be greater than zero").About(fault.Range, "qty")
	case maxQty.Less(qty):
		return fault.Invalidf("Quantity cannot exceed 10,000").About(fault.Range, "qty")
	}
	return nil
}

// open returns an error if the cart cannot be changed.
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

// Create creates a cart. Guests' carts have a masked ID, customers' carts have none.
func (s State) Create(id, storeID, customerID int64, maskedID string, at time.Time) ([]domain.Event, error) {
	if s.Exists || s.Expired {
		return nil, fault.Conflictf("Cart %d exists already", id)
	}
	return []domain.Event{Created{CartID: id, StoreID: storeID, CustomerID: customerID, MaskedID: maskedID, At: at}}, nil
}

// Add adds a product to the cart. It joins the line with the same product and options, or makes a new line. sellable checks the resulting
// quantities of the cart.
func (s State) Add(item Item, at time.Time, sellable Sellable) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if err := CheckQty(item.Qty); err != nil {
		return nil, err
	}
	if item.Type == giftcard.ProductType && len(s.Cards) > 0 {
		return nil, errCardsAndProduct
	}
	if err := sellable(func(id int64) money.Decimal { return s.qtyOf(id, 0).Add(item.Of(id)) }); err != nil {
		return nil, err
	}
	item = item.parted()
	has, ok := domain.Find(s.Items, item.same)
	if !ok {
		item.ID = s.NextItem + 1
		return s.put(item, at), nil
	}
	qty := has.Qty.Add(item.Qty)
	if err := CheckQty(qty); err != nil {
		return nil, err
	}
	if item.CustomPrice != nil && !samePrice(item.CustomPrice, has.CustomPrice) {
		return nil, errReprices
	}
	return []domain.Event{ItemQtyChanged{ItemID: has.ID, Qty: qty, At: at}}, nil
}

// AddAll adds several products to the cart, all or none.
func (s State) AddAll(items []Item, at time.Time, sellable Sellable) (all []domain.Event, err error) {
	for _, item := range items {
		events, err := s.Add(item, at, sellable)
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			s = Evolve(s, e)
		}
		all = append(all, events...)
	}
	return all, nil
}

// qtyOf returns the quantity of a product in all lines but one.
func (s State) qtyOf(productID, exceptLine int64) (sum money.Decimal) {
	for _, item := range s.Items {
		if item.ID != exceptLine {
			sum = sum.Add(item.Of(productID))
		}
	}
	return sum
}

// StockedProducts returns the IDs of the products that the lines take from stock.
func (s State) StockedProducts() (ids []int64) {
	for _, item := range s.Items {
		ids = append(ids, item.ProductID)
		for _, part := range item.Parts {
			ids = append(ids, part.ProductID)
		}
	}
	return ids
}

// put returns the events of a new line. The buyer's texts, and names and addresses of people, go into events of their own, which are
// sealed.
func (s State) put(item Item, at time.Time) []domain.Event {
	people, written := item.People, item.Written
	item.People, item.Written = giftcard.People{}, nil
	events := []domain.Event{ItemAdded{Item: item, At: at}}
	if written != nil {
		events = append(events, OptionsWritten{CartID: s.ID, CustomerID: s.CustomerID, ItemID: item.ID, Written: written, At: at})
	}
	if people != (giftcard.People{}) {
		events = append(events, GiftCardAddressed{CartID: s.ID, CustomerID: s.CustomerID, ItemID: item.ID, People: people, At: at})
	}
	return events
}

// ChangeQty sets the quantity of a line.
func (s State) ChangeQty(itemID int64, qty money.Decimal, at time.Time, sellable Sellable) ([]domain.Event, error) {
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
	item.Qty = qty
	if err := sellable(func(id int64) money.Decimal { return s.qtyOf(id, itemID).Add(item.Of(id)) }); err != nil {
		return nil, err
	}
	return []domain.Event{ItemQtyChanged{ItemID: itemID, Qty: qty, At: at}}, nil
}

// Remove deletes a line.
func (s State) Remove(itemID int64, at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if _, ok := s.Item(itemID); !ok {
		return nil, ErrItemNotFound(itemID)
	}
	return []domain.Event{ItemRemoved{ItemID: itemID, At: at}}, nil
}

func ErrItemNotFound(id int64) error { return fault.NotFoundf("Cart item with ID '%d' not found", id) }

func (s State) Item(id int64) (Item, bool) {
	return domain.Find(s.Items, func(i Item) bool { return i.ID == id })
}

// Details holds addresses, methods and notes of a purchase. Nil and empty values change nothing.
type Details struct {
	Billing, Shipping      *directory.Address
	Email, Method, Payment string
	Note                   string
	PaymentData            json.RawMessage
}

// SetDetails stores details. The event holds only the values that differ.
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
	e.Email, e.Note = changed(s.Email, d.Email), changed(s.Note, d.Note)
	e.Method, e.Payment = changed(s.Method, d.Method), changed(s.Payment, d.Payment)
	if len(d.PaymentData) > 0 && !bytes.Equal(d.PaymentData, s.PaymentData) {
		e.PaymentData = d.PaymentData
	}
	if e.Billing == nil && e.Shipping == nil && e.Email+e.Method+e.Payment+e.Note == "" && e.PaymentData == nil {
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
	return a.Equal(*b)
}

// Starting holds everything that is needed to finish or undo a checkout.
type Starting struct {
	OrderID   int64
	Increment string
	RuleIDs   []int64
	CardIDs   []int64
	Payment   string
}

// StartCheckout locks the cart for an order. basedOn is Changes of the state that the order was computed from. It returns ErrChanged if the
// cart has changed since; the order must then be computed again.
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
		CartID: s.ID, OrderID: with.OrderID, IncrementID: with.Increment, RuleIDs: with.RuleIDs, CardIDs: with.CardIDs,
		Payment: with.Payment, At: at,
	}}, nil
}

var ErrChanged = fault.Conflictf("The cart was changed while the order was being placed. Please try again.")

// AbortCheckout unlocks the cart because the order of its checkout was not placed.
func (s State) AbortCheckout(orderID int64, reason string, at time.Time) ([]domain.Event, error) {
	if s.Checkout == nil || s.Checkout.OrderID != orderID {
		return nil, nil
	}
	return []domain.Event{CheckoutAborted{CartID: s.ID, OrderID: orderID, Reason: reason, At: at}}, nil
}

// Close ends the cart because its order was placed.
func (s State) Close(orderID int64, at time.Time) ([]domain.Event, error) {
	if s.Closed || s.Checkout == nil || s.Checkout.OrderID != orderID {
		return nil, nil
	}
	return []domain.Event{Closed{CartID: s.ID, OrderID: orderID, At: at}}, nil
}

// Qty returns the sum of the lines' quantities.
func (s State) Qty() (sum money.Decimal) {
	for _, item := range s.Items {
		sum = sum.Add(item.Qty)
	}
	return sum
}
