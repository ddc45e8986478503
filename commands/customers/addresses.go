package customers

import (
	"context"
	"errors"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/directory"
)

// AddAddress adds an entry to a customer's address book and returns its identifier. customer.ErrNotFound: there is no such
// customer.
func (c *Customers) AddAddress(ctx context.Context, id int64, a directory.Address, d customer.Defaults,
	check customer.EntryCheck) (int64, error) {
	ids, err := c.Next(ctx, "customer_address", 1)
	if err != nil {
		return 0, err
	}
	result, err := c.customers.Decide(ctx, customer.Stream(id), func(s customer.State) ([]domain.Event, error) {
		return s.AddAddress(ids[0], a, d, check)
	}, commands.Named("AddAddress"))
	if err != nil {
		return 0, err
	}
	for _, e := range result.Events { // of the earlier attempt, if this one repeats it
		if e, ok := e.(customer.AddressAdded); ok {
			return e.AddressID, nil
		}
	}
	return 0, customer.ErrAddressNotFound
}

// ChangeAddress changes an entry of a customer's address book. customer.ErrAddressNotFound: the customer has no such entry.
func (c *Customers) ChangeAddress(ctx context.Context, id, addressID int64, change func(directory.Address) directory.Address,
	d customer.Defaults, check customer.EntryCheck) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.ChangeAddress(addressID, change, d, check)
	}, commands.Named("ChangeAddress"))
}

// RemoveAddress removes an entry of a customer's address book. customer.ErrAddressNotFound: the customer has no such entry.
func (c *Customers) RemoveAddress(ctx context.Context, id, addressID int64) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.RemoveAddress(addressID)
	}, commands.Named("RemoveAddress"))
}

// DefaultAddresses returns a customer's default billing and shipping address; nil for none, and for an unknown customer.
func (c *Customers) DefaultAddresses(ctx context.Context, id int64) (billing, shipping *directory.Address, err error) {
	account, err := c.Customer(ctx, id)
	if err != nil && !errors.Is(err, customer.ErrNotFound) {
		return nil, nil, err
	}
	billing, shipping = account.DefaultAddresses()
	return billing, shipping, nil
}
