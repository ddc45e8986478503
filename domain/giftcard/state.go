package giftcard

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// State is the state of a card. Evolve never modifies a state it is given.
type State struct {
	Card
	Exists         bool
	Abandoned      bool
	Currency       string
	InitialBalance money.Decimal
	// Orders holds the charges by order, including undone ones.
	Orders map[int64]Charge
}

// Charge is an order's charge with the part of it that was credited.
type Charge struct {
	Amount   money.Decimal
	Credited money.Decimal
	Undone   bool
	// References lists the refunds and cancellations that were credited.
	References []string
}

// Left returns the amount that can still be credited to the card for the order.
func (c Charge) Left() money.Decimal { return c.Amount.Sub(c.Credited) }
func New(string) State               { return State{} }

func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Created:
		s = State{
			Card:   Card{ID: e.CardID, Code: e.Code, Status: e.Status, Balance: e.Balance, ExpiresAt: e.ExpiresAt, WebsiteIDs: e.WebsiteIDs},
			Exists: true, Currency: e.Currency, InitialBalance: e.InitialBalance,
		}
	case Abandoned:
		s.Abandoned = true
	case Charged:
		s = s.charge(e.OrderID, func(c Charge) Charge {
			c.Amount = e.Amount
			return c
		})
		s.Balance, s.Status = e.Balance, e.Status
	case ChargeUndone:
		s = s.charge(e.OrderID, func(c Charge) Charge {
			c.Undone, c.Credited = true, c.Amount
			return c
		})
		s.Balance, s.Status = e.Balance, e.Status
	case Credited:
		s = s.charge(e.OrderID, func(c Charge) Charge {
			c.Credited = c.Credited.Add(e.Amount)
			c.References = append(slices.Clip(c.References), e.Reference)
			return c
		})
		s.Balance, s.Status, s.ExpiresAt = e.Balance, e.Status, e.ExpiresAt
	case Adjusted:
		s.Balance, s.Status = e.Balance, e.Status
	case StatusChanged:
		s.Status = e.Status
	case Expired:
		s.Status = PastTime
	}
	return s
}

// charge changes the charge of an order, on a copy.
func (s State) charge(orderID int64, change func(Charge) Charge) State {
	orders := make(map[int64]Charge, len(s.Orders)+1)
	maps.Copy(orders, s.Orders)
	orders[orderID] = change(orders[orderID])
	s.Orders = orders
	return s
}

// Order identifies an order that a card pays for or was sold by.
type Order struct {
	ID        int64
	Increment string
}

// Draft describes a card to create. Its websites and currency come from Websites; its code is claimed.
type Draft struct {
	CardID         int64
	Code           string
	Currency       string
	WebsiteIDs     []int64
	InitialBalance *money.Decimal // copied from the other amount if only one is set
	Balance        *money.Decimal
	Status         Status // empty: active
	ExpiresAt      time.Time
	People         People
	Bought         Order // order that the card was bought with, if any
	BoughtLineID   int64
	BoughtIn       int64     // store view
	SendAt         time.Time // delivery time; zero: at once
}

// Create creates the card.
func (s State) Create(d Draft) ([]domain.Event, error) {
	switch {
	case s.Exists:
		return nil, fault.Conflictf("Gift card %d exists already", d.CardID)
	case s.Abandoned:
		return nil, ErrCodeTaken(d.Code) // another placement was faster
	}
	initial, balance := d.InitialBalance, d.Balance
	if initial == nil {
		initial = balance
	}
	if balance == nil {
		balance = initial
	}
	var wrong fault.Several
	switch {
	case initial == nil || initial.Sign() <= 0:
		wrong.Add(errBalanceRequired)
	case maxBalance.Less(*initial) || maxBalance.Less(*balance):
		wrong.Add(errBalanceTooHigh)
	case balance.Sign() < 0:
		wrong.Add(errBalanceNegative)
	}
	d.Status = cmp.Or(d.Status, Active)
	if err := fault.All(wrong.Err(), fault.If(len(d.WebsiteIDs) == 0, errNoWebsite), fault.If(len(d.Code) > MaxCode, errCodeTooLong),
		d.Status.Check()); err != nil {
		return nil, err
	}
	e := Created{
		CardID: d.CardID, Code: d.Code, Currency: d.Currency, WebsiteIDs: d.WebsiteIDs, InitialBalance: initial.Stored(),
		Balance: balance.Stored(),
		Status:  d.Status, ExpiresAt: d.ExpiresAt, OrderID: d.Bought.ID, OrderLineID: d.BoughtLineID, StoreID: d.BoughtIn,
		SendAt: d.SendAt, People: d.People,
	}
	if d.Bought.ID != 0 {
		e.Comment = fromOrder(d.Bought.Increment)
	}
	return []domain.Event{e}, nil
}

// Abandon prevents a card from being created. A card that exists stays as it is.
func (s State) Abandon() []domain.Event {
	if s.Exists || s.Abandoned {
		return nil
	}
	return []domain.Event{Abandoned{}}
}

const balanceChanged = "giftcard_balance_changed"

func errBalanceChanged(code string) error {
	return fault.Conflictf("The balance of gift card \"%s\" has changed. Please try again.", code).WithCode(balanceChanged)
}

