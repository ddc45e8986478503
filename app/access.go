package app

import (
	"tradelog/domain/access"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/auth"
	"tradelog/projections"
)

// accessModule is about who may call: accounts of the back office, their roles, and tokens.
var accessModule = Module{
	Name:   "access",
	Events: access.EventSpecs(),
	Sequences: []projections.Sequence{
		projections.Numbers(func(e access.AccountCreated, mark func(string, int64)) { mark("account", e.AccountID) }),
		projections.Numbers(func(e access.RoleSaved, mark func(string, int64)) { mark("role", e.RoleID) }),
	},
	Projectors: []projections.Definition{projections.Access},
	Settings:   settings.Access,
	Operations: func(s Services) []*operations.Operation {
		return auth.New(auth.Dependencies{
			Commands: s.Commands, Reader: s.Reader, Signer: s.Signer, Passwords: s.Passwords, Merge: s.checkout.Merge,
		})
	},
}
