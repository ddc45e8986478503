package mails

import (
	"context"
	"strings"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/internal/mail"
	"tradelog/reactions"
	"tradelog/readmodels"
)

// giftCardDelivery brings a gift card to whom it is for.
var giftCardDelivery = Kind{
	Name: "gift-card", Events: []string{giftcard.Created{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(giftcard.Created).People.RecipientEmail != "" },
	Compose: func(ctx context.Context, d *Desk, e reactions.Event) (*Letter, error) {
		card := e.Payload.(giftcard.Created)
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := placeOf(shop, storeOf(shop, card.WebsiteIDs))
		people := card.People
		subject, by := "You received a gift card", ""
		if from := strings.TrimSpace(people.SenderName); from != "" {
			subject, by = subject+" from "+from, " "+from+" has sent it to you."
		}
		l := &Letter{
			StoreID: at.storeID, Sender: at.config.Text("giftcard/email/identity"), Subject: subject,
			To: mail.Address{Name: people.RecipientName, Email: people.RecipientEmail},
		}
		l.Body = []Block{{Text: hello(strings.TrimSpace(people.RecipientName))}, {Text: "this is a gift card for " + at.name() + "." + by}}
		if people.Message != "" && at.config.Flag("giftcard/general/allow_message") {
			l.Body = append(l.Body, Block{Quote: people.Message})
		}
		facts := [][2]string{{"Code", card.Code}, {"Value", at.money(card.Balance, card.Currency)}}
		if !card.ExpiresAt.IsZero() {
			facts = append(facts, [2]string{"Valid until", at.date(card.ExpiresAt)})
		}
		l.Body = append(l.Body, Block{Facts: facts}, Block{Text: "Enter the code at the checkout. Keep this e-mail: whoever has the code can spend it."})
		return l, nil
	},
	Sent: func(ctx context.Context, d *Desk, e reactions.Event) error {
		return d.Commands.SentGiftCard(ctx, domain.StreamID(e.Stream), e.ID.String())
	},
}

// storeOf is the store view that speaks for some websites: the default one of the first, or of the shop.
func storeOf(shop *readmodels.Shop, websites []int64) int64 {
	if len(websites) > 0 {
		if store, ok := shop.DefaultOf(websites[0]); ok {
			return store.ID
		}
	}
	store, _ := shop.Default()
	return store.ID
}
