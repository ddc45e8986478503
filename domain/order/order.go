// Package order decides the life of an order. One stream holds everything that must add up: ordered, shipped and cancelled quantities,
// invoices, credit memos, payments and refunds.
//
//	            ┌────────────── Hold ───────────────┐
//	            ▼                                   │
//	new ──Ship──▶ processing ──(all shipped and invoiced)──▶ complete ──(all refunded)──▶ closed
//	 │                │
//	 └────Cancel──────┴──▶ canceled
//
// The stream's first event is Placed, or Abandoned if the checkout was given up. Only one of them can be first, so a checkout
// cannot be both finished and undone.
package order

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

const Category = "order"

func Stream(id int64) string { return domain.Stream(Category, id) }

// Order is the state of an order. Evolve never modifies a state it is given.
type Order struct {
	Of
	ID         int64
	Increment  string
	Exists     bool
	Abandoned  bool
	StoreID    int64
	CustomerID int64
	Reachable  bool // the buyer's e-mail address is known
	Virtual    bool
	State      State
	Status     Status
	HoldState  State
	HoldStatus Status
	Lines      []LineState
	Shipments  []ShipmentState
	TokenHash  string // hash of the guest's single-use token; empty after its use
	Currency   string
	Rate       money.Decimal
	Payment    string // payment method
	// Transaction is the payment gateway's authorisation. Released is the part of it that voided invoices released, in the order's currency.
	Transaction string
	Released    money.Decimal
	Totals      Totals
	Cards       []totals.Paid // gift cards that pay, with their amounts
	CouponRule  int64         // price rule of the coupon; 0 without one
	Invoices    []InvoiceRecord
	Memos       []MemoRecord
	// DownloadSecret is the secret of the keys of downloads; empty if the order has none, or the buyer was forgotten.
	DownloadSecret string
	// PendingRefunds holds the refunds that the payment gateway has not confirmed, by the ID of the credit memo.
	PendingRefunds map[int64]CreditMemo
}

// Open tells whether work on the order is left: something to deliver, to receive or to decide.
func (o Order) Open() bool {
	return o.Exists && o.State != Complete && o.State != Closed && o.State != Canceled
}

// LineState is a line with its quantities and amounts so far.
type LineState struct {
	Line
	Invoiced, Shipped, Refunded, Canceled money.Decimal
	InvoicedMoney, RefundedMoney          LineMoney
	// Withdrawn is the part of Canceled whose amounts are CanceledMoney. Earlier versions told no amounts.
	Withdrawn     money.Decimal
	CanceledMoney LineMoney
	// Unpriced lines have no quantity of their own to invoice, Unparcelled lines none to ship.
	Unpriced, Unparcelled bool
	Downloads             map[int64]int64 // number of downloads, by link
}

// ShipmentState is a shipment of the order.
type ShipmentState struct {
	ID     int64
	Tracks []int64
}

// The remaining quantities (shapes-sales §8.2) are never below 0.

// ToInvoice returns the quantity that can still be invoiced.
func (l LineState) ToInvoice() money.Decimal {
	if l.Unpriced {
		return money.Zero
	}
	return atLeastZero(l.Qty.Sub(l.Invoiced).Sub(l.Canceled))
}

// ToShip returns the quantity still to be shipped. It ignores that virtual lines are never shipped; see Unshipped.
func (l LineState) ToShip() money.Decimal {
	if l.Unparcelled {
		return money.Zero
	}
	return atLeastZero(l.Qty.Sub(l.Shipped).Sub(l.Refunded).Sub(l.Canceled))
}

// ToRefund returns the quantity that was invoiced and not refunded.
func (l LineState) ToRefund() money.Decimal {
	if l.Unpriced {
		return money.Zero
	}
	return atLeastZero(l.Invoiced.Sub(l.Refunded))
}