// BalanceChanged tells whether an error is errBalanceChanged.
func BalanceChanged(err error) bool {
	f, ok := fault.As(err)
	return ok && f.Code == balanceChanged
}

// Charge pays for an order. A repeated call for the same order changes nothing. It fails if the card is no longer valid or has no balance.
// It fails with errBalanceChanged if the balance is too low, and with errGivenUp if the order's charge was undone.
func (s State) Charge(o Order, amount money.Decimal, now time.Time) ([]domain.Event, error) {
	if charge, known := s.Orders[o.ID]; known {
		if charge.Undone {
			return nil, errGivenUp
		}
		return nil, nil
	}
	if !s.Exists {
		return nil, ErrNotFound
	}
	if amount.Sign() <= 0 {
		return nil, nil
	}
	if err := s.PlacementRefusal(now); err != nil {
		return nil, err
	}
	if s.Balance.Less(amount) {
		return nil, errBalanceChanged(s.Code)
	}
	e := Charged{OrderID: o.ID, Amount: amount.Stored(), Status: Active, Comment: usedIn(o.Increment)}
	if e.Balance = s.Balance.Sub(e.Amount); e.Balance.IsZero() {
		e.Status = SpentUp
	}
	return []domain.Event{e}, nil
}

// UndoCharge returns the charge of an order that was not placed. The call is recorded even if there is no charge yet, because a slow
// placement may still try to charge. A repeated call changes nothing.
func (s State) UndoCharge(o Order) []domain.Event {
	charge := s.Orders[o.ID]
	if !s.Exists || charge.Undone || !charge.Credited.IsZero() {
		return nil
	}
	e := ChargeUndone{
		OrderID: o.ID, Amount: charge.Amount, Balance: s.Balance.Add(charge.Amount), Status: s.Status, Comment: notPlaced(o.Increment),
	}
	if s.Status == SpentUp && charge.Amount.Sign() > 0 {
		e.Status = Active
	}
	return []domain.Event{e}
}

// Refund is an amount to credit to a card.
type Refund struct {
	Order     Order
	Reference string // identifies the credit memo or cancellation, which is credited only once
	Amount    money.Decimal
	Comment   string // ForRefund or ForCancel
	Extension int    // minimum validity of the card from now on, in days; 0: unchanged
}

// Credit returns an order's charge or a part of it to the card, never more. errNotCharged: the order was not charged.
//
// The card becomes active again. A disabled card stays disabled. An expired card stays expired unless its time is extended.
func (s State) Credit(r Refund, now time.Time) ([]domain.Event, error) {
	charge, known := s.Orders[r.Order.ID]
	if !known || charge.Undone {
		return nil, errNotCharged
	}
	amount := money.Min(r.Amount.Stored(), charge.Left())
	if slices.Contains(charge.References, r.Reference) || amount.Sign() <= 0 {
		return nil, nil
	}
	e := Credited{
		OrderID: r.Order.ID, Reference: r.Reference, Amount: amount, Balance: s.Balance.Add(amount), Status: Active,
		ExpiresAt: s.ExpiresAt, Comment: r.Comment,
	}
	switch {
	case s.Status == Suspended:
		e.Status = Suspended
	case r.Extension <= 0 && (s.Status == PastTime || expired(s.ExpiresAt, now)):
		e.Status = PastTime
	}
	if until := Lifetime(now, r.Extension); !s.ExpiresAt.IsZero() && s.ExpiresAt.Before(until) {
		e.ExpiresAt = until
		e.Comment += extended(r.Extension)
	}
	return []domain.Event{e}, nil
}

// Adjustment is a change of a card by the shop. Nil values change nothing.
type Adjustment struct {
	Status  *Status
	Balance *money.Decimal
	Comment string
}

// defaultComment is the comment of an adjustment without one.
const defaultComment = "API balance adjustment"

// Adjust sets balance and status. The new balance determines the status, unless a status is given.
func (s State) Adjust(a Adjustment) ([]domain.Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	status, balance := s.Status, s.Balance
	if a.Balance != nil {
		switch balance = a.Balance.Stored(); {
		case balance.Sign() < 0:
			return nil, errBalanceNegative
		case maxBalance.Less(balance):
			return nil, errBalanceTooHigh
		case balance.IsZero():
			status = SpentUp
		case s.Status == SpentUp:
			status = Active
		}
	}
	if a.Status != nil {
		if err := a.Status.Check(); err != nil {
			return nil, err
		}
		status = *a.Status
	}
	switch {
	case !balance.Equal(s.Balance):
		e := Adjusted{CardID: s.ID, Amount: balance.Sub(s.Balance), Balance: balance, Status: status, Comment: a.Comment}
		if e.Comment == "" {
			e.Comment = defaultComment
		}
		return []domain.Event{e}, nil
	case status != s.Status:
		return []domain.Event{StatusChanged{Status: status}}, nil
	}
	return nil, nil
}

// Expire expires an active card whose time has passed.
func (s State) Expire(now time.Time) []domain.Event {
	if !s.Exists || s.Status != Active || !expired(s.ExpiresAt, now) {
		return nil
	}
	return []domain.Event{Expired{Balance: s.Balance}}
}

// MarkSent records that the card was sent to its recipient.
func (s State) MarkSent(at time.Time) ([]domain.Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	return []domain.Event{Sent{At: at.UTC()}}, nil
}
