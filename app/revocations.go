package app

import (
	salescommands "tradelog/commands/sales"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	operationssales "tradelog/operations/sales"
	"tradelog/projections"
	"tradelog/projections/sales"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/readmodels/folds"
)

// revocationsModule has customers' declarations that they revoke a contract.
var revocationsModule = Module{
	Name:       "revocations",
	Streams:    salescommands.RevocationStreams(),
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
		return operationssales.NewRevocations(
			s.Commands.Revocations,
			s.Commands.Customers,
			s.Commands.Sales,
			s.Readers.Revocations,
			s.Readers.Sales,
		)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.RemarkRevocations(s.Commands.Revocations)}
	},
	Mails: []mails.Kind{mails.RevocationReceipt, mails.RevocationNotice},
}
