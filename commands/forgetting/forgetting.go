// Package forgetting has the commands that forget a customer, a person without an account, or the owner of an account of the back office.
//
//	account closed ──▶ carts, newsletter, reviews end ──▶ ledger ──▶ keys deleted ──▶ caches dropped
//	                                                                                        │
//	      customer's own stream marked ◀── data outside the log removed ◀── streams marked ◀┘
//
// Every step can be repeated. If a crash interrupts the steps after the first one, a reaction to that step takes them all again.
package forgetting

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tradelog/commands"
	"tradelog/commands/access"
	"tradelog/commands/checkout"
	"tradelog/commands/customers"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	domainnewsletter "tradelog/domain/newsletter"
	"tradelog/domain/order"
	"tradelog/domain/person"
	"tradelog/domain/review"
	"tradelog/domain/revocation"
	"tradelog/eventstore"
)

// Keyring deletes keys.
type Keyring interface {
	eventstore.Keyring
	// Forget deletes the keys of subjects. The deletion is durable when it returns.
	Forget(ctx context.Context, subjects ...string) error
}

// Ledger records deleted keys outside the database, so that a restored backup forgets them again.
type Ledger interface {
	// Add stores entries durably. It does not store an entry twice.
	Add(entries ...Entry) error
	// Entries returns all entries.
	Entries() ([]Entry, error)
}

// Entry is a deleted key. The fingerprint tells it from a later key of the same subject. After the restore of an old backup, the ID of a
// customer may be issued again to another person.
type Entry struct {
	Subject     string
	Fingerprint string // see eventstore.Fingerprint
}

// Areas holds the commands of the areas that have data of a person.
type Areas struct {
	Accounts    *access.Accounts
	Customers   *customers.Customers
	Carts       *checkout.Checkout
	Orders      *sales.Orders
	Newsletter  *customers.Newsletter
	Reviews     *customers.Reviews
	Revocations *sales.Revocations
	Alerts      *customers.StockAlerts
}

// Surroundings holds the functions of the program that forgetting needs.
type Surroundings struct {
	Keys Keyring
	// Ledger records deleted keys; nil: they are not recorded.
	Ledger Ledger
	// Everywhere drops the caches of all running instances. It returns when all of them have confirmed that their caches are dropped and their
	// read models are as new as the log.
	Everywhere func(ctx context.Context) error
	// Beside deletes data of some streams that are stored outside the log: responses of requests, e-mails, files, snapshots.
	Beside func(ctx context.Context, streams []string) error
	// Files counts the files of some streams that Beside would delete.
	Files func(ctx context.Context, streams []string) (int, error)
}

// Forgetting carries out the commands.
type Forgetting struct {
	*commands.Engine
	Areas
	Surroundings
	guests commands.Repository[person.Guest]
}

// New returns the commands. The program sets Surroundings afterwards.
func New(e *commands.Engine, areas Areas) *Forgetting {
	return &Forgetting{Engine: e, Areas: areas, guests: commands.Open(e, guests)}
}

var guests = commands.Decider[person.Guest]{
	Category: person.GuestCategory, Initial: person.NewGuest, Evolve: person.EvolveGuest, Cached: 10,
}

// Streams declares the streams of the area.
func Streams() []commands.Streams {
	return []commands.Streams{commands.Declare(guests, person.GuestCategory, person.GuestSpecs())}
}

// Forgotten is the result of forgetting a person. Keys counts the keys that were deleted.
type Forgotten struct {
	CustomerID int64 // 0: the person has no account
	Traces
}

// isTrial tells whether the request is a trial, which must store nothing and delete no keys.
func isTrial(ctx context.Context) bool { return commands.RequestFrom(ctx).Trial != nil }

// Website returns the website of an account, also of a closed one. customer.ErrNotFound: there is none.
func (c *Forgetting) Website(ctx context.Context, id int64) (int64, error) {
	website, _, exists, err := c.Customers.Emails(ctx, id)
	if err == nil && !exists {
		err = customer.ErrNotFound
	}
	return website, err
}

// ForgetCustomer forgets a customer. Unless forced, it fails while an order is open, a cart is in checkout, a revocation is pending or a
// gift card is unsent. customer.ErrNotFound: there is no such customer.
func (c *Forgetting) ForgetCustomer(ctx context.Context, id int64, reason string, forced bool) (Forgotten, error) {
	found, err := c.find(ctx, id)
	if err != nil {
		return Forgotten{}, err
	}
	if !forced {
		if err := c.refuse(ctx, found); err != nil {
			return Forgotten{}, err
		}
	}
	traces, err := c.traces(ctx, found)
	if err != nil {
		return Forgotten{}, err
	}
	if err := c.Customers.StartForgetting(ctx, id, reason); err != nil {
		return Forgotten{}, err
	}
	c.Step("forget: account closed")
	if isTrial(ctx) {
		return Forgotten{CustomerID: id, Traces: traces}, nil
	}
	done, err := c.Finish(ctx, id)
	done.Keys, done.Parts = max(done.Keys, traces.Keys), traces.Parts // the reaction may have deleted them first
	return done, err
}

