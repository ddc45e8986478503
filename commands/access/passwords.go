package access

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/access"
)

// SetPassword gives a user of the back office a password. present gets the hash of the current password and tells whether the caller has
// checked that one. access.ErrNoPassword: the account is of another kind. access.ErrWrongPassword: present returned false.
func (c *Accounts) SetPassword(ctx context.Context, id int64, hash string, present func(hash string) bool) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.SetPassword(hash, present, c.Now(ctx))
	}, commands.Named("SetPassword"))
}

// PrepareTwoFactor stores the secret of a second factor, which takes effect once the user sends a code of it.
func (c *Accounts) PrepareTwoFactor(ctx context.Context, id int64, secret string) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.PrepareTwoFactor(secret)
	}, commands.Named("PrepareTwoFactor"))
}

// SwitchTwoFactor turns a user's second factor on or off, with a code of it. login is the login that stays valid.
func (c *Accounts) SwitchTwoFactor(ctx context.Context, id int64, on bool, code, login string) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.SwitchTwoFactor(on, code, login, c.Now(ctx))
	}, commands.Named("SwitchTwoFactor"))
}

// RemoveTwoFactor turns a user's second factor off without a code.
func (c *Accounts) RemoveTwoFactor(ctx context.Context, id int64) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.RemoveTwoFactor()
	}, commands.Named("RemoveTwoFactor"))
}

// UseCode checks the second factor of a login. A code is valid for one login.
func (c *Accounts) UseCode(ctx context.Context, id int64, code string) error {
	return c.accounts.Change(ctx, id, func(a access.Account) ([]domain.Event, error) {
		return a.UseCode(code, c.Now(ctx))
	}, commands.Named("UseTwoFactorCode"))
}
