package app

import (
	"tradelog/domain/access"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/auth"
	"tradelog/projections"
	rows "tradelog/projections/access"
)

// accessModule is about who may call: accounts of the back office, their roles, and tokens.
var accessModule = Module{
	Name:       "access",
	Events:     access.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Access},
	Settings:   settings.Access,
	Operations: func(s Services) []*operations.Operation {
		return auth.New(auth.Dependencies{
			Access: s.Commands.Access, Customers: s.Commands.Customers, Checkout: s.Commands.Checkout, Reader: s.Reader, Signer: s.Signer,
			Passwords: s.Passwords,
		})
	},
	Steps: accessSteps,
}
