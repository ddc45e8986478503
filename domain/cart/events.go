package cart

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/money"
)

type (
	Created struct {
		CartID     int64     `json:"cartId"`
		StoreID    int64     `json:"storeId"`
		CustomerID int64     `json:"customerId,omitempty"`
		MaskedID   string    `json:"maskedId,omitempty" credential:"true"`
		At         time.Time `json:"at"`
	}
	ItemAdded struct {
		Item Item      `json:"item"`
		At   time.Time `json:"at"`
	}
	ItemQtyChanged struct {
		ItemID int64         `json:"itemId"`
		Qty    money.Decimal `json:"qty"`
		At     time.Time     `json:"at"`
	}
	ItemRemoved struct {
		ItemID int64     `json:"itemId"`
		At     time.Time `json:"at"`
	}
	// DetailsSet carries the details that were changed; empty values change nothing.
	DetailsSet struct {
		CartID     int64              `json:"cartId"`
		CustomerID int64              `json:"customerId,omitempty"`
		Billing    *directory.Address `json:"billing,omitzero" personal:"true"`
		Shipping   *directory.Address `json:"shipping,omitzero" personal:"true"`
		Email      string             `json:"email,omitzero" personal:"true"`
		Note       string             `json:"note,omitzero" personal:"true"`
		Method     string             `json:"method,omitempty"`
		Payment    string             `json:"payment,omitempty"`
		At         time.Time          `json:"at"`
		// PaymentData may identify the payer.
		PaymentData json.RawMessage `json:"paymentData,omitzero" personal:"true"`
	}
	// CheckoutStarted carries everything needed to finish or undo the placement.
	CheckoutStarted struct {
		CartID      int64     `json:"cartId"`
		OrderID     int64     `json:"orderId"`
		IncrementID string    `json:"incrementId"`
		At          time.Time `json:"at"`
		RuleIDs     []int64   `json:"ruleIds,omitempty"`
		CardIDs     []int64   `json:"cardIds,omitempty"`
		Payment     string    `json:"payment,omitempty"`
	}
	CheckoutAborted struct {
		CartID  int64     `json:"cartId"`
		OrderID int64     `json:"orderId"`
		Reason  string    `json:"reason"`
		At      time.Time `json:"at"`
	}
	Closed struct {
		CartID  int64     `json:"cartId"`
		OrderID int64     `json:"orderId"`
		At      time.Time `json:"at"`
	}
)

func (Created) EventName() string         { return "CartCreated" }
func (ItemAdded) EventName() string       { return "CartItemAdded" }
func (ItemQtyChanged) EventName() string  { return "CartItemQtyChanged" }
func (ItemRemoved) EventName() string     { return "CartItemRemoved" }
func (DetailsSet) EventName() string      { return "CartDetailsSet" }
func (CheckoutStarted) EventName() string { return "CartCheckoutStarted" }
func (CheckoutAborted) EventName() string { return "CartCheckoutAborted" }
func (Closed) EventName() string          { return "CartClosed" }
func (e DetailsSet) DataSubject() string  { return Subject(e.CartID, e.CustomerID) }

// guest is the kind of data subject of buyers without an account.
const guest = "guest"

// Subject names the data subject of a cart and of its order: the customer, or the guest who filled the cart.
func Subject(cartID, customerID int64) string {
	if customerID != 0 {
		return fmt.Sprintf("customer-%d", customerID)
	}
	return domain.Stream(guest, cartID)
}

// OfGuest returns the guest's cart that a data subject names; ok is false if the subject is no guest.
func OfGuest(subject string) (cartID int64, ok bool) {
	return domain.StreamID(subject), domain.Category(subject) == guest
}

func EventSpecs() []domain.EventSpec {
	return domain.Specs(
		Created{}, ItemAdded{}, ItemQtyChanged{}, ItemRemoved{}, DetailsSet{}, CheckoutStarted{}, CheckoutAborted{},
		Closed{}, CouponApplied{}, CouponRemoved{}, GiftCardApplied{}, GiftCardRemoved{}, GiftMessageSet{},
		GiftMessageRemoved{}, CustomPriceSet{}, GiftCardAddressed{}, OptionsWritten{}, Merged{}, MergedInto{}, Expired{},
	)
}

func New(string) State { return State{} }

func Evolve(s State, e domain.Event) State {
	s.Changes++
	switch e := e.(type) {
	case Created:
		s.ID, s.StoreID, s.CustomerID, s.MaskedID = e.CartID, e.StoreID, e.CustomerID, e.MaskedID
		s.Exists, s.Created, s.Changed = true, e.At, e.At
	case ItemAdded:
		s.Items = append(slices.Clip(s.Items), e.Item.parted()) // in events of earlier versions the options include the texts
		s.NextItem, s.Changed = e.Item.ID, e.At
	case ItemQtyChanged:
		s = s.withItem(e.ItemID, func(i *Item) { i.Qty = e.Qty })
		s.Changed = e.At
	case ItemRemoved:
		s.Items, s.Changed = slices.DeleteFunc(slices.Clone(s.Items), func(i Item) bool { return i.ID == e.ItemID }), e.At
	case DetailsSet:
		s.Billing, s.Shipping = cmp.Or(e.Billing, s.Billing), cmp.Or(e.Shipping, s.Shipping)
		s.Email, s.Note = cmp.Or(e.Email, s.Email), cmp.Or(e.Note, s.Note)
		s.Method, s.Payment = cmp.Or(e.Method, s.Method), cmp.Or(e.Payment, s.Payment)
		if e.PaymentData != nil {
			s.PaymentData = e.PaymentData
		}
		s.Changed = e.At
	case CheckoutStarted:
		s.Checkout = &Checkout{
			OrderID: e.OrderID, Increment: e.IncrementID, Started: e.At, RuleIDs: e.RuleIDs, CardIDs: e.CardIDs, Payment: e.Payment,
		}
		s.Increment, s.Changed = e.IncrementID, e.At
	case CheckoutAborted:
		s.Checkout, s.Changed = nil, e.At
	case Closed:
		s.Checkout, s.Closed, s.OrderID, s.Changed = nil, true, e.OrderID, e.At
	default:
		s = s.evolveExtras(e)
	}
	return s
}
