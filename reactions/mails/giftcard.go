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
		if !card.SendAt.IsZero() {
			if now, err := d.cardNow(ctx, e.Stream); err != nil || now.Status != giftcard.Active {
				return nil, err // the card is no longer active
			}
		}
		at := placeOf(shop, storeOf(shop, card))
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

// cardNow returns the present state of a card.
func (d *Composer) cardNow(ctx context.Context, stream string) (s giftcard.State, err error) {
	err = d.Commands.EachEvent(ctx, stream, func(e domain.Event, _ domain.Times) { s = giftcard.Evolve(s, e) })
	return s, err
}

// storeOf returns the store view of a card's e-mail: the view it was bought in, else the default view of its first website,
// else that of the shop.
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
