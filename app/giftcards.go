package app

import (
	"tradelog/domain/giftcard"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/giftcards"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// giftcardsModule is gift cards: they are sold, given and spent.
var giftcardsModule = Module{
	Name:   "giftcards",
	Events: giftcard.EventSpecs(),
	Sequences: []projections.Sequence{
		projections.Numbers(func(e giftcard.Created, mark func(string, int64)) { mark("giftcard", e.CardID) }),
	},
	Projectors: []projections.Definition{projections.GiftCards},
	Settings:   settings.GiftCards,
	Operations: func(s Services) []*operations.Operation { return giftcards.New(s.Commands, s.Reader) },
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.IssueGiftCards(s.Commands)}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.GiftCardSweep(s.Commands, s.Reader, s.Infrastructure.Clock)}
	},
	Mails: []mails.Kind{mails.GiftCardDelivery},
}
