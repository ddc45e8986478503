package commands

import (
	"context"
	"errors"
	"time"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/claim"
)

// CreateAccount opens an API user, a service account or a back-office user, and returns its identifier. access.ErrClientTaken:
// the client_id is another account's.
func (c *Commands) CreateAccount(ctx context.Context, e access.AccountCreated) (int64, error) {
	ids, err := c.ids.Next(ctx, "account", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimFor(ctx, claim.Username(string(e.Kind), e.Username), domain.Stream(access.AccountCategory, ids[0]), access.ErrUsernameTaken)
	if err != nil {
		return 0, err
	}
	e.AccountID = domain.StreamID(owner)
	if e.ClientID != "" {
		if err := c.claimClient(ctx, e.ClientID, owner); err != nil {
			return 0, err
		}
	}
	_, err = c.accounts.Decide(ctx, owner, func(a access.Account) ([]domain.Event, error) { return a.Create(e) }, Named("CreateAccount"))
	return e.AccountID, err
}

// claimClient takes a client_id for an account. Accounts of earlier versions have made no claim; the read model knows them.
func (c *Commands) claimClient(ctx context.Context, clientID, owner string) error {
	had, err := c.claimFor(ctx, claim.ClientID(clientID), owner, access.ErrClientTaken)
	if err != nil {
		return err
	}
	known, err := c.facts.ClientKnown(ctx, clientID)
	if err == nil && (known && !RequestFrom(ctx).repeats() || had != owner) {
		err = access.ErrClientTaken
	}
	if err != nil {
		return errors.Join(err, c.release(ctx, claim.ClientID(clientID), owner))
	}
	return nil
}

// SetAccountActive lets an account in or keeps it out.
func (c *Commands) SetAccountActive(ctx context.Context, id int64, active bool) error {
	_, err := c.accounts.Decide(ctx, domain.Stream(access.AccountCategory, id), func(a access.Account) ([]domain.Event, error) { return a.SetActive(active) }, Named("SetAccountActive"))
	return err
}

// SaveRole creates a role (id 0) or replaces one, and returns its identifier.
func (c *Commands) SaveRole(ctx context.Context, id int64, name string, admin bool, grants []string, known func(string) bool) (int64, error) {
	if id == 0 {
		ids, err := c.ids.Next(ctx, "role", 1)
		if err != nil {
			return 0, err
		}
		id = ids[0]
	}
	result, err := c.roles.Decide(ctx, domain.Stream(access.RoleCategory, id), func(r access.Role) ([]domain.Event, error) {
		return r.Save(id, name, admin, grants, known)
	}, Named("SaveRole"))
	return domain.StreamID(result.Stream), err
}

// RevokeToken ends a token before it expires.
func (c *Commands) RevokeToken(ctx context.Context, jti string, expires time.Time) error {
	_, err := c.tokens.Decide(ctx, domain.StreamOf(access.TokenCategory, jti), func(t access.Token) ([]domain.Event, error) { return t.Revoke(jti, expires), nil }, Named("RevokeToken"))
	return err
}
