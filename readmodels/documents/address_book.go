package documents

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/directory"
)

// applyAddresses applies an event to the address book inside an account. The documents of defaults are those of the book.
func (c *Customer) applyAddresses(e domain.Event, at domain.Times) {
	switch e := e.(type) {
	case customer.AddressAdded:
		entry := c.entry(e.AddressID, &e.Address)
		entry.CreatedAt, entry.UpdatedAt = Time(at.Occurred), Time(at.Recorded)
		c.Addresses = append(c.Addresses, entry)
	case customer.AddressChanged:
		i := slices.IndexFunc(c.Addresses, func(a *Address) bool { return a.ID == e.AddressID })
		if i < 0 {
			return
		}
		had, entry := c.Addresses[i], c.entry(e.AddressID, &e.Address)
		entry.CreatedAt, entry.UpdatedAt = had.CreatedAt, Time(at.Recorded)
		entry.IsDefaultBilling, entry.IsDefaultShipping = had.IsDefaultBilling, had.IsDefaultShipping
		c.Addresses[i] = entry
	case customer.AddressRemoved:
		c.Addresses = slices.DeleteFunc(c.Addresses, func(a *Address) bool { return a.ID == e.AddressID })
	case customer.DefaultAddressesSet:
		for _, a := range c.Addresses {
			a.IsDefaultBilling, a.IsDefaultShipping = onlyTrue(a.ID == e.BillingID), onlyTrue(a.ID == e.ShippingID)
		}
	}
	c.DefaultBillingAddress = c.defaultEntry(func(a *Address) *bool { return a.IsDefaultBilling })
	c.DefaultShippingAddress = c.defaultEntry(func(a *Address) *bool { return a.IsDefaultShipping })
}

func (c *Customer) entry(id int64, a *directory.Address) *Address {
	entry := NewAddress(a, id, "", "")
	entry.CustomerID = &c.ID
	return entry
}

func (c *Customer) defaultEntry(is func(*Address) *bool) *Address {
	entry, _ := domain.Find(c.Addresses, func(a *Address) bool { return is(a) != nil })
	return entry
}

// Entry returns an entry of the address book in the form of the address operations, which always state both defaults; nil if
// there is none.
func (c *Customer) Entry(id int64) *Address {
	found, ok := domain.Find(c.Addresses, func(a *Address) bool { return a.ID == id })
	if !ok {
		return nil
	}
	entry := *found
	billing, shipping := found.IsDefaultBilling != nil, found.IsDefaultShipping != nil
	entry.IsDefaultBilling, entry.IsDefaultShipping = &billing, &shipping
	return &entry
}

func onlyTrue(is bool) *bool {
	if !is {
		return nil
	}
	return &is
}
