package app

import (
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/revocations"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// revocationsModule is declarations of customers that they revoke a contract.
var revocationsModule = Module{
	Name:   "revocations",
	Events: revocation.EventSpecs(),
	Sequences: []projections.Sequence{
		projections.Numbers(func(e revocation.Submitted, mark func(string, int64)) { mark("revocation", e.RequestID) }),
	},
	Projectors: []projections.Definition{projections.Revocations},
	Settings:   settings.Revocations,
	Operations: func(s Services) []*operations.Operation { return revocations.New(s.Commands, s.Reader) },
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.RemarkRevocations(s.Commands)}
	},
	Mails: []mails.Kind{mails.RevocationReceipt, mails.RevocationNotice},
}