// ToCancel returns the quantity that can be cancelled and goes back to stock: units neither shipped nor invoiced (shapes-sales §8.5 rule
// 1). The smaller of ToInvoice and ToShip would be wrong, because ToShip subtracts a unit twice that was shipped and refunded.
func (l LineState) ToCancel() money.Decimal {
	if l.Unpriced {
		return money.Zero
	}
	return l.untouched()
}

// untouched returns the quantity that was neither shipped, invoiced nor cancelled.
func (l LineState) untouched() money.Decimal {
	return atLeastZero(l.Qty.Sub(money.MaxOf(l.Shipped, l.Invoiced)).Sub(l.Canceled))
}

// gone returns the quantity that was refunded or cancelled.
func (l LineState) gone() money.Decimal { return l.Refunded.Add(l.Canceled) }

// Unshipped returns ToShip, but 0 for virtual lines.
func (l LineState) Unshipped() money.Decimal {
	if l.Virtual {
		return money.Zero
	}
	return l.ToShip()
}

func atLeastZero(d money.Decimal) money.Decimal { return money.MaxOf(d, money.Zero) }

var (
	ErrBusy         = fault.Conflictf("Another operation is already in progress for this order")
	ErrNotFound     = fault.NotFoundf("Order not found")
	errNotHoldable  = fault.Preconditionf("Order cannot be held")
	errNotOnHold    = fault.Preconditionf("Order is not on hold")
	errNotCanceable = fault.Preconditionf("Order cannot be cancelled")
	ErrExists       = fault.Conflictf("The order exists already")
	ErrAbandoned    = fault.Conflictf("The placement of this order was given up. Please try again.")
	ErrBadToken     = fault.NotFoundf("Not Found")
)

// Place places the order. A repeated call changes nothing.
func (o Order) Place(p Placed) ([]domain.Event, error) {
	switch {
	case o.Abandoned:
		return nil, ErrAbandoned
	case o.Exists && o.Increment == p.IncrementID:
		return nil, nil
	case o.Exists:
		return nil, ErrExists
	}
	return []domain.Event{p.parted().withCodes()}, nil
}

// Abandon prevents the order from being placed. A repeated call changes nothing.
func (o Order) Abandon(cartID int64, reason string) ([]domain.Event, error) {
	switch {
	case o.Exists:
		return nil, ErrExists
	case o.Abandoned:
		return nil, nil
	}
	return []domain.Event{Abandoned{CartID: cartID, Reason: reason}}, nil
}

// Hold stops work on the order (shapes-sales §8.3).
func (o Order) Hold(reason string) ([]domain.Event, error) {
	if err := o.refuse("hold", errNotHoldable); err != nil {
		return nil, err
	}
	return []domain.Event{Held{Of: o.Of, Reason: reason}}, nil
}

// Unhold restores the state before Hold.
func (o Order) Unhold(reason string) ([]domain.Event, error) {
	if !o.Exists {
		return nil, ErrNotFound
	}
	if o.State != Holded {
		return nil, o.advised("unhold", errNotOnHold)
	}
	return o.settled(Unheld{Of: o.Of, State: o.HoldState, Status: o.HoldStatus, Reason: reason}, false), nil
}

// keepsDiscount tells whether units that were shipped or invoiced, and not refunded, have a discount or free shipping. An order of which no
// amount is discounted counts as a whole, because its coupon gave something else.
func (o Order) keepsDiscount() bool {
	undivided := o.Totals.Ordered.Base.Discount.IsZero()
	if o.Totals.Credited.Base.ShippingDiscount.Less(o.Totals.Invoiced.Base.ShippingDiscount) {
		return true
	}
	return slices.ContainsFunc(o.Lines, func(l LineState) bool {
		discounted := undivided || l.Totals.FreeShipping || l.Totals.Base.Discount.Sign() > 0
		return discounted && l.Refunded.Less(money.MaxOf(l.Shipped, l.Invoiced))
	})
}

// CancelOwn cancels the order for its customer. It fails once something was shipped, because the back office decides about refunds.
func (o Order) CancelOwn(reason string) ([]domain.Event, error) {
	if o.anythingShipped() {
		return nil, errNotCanceable.Advised("Something was shipped already. Ask the shop what to do.")
	}
	return o.Cancel(reason)
}

