package access

import (
	"context"
	"errors"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/access"
)

// NextAgent returns a number for an agent.
func (c *Accounts) NextAgent(ctx context.Context) (int64, error) {
	ids, err := c.Next(ctx, "agent", 1)
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// AuthorizeAgent lets a program act for an account. access.ErrNotFound: the account does not exist or is inactive.
func (c *Accounts) AuthorizeAgent(ctx context.Context, account int64, e access.AgentAuthorized) error {
	return c.accounts.Change(ctx, account, func(a access.Account) ([]domain.Event, error) {
		return a.Authorize(e)
	}, commands.Named("AuthorizeAgent"))
}

// RevokeAgent withdraws a program's right to act for an account. access.ErrNoAgent: the account has no such agent.
func (c *Accounts) RevokeAgent(ctx context.Context, account int64, e access.AgentRevoked) error {
	return c.accounts.Change(ctx, account, func(a access.Account) ([]domain.Event, error) {
		return a.Revoke(e)
	}, commands.Named("RevokeAgent"))
}

// EndAgent revokes an agent for a reason of the protocol. It ignores an unknown agent.
func (c *Accounts) EndAgent(ctx context.Context, account, id int64, why access.Ending) error {
	err := c.accounts.Change(ctx, account, func(a access.Account) ([]domain.Event, error) {
		known := a.Agents[id]
		return a.Revoke(access.AgentRevoked{AgentID: id, Client: known.Client, Host: known.Host, Because: why})
	}, commands.Named("RevokeAgent"))
	if errors.Is(err, access.ErrNoAgent) {
		return nil
	}
	return err
}
