package mails

import (
	"context"
	"strings"
	"time"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/letter"
	"tradelog/domain/lines"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/person"
	"tradelog/reactions"
	"tradelog/readmodels/directory"
)

// GiftCardDelivery sends a gift card to its recipient.
var GiftCardDelivery = Kind{
	Form: letter.GiftCardForm, Events: []string{giftcard.Created{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(giftcard.Created).People.RecipientEmail != "" },
	Due:    func(e domain.Event) time.Time { return e.(giftcard.Created).SendAt },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		card := e.Payload.(giftcard.Created)
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		if now, err := d.cardNow(ctx, e.Stream); err != nil || now.Status != giftcard.Active {
			return nil, err // the card is no longer active
		}
		at := letterStoreOf(shop, storeOf(shop, card))
		people := card.People
		values := letter.GiftCard{
			Common: at.common(people.RecipientName), From: strings.TrimSpace(people.SenderName), Code: card.Code,
			Value: at.locale.Money(card.Balance, card.Currency),
		}
		if at.config.Flag("giftcard/general/allow_message") {
			values.Message = lines.Split(people.Message)
		}
		if !card.ExpiresAt.IsZero() {
			values.ValidUntil = at.locale.Date(card.ExpiresAt)
		}
		return &Letter{
			StoreID: at.storeID, Sender: at.config.Text("giftcard/email/identity"),
			To: mail.Address{Name: people.RecipientName, Email: people.RecipientEmail}, Values: values,
		}, nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		return d.Cards.MarkSent(ctx, domain.StreamID(e.Stream), e.ID.String())
	},
}

// GiftCardBalance tells the recipient of a card that its balance has changed.
var GiftCardBalance = Kind{
	Form: letter.GiftCardBalanceForm,
	Events: []string{
		giftcard.Charged{}.EventName(), giftcard.Credited{}.EventName(), giftcard.Adjusted{}.EventName(),
	},
	Wanted: func(e domain.Event) bool { return !balanceChange(e).amount.IsZero() },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		var card giftcard.Created
		var now giftcard.State
		if err := d.Commands.EachEvent(ctx, e.Stream, func(event domain.Event, _ domain.Times) {
			if created, ok := event.(giftcard.Created); ok {
				card = created
			}
			now = giftcard.Evolve(now, event)
		}); err != nil {
			return nil, err
		}
		people, change := card.People, balanceChange(e.Payload)
		if people.RecipientEmail == "" || change.cause == letter.CardSpent && now.Orders[change.orderID].Undone {
			return nil, nil // nobody to tell, erased meanwhile, or the order was never placed
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := letterStoreOf(shop, storeOf(shop, card))
		if !at.config.Flag("giftcard/email/balance_enabled") {
			return nil, nil
		}
		values := letter.GiftCardBalance{
			Common: at.common(people.RecipientName), Cause: change.cause, Amount: at.locale.Money(change.amount, card.Currency),
			Code: giftcard.Masked(card.Code), Balance: at.locale.Money(change.balance, card.Currency),
		}
		if change.orderID != 0 {
			if values.Order, err = d.ownOrder(ctx, change, people.RecipientEmail); err != nil {
				return nil, err
			}
		}
		if !now.ExpiresAt.IsZero() {
			values.ValidUntil = at.locale.Date(now.ExpiresAt)
		}
		return &Letter{
			StoreID: at.storeID, Sender: at.config.Text("giftcard/email/identity"),
			To: mail.Address{Name: people.RecipientName, Email: people.RecipientEmail}, Values: values,
		}, nil
	},
}

// changed is a change of a card's balance.
type changed struct {
	cause           string
	amount, balance money.Decimal
	orderID         int64
}

func balanceChange(e domain.Event) changed {
	switch e := e.(type) {
	case giftcard.Charged:
		return changed{letter.CardSpent, e.Amount, e.Balance, e.OrderID}
	case giftcard.Credited:
		return changed{letter.CardReturned, e.Amount, e.Balance, e.OrderID}
	case giftcard.Adjusted:
		return changed{letter.CardAdjusted, e.Amount, e.Balance, 0}
	}
	return changed{}
}

// ownOrder returns the number of the order that a change belongs to, if it is the recipient's own: others' orders are not the recipient's
// business. A card is charged before its order is placed, so the e-mail waits for the order. It fails with errEarly until then.
func (d *Composer) ownOrder(ctx context.Context, change changed, recipient string) (number string, err error) {
	placed := false
	if err := d.Commands.EachEvent(ctx, order.Stream(change.orderID), func(e domain.Event, _ domain.Times) {
		if p, ok := e.(order.Placed); ok {
			if placed = true; person.SameMailbox(p.Customer.Email, recipient) {
				number = p.IncrementID
			}
		}
	}); err != nil {
		return "", err
	}
	if !placed && change.cause == letter.CardSpent {
		return "", errEarly
	}
	return number, nil
}

// cardNow returns the present state of a card.
func (d *Composer) cardNow(ctx context.Context, stream string) (s giftcard.State, err error) {
	err = d.Commands.EachEvent(ctx, stream, func(e domain.Event, _ domain.Times) { s = giftcard.Evolve(s, e) })
	return s, err
}

// storeOf returns the store view of a card's e-mail. The view is the one it was bought in, else the default view of its first website, else
// that of the shop.
func storeOf(shop *directory.Shop, card giftcard.Created) int64 {
	if store, ok := shop.Store(card.StoreID); ok && card.StoreID != 0 {
		return store.ID
	}
	if len(card.WebsiteIDs) > 0 {
		if store, ok := shop.DefaultOf(card.WebsiteIDs[0]); ok {
			return store.ID
		}
	}
	store, _ := shop.Default()
	return store.ID
}
