package sales

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/domain/revocation"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// available is the guard of a submission. It makes the checks that do not depend on the body (shapes-sales §14).
func (h *revocationHandlers) available(ctx context.Context, c *operations.Call) error {
	if !c.Config().Flag("revocation/general/enabled") {
		return revocation.ErrUnavailable
	}
	if c.CustomerID() == 0 {
		return revocation.ErrNoCustomer
	}
	account, err := h.customers.Customer(ctx, c.CustomerID())
	c.Keep(account)
	return err
}

type submitInput struct {
	OrderID        *int64  `json:"orderId" doc:"ID of the order; overrides orderReference"`
	OrderReference *string `json:"orderReference" doc:"increment ID of the order, such as 100000001"`
	Reason         *string `json:"reason" lines:"many" doc:"reason; cut off after 2000 characters"`
}

func (h *revocationHandlers) submit(ctx context.Context, c *operations.Call, in submitInput) (documents.Doc[documents.Revocation], error) {
	account := operations.Loaded[customer.State](c)
	o, err := h.ordered(ctx, in)
	if err != nil {
		return nil, err
	}
	if o.CustomerID != c.CustomerID() {
		return nil, order.ErrNotFound
	}
	config := c.Shop.Settings.In(o.StoreID)
	if !c.Resumed() { // an earlier attempt has passed these checks
		period, err := h.commands.RevocationPeriod(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		if err := period.Check(config.Int("revocation/general/cooling_off_days"), c.Now()); err != nil {
			return nil, err
		}
		if err := c.Limit(byAddress, in); err != nil {
			return nil, err
		}
	}
	id, err := h.commands.SubmitRevocation(ctx, revocation.Submission{
		OrderID: o.ID, Reference: o.Increment, StoreID: o.StoreID, CustomerID: account.ID, Reason: domain.Value(in.Reason),
		Declarer: revocation.Person{
			Name: account.Profile.FormalName(), Email: account.Profile.Email, IP: c.Caller.RemoteIP, UserAgent: c.Caller.UserAgent,
		},
	}, config.Int("revocation/abuse/recipient_rate_limit_per_day"))
	if err != nil {
		return nil, err
	}
	c.Created(id)
	return h.show(ctx, c, id)
}

// ordered returns the order of the submission.
func (h *revocationHandlers) ordered(ctx context.Context, in submitInput) (order.Order, error) {
	if in.OrderID != nil && *in.OrderID != 0 {
		return h.orders.Order(ctx, *in.OrderID)
	}
	reference := domain.Trimmed(in.OrderReference)
	if reference == "" {
		return order.Order{}, revocation.ErrNoReference
	}
	found, err := h.sales.OrderByIncrement(ctx, reference)
	if fault.KindOf(err) == fault.NotFound {
		err = order.ErrNotFound
	}
	if err != nil {
		return order.Order{}, err
	}
	return h.orders.Order(ctx, found.ID)
}
