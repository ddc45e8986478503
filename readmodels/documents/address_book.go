package documents

import (
	"tradelog/domain"
)

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
