package app

import (
	"context"

	salescommands "tradelog/commands/sales"
	"tradelog/domain/directory"
	"tradelog/domain/giftcard"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	operationssales "tradelog/operations/sales"
	"tradelog/projections"
	"tradelog/projections/sales"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// salesTerms reads the settings that commands of sales need.
type salesTerms struct{ *readdirectory.Reader }

// AddressRules reads what a store requires of the addresses of orders.
func (t salesTerms) AddressRules(ctx context.Context, storeID int64) (directory.Rules, error) {
	s, err := t.Shop(ctx)
	if err != nil {
		return directory.Rules{}, err
	}
	return s.Settings.In(storeID).AddressRules(), nil
}

// GiftCardExtension reads giftcard/general/refund_expiration_extension.
func (t salesTerms) GiftCardExtension(ctx context.Context) (int, error) {
	s, err := t.Shop(ctx)
	if err != nil {
		return 0, err
	}
	return s.Settings.In(0).Int("giftcard/general/refund_expiration_extension"), nil
}

// GiftCardTerms reads giftcard/general/*.
func (t salesTerms) GiftCardTerms(ctx context.Context, storeID int64) (giftcard.Terms, error) {
	s, err := t.Shop(ctx)
	if err != nil {
		return giftcard.Terms{}, err
	}
	config := s.Settings.In(storeID)
	return giftcard.Terms{
		Prefix: config.Text("giftcard/general/code_prefix"), Format: config.Text("giftcard/general/code_format"),
		Lifetime: config.Int("giftcard/general/lifetime"), Zone: s.Zone(storeID),
	}, nil
}

// giftcardsModule has gift cards: they are sold, given and spent.
var giftcardsModule = Module{
	Name:       "giftcards",
	Streams:    salescommands.GiftCardStreams(),
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
		return operationssales.NewGiftCards(s.Commands.GiftCards, s.Readers.GiftCards, s.Printing.GiftCard)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.IssueGiftCards(s.Commands.Sales)}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.GiftCardSweep(s.Commands.GiftCards, s.Readers.GiftCards, s.Clock)}
	},
	Mails: []mails.Kind{mails.GiftCardDelivery, mails.GiftCardBalance},
}
