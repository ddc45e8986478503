package app

import (
	"context"

	giftcardscommands "tradelog/commands/giftcards"
	"tradelog/domain/giftcard"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/giftcards"
	"tradelog/projections"
	"tradelog/projections/sales"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	readgiftcards "tradelog/readmodels/giftcards"
)

// Gift cards: commands and reader.
var (
	Cards = Share(func(s Services) *giftcardscommands.Cards { return giftcardscommands.New(s.Engine, cardTerms{s}) })

	GiftCardsReader = Share(func(s Services) *readgiftcards.Reader { return readgiftcards.New(s.Reader) })
)

// cardTerms reads the settings of gift cards.
type cardTerms struct{ Services }

// GiftCardExtension reads giftcard/general/refund_expiration_extension.
func (t cardTerms) GiftCardExtension(ctx context.Context) (int, error) {
	s, err := DirectoryReader.Of(t).Shop(ctx)
	if err != nil {
		return 0, err
	}
	return s.Settings.In(0).Int("giftcard/general/refund_expiration_extension"), nil
}

// GiftCardTerms reads giftcard/general/*.
func (t cardTerms) GiftCardTerms(ctx context.Context, storeID int64) (giftcard.Terms, error) {
	s, err := DirectoryReader.Of(t).Shop(ctx)
	if err != nil {
		return giftcard.Terms{}, err
	}
	config := s.Settings.In(storeID)
	return giftcard.Terms{
		Prefix: config.Text("giftcard/general/code_prefix"), Format: config.Text("giftcard/general/code_format"),
		Lifetime: config.Int("giftcard/general/lifetime"), Zone: s.Zone(storeID),
	}, nil
}

// giftcardsModule is gift cards: they are sold, given and spent.
var giftcardsModule = Module{
	Name:       "giftcards",
	Streams:    giftcardscommands.Streams(),
	Events:     giftcard.EventSpecs(),
	Changes:    giftcard.Changes(),
	Sequences:  []projections.Marks{sales.GiftCardMarks},
	Projectors: []projections.Definition{sales.GiftCards},
	Settings:   settings.GiftCards,
	Trails: trails(trail.Kind{
		Path: "/giftcards/{id}", Noun: "gift card", Permission: "giftcards", Category: giftcard.Category, Find: trail.Numbered(giftcard.Stream),
		Fold: trail.Documents(folds.ApplyGiftCard), Empty: trail.Emptied((*documents.GiftCard).Empty),
	}),
	Operations: func(s Services) []*operations.Operation {
		return giftcards.New(Cards.Of(s), GiftCardsReader.Of(s), s.Printing.GiftCard)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.IssueGiftCards(Orders.Of(s))}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.GiftCardSweep(Cards.Of(s), GiftCardsReader.Of(s), s.Infrastructure.Clock)}
	},
	Mails: []mails.Kind{mails.GiftCardDelivery, mails.GiftCardBalance},
}
