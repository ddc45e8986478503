package app

import (
	"context"
	"maps"

	accesscommands "tradelog/commands/access"
	domain "tradelog/domain/access"
	"tradelog/domain/settings"
	providers "tradelog/internal/social"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/checkout"
	"tradelog/operations/social"
	"tradelog/projections"
	rows "tradelog/projections/access"
)

// accessModule is the module of access: accounts of the back office, their roles, and tokens.
var accessModule = Module{
	Name:       "access",
	Streams:    accesscommands.Streams(),
	Events:     domain.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Access},
	Settings:   settings.Access,
	Operations: func(s Services) []*operations.Operation {
		return access.New(access.Dependencies{
			Access: s.Commands.Access, Customers: s.Commands.Customers, Checkout: s.Commands.Checkout, Accounts: s.Readers.Access,
			People: s.Readers.Customers, Carts: s.Readers.Checkout, Signer: s.Signer,
			Passwords: s.Passwords, Social: s.Social,
			GuestCart: checkout.GuestCarts(s.Commands.Checkout, s.Commands.Quotes, orderTokens(s)),
		})
	},
	Steps: accessSteps,
}

// social returns the gate that asks sign-in providers: those of the program and of modules.
func (a *App) social() social.Gate {
	known := providers.Providers(a.Config.SignInURLs, a.Config.Clock)
	for _, m := range a.modules {
		maps.Copy(known, m.SignIns)
	}
	return social.Gate{Providers: known, Logger: a.Config.Logger, Secret: a.secretText}
}

// secretText returns a secret of the installation as text, or "" if there is none.
func (a *App) secretText(ctx context.Context, name string) (string, error) {
	secret, err := a.Secrets.Find(ctx, name)
	return string(secret), err
}
