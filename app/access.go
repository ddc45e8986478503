package app

import (
	"context"
	"maps"

	"github.com/jackc/pgx/v5/pgxpool"

	adaptersaccess "tradelog/adapters/access"
	accesscommands "tradelog/commands/access"
	domainaccess "tradelog/domain/access"
	"tradelog/domain/change"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/installation"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/checkout"
	"tradelog/operations/passwords"
	"tradelog/projections"
	accessrows "tradelog/projections/access"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	readaccess "tradelog/readmodels/access"
)

// Logins issues tokens, passwords and sessions, and checks them.
type Logins struct {
	Signer    *access.Signer
	Passwords *passwords.Hasher // few hashes at once, since each takes 19 MiB
	// Attempts stores the accepted and the refused calls of agents. Sessions are logins of accounts at pages.
	Attempts *installation.Attempts
	Sessions *access.Sessions

	agents        *installation.Agents
	issued        access.Issuing // signs tokens and stores the IDs of those it issued
	authorization *access.Authorization
	authenticator *access.Authenticator
}

func newLogins(
	pool *pgxpool.Pool, config Config, signer *access.Signer, hasher *passwords.Hasher, accounts *accesscommands.Accounts, read Readers,
) Logins {
	clock := config.Clock
	l := Logins{
		Signer: signer, Passwords: hasher, Attempts: installation.NewAttempts(pool), agents: installation.NewAgents(pool, clock),
		issued: access.Issuing{Signer: signer, Issued: installation.NewIssuedTokens(pool, clock)},
		authenticator: &access.Authenticator{
			Signer: signer, Shops: read.Directory, Accounts: read.Access, Customers: read.Customers,
		},
	}
	credentials := access.NewCredentialChecker(accounts, read.Access, hasher)
	l.authorization = access.NewAuthorization(
		credentials,
		l.issued,
		l.agents,
		adaptersaccess.NewDocumentFetcher(config.Outside.AgentRoots, clock).Fetch,
		clock,
	)
	l.Sessions = access.NewSessions(credentials, l.issued, l.authenticator, clock)
	return l
}

// clients knows the service accounts.
type clients struct{ *readaccess.Reader }

// ClientKnown looks for an account with a client_id.
func (c clients) ClientKnown(ctx context.Context, clientID string) (bool, error) {
	accounts, err := c.Accounts(ctx)
	if err != nil {
		return false, err
	}
	return accounts.ByClientID(clientID) != nil, nil
}

// accessModule has the accounts of the back office, their roles, and tokens.
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
		return []reactions.Sweep{reactions.AgentSweep(s.Commands.Access, s.Logins.agents)}
	},
	Mails: []mails.Kind{mails.UserCreated, mails.UserSecrets, mails.UserLocked, mails.UserUnlocked},
	Operations: func(s Services) []*operations.Operation {
		return access.New(access.Dependencies{
			Access: s.Commands.Access, Customers: s.Commands.Customers, Checkout: s.Commands.Checkout, Accounts: s.Readers.Access,
			People: s.Readers.Customers, Carts: s.Readers.Checkout, Signer: s.Logins.issued,
			Passwords: s.Logins.Passwords, Social: s.Social, Attempts: s.Logins.Attempts,
			Forgetting: s.Commands.Forgetting, Grants: s.Grants, KnownGrant: s.KnownGrant,
			GuestCart: checkout.GuestCarts(s.Commands.Checkout, s.Quotes, orderTokens(s)),
		})
	},
}

// social returns the gate that asks the sign-in providers of the program and of modules.
func (a *App) social() access.SocialGate {
	known := adaptersaccess.SocialProviders(a.Config.Outside.SignInURLs, a.Config.Clock)
	for _, m := range a.modules {
		maps.Copy(known, m.SignIns)
	}
	return access.SocialGate{Providers: known, Logger: a.Config.Logger, Secret: a.secretText}
}

// secretText returns a secret of the installation as text, or "" if there is none.
func (a *App) secretText(ctx context.Context, name string) (string, error) {
	secret, err := a.Secrets.Find(ctx, name)
	return string(secret), err
}
