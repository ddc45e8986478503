package folds

import (
	"tradelog/domain/directory"
	"tradelog/readmodels/documents"
)

// NewAddress renders an address; nil for none.
func NewAddress(a *directory.Address, id int64, kind, email string) *documents.Address {
	if a == nil {
		return nil
	}
	street := a.Street
	if street == nil {
		street = []string{}
	}
	if a.Email != "" {
		email = a.Email
	}
	return &documents.Address{
		Type: "Address", ID: id, Firstname: a.Firstname, Lastname: a.Lastname, Prefix: text(a.Prefix), Middlename: text(a.Middlename),
		Suffix: text(a.Suffix), Company: text(a.Company), Street: street, City: a.City, Region: text(a.Region),
		RegionID: number(a.RegionID), Postcode: a.Postcode, CountryID: a.CountryID, Telephone: a.Telephone, Fax: text(a.Fax),
		VatID: text(a.VatID), Email: text(email),
		AddressType: kind, CustomerAddressID: number(a.EntryID),
	}
}
