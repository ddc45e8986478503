package giftcard

import (
	"time"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/person"
)

type (
	// Created creates a card. A bought card has the order it was bought with, which is the first entry of its history.
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
		OrderID        int64         `json:"orderId,omitempty"` // of the order that the card was bought with
		OrderLineID    int64         `json:"orderLineId,omitempty"`
		Comment        string        `json:"comment,omitempty"`
		StoreID        int64         `json:"storeId,omitempty"` // of the sale
		SendAt         time.Time     `json:"sendAt,omitzero"`   // delivery time; zero: at once
		People         People        `json:"people,omitzero" personal:"true"`
	}
	// Abandoned records that the card was not created and never will be.
	Abandoned struct{}
	// Charged pays for an order.
	Charged struct {
		OrderID int64         `json:"orderId"`
		Amount  money.Decimal `json:"amount"`
		Balance money.Decimal `json:"balance"`
		Status  Status        `json:"status"`
		Comment string        `json:"comment"`
	}
	// ChargeUndone returns a charge because its order was not placed. Amount is 0 if the order had no charge yet; a later charge is refused.
	ChargeUndone struct {
		OrderID int64         `json:"orderId"`
		Amount  money.Decimal `json:"amount"`
		Balance money.Decimal `json:"balance"`
		Status  Status        `json:"status"`
		Comment string        `json:"comment"`
	}
	// Credited returns the amount, or a part of it, that a refunded or cancelled order had been charged.
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
		// Comment is free text. In logs of earlier versions it is plain.
		Comment string `json:"comment,omitzero" personal:"true"`
	}
	StatusChanged struct {
		Status Status `json:"status"`
	}
	// Expired records that the card's time has passed.
	Expired struct {
		Balance money.Decimal `json:"balance"`
	}
	// Sent records that the card was sent to its recipient.
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

// Subject returns the subject of the names, addresses and texts of a card. If a person is forgotten, its key is deleted; the card stays
// valid.
func Subject(cardID int64) string { return domain.Stream(Category, cardID) }

// CodeSubject is the subject whose key seals the codes of all cards, in read models and in events, which tag them with it. The subject is
// no person: cards stay valid, whoever is forgotten.
const CodeSubject = "giftcard-codes"

func EventSpecs() []domain.EventSpec {
	return append(domain.Specs(
		Created{}, Charged{}, ChargeUndone{}, Credited{}, Adjusted{}, StatusChanged{}, Expired{}, Sent{}, Abandoned{},
	), person.Spec(Category))
}
