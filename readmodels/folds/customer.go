package folds

import (
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/readmodels/documents"
)

func ApplyCustomer(c *documents.Customer, e domain.Event, at domain.Times) *documents.Customer {
	if e, ok := e.(customer.Registered); ok {
		c = &documents.Customer{
			Type: "Customer", ID: e.CustomerID, GroupID: e.GroupID, IsActive: !e.Inactive, WebsiteID: e.WebsiteID, StoreID: e.StoreID,
			CreatedIn: e.StoreName, DisableAutoGroupChange: e.NoAutoGroup, IsConfirmed: e.Confirmation == "",
			Addresses: []*documents.Address{},
			CreatedAt: documents.Time(at.Occurred), UpdatedAt: documents.Time(at.Recorded),
		}
		profile(c, e.Profile)
		return c
	}
	if c == nil {
		return nil
	}
	switch e := e.(type) {
	case customer.ProfileChanged:
		profile(c, e.Profile)
	case customer.Confirmed:
		c.IsConfirmed = true
	case customer.GroupAssigned:
		c.GroupID = e.GroupID
	case customer.Activated:
		c.IsActive = true
	case customer.Deactivated, customer.ForgetStarted:
		c.IsActive = false
	case customer.AutoGroupSwitched:
		c.DisableAutoGroupChange = e.Off
	case customer.ResetRequested, customer.EmailChangeRequested, customer.TwoFactorPrepared, customer.TwoFactorEnabled,
		customer.TwoFactorDisabled, customer.TwoFactorUsed, customer.IdentityLinked, customer.Abandoned:
		return c // the document does not change
	default:
		applyAddresses(c, e, at)
	}
	c.UpdatedAt = documents.Time(at.Recorded)
	return c
}

func profile(c *documents.Customer, p customer.Profile) {
	c.Email, c.Firstname, c.Lastname, c.FullName = p.Email, p.Firstname, p.Lastname, p.FullName()
	c.Prefix, c.Middlename, c.Suffix = text(p.Prefix), text(p.Middlename), text(p.Suffix)
	c.Gender, c.Dob, c.Taxvat = number(p.Gender), text(p.Dob), text(p.Taxvat)
}
