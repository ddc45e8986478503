package customers

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/newsletter"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

type listInput struct {
	Search    string `query:"search" doc:"beginning of an e-mail address, first name, last name or telephone number, at least 5 characters; text with @ is an exact e-mail address"`
	Email     string `query:"email" doc:"exact e-mail address; overrides search"`
	Telephone string `query:"telephone" doc:"beginning of a telephone number of any address; overrides email"`
}

func (h *handlers) list(ctx context.Context, c *operations.Call, in listInput) (*documents.Page[documents.Customer], error) {
	filter := customers.CustomerFilter{Telephone: in.Telephone, Email: in.Email, Search: in.Search, Websites: c.AllowedWebsites()}
	return h.Reader.Customers(ctx, filter, c.Page())
}

// The refusals of accounts that do not belong to the caller.
var (
	errOwnOnly    = fault.Forbiddenf("You can only access your own data")
	errNoIdentity = fault.Forbiddenf("Authentication required")
)

// identified is the guard of operations for customers only. Others get the refusal (shapes-customer §2.11).
func identified(refusal error) func(context.Context, *operations.Call) error {
	return func(_ context.Context, c *operations.Call) error {
		if c.CustomerID() == 0 {
			return refusal
		}
		return nil
	}
}

// readable refuses customers who request another account before any lookup, so that they do not learn which accounts exist.
func (h *handlers) readable(ctx context.Context, c *operations.Call) error {
	if me := c.CustomerID(); me != 0 {
		if me != c.PathID("id") {
			return errOwnOnly
		}
		return nil
	}
	account, err := h.Reader.KnownCustomer(ctx, c.PathID("id"))
	switch {
	case err != nil:
		return err
	case account == nil && c.InPast():
		return nil // forgotten since, or never there: see past
	case account == nil:
		return readmodels.ErrNotFound
	}
	return c.CheckWebsiteRow(customerResource.Label, account.WebsiteID)
}

// managed is the guard of changes by the back office. It reads the account's stream, so a new account can be changed before the read model
// has it.
func (h *handlers) managed(ctx context.Context, c *operations.Call) error {
	account, err := h.Commands.Customer(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	c.Keep(account)
	return c.CheckWebsiteRow(customerResource.Label, account.WebsiteID)
}

// get answers with the account of the path, or with the caller's own.
func (h *handlers) get(ctx context.Context, c *operations.Call, _ operations.None) (documents.Doc[documents.Customer], error) {
	id := c.PathID("id")
	if me := c.CustomerID(); me != 0 {
		id = me
	}
	if c.InPast() {
		return h.past(ctx, c, id)
	}
	return h.account(ctx, id)
}

// pastAccount folds an account of the requested past.
func (h *handlers) pastAccount(ctx context.Context, c *operations.Call, id int64) (*documents.Customer, error) {
	then, err := h.written(id).State(ctx, c)
	if err != nil {
		return nil, err
	}
	return then, c.CheckWebsiteRow(customerResource.Label, then.WebsiteID)
}

// pastRow returns the list's row of an account in the requested past.
func (h *handlers) pastRow(ctx context.Context, c *operations.Call, _ operations.None) (documents.Doc[documents.Customer], error) {
	then, err := h.pastAccount(ctx, c, c.PathID("id"))
	if err != nil {
		return nil, err
	}
	return documents.Ready(then.Row())
}

// past answers with an account of the requested past. An account that was forgotten since has no personal data any more.
func (h *handlers) past(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.Customer], error) {
	then, err := h.pastAccount(ctx, c, id)
	if err != nil {
		return nil, err
	}
	doc, err := documents.Ready(*then)
	if err != nil {
		return nil, err
	}
	subscribers, err := h.Newsletter.OfCustomer(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, subscriber := range subscribers {
		var s newsletter.State
		err := h.Commands.EachUntil(ctx, newsletter.Stream(subscriber), c.AsOf(), func(e domain.Event, _ domain.Times) {
			s = newsletter.Evolve(s, e)
		})
		if err != nil {
			return nil, err
		}
		doc = documents.WithSubscription(doc, s.CustomerID == id && s.Status == newsletter.Active)
	}
	return doc, nil
}

// ahead reads accounts that are needed next.
func (h *handlers) ahead(ctx context.Context, _ *operations.Call, ids []int64) (context.Context, error) {
	ahead, err := h.Reader.CustomersAhead(ctx, ids)
	if err != nil {
		return ctx, err
	}
	return h.Newsletter.GetsAhead(ahead, ids)
}

// account reads an account. The subscription to the newsletter is read from the subscriber's own stream.
func (h *handlers) account(ctx context.Context, id int64) (documents.Doc[documents.Customer], error) {
	account, err := h.Reader.Customer(ctx, id)
	if err != nil {
		return nil, err
	}
	subscribed, err := h.Newsletter.Gets(ctx, id)
	return documents.WithSubscription(account.Doc, subscribed), err
}

// show answers a write with the account in its new state.
func (h *handlers) show(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.Customer], error) {
	return h.written(id).Answer(ctx, c)
}

// written returns the ways to read an account and to fold it from its stream.
func (h *handlers) written(id int64) operations.Written[documents.Customer, documents.Customer] {
	return operations.Written[documents.Customer, documents.Customer]{
		Stream: customer.Stream(id), Each: h.Commands.EachUntil, Apply: folds.ApplyCustomer, Missing: customer.ErrNotFound,
		Read: func(ctx context.Context) (documents.Doc[documents.Customer], error) { return h.account(ctx, id) },
	}
}
