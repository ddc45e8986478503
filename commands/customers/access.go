package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
)

// RequestReset creates a link to replace a forgotten password; a reaction sends the e-mail. It fails with customer.ErrNotFound if there is
// no active account.
func (c *Customers) RequestReset(ctx context.Context, id, storeID int64, token string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.RequestReset(storeID, token, c.Now(ctx))
	}, commands.Named("RequestPasswordReset"))
}

// RefuseReset records a request to reset the password of an account that does not exist.
func (c *Customers) RefuseReset(ctx context.Context, websiteID int64) error {
	_, err := c.refusals.Decide(ctx, c.refusals.Stream(websiteID), func(customer.Refusals) ([]domain.Event, error) {
		return []domain.Event{customer.ResetRefused{WebsiteID: websiteID, At: c.Now(ctx)}}, nil
	}, commands.Named("RefusePasswordReset"))
	return err
}

// ResetPassword replaces a password through a link that is younger than hours. It fails with customer.ErrBadLink.
func (c *Customers) ResetPassword(ctx context.Context, id int64, token, hash string, hours int) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.ResetPassword(token, hash, c.Now(ctx), hours)
	}, commands.Named("ResetPassword"))
}

// ChangeOwn changes an account at its owner's request, see customer.State.ChangeOwn. customer.ErrNotFound: there is no such account.
func (c *Customers) ChangeOwn(ctx context.Context, id int64, token string,
	change func(customer.Details) (customer.Details, error)) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		d, err := change(s.Details())
		if err != nil {
			return nil, err
		}
		return s.ChangeOwn(d, token, c.Now(ctx))
	}, commands.Named("ChangeOwnAccount"))
}

// ProveEmail activates the pending e-mail address of an account, if its link is younger than hours. sharing is the website in which e-mails
// are unique, 0 if all websites share accounts. customer.ErrBadProof: the link is invalid. customer.ErrEmailInUse: another account has got
// the address meanwhile.
func (c *Customers) ProveEmail(ctx context.Context, id, sharing int64, token string, hours int) error {
	stream, email, had := customer.Stream(id), "", ""
	if err := c.customers.View(ctx, stream, func(s customer.State, _ bool) error {
		events, err := s.ProveEmail(token, c.Now(ctx), hours)
		if len(events) > 0 {
			email, had = s.Proof.Email, s.Profile.Email
		}
		return err
	}); err != nil || email == "" {
		return err
	}
	if _, err := c.claimEmail(ctx, email, had, stream, sharing, customer.ErrEmailInUse); err != nil {
		return err
	}
	c.Step("prove e-mail: e-mail claimed")
	names := func(email string) []string { return claim.Emails(sharing, email) }
	renaming := commands.Renaming{Stream: stream, To: names(email), Names: func(e domain.Event) []string {
		switch e := e.(type) {
		case customer.Registered:
			return names(e.Profile.Email)
		case customer.ProfileChanged:
			return names(e.Profile.Email)
		}
		return nil
	}}
	result, err := c.customers.Decide(ctx, stream, func(s customer.State) ([]domain.Event, error) {
		renaming.From = names(s.Profile.Email)
		if s.Proof.Email != "" && s.Proof.Email != email {
			return nil, customer.ErrBadProof // replaced since: another link proves the new address
		}
		return s.ProveEmail(token, c.Now(ctx), hours)
	}, commands.Named("ProveEmail"))
	return renaming.Finish(ctx, c.Engine, result, err)
}

// PrepareTwoFactor stores the secret of a second factor, which takes effect once the customer sends a code of it.
func (c *Customers) PrepareTwoFactor(ctx context.Context, id int64, secret string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.PrepareTwoFactor(secret)
	}, commands.Named("PrepareTwoFactor"))
}

// SwitchTwoFactor turns a customer's second factor on or off, with a code of it. login is the login that stays valid.
func (c *Customers) SwitchTwoFactor(ctx context.Context, id int64, on bool, code, login string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.SwitchTwoFactor(on, code, login, c.Now(ctx))
	}, commands.Named("SwitchTwoFactor"))
}

// UseCode checks the second factor of a login. A code is valid for one login.
func (c *Customers) UseCode(ctx context.Context, id int64, code string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.UseCode(code, c.Now(ctx))
	}, commands.Named("UseTwoFactorCode"))
}
