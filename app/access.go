package app

import (
	"context"
	"maps"

	"tradelog/adapters/clientdocument"
	adapterssocial "tradelog/adapters/social"
	accesscommands "tradelog/commands/access"
	domainaccess "tradelog/domain/access"
	"tradelog/domain/change"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/installation"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/checkout"
	"tradelog/operations/identity"
	"tradelog/operations/social"
	"tradelog/projections"
	accessrows "tradelog/projections/access"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	readaccess "tradelog/readmodels/access"
)

// The accounts of the back office: commands and reader.
var (
	Accounts = Share(func(s Services) *accesscommands.Accounts { return accesscommands.New(s.Engine, clients{s}) })

	AccessReader = Share(func(s Services) *readaccess.Reader { return readaccess.New(s.Reader, s.Infrastructure.Clock) })

	agentStore = Share(func(s Services) *installation.Agents { return installation.NewAgents(s.Pool, s.Infrastructure.Clock) })

	// Attempts stores what agents tried or were refused.
	Attempts = Share(func(s Services) *installation.Attempts { return installation.NewAttempts(s.Pool) })

	// issued signs tokens and stores which ones were issued.
	issued = Share(func(s Services) access.Issuing {
		return access.Issuing{Signer: s.Signer, Issued: installation.NewIssuedTokens(s.Pool, s.Infrastructure.Clock)}
	})

	// prover checks who is at a page.
	prover = Share(func(s Services) *access.Prover {
		return access.NewProver(Accounts.Of(s), AccessReader.Of(s), s.Passwords)
	})

	authorization = Share(func(s Services) *access.Authorization {
		documents := clientdocument.New(s.AgentRoots, s.Infrastructure.Clock)
		return access.NewAuthorization(prover.Of(s), issued.Of(s), agentStore.Of(s), documents.Fetch, s.Infrastructure.Clock)
	})

	// authenticator checks tokens.
	authenticator = Share(func(s Services) *identity.Authenticator {
		return &identity.Authenticator{
			Signer: s.Signer, Shops: DirectoryReader.Of(s), Accounts: AccessReader.Of(s), Customers: CustomersReader.Of(s),
		}
	})

	// Sessions are logins of accounts at pages.
	Sessions = Share(func(s Services) *access.Sessions {
		return access.NewSessions(prover.Of(s), issued.Of(s), authenticator.Of(s), s.Infrastructure.Clock)
	})
)

// clients knows the service accounts.
type clients struct{ Services }

// ClientKnown looks for an account with a client_id.
func (c clients) ClientKnown(ctx context.Context, clientID string) (bool, error) {
	accounts, err := AccessReader.Of(c).Accounts(ctx)
	if err != nil {
		return false, err
	}
	return accounts.ByClientID(clientID) != nil, nil
}

// accessModule is about who may call: accounts of the back office, their roles, and tokens.
var accessModule = Module{
	Name:       "access",
	Streams:    accesscommands.Streams(),
	Events:     domainaccess.EventSpecs(),
	Changes:    change.Area{Events: change.HideAll("accounts, roles and tokens are no resources", domainaccess.EventSpecs()...)},
	Sequences:  []projections.Marks{accessrows.Marks},
	Projectors: []projections.Definition{accessrows.Access},
	Settings:   settings.Access,
	Trails: trails(
		trail.Kind{Path: "/accounts/{id}", Noun: "account", Category: domainaccess.AccountCategory, Find: trail.Numbered(domainaccess.Stream)},
		trail.Kind{Path: "/roles/{id}", Noun: "role", Category: domainaccess.RoleCategory, Find: trail.Numbered(domainaccess.RoleStream)},
	),
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.AgentSweep(Accounts.Of(s), agentStore.Of(s))}
	},
	Mails: []mails.Kind{mails.UserCreated, mails.UserSecrets, mails.UserLocked, mails.UserUnlocked},
	Operations: func(s Services) []*operations.Operation {
		return access.New(access.Dependencies{
			Access: Accounts.Of(s), Customers: Customers.Of(s), Checkout: Checkout.Of(s), Accounts: AccessReader.Of(s),
			People: CustomersReader.Of(s), Carts: CheckoutReader.Of(s), Signer: issued.Of(s),
			Passwords: s.Passwords, Social: s.Social, Attempts: Attempts.Of(s),
			Forgetting: Forgetting.Of(s), Grants: s.Grants, KnownGrant: s.KnownGrant,
			GuestCart: checkout.GuestCarts(Checkout.Of(s), Quotes.Of(s), orderTokens(s)),
		})
	},
}

// social returns the gate that asks sign-in providers: those of the program and of modules.
func (a *App) social() social.Gate {
	known := adapterssocial.Providers(a.Config.SignInURLs, a.Config.Clock)
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
