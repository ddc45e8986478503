package checkout

import (
	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/operations/inputs"
)

// addressInput is an address of the checkout (shapes-sales §0.4). Missing members become empty, because an address replaces the previous
// one as a whole.
type addressInput struct {
	FirstName string           `json:"firstName" alias:"firstname" about:"first name"`
	LastName  string           `json:"lastName" alias:"lastname" about:"last name"`
	Company   *string          `json:"company" about:"company"`
	Street    inputs.Lines     `json:"street" lines:"own" doc:"one text or a list of lines"`
	City      string           `json:"city" about:"city"`
	Region    *string          `json:"region" doc:"name or code; resolved if the country has a fixed list"`
	RegionID  inputs.LenientID `json:"regionId" doc:"ID of the region; overrides region"`
	Postcode  string           `json:"postcode" about:"postcode"`
	CountryID string           `json:"countryId" doc:"ISO 3166-1 alpha-2"`
	Telephone string           `json:"telephone" about:"telephone number"`
	VatID     *string          `json:"vatId" about:"VAT ID of the company"`
}

// address returns the address in the form of carts. It refuses a country that is no code of a country.
func (a addressInput) address() (*directory.Address, error) {
	address := directory.Address{
		Firstname: a.FirstName, Lastname: a.LastName, Company: domain.Value(a.Company), Street: a.Street, City: a.City,
		Region: domain.Value(a.Region), RegionID: int64(a.RegionID), Postcode: a.Postcode, CountryID: a.CountryID, Telephone: a.Telephone,
		VatID: domain.Value(a.VatID),
	}.Normalise()
	return &address, address.CheckCountry()
}
