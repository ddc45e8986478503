package app

import (
	revocationscommands "tradelog/commands/revocations"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/revocations"
	"tradelog/projections"
	"tradelog/projections/sales"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/readmodels/folds"
	readrevocations "tradelog/readmodels/revocations"
)

// Revocations: commands and reader.
var (
	Revocations = Share(func(s Services) *revocationscommands.Revocations {
		return revocationscommands.New(s.Engine, Orders.Of(s))
	})

	RevocationsReader = Share(func(s Services) *readrevocations.Reader { return readrevocations.New(s.Reader) })
)

// revocationsModule is the module of customers' declarations that they revoke a contract.
var revocationsModule = Module{
	Name:       "revocations",
	Streams:    revocationscommands.Streams(),
	Events:     revocation.EventSpecs(),
	Changes:    revocation.Changes(),
	Sequences:  []projections.Marks{sales.RevocationMarks},
	Projectors: []projections.Definition{sales.Revocations},
	Settings:   settings.Revocations,
	Trails: trails(trail.Kind{
		Path: "/revocation-requests/{id}", Noun: "revocation request", Permission: "revocation-requests",
		Category: revocation.Category, Find: trail.Numbered(revocation.Stream), Fold: trail.Documents(folds.ApplyRevocation),
	}),
	Operations: func(s Services) []*operations.Operation {
		return revocations.New(Revocations.Of(s), Customers.Of(s), Orders.Of(s), RevocationsReader.Of(s), SalesReader.Of(s))
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.RemarkRevocations(Revocations.Of(s))}
	},
	Mails: []mails.Kind{mails.RevocationReceipt, mails.RevocationNotice},
}
