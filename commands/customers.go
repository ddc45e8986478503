package commands

import (
	"context"
	"strings"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
)

// RegisterCustomer opens an account and returns its identifier. sharing is the website e-mails are unique in, 0 when
// accounts are shared by all. customer.ErrEmailTaken: the e-mail has an account there.
func (c *Commands) RegisterCustomer(ctx context.Context, r customer.Registration, sharing int64) (int64, error) {
	ids, err := c.ids.Next(ctx, "customer", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimFor(ctx, claim.Email(sharing, r.Profile.Email), customer.Stream(ids[0]), customer.ErrEmailTaken)
	if err != nil {
		return 0, err
	}
	c.step("register: e-mail claimed")
	r.ID = domain.StreamID(owner)
	_, err = c.customers.Decide(ctx, owner, func(s customer.State) ([]domain.Event, error) { return s.Register(r) }, Named("RegisterCustomer"))
	return r.ID, err
}

// ChangeCustomer changes an account; change gets what is and returns what shall be. sharing is the website e-mails are
// unique in, 0 when accounts are shared by all. taken is returned when another account has the new e-mail.
// customer.ErrNotFound: there is no such account.
func (c *Commands) ChangeCustomer(ctx context.Context, id, sharing int64, taken error, change func(customer.Details) (customer.Details, error)) error {
	for {
		if err := c.changeCustomer(ctx, id, sharing, taken, change); err != errEmailMoved {
			return err
		}
	}
}

// errEmailMoved: the account's e-mail was changed between the look and the decision.
const errEmailMoved = claimError("the e-mail of the account changed")

func (c *Commands) changeCustomer(ctx context.Context, id, sharing int64, taken error, change func(customer.Details) (customer.Details, error)) error {
	stream := customer.Stream(id)
	var had, claimed string
	if err := c.customers.View(ctx, stream, func(s customer.State, exists bool) error {
		if !exists {
			return customer.ErrNotFound
		}
		d, err := change(s.Details())
		if had = s.Profile.Email; !strings.EqualFold(had, d.Profile.Email) {
			claimed = d.Profile.Email
		}
		return err
	}); err != nil {
		return err
	}
	if claimed != "" {
		if _, err := c.claimFor(ctx, claim.Email(sharing, claimed), stream, taken); err != nil {
			return err
		}
		c.step("change customer: e-mail claimed")
	}
	if _, err := c.customers.Decide(ctx, stream, func(s customer.State) ([]domain.Event, error) {
		d, err := change(s.Details())
		if err != nil {
			return nil, err
		}
		had = s.Profile.Email
		if !strings.EqualFold(had, d.Profile.Email) && !strings.EqualFold(claimed, d.Profile.Email) {
			return nil, errEmailMoved
		}
		return s.Change(d)
	}, Named("ChangeCustomer")); err != nil {
		return err
	}
	if claimed != "" && !strings.EqualFold(had, claimed) {
		return c.release(ctx, claim.Email(sharing, had), stream)
	}
	return nil
}

// ChangePassword replaces a customer's password. matches tells whether the caller knew the present one.
func (c *Commands) ChangePassword(ctx context.Context, id int64, hash string, matches func(present string) bool) error {
	_, err := c.customers.Decide(ctx, customer.Stream(id), func(s customer.State) ([]domain.Event, error) { return s.ChangePassword(hash, matches) }, Named("ChangePassword"))
	return err
}

// ConfirmCustomer confirms a new account's e-mail.
func (c *Commands) ConfirmCustomer(ctx context.Context, id int64, key string) error {
	_, err := c.customers.Decide(ctx, customer.Stream(id), func(s customer.State) ([]domain.Event, error) { return s.Confirm(key) }, Named("ConfirmCustomer"))
	return err
}

// Customer returns an account as it is now. customer.ErrNotFound: there is none.
func (c *Commands) Customer(ctx context.Context, id int64) (customer.State, error) {
	var out customer.State
	err := c.customers.View(ctx, customer.Stream(id), func(s customer.State, exists bool) error {
		if !exists {
			return customer.ErrNotFound
		}
		out = s
		return nil
	})
	return out, err
}
