package app

import (
	giftcardscommands "tradelog/commands/giftcards"
	"tradelog/domain/giftcard"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/giftcards"
	"tradelog/projections"
	rows "tradelog/projections/giftcards"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// giftcardsModule is the module of gift cards: they are sold, given and spent.
var giftcardsModule = Module{
	Name:       "giftcards",
	Streams:    giftcardscommands.Streams(),
	Events:     giftcard.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.GiftCards},
	Settings:   settings.GiftCards,
	Operations: func(s Services) []*operations.Operation {
		return giftcards.New(s.Commands.GiftCards, s.Readers.GiftCards)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.IssueGiftCards(s.Commands.Sales)}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.GiftCardSweep(s.Commands.GiftCards, s.Readers.GiftCards, s.Infrastructure.Clock)}
	},
	Mails: []mails.Kind{mails.GiftCardDelivery},
	Steps: giftcardsSteps,
}
