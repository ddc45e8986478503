package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
)

// Identified returns the account that is linked to a person at a sign-in provider, or the zero value. sharing is the website in which
// identities are unique, 0 if all websites share accounts.
func (c *Customers) Identified(ctx context.Context, i customer.Identity, sharing int64) (customer.State, error) {
	s, err := c.holder(ctx, claim.Identity(sharing, i.Provider, i.Subject))
	if err != nil || !s.Exists || s.HasIdentity(i) {
		return s, err
	}
	return customer.State{}, nil // the claim belongs to a link that was not made
}

// ByEmail returns the account that has claimed an e-mail address, in any spelling, or the zero value. Unlike the read model it is never
// behind.
func (c *Customers) ByEmail(ctx context.Context, email string, sharing int64) (s customer.State, err error) {
	for _, name := range claim.Emails(sharing, email) {
		if s, err = c.holder(ctx, name); err != nil || s.Exists {
			break
		}
	}
	return s, err
}

// holder returns the account that holds a claim, or the zero value.
func (c *Customers) holder(ctx context.Context, value string) (s customer.State, err error) {
	stream, err := c.Holder(ctx, value)
	if err != nil || stream == "" {
		return s, err
	}
	err = c.customers.View(ctx, stream, func(found customer.State, _ bool) error {
		s = found
		return nil
	})
	return s, err
}

// SignIn logs a person in to an account through a sign-in provider, and links the two the first time (customer.State.SignIn).
// customer.ErrIdentityTaken: the identity was linked to another account meanwhile.
func (c *Customers) SignIn(ctx context.Context, id, sharing int64, i customer.Identity, code string, twoFactor bool) error {
	if err := c.claimIdentity(ctx, i, customer.Stream(id), sharing); err != nil {
		return err
	}
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.SignIn(i, code, twoFactor, c.Now(ctx))
	}, commands.Named("SignInCustomer"))
}

// claimIdentity claims an identity for an account. A holder without the link has no right to it: a failed login, such as with a wrong code,
// leaves such a claim.
func (c *Customers) claimIdentity(ctx context.Context, i customer.Identity, stream string, sharing int64) error {
	_, err := c.ClaimUnless(ctx, claim.Identity(sharing, i.Provider, i.Subject), stream, customer.ErrIdentityTaken,
		func(ctx context.Context, holder string) (linked bool, err error) {
			err = c.customers.View(ctx, holder, func(s customer.State, _ bool) error {
				linked = s.HasIdentity(i)
				return nil
			})
			return linked, err
		})
	return err
}