// refuse returns the first reason why the shop still needs the person's data.
func (c *Forgetting) refuse(ctx context.Context, p *persona) error {
	for _, stream := range p.streams {
		id := domain.StreamID(stream)
		switch domain.Category(stream) {
		case order.Category:
			o, err := c.Orders.Order(ctx, id)
			if err != nil {
				return err
			}
			if o.Open() {
				return fault.Conflictf("Order #%s is not finished (%s). Deliver or cancel it first.", o.Increment, o.State)
			}
		case cart.Category:
			s, err := c.Carts.Cart(ctx, id)
			if fault.KindOf(err) == fault.NotFound {
				continue
			}
			if err != nil {
				return err
			}
			if s.Checkout != nil {
				return fault.Conflictf("An order is being placed with cart %d. Try again when it is done.", id)
			}
		case revocation.Category:
			r, err := c.Revocations.Revocation(ctx, id)
			if err != nil {
				return err
			}
			if r.Pending() {
				return fault.Conflictf("Revocation request %d is not decided. Accept or reject it first.", id)
			}
		}
	}
	for id, due := range p.unsent {
		if due.After(c.Now(ctx)) {
			return fault.Conflictf("Gift card %d is to be sent on %s. Wait until then, or disable it first.", id, due.Format(time.DateOnly))
		}
	}
	return nil
}

// Finish takes all steps that follow from a closed account. It may be called any number of times, also concurrently.
func (c *Forgetting) Finish(ctx context.Context, id int64) (Forgotten, error) {
	ctx = commands.Apart(ctx)
	p, err := c.find(ctx, id)
	if err != nil {
		return Forgotten{}, err
	}
	if err := c.end(ctx, p); err != nil {
		return Forgotten{}, err
	}
	c.Step("forget: carts and subscriptions ended")
	deleted, err := c.forget(ctx, customer.Stream(id), p.subjects, p.streams)
	return Forgotten{CustomerID: id, Traces: Traces{Keys: deleted, Streams: p.streams}}, err
}

// end ends carts and subscriptions, hides reviews and releases e-mails. It needs the person's data, so it must run before the keys are
// deleted.
func (c *Forgetting) end(ctx context.Context, p *persona) error {
	for _, stream := range p.streams {
		var err error
		id := domain.StreamID(stream)
		switch domain.Category(stream) {
		case cart.Category:
			err = c.Carts.EndCart(ctx, id)
		case domainnewsletter.Category:
			err = c.Newsletter.EndSubscription(ctx, id, p.id)
		case review.Category:
			err = c.Reviews.ModerateReview(ctx, id, review.Moderation{Status: review.NotApproved})
		}
		if err != nil {
			return fmt.Errorf("%s: %w", stream, err)
		}
	}
	if p.id != 0 {
		if err := c.Alerts.WithdrawAll(ctx, p.id); err != nil {
			return err
		}
	}
	if len(p.emails) == 0 {
		return nil
	}
	return c.Customers.ReleaseEmails(ctx, p.id, p.emails)
}

// forget deletes the keys of subjects and everything derived from their data. owner is the stream that is marked last.
func (c *Forgetting) forget(ctx context.Context, owner string, subjects, streams []string) (deleted int, err error) {
	entries, err := c.entries(ctx, subjects)
	if err != nil {
		return 0, err
	}
	if c.Ledger != nil {
		plain, err := c.unsealedAccounts(ctx, subjects)
		if err != nil {
			return 0, err
		}
		if err := c.Ledger.Add(slices.Concat(entries, entriesOf(plain))...); err != nil {
			return 0, err
		}
	}
	c.Step("forget: noted in the ledger")
	if err := c.Keys.Forget(ctx, subjects...); err != nil {
		return 0, err
	}
	c.Step("forget: keys deleted")
	// The caches are dropped before the marks are made, because an instance with a key in memory could seal data with it later.
	if err := c.Everywhere(ctx); err != nil {
		return 0, err
	}
	again := len(entries) > 0 // a restored key may have been used since the stream was marked
	for _, stream := range streams {
		if stream == owner {
			continue
		}
		if err := c.MarkForgotten(ctx, stream, again, subjects); err != nil {
			return 0, err
		}
		c.Step("forget: stream marked")
	}
	if err := c.Beside(ctx, streams); err != nil {
		return 0, err
	}
	c.Step("forget: removed beside the log")
	if owner != "" {
		if err := c.MarkForgotten(ctx, owner, again, subjects); err != nil {
			return 0, err
		}
	}
	return len(entries), c.Everywhere(ctx)
}

// entries returns the present keys of subjects.
func (c *Forgetting) entries(ctx context.Context, subjects []string) (entries []Entry, err error) {
	if err := c.Keys.Load(ctx, subjects); err != nil {
		return nil, err
	}
	for _, s := range subjects {
		key, err := c.Keys.Key(ctx, s, false)
		if errors.Is(err, eventstore.ErrForgotten) {
			continue
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, Entry{Subject: s, Fingerprint: eventstore.Fingerprint(key)})
	}
	return entries, nil
}
