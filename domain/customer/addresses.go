package customer

import (
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
)

// Address is an entry of a customer's address book (shapes-customer §3).
type Address struct {
	ID int64
	directory.Address
}

// Defaults tells whether an entry becomes or ceases to be a default. A nil flag changes nothing (shapes-customer §3.3).
type Defaults struct{ Billing, Shipping *bool }

// Both returns the flags that make an entry the default billing and the default shipping address.
func Both() Defaults {
	yes := true
	return Defaults{Billing: &yes, Shipping: &yes}
}

// maxAddresses bounds an address book, because every change of an account reads and writes the whole book.
const maxAddresses = 500

var (
	// ErrAddressNotFound means that the customer's address book has no such entry. Entries of other customers get the same error.
	ErrAddressNotFound = fault.NotFoundf("Address not found")
	errBookFull        = fault.Preconditionf("An address book can have at most %d addresses. Delete one first.", maxAddresses)
)

// lacking maps required parts of an address to the errors for missing ones (shapes-customer §3.2).
var lacking = map[directory.Part]*fault.Error{
	directory.Firstname: fault.Invalidf("First name is required").About(fault.Required, "firstname"),
	directory.Lastname:  fault.Invalidf("Last name is required").About(fault.Required, "lastname"),
	directory.Street:    fault.Invalidf("Street address is required").About(fault.Required, "street"),
	directory.City:      fault.Invalidf("City is required").About(fault.Required, "city"),
	directory.Postcode:  fault.Invalidf("Postcode is required").About(fault.Required, "postcode"),
	directory.CountryID: fault.Invalidf("Country is required").About(fault.Required, "countryId"),
	directory.Telephone: fault.Invalidf("Telephone is required").About(fault.Required, "telephone"),
}

// EntryCheck returns an error if an address book must not have the address. The address is in its stored form.
type EntryCheck func(directory.Address) error

// RequiredParts returns an error if an address lacks required parts, which the message lists, or if its country is no country code.
func RequiredParts(a directory.Address) error {
	var problems []*fault.Error
	for _, part := range a.Missing() {
		problems = append(problems, lacking[part])
	}
	if problems != nil {
		return fault.Invalidf("%s", fault.Joined(", ", problems...))
	}
	return a.CheckCountry()
}

// Orderable returns a check that fails for an address with which no order could be placed. The message has one line for each problem.
func Orderable(rules directory.Rules) EntryCheck {
	return func(a directory.Address) error {
		if problems := a.Problems(rules); len(problems) > 0 {
			return fault.Invalidf("%s", fault.Joined("\n", problems...))
		}
		return nil
	}
}

// Address returns an entry of the address book.
func (s State) Address(id int64) (Address, bool) {
	return domain.Find(s.Addresses, func(a Address) bool { return a.ID == id })
}

// DefaultAddresses returns the default billing and shipping address; nil for none.
func (s State) DefaultAddresses() (billing, shipping *directory.Address) {
	return s.filling(s.DefaultBilling), s.filling(s.DefaultShipping)
}

// filling returns an entry with its EntryID set, for use in a cart; nil if there is no such entry.
func (s State) filling(id int64) *directory.Address {
	a, ok := s.Address(id)
	if !ok {
		return nil
	}
	a.Address.EntryID = a.ID
	return &a.Address
}

// AddAddress adds an entry to the address book. It becomes a default only if d says so, even as the first entry.
func (s State) AddAddress(id int64, a directory.Address, d Defaults, check EntryCheck) ([]domain.Event, error) {
	switch {
	case !s.Exists:
		return nil, ErrNotFound
	case len(s.Addresses) >= maxAddresses:
		return nil, errBookFull
	}
	a = a.Entry()
	if err := fault.All(a.TooLong(), check(a)); err != nil {
		return nil, err
	}
	return append([]domain.Event{AddressAdded{CustomerID: s.ID, AddressID: id, Address: a}}, s.setDefaults(id, d)...), nil
}

// ChangeAddress changes an entry of the address book.
func (s State) ChangeAddress(id int64, change func(directory.Address) directory.Address, d Defaults, check EntryCheck) (
	[]domain.Event, error) {
	had, ok := s.Address(id)
	if !ok {
		return nil, ErrAddressNotFound
	}
	a := change(had.Address).Entry()
	if err := fault.All(a.TooLong(), check(a)); err != nil {
		return nil, err
	}
	var events []domain.Event
	if !a.Equal(had.Address) {
		events = append(events, AddressChanged{CustomerID: s.ID, AddressID: id, Address: a})
	}
	return append(events, s.setDefaults(id, d)...), nil
}

// RemoveAddress removes an entry of the address book. A default that it was is unset.
func (s State) RemoveAddress(id int64) ([]domain.Event, error) {
	if _, ok := s.Address(id); !ok {
		return nil, ErrAddressNotFound
	}
	return []domain.Event{AddressRemoved{AddressID: id}}, nil
}

// setDefaults returns the event for the new defaults of the book, if the flags of an entry change them.
func (s State) setDefaults(id int64, d Defaults) []domain.Event {
	set := func(now int64, flag *bool) int64 {
		switch {
		case flag == nil || !*flag && now != id:
			return now
		case *flag:
			return id
		}
		return 0
	}
	to := DefaultAddressesSet{BillingID: set(s.DefaultBilling, d.Billing), ShippingID: set(s.DefaultShipping, d.Shipping)}
	if to.BillingID == s.DefaultBilling && to.ShippingID == s.DefaultShipping {
		return nil
	}
	return []domain.Event{to}
}

func (s State) evolveAddresses(e domain.Event) State {
	switch e := e.(type) {
	case AddressAdded:
		s.Addresses = append(slices.Clip(s.Addresses), Address{e.AddressID, e.Address})
	case AddressChanged:
		s.Addresses = slices.Clone(s.Addresses)
		for i := range s.Addresses {
			if s.Addresses[i].ID == e.AddressID {
				s.Addresses[i].Address = e.Address
			}
		}
	case AddressRemoved:
		s.Addresses = slices.DeleteFunc(slices.Clone(s.Addresses), func(a Address) bool { return a.ID == e.AddressID })
		if s.DefaultBilling == e.AddressID {
			s.DefaultBilling = 0
		}
		if s.DefaultShipping == e.AddressID {
			s.DefaultShipping = 0
		}
	case DefaultAddressesSet:
		s.DefaultBilling, s.DefaultShipping = e.BillingID, e.ShippingID
	}
	return s
}

// Digits returns the digits of a telephone number, by which searches find it.
func Digits(telephone string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, telephone)
}
