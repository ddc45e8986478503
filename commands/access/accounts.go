// Package access has the commands on accounts of API users, service accounts and the back office, on roles, and on revoked tokens.
package access

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/claim"
)

// Clients looks up accounts in the read model.
type Clients interface {
	// ClientKnown tells whether an account has a client_id.
	ClientKnown(ctx context.Context, clientID string) (bool, error)
}

// Accounts carries out the commands on accounts, roles and tokens.
type Accounts struct {
	*commands.Engine
	known    Clients
	accounts commands.Repository[access.Account]
	roles    commands.Repository[access.Role]
	tokens   commands.Repository[access.Token]
}

// New returns the commands.
func New(e *commands.Engine, known Clients) *Accounts {
	return &Accounts{Engine: e, known: known, accounts: commands.Open(e, accounts), roles: commands.Open(e, roles),
		tokens: commands.Open(e, tokens)}
}

var (
	accounts = commands.Decider[access.Account]{
		Category: access.AccountCategory, Initial: access.NewAccount, Evolve: access.EvolveAccount,
	}
	roles  = commands.Decider[access.Role]{Category: access.RoleCategory, Initial: access.NewRole, Evolve: access.EvolveRole}
	tokens = commands.Decider[access.Token]{Category: access.TokenCategory, Initial: access.NewToken, Evolve: access.EvolveToken}
)

// Streams declares the streams of the area.
func Streams() []commands.Streams {
	return []commands.Streams{
		commands.Declare(accounts, "account", access.AccountSpecs(), access.AccountCreated{}),
		commands.Declare(roles, "role", domain.Specs(access.RoleSaved{})),
		commands.Declare(tokens, "", domain.Specs(access.TokenRevoked{})),
	}
}

// CreateAccount creates an API user, a service account or a back-office user, and returns its identifier. access.ErrClientTaken: another
// account has the client_id.
func (c *Accounts) CreateAccount(ctx context.Context, e access.AccountCreated) (int64, error) {
	ids, err := c.Next(ctx, "account", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.Claim(ctx, claim.Username(string(e.Kind), e.Username), domain.Stream(access.AccountCategory, ids[0]),
		access.ErrUsernameTaken)
	if err != nil {
		return 0, err
	}
	e.AccountID = domain.StreamID(owner)
	if e.ClientID != "" {
		if err := c.claimClient(ctx, e.ClientID, owner); err != nil {
			return 0, err
		}
	}
	_, err = c.accounts.Decide(ctx, owner, func(a access.Account) ([]domain.Event, error) {
		return a.Create(e)
	}, commands.Named("CreateAccount"))
	return e.AccountID, err
}

// claimClient claims a client_id for an account. Accounts of earlier versions have no claim, so the read model is asked, too.
func (c *Accounts) claimClient(ctx context.Context, clientID, owner string) error {
	had, err := c.Claim(ctx, claim.ClientID(clientID), owner, access.ErrClientTaken)
	if err != nil {
		return err
	}
	known, err := c.known.ClientKnown(ctx, clientID)
	if err == nil && (known && !commands.RequestFrom(ctx).Repeats(access.AccountCategory) || had != owner) {
		err = access.ErrClientTaken
	}
	if err != nil {
		return errors.Join(err, c.Release(ctx, claim.ClientID(clientID), owner))
	}
	return nil
}

// StartForgetting closes an account for good, see access.ForgetStarted. access.ErrNotFound: there is no such account.
func (c *Accounts) StartForgetting(ctx context.Context, id int64, reason string) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.Forget()
	}, commands.Named("ForgetAccount"), commands.Because(reason))
}

// Account returns the state of an account.
func (c *Accounts) Account(ctx context.Context, id int64) (account access.Account, err error) {
	err = c.accounts.View(ctx, access.Stream(id), func(a access.Account, _ bool) error {
		account = a
		return nil
	})
	return account, err
}

// ReleaseNames releases the user name and the client_id of a closed account. It reads both from the events, because the state of a closed
// account no longer has them.
func (c *Accounts) ReleaseNames(ctx context.Context, id int64) error {
	var created access.AccountCreated
	if err := c.EachEvent(ctx, access.Stream(id), func(e domain.Event, _ domain.Times) {
		switch e := e.(type) {
		case access.AccountCreated:
			created = e
		case access.AccountRenamed:
			created.Username = cmp.Or(e.Username, created.Username)
		}
	}); err != nil {
		return err
	}
	if created.Username != "" { // empty if the key was deleted already
		if err := c.Release(ctx, claim.Username(string(created.Kind), created.Username), access.Stream(id)); err != nil {
			return err
		}
	}
	if created.ClientID == "" {
		return nil
	}
	return c.Release(ctx, claim.ClientID(created.ClientID), access.Stream(id))
}

// RenameAccount gives an account another user name or name; an empty one stays as it is. Tokens of the account stay valid.
func (c *Accounts) RenameAccount(ctx context.Context, id int64, username, name string) error {
	account, err := c.Account(ctx, id)
	if err == nil && !account.Exists {
		err = access.ErrNotFound
	}
	if err != nil {
		return err
	}
	names := func(username string) []string {
		if username == "" {
			return nil
		}
		return []string{claim.Username(string(account.Kind), username)}
	}
	renaming := commands.Renaming{
		Stream: access.Stream(id), From: names(account.Username), To: names(cmp.Or(strings.TrimSpace(username), account.Username)),
		Names: func(e domain.Event) []string { return names(access.EvolveAccount(access.Account{}, e).Username) },
	}
	for _, wanted := range renaming.To {
		owner, err := c.Claim(ctx, wanted, renaming.Stream, access.ErrUsernameTaken)
		if err == nil && owner != renaming.Stream {
			err = access.ErrUsernameTaken
		}
		if err != nil {
			return err
		}
	}
	result, err := c.accounts.Decide(ctx, renaming.Stream, func(a access.Account) ([]domain.Event, error) {
		return a.Rename(strings.TrimSpace(username), strings.TrimSpace(name))
	}, commands.Named("RenameAccount"))
	return renaming.Finish(ctx, c.Engine, result, err)
}

// RestrictTools limits an account to some tools, also with the tokens that it has; without any it may use all. access.ErrNotFound: there is
// no such account.
func (c *Accounts) RestrictTools(ctx context.Context, id int64, tools []string) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.RestrictTools(tools)
	}, commands.Named("RestrictTools"))
}

// SetAccountActive activates or deactivates an account.
func (c *Accounts) SetAccountActive(ctx context.Context, id int64, active bool) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.SetActive(active)
	}, commands.Named("SetAccountActive"))
}

// SaveRole creates a role (id 0) or replaces one, and returns its identifier. known tells whether a grant exists.
func (c *Accounts) SaveRole(
	ctx context.Context, id int64, name string, admin bool, grants []string, known func(string) bool,
) (int64, error) {
	if id == 0 {
		ids, err := c.Next(ctx, "role", 1)
		if err != nil {
			return 0, err
		}
		id = ids[0]
	}
	result, err := c.roles.Decide(ctx, access.RoleStream(id), func(r access.Role) ([]domain.Event, error) {
		return r.Save(id, name, admin, grants, known)
	}, commands.Named("SaveRole"))
	return domain.StreamID(result.Stream), err
}

// RevokeToken revokes a token before it expires.
func (c *Accounts) RevokeToken(ctx context.Context, jti string, expires time.Time) error {
	_, err := c.tokens.Decide(ctx, domain.StreamOf(access.TokenCategory, jti), func(t access.Token) ([]domain.Event, error) {
		return t.Revoke(jti, expires), nil
	}, commands.Named("RevokeToken"))
	return err
}
