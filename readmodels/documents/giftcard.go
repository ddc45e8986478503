package documents

import (
	"encoding/json"
	"time"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
)

// GiftCard is a gift card as the API shows it (shapes-sales §13.2).
type GiftCard struct {
	Type                string          `json:"@type"`
	ID                  int64           `json:"id" about:"ID of the gift card"`
	Code                string          `json:"code" doc:"code of the card; whoever knows it can pay with it"`
	InitialBalance      money.Decimal   `json:"initialBalance" about:"initial balance"`
	Balance             money.Decimal   `json:"balance" doc:"remaining value, in the card's currency"`
	Status              string          `json:"status" enum:"active,used,expired,disabled" about:"status"`
	ExpiresAt           *string         `json:"expiresAt,omitempty" doc:"time of expiry, in UTC; absent if the card never expires" shown:"time"`
	CurrencyCode        *string         `json:"currencyCode,omitempty" doc:"base currency of its websites"`
	RecipientName       *string         `json:"recipientName,omitempty" about:"name of the recipient"`
	RecipientEmail      *string         `json:"recipientEmail,omitempty" about:"e-mail address of the recipient"`
	SenderName          *string         `json:"senderName,omitempty" about:"name of the giver"`
	SenderEmail         *string         `json:"senderEmail,omitempty" about:"e-mail address of the giver"`
	Message             *string         `json:"message,omitempty" about:"text of the message"`
	WebsiteIDs          []int64         `json:"websiteIds" about:"IDs of its websites"`
	PurchaseOrderID     *int64          `json:"purchaseOrderId,omitempty" about:"ID of the order that bought the card"`
	PurchaseOrderItemID *int64          `json:"purchaseOrderItemId,omitempty" about:"ID of the order line that bought the card"`
	EmailScheduledAt    *string         `json:"emailScheduledAt,omitempty" shown:"time" about:"time the e-mail is scheduled for, in UTC"`
	EmailSentAt         *string         `json:"emailSentAt,omitempty" shown:"time" about:"time the e-mail was sent, in UTC"`
	CreatedAt           string          `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt           string          `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	History             []GiftCardEntry `json:"history" doc:"movements of the balance, newest first"`
	Extensions          Extensions      `json:"extensions"`
}

type GiftCardEntry struct {
	Action        string        `json:"action" enum:"created,used,refunded,adjusted,expired" about:"kind of movement"`
	Amount        money.Decimal `json:"amount" doc:"change of the balance; negative if it was reduced"`
	BalanceBefore money.Decimal `json:"balanceBefore" about:"balance before the movement"`
	BalanceAfter  money.Decimal `json:"balanceAfter" about:"balance after the movement"`
	OrderID       *int64        `json:"orderId" about:"ID of the order"`
	Comment       *string       `json:"comment" about:"comment, as plain text"`
	CreatedAt     string        `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
}

// OpenGiftCard returns the document of a card with its code opened. Stored documents have the code sealed.
func OpenGiftCard(doc Doc[GiftCard], open func(sealed string) (string, error)) (Doc[GiftCard], error) {
	return Rewrite(doc, "code", func(value json.RawMessage) (any, error) {
		var code string
		if err := json.Unmarshal(value, &code); err != nil {
			return nil, err
		}
		return open(code)
	})
}

// ApplyGiftCard folds one event into a card's document; nil before the card was created.
func ApplyGiftCard(g *GiftCard, e domain.Event, at domain.Times) *GiftCard {
	now := Time(at.Occurred)
	if e, ok := e.(giftcard.Created); ok {
		return newGiftCard(e, stamped(at))
	}
	if g == nil {
		return nil
	}
	switch e := e.(type) {
	case giftcard.Charged:
		g.Status = string(e.Status)
		g.move("used", e.Amount.Neg(), e.Balance, e.OrderID, e.Comment, now)
	case giftcard.ChargeUndone:
		g.Status = string(e.Status)
		if e.Amount.Sign() > 0 {
			g.move("refunded", e.Amount, e.Balance, e.OrderID, e.Comment, now)
		}
	case giftcard.Credited:
		g.Status, g.ExpiresAt = string(e.Status), moment(e.ExpiresAt)
		g.move("refunded", e.Amount, e.Balance, e.OrderID, e.Comment, now)
	case giftcard.Adjusted:
		g.Status = string(e.Status)
		g.move("adjusted", e.Amount, e.Balance, 0, e.Comment, now)
	case giftcard.StatusChanged:
		g.Status = string(e.Status)
	case giftcard.Expired:
		g.Status = string(giftcard.PastTime)
		g.move("expired", money.Zero, e.Balance, 0, "", now)
	case giftcard.Sent:
		g.EmailSentAt = moment(e.At)
	}
	g.UpdatedAt = Time(at.Recorded)
	return g
}

func newGiftCard(e giftcard.Created, at stamps) *GiftCard {
	g := &GiftCard{
		Type: "GiftCard", ID: e.CardID, Code: e.Code, InitialBalance: e.InitialBalance, Balance: e.Balance, Status: string(e.Status),
		ExpiresAt:    moment(e.ExpiresAt),
		CurrencyCode: text(e.Currency), RecipientName: text(e.People.RecipientName), RecipientEmail: text(e.People.RecipientEmail),
		SenderName:  text(e.People.SenderName),
		SenderEmail: text(e.People.SenderEmail), Message: text(e.People.Message), WebsiteIDs: e.WebsiteIDs, PurchaseOrderID: number(e.OrderID),
		PurchaseOrderItemID: number(e.OrderLineID), EmailScheduledAt: moment(e.SendAt), CreatedAt: at.made, UpdatedAt: at.changed,
		History: []GiftCardEntry{},
	}
	if e.OrderID != 0 {
		g.Balance = money.Zero
		g.move("created", e.Balance, e.Balance, e.OrderID, e.Comment, at.made)
	}
	return g
}

// move adds an entry in front and sets the balance.
func (g *GiftCard) move(action string, amount, balance money.Decimal, orderID int64, comment, now string) {
	entry := GiftCardEntry{
		Action: action, Amount: amount, BalanceBefore: g.Balance, BalanceAfter: balance, OrderID: number(orderID),
		Comment: text(comment), CreatedAt: now,
	}
	g.History = append([]GiftCardEntry{entry}, g.History...)
	g.Balance = balance
}

// moment prints a time; nil for the zero time.
func moment(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := Time(t)
	return &s
}
