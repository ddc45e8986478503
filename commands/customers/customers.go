// Package customers has the commands on customer accounts, whose e-mails are unique in a website, and on customer groups. Further commands
// are on wishlists, reviews of products, stock alerts, subscriptions to the newsletter, and messages of the contact form. An e-mail address
// has at most one subscriber.
package customers

import (
	"context"
	"errors"
	"strings"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
)

// Customers carries out the commands on customer accounts.
type Customers struct {
	*commands.Engine

	customers commands.Repository[customer.State]
	refusals  commands.Repository[customer.Refusals]
}

// NewCustomers returns the commands.
func NewCustomers(e *commands.Engine) *Customers {
	return &Customers{Engine: e, customers: commands.Open(e, customerStreams), refusals: commands.Open(e, refusals)}
}

var customerStreams = commands.Decider[customer.State]{
	Category: customer.Category, Initial: customer.New, Evolve: customer.Evolve, Cached: 5000,
	Missing: func(s customer.State) error {
		if !s.Exists {
			return customer.ErrNotFound
		}
		return nil
	},
}

var refusals = commands.Decider[customer.Refusals]{
	Category: customer.RefusalCategory, Shared: true, Cached: 10, SnapshotEvery: 1000,
	Initial: func(string) customer.Refusals { return customer.Refusals{} },
	Evolve:  func(r customer.Refusals, _ domain.Event) customer.Refusals { return r },
}

// CustomerStreams declares the streams of the area.
func CustomerStreams() []commands.Streams {
	return []commands.Streams{
		commands.Declare(customerStreams, "customer", customer.AccountSpecs(), customer.Registered{}, customer.Abandoned{}),
		commands.Declare(refusals, "", domain.Specs(customer.ResetRefused{})),
	}
}

// RegisterCustomer creates an account and returns its identifier. sharing is the website in which e-mails are unique, 0 if all websites
// share accounts. customer.ErrEmailTaken: another account has the e-mail.
func (c *Customers) RegisterCustomer(ctx context.Context, r customer.Registration, sharing int64) (int64, error) {
	ids, err := c.Next(ctx, "customer", 1)
	if err != nil {
		return 0, err
	}
	if r.Address != nil {
		entries, err := c.Next(ctx, "customer_address", 1)
		if err != nil {
			return 0, err
		}
		r.AddressID = entries[0]
	}
	owner, err := c.claimEmail(ctx, r.Profile.Email, "", customer.Stream(ids[0]), sharing, customer.ErrEmailTaken)
	if err != nil {
		return 0, err
	}
	c.Step("register: e-mail claimed")
	if r.Identity != nil {
		if err := c.claimIdentity(ctx, *r.Identity, owner, sharing); err != nil {
			return 0, err
		}
	}
	r.ID = domain.StreamID(owner)
	_, err = c.customers.Decide(ctx, owner, func(s customer.State) ([]domain.Event, error) {
		return s.Register(r)
	}, commands.Named("RegisterCustomer"))
	c.Step("register: account opened")
	return r.ID, err
}

// claimEmail claims all spellings of an e-mail address for an account, see commands.ClaimEnding. had is the account's present address.
// Every open account has a right to its claims, because it may be about to change to that address.
func (c *Customers) claimEmail(ctx context.Context, email, had, owner string, sharing int64, taken error) (string, error) {
	return c.ClaimAll(ctx, claim.Emails(sharing, email), claim.Emails(sharing, had), owner, taken, func(name, owner string) (string, error) {
		return commands.ClaimEnding(ctx, c.Engine, name, owner, taken, c.customers,
			func(s customer.State, _ int64) (bool, []domain.Event) { return s.Exists, s.Abandon() })
	})
}

// ChangeCustomer changes an account; change gets the present details and returns the new ones. sharing is the website in which e-mails are
// unique, 0 if all websites share accounts. It returns taken if another account has the new e-mail. customer.ErrNotFound: there is no such
// account.
func (c *Customers) ChangeCustomer(ctx context.Context, id, sharing int64, taken error,
	change func(customer.Details) (customer.Details, error)) error {
	for {
		if err := c.changeCustomer(ctx, id, sharing, taken, change); err != errEmailMoved {
			return err
		}
	}
}

// errEmailMoved: the account's e-mail was changed between reading it and the decision.
var errEmailMoved = errors.New("the e-mail of the account changed")

func (c *Customers) changeCustomer(ctx context.Context, id, sharing int64, taken error,
	change func(customer.Details) (customer.Details, error)) error {
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
		if _, err := c.claimEmail(ctx, claimed, had, stream, sharing, taken); err != nil {
			return err
		}
		c.Step("change customer: e-mail claimed")
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
	}, commands.Named("ChangeCustomer")); err != nil {
		return err
	}
	if claimed != "" && !strings.EqualFold(had, claimed) {
		return c.ReleaseAll(ctx, stream, claim.Emails(sharing, had), claim.Emails(sharing, claimed))
	}
	return nil
}

// ChangePassword replaces a customer's password. matches gets the hash of the present password and tells whether the caller gave that
// password. login is the login that stays valid.
func (c *Customers) ChangePassword(ctx context.Context, id int64, hash, login string, matches func(present string) bool) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.ChangePassword(hash, login, matches)
	}, commands.Named("ChangePassword"))
}

// ConfirmCustomer confirms the e-mail address of a new account.
func (c *Customers) ConfirmCustomer(ctx context.Context, id int64, key string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.Confirm(key)
	}, commands.Named("ConfirmCustomer"))
}

// Customer returns the newest state of an account. customer.ErrNotFound: there is none.
func (c *Customers) Customer(ctx context.Context, id int64) (customer.State, error) {
	return c.customers.Get(ctx, id)
}
