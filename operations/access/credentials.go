package access

import (
	"context"
	"errors"
	"strings"

	"tradelog/commands"
	commandsaccess "tradelog/commands/access"
	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/domain/twofactor"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/passwords"
	readaccess "tradelog/readmodels/access"
)

// ErrSecondFactor: name and secret are right, but the account has a second factor, and its code is missing, wrong or was used before.
var ErrSecondFactor = fault.New(fault.Unauthorized, "Enter the code that your authenticator app shows now.").WithCode("second_factor")

// CredentialChecker checks names with their secrets on pages. Make it with NewCredentialChecker.
type CredentialChecker struct {
	commands  *commandsaccess.Accounts
	accounts  *readaccess.Reader
	passwords *passwords.Hasher
}

// NewCredentialChecker makes a checker.
func NewCredentialChecker(c *commandsaccess.Accounts, r *readaccess.Reader, h *passwords.Hasher) *CredentialChecker {
	return &CredentialChecker{commands: c, accounts: r, passwords: h}
}

// check returns the account of a person at a page: a user of the back office, an API user or a service account. They log in by name and
// password, by name and API key, or by client_id and client_secret. Failed attempts count in the limits of POST /auth/token, so that other
// interfaces allow no further attempts. A missing code is no failed attempt. version is that of the credentials that were checked.
func (p *CredentialChecker) check(
	ctx context.Context, c *operations.Call, name, secret, code string,
) (account *readaccess.Account, version int64, err error) {
	name = strings.TrimSpace(name)
	if len(name) > maxCredential || len(secret) > maxCredential {
		name, secret = "", ""
	}
	of := *c
	of.Operation = loginOperation
	missing := false
	err = of.ProveSlowly(func() error {
		account, version, err = p.find(ctx, name, secret)
		if err != nil {
			return err
		}
		err := p.commands.UseCode(commands.As(ctx, actorOf(account), commands.RequestFrom(ctx).CausationID), account.ID, code)
		if missing = errors.Is(err, twofactor.ErrCodeRequired); missing {
			return nil
		}
		return err
	}, perIP("token"), perAccount("user "+strings.ToLower(name)))
	if missing || errors.Is(err, twofactor.ErrCodeWrong) {
		err = ErrSecondFactor
	}
	if err != nil {
		return nil, 0, err
	}
	return account, version, nil
}

// find returns the account with a name and a secret, and the version of its credentials. The check of a password takes as long for unknown
// names.
func (p *CredentialChecker) find(ctx context.Context, name, secret string) (account *readaccess.Account, version int64, err error) {
	accounts, err := p.accounts.Accounts(ctx)
	if err != nil {
		return nil, 0, err
	}
	user, state := accounts.ByUsername(access.Admin, name), access.Account{}
	if user != nil {
		// The stream has the present password even if the read model is behind.
		if state, err = p.commands.Account(ctx, user.ID); err != nil {
			return nil, 0, err
		}
	}
	matches, err := p.passwords.Matches(ctx, secret, state.PasswordHash)
	switch {
	case err != nil:
		return nil, 0, err
	case matches && !user.Active:
		return nil, 0, errInactive
	case matches:
		return user, state.Credentials.Version, nil
	}
	account, err = holder(accounts, name, strings.TrimSpace(secret))
	return account, 0, err
}

// actorOf returns the account as an actor.
func actorOf(account *readaccess.Account) eventstore.Actor {
	kind := operations.AsAPI
	if account.Kind == access.Admin {
		kind = operations.AsAdmin
	}
	return eventstore.Actor{Kind: string(kind), ID: account.ID}
}

// holder returns an API user by its user name and API key, or a service account by its client_id and client_secret.
func holder(accounts *readaccess.Accounts, name, secret string) (*readaccess.Account, error) {
	if account := accounts.ByClientID(name); account != nil && accounts.ByUsername(access.API, name) == nil {
		return account, admitted(account, passwords.KeyMatches(secret, account.SecretHash), errWrongAPI)
	}
	return apiUser(accounts, name, secret)
}
