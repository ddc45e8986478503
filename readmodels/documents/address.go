package documents

import (
	"tradelog/domain"
	"tradelog/domain/directory"
)

// Address is an address of a cart or an order (shapes-sales §0.4), or an entry of an address book (shapes-customer §3.2).
type Address struct {
	Type              string     `json:"@type"`
	ID                int64      `json:"id" about:"ID of the address"`
	CustomerID        *int64     `json:"customerId,omitempty" doc:"ID of the customer; in address books only"`
	Firstname         string     `json:"firstname" about:"first name" writer:"public"`
	Lastname          string     `json:"lastname" about:"last name" writer:"public"`
	Prefix            *string    `json:"prefix,omitempty" about:"name prefix, such as Dr." writer:"public"`
	Middlename        *string    `json:"middlename,omitempty" about:"middle name" writer:"public"`
	Suffix            *string    `json:"suffix,omitempty" about:"name suffix, such as Jr." writer:"public"`
	Company           *string    `json:"company,omitempty" about:"company" writer:"public"`
	Street            []string   `json:"street" doc:"street address, one element per line" writer:"public"`
	City              string     `json:"city" about:"city" writer:"public"`
	Region            *string    `json:"region,omitempty" doc:"name of the region; the canonical one if the country has a fixed list" writer:"public"`
	RegionID          *int64     `json:"regionId,omitempty" about:"ID of the region; GET /countries/{id} lists them"`
	Postcode          string     `json:"postcode" about:"postcode" writer:"public"`
	CountryID         string     `json:"countryId" doc:"ISO 3166-1 alpha-2 code of the country" shown:"country"`
	Telephone         string     `json:"telephone" about:"telephone number" writer:"public"`
	Fax               *string    `json:"fax,omitempty" about:"fax number" writer:"public"`
	VatID             *string    `json:"vatId,omitempty" about:"VAT ID of the company" writer:"public"`
	Email             *string    `json:"email,omitempty" about:"e-mail address" writer:"public"`
	AddressType       string     `json:"addressType,omitempty" enum:"billing,shipping" about:"purpose of the address"`
	CustomerAddressID *int64     `json:"customerAddressId,omitempty" doc:"ID of the address book entry it was copied from; in carts and orders only"`
	IsDefaultBilling  *bool      `json:"isDefaultBilling,omitempty" doc:"whether it is the default billing address; in address books only, and in customer documents only when true"`
	IsDefaultShipping *bool      `json:"isDefaultShipping,omitempty" doc:"whether it is the default shipping address; in address books only, and in customer documents only when true"`
	CreatedAt         string     `json:"createdAt,omitempty" doc:"time of creation, in UTC; in address books only" shown:"time"`
	UpdatedAt         string     `json:"updatedAt,omitempty" doc:"time of the last change, in UTC; in address books only" shown:"time"`
	Extensions        Extensions `json:"extensions"`
}

// Postal returns the parts of an address that are written on a letter.
func (a *Address) Postal() directory.Address {
	if a == nil {
		return directory.Address{}
	}
	return directory.Address{
		Prefix: domain.Value(a.Prefix), Firstname: a.Firstname, Middlename: domain.Value(a.Middlename), Lastname: a.Lastname,
		Suffix: domain.Value(a.Suffix), Company: domain.Value(a.Company), Street: a.Street, City: a.City, Region: domain.Value(a.Region),
		Postcode: a.Postcode, CountryID: a.CountryID,
	}
}

// reduced returns the short form of list rows (shapes-sales §7).
func (a *Address) reduced() *ListAddress {
	if a == nil {
		return nil
	}
	return &ListAddress{
		Type: "Address", ID: a.ID, Firstname: a.Firstname, Lastname: a.Lastname, Company: a.Company, Street: a.Street, City: a.City,
		Region: a.Region, Postcode: a.Postcode, CountryID: a.CountryID, Telephone: a.Telephone,
	}
}

// ListAddress is an address in a row of a list.
type ListAddress struct {
	Type      string   `json:"@type"`
	ID        int64    `json:"id" about:"ID of the address"`
	Firstname string   `json:"firstname" about:"first name" writer:"public"`
	Lastname  string   `json:"lastname" about:"last name" writer:"public"`
	Company   *string  `json:"company,omitempty" about:"company" writer:"public"`
	Street    []string `json:"street" about:"street address, one element per line" writer:"public"`
	City      string   `json:"city" about:"city" writer:"public"`
	Region    *string  `json:"region,omitempty" about:"name of the region" writer:"public"`
	Postcode  string   `json:"postcode" about:"postcode" writer:"public"`
	CountryID string   `json:"countryId" shown:"country" about:"ISO 3166-1 alpha-2 code of the country"`
	Telephone string   `json:"telephone" about:"telephone number" writer:"public"`
}
