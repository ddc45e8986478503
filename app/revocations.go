package app

import (
	revocationscommands "tradelog/commands/revocations"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/revocations"
	"tradelog/projections"
	rows "tradelog/projections/revocations"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// revocationsModule is the module of customers' declarations that they revoke a contract.
var revocationsModule = Module{
	Name:       "revocations",
	Streams:    revocationscommands.Streams(),
	Events:     revocation.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Revocations},
	Settings:   settings.Revocations,
	Operations: func(s Services) []*operations.Operation {
		return revocations.New(s.Commands.Revocations, s.Commands.Customers, s.Commands.Sales, s.Readers.Revocations, s.Readers.Sales)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.RemarkRevocations(s.Commands.Revocations)}
	},
	Mails: []mails.Kind{mails.RevocationReceipt, mails.RevocationNotice},
	Steps: revocationsSteps,
}