func (o Order) anythingShipped() bool {
	return len(o.Shipments) > 0 || slices.ContainsFunc(o.Lines, func(l LineState) bool { return l.Shipped.Sign() > 0 })
}

// uninvoicedCards returns the gift card amounts that no invoice has used.
func (o Order) uninvoicedCards() (left Money) {
	t := o.Totals
	left.Display.GiftCard = atLeastZero(t.Ordered.Display.GiftCard.Sub(t.Invoiced.Display.GiftCard).Sub(t.CanceledCards.Display.GiftCard))
	left.Base.GiftCard = atLeastZero(t.Ordered.Base.GiftCard.Sub(t.Invoiced.Base.GiftCard).Sub(t.CanceledCards.Base.GiftCard))
	return left
}

func (o Order) refuse(action string, refusal *fault.Error) error {
	if !o.Exists {
		return ErrNotFound
	}
	if refusedIn[action][o.State] {
		return o.advised(action, refusal)
	}
	return nil
}

// UseToken lets a guest read the order once, with its single-use token (rest-v2 §4.7 rule 2). The comparison takes constant time.
func (o Order) UseToken(token string) ([]domain.Event, error) {
	if !o.Exists || o.TokenHash == "" || subtle.ConstantTimeCompare([]byte(HashToken(token)), []byte(o.TokenHash)) != 1 {
		return nil, ErrBadToken
	}
	return []domain.Event{TokenUsed{}}, nil
}

// HashToken returns the hash of a guest's token that events store.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// settled returns an event and the change of state that follows from it (shapes-sales §8.4). It checks complete and closed before it moves
// a new order to processing. moved means that something was shipped or invoiced.
func (o Order) settled(e domain.Event, moved bool) []domain.Event {
	was, next := o.apply(e).State, Evolve(o, e).State
	if moved && next == New {
		next = Processing
	}
	if next == was {
		return []domain.Event{e}
	}
	return []domain.Event{e, StateChanged{State: next, Status: DefaultStatus(next)}}
}

// Finished returns Complete or Closed if nothing is left to invoice, to ship or to refund to a pending credit memo, else the present state.
// An order is closed once all that was paid, in money and by gift cards, is refunded. An open invoice keeps it from being closed. An order
// whose grand total is 0, since gift cards paid it whole, is complete and never closed (shapes-sales §8).
func (o Order) Finished() State {
	invoiced := slices.ContainsFunc(o.Lines, func(l LineState) bool { return l.Invoiced.Sign() > 0 })
	if refusedIn["complete"][o.State] || !invoiced || o.canInvoice() || o.canShip() || len(o.PendingRefunds) > 0 {
		return o.State
	}
	switch {
	case o.Totals.BaseGrandTotal.IsZero() || o.canRefund():
		return Complete
	case o.openInvoices():
		return o.State
	case len(o.Memos) > 0:
		return Closed
	}
	return Complete // all that was invoiced was free
}

func (o Order) openInvoices() bool {
	return slices.ContainsFunc(o.Invoices, func(i InvoiceRecord) bool { return i.State == Open })
}

func (o Order) canInvoice() bool {
	return !refusedIn["invoice"][o.State] && o.moreToInvoice()
}

func (o Order) moreToInvoice() bool {
	return slices.ContainsFunc(o.Lines, func(l LineState) bool { return l.ToInvoice().Sign() > 0 })
}

func (o Order) canShip() bool {
	return !refusedIn["ship"][o.State] && o.moreToShip()
}

func (o Order) moreToShip() bool {
	return !o.Virtual && slices.ContainsFunc(o.Lines, func(l LineState) bool { return l.Unshipped().Sign() > 0 })
}

// line returns the line with an ID.
func (o Order) line(id int64) (LineState, bool) {
	return domain.Find(o.Lines, func(l LineState) bool { return l.ID == id })
}

func NewOrder(string) Order { return Order{} }
