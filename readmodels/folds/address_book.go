package folds

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/readmodels/documents"
)

// applyAddresses applies an event to the address book inside an account. The documents of defaults are those of the book.
func applyAddresses(c *documents.Customer, e domain.Event, at domain.Times) {
	switch e := e.(type) {
	case customer.AddressAdded:
		entry := newEntry(c, e.AddressID, &e.Address)
		entry.CreatedAt, entry.UpdatedAt = documents.Time(at.Occurred), documents.Time(at.Recorded)
		c.Addresses = append(c.Addresses, entry)
	case customer.AddressChanged:
		i := slices.IndexFunc(c.Addresses, func(a *documents.Address) bool { return a.ID == e.AddressID })
		if i < 0 {
			return
		}
		had, entry := c.Addresses[i], newEntry(c, e.AddressID, &e.Address)
		entry.CreatedAt, entry.UpdatedAt = had.CreatedAt, documents.Time(at.Recorded)
		entry.IsDefaultBilling, entry.IsDefaultShipping = had.IsDefaultBilling, had.IsDefaultShipping
		c.Addresses[i] = entry
	case customer.AddressRemoved:
		c.Addresses = slices.DeleteFunc(c.Addresses, func(a *documents.Address) bool { return a.ID == e.AddressID })
	case customer.DefaultAddressesSet:
		for _, a := range c.Addresses {
			a.IsDefaultBilling, a.IsDefaultShipping = onlyTrue(a.ID == e.BillingID), onlyTrue(a.ID == e.ShippingID)
		}
	}
	c.DefaultBillingAddress = defaultEntry(c, func(a *documents.Address) *bool { return a.IsDefaultBilling })
	c.DefaultShippingAddress = defaultEntry(c, func(a *documents.Address) *bool { return a.IsDefaultShipping })
}

func newEntry(c *documents.Customer, id int64, a *directory.Address) *documents.Address {
	entry := NewAddress(a, id, "", "")
	entry.CustomerID = &c.ID
	return entry
}

func defaultEntry(c *documents.Customer, is func(*documents.Address) *bool) *documents.Address {
	entry, _ := domain.Find(c.Addresses, func(a *documents.Address) bool { return is(a) != nil })
	return entry
}

func onlyTrue(is bool) *bool {
	if !is {
		return nil
	}
	return &is
}
