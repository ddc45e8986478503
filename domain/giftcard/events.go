package giftcard

import (
	"time"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/person"
)

type (
	// Created brings a card into being. One that was bought has the order it was bought with; its history begins with that.
	Created struct {
		CardID int64 `json:"cardId"`
		// Code is as good as money. In logs of earlier versions it is plain.
		Code           string        `json:"code,omitzero" secret:"giftcard-codes"`
		Currency       string        `json:"currency"`
		WebsiteIDs     []int64       `json:"websiteIds"`
		InitialBalance money.Decimal `json:"initialBalance"`
		Balance        money.Decimal `json:"balance"`
		Status         Status        `json:"status"`
		ExpiresAt      time.Time     `json:"expiresAt,omitzero"`
		OrderID        int64         `json:"orderId,omitempty"` // the card was bought with
		OrderLineID    int64         `json:"orderLineId,omitempty"`
		Comment        string        `json:"comment,omitempty"`
		StoreID        int64         `json:"storeId,omitempty"` // it was bought in
		SendAt         time.Time     `json:"sendAt,omitzero"`   // not before then; zero: at once
		People         People        `json:"people,omitzero" personal:"true"`
	}
	// Abandoned says that the card never came into being, and never will.
	Abandoned struct{}
	// Charged pays for an order.
	Charged struct {
		OrderID int64         `json:"orderId"`
		Amount  money.Decimal `json:"amount"`
		Balance money.Decimal `json:"balance"`
		Status  Status        `json:"status"`
		Comment string        `json:"comment"`
	}
	// ChargeUndone takes a charge back because its order never came into being. Amount is 0 when there was none yet: the order
	// cannot be charged from then on.
	ChargeUndone struct {
		OrderID int64         `json:"orderId"`
		Amount  money.Decimal `json:"amount"`
		Balance money.Decimal `json:"balance"`
		Status  Status        `json:"status"`
		Comment string        `json:"comment"`
	}
	// Credited gives back what an order that was refunded or cancelled had been charged.
	Credited struct {
		OrderID   int64         `json:"orderId"`
		Reference string        `json:"reference"` // the refund or cancellation
		Amount    money.Decimal `json:"amount"`
		Balance   money.Decimal `json:"balance"`
		Status    Status        `json:"status"`
		ExpiresAt time.Time     `json:"expiresAt,omitzero"`
		Comment   string        `json:"comment"`
	}
	// Adjusted sets the balance.
	Adjusted struct {
		CardID  int64         `json:"cardId,omitempty"`
		Amount  money.Decimal `json:"amount"` // new less old
		Balance money.Decimal `json:"balance"`
		Status  Status        `json:"status"`
		// Comment is what somebody wrote. In logs of earlier versions it is plain.
		Comment string `json:"comment,omitzero" personal:"true"`
	}
	StatusChanged struct {
		Status Status `json:"status"`
	}
	// Expired says that the card's time had passed.
	Expired struct {
		Balance money.Decimal `json:"balance"`
	}
	// Sent says that the card was sent to its recipient.
	Sent struct {
		At time.Time `json:"at"`
	}
)

func (Created) EventName() string       { return "GiftCardCreated" }
func (Abandoned) EventName() string     { return "GiftCardAbandoned" }
func (Charged) EventName() string       { return "GiftCardCharged" }
func (ChargeUndone) EventName() string  { return "GiftCardChargeUndone" }
func (Credited) EventName() string      { return "GiftCardCredited" }
func (Adjusted) EventName() string      { return "GiftCardAdjusted" }
func (StatusChanged) EventName() string { return "GiftCardStatusChanged" }
func (Expired) EventName() string       { return "GiftCardExpired" }
func (Sent) EventName() string          { return "GiftCardSent" }
func (e Created) DataSubject() string   { return Subject(e.CardID) }
func (e Adjusted) DataSubject() string  { return Subject(e.CardID) }

// Subject is the subject of the names, addresses and texts of a card. Forgetting a person deletes its key; the card goes on.
func Subject(cardID int64) string { return domain.Stream(Category, cardID) }

// CodeSubject is the subject whose key seals the codes of all cards, in events, which tag them with it, and in read models. No person
// has it: whoever is forgotten, cards go on paying.
const CodeSubject = "giftcard-codes"

func EventSpecs() []domain.EventSpec {
	return append(domain.Specs(
		Created{}, Charged{}, ChargeUndone{}, Credited{}, Adjusted{}, StatusChanged{}, Expired{}, Sent{}, Abandoned{},
	), person.Spec(Category))
}

// The actions of a card's history (shapes-sales §13).
const (
	ActionCreated  = "created"
	ActionUsed     = "used"
	ActionRefunded = "refunded"
	ActionAdjusted = "adjusted"
	ActionExpired  = "expired"
)

// Entry is a line of a card's history.
type Entry struct {
	Action        string
	Amount        money.Decimal
	BalanceBefore money.Decimal
	BalanceAfter  money.Decimal
	OrderID       int64 // 0: none
	Comment       string
}

// EntryOf is the line an event adds to the history; ok is false when it adds none.
func EntryOf(e domain.Event) (_ Entry, ok bool) {
	switch e := e.(type) {
	case Created:
		return entry(ActionCreated, e.Balance, e.Balance, e.OrderID, e.Comment), e.OrderID != 0
	case Charged:
		return entry(ActionUsed, e.Amount.Neg(), e.Balance, e.OrderID, e.Comment), true
	case ChargeUndone:
		return entry(ActionRefunded, e.Amount, e.Balance, e.OrderID, e.Comment), !e.Amount.IsZero()
	case Credited:
		return entry(ActionRefunded, e.Amount, e.Balance, e.OrderID, e.Comment), true
	case Adjusted:
		return entry(ActionAdjusted, e.Amount, e.Balance, 0, e.Comment), true
	case Expired:
		return entry(ActionExpired, money.Zero, e.Balance, 0, ""), true
	}
	return Entry{}, false
}

func entry(action string, amount, balance money.Decimal, orderID int64, comment string) Entry {
	return Entry{Action: action, Amount: amount, BalanceBefore: balance.Sub(amount), BalanceAfter: balance, OrderID: orderID, Comment: comment}
}
