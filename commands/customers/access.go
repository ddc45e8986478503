package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/customer"
)

// RequestReset makes a link with which a customer can replace a forgotten password; its e-mail is sent by a reaction. It fails
// with customer.ErrNotFound if there is no active account.
func (c *Customers) RequestReset(ctx context.Context, id, storeID int64, token string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.RequestReset(storeID, token, c.Now(ctx))
	}, commands.Named("RequestPasswordReset"))
}

// RefuseReset records that somebody forgot the password of an account that does not exist.
func (c *Customers) RefuseReset(ctx context.Context, websiteID int64) error {
	_, err := c.refusals.Decide(ctx, c.refusals.Stream(websiteID), func(customer.Refusals) ([]domain.Event, error) {
		return []domain.Event{customer.ResetRefused{WebsiteID: websiteID, At: c.Now(ctx)}}, nil
	}, commands.Named("RefusePasswordReset"))
	return err
}

// ResetPassword replaces a password by means of a link that is younger than hours. It fails with customer.ErrBadLink.
func (c *Customers) ResetPassword(ctx context.Context, id int64, token, hash string, hours int) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.ResetPassword(token, hash, c.Now(ctx), hours)
	}, commands.Named("ResetPassword"))
}

// PrepareTwoFactor remembers the secret of a second factor until a code of it was shown.
func (c *Customers) PrepareTwoFactor(ctx context.Context, id int64, secret string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.PrepareTwoFactor(secret)
	}, commands.Named("PrepareTwoFactor"))
}

// SwitchTwoFactor turns a customer's second factor on or off, with a code of it.
func (c *Customers) SwitchTwoFactor(ctx context.Context, id int64, on bool, code string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.SwitchTwoFactor(on, code, c.Now(ctx))
	}, commands.Named("SwitchTwoFactor"))
}

// UseCode checks the second factor of a login. A code is good for one login.
func (c *Customers) UseCode(ctx context.Context, id int64, code string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.UseCode(code, c.Now(ctx))
	}, commands.Named("UseTwoFactorCode"))
}
