package folds

import (
	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// ApplyGiftCard folds one event into a card's document; nil before the card was created.
func ApplyGiftCard(g *documents.GiftCard, e domain.Event, at domain.Times) *documents.GiftCard {
	now := documents.Time(at.Occurred)
	if e, ok := e.(giftcard.Created); ok {
		return newGiftCard(e, stamped(at))
	}
	if g == nil {
		return nil
	}
	switch e := e.(type) {
	case giftcard.Charged:
		g.Status = string(e.Status)
		move(g, "used", e.Amount.Neg(), e.Balance, e.OrderID, e.Comment, now)
	case giftcard.ChargeUndone:
		g.Status = string(e.Status)
		if e.Amount.Sign() > 0 {
			move(g, "refunded", e.Amount, e.Balance, e.OrderID, e.Comment, now)
		}
	case giftcard.Credited:
		g.Status, g.ExpiresAt = string(e.Status), documents.OptionalTime(e.ExpiresAt)
		move(g, "refunded", e.Amount, e.Balance, e.OrderID, e.Comment, now)
	case giftcard.Adjusted:
		g.Status = string(e.Status)
		move(g, "adjusted", e.Amount, e.Balance, 0, e.Comment, now)
	case giftcard.StatusChanged:
		g.Status = string(e.Status)
	case giftcard.Expired:
		g.Status = string(giftcard.PastTime)
		move(g, "expired", money.Zero, e.Balance, 0, "", now)
	case giftcard.Sent:
		g.EmailSentAt = documents.OptionalTime(e.At)
	}
	g.UpdatedAt = documents.Time(at.Recorded)
	return g
}

func newGiftCard(e giftcard.Created, at stamps) *documents.GiftCard {
	g := &documents.GiftCard{
		Type: "GiftCard", ID: e.CardID, Code: e.Code, InitialBalance: e.InitialBalance, Balance: e.Balance, Status: string(e.Status),
		ExpiresAt:    documents.OptionalTime(e.ExpiresAt),
		CurrencyCode: text(e.Currency), RecipientName: text(e.People.RecipientName), RecipientEmail: text(e.People.RecipientEmail),
		SenderName:  text(e.People.SenderName),
		SenderEmail: text(e.People.SenderEmail), Message: text(e.People.Message), WebsiteIDs: e.WebsiteIDs,
		PurchaseOrderID:     number(e.OrderID),
		PurchaseOrderItemID: number(e.OrderLineID), EmailScheduledAt: documents.OptionalTime(e.SendAt), CreatedAt: at.made, UpdatedAt: at.changed,
		History: []documents.GiftCardEntry{},
	}
	if e.OrderID != 0 {
		g.Balance = money.Zero
		move(g, "created", e.Balance, e.Balance, e.OrderID, e.Comment, at.made)
	}
	return g
}

// move adds an entry in front and sets the balance.
func move(g *documents.GiftCard, action string, amount, balance money.Decimal, orderID int64, comment, now string) {
	entry := documents.GiftCardEntry{
		Action: action, Amount: amount, BalanceBefore: g.Balance, BalanceAfter: balance, OrderID: number(orderID),
		Comment: text(comment), CreatedAt: now,
	}
	g.Record(entry)
	g.Balance = balance
}
