package app

import (
	domain "tradelog/domain/access"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/projections"
	rows "tradelog/projections/access"
)

// accessModule is about who may call: accounts of the back office, their roles, and tokens.
var accessModule = Module{
	Name:       "access",
	Events:     domain.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Access},
	Settings:   settings.Access,
	Operations: func(s Services) []*operations.Operation {
		return access.New(access.Dependencies{
			Access: s.Commands.Access, Customers: s.Commands.Customers, Checkout: s.Commands.Checkout, Accounts: s.Readers.Access,
			People: s.Readers.Customers, Carts: s.Readers.Checkout, Signer: s.Signer,
			Passwords: s.Passwords,
		})
	},
	Steps: accessSteps,
}
