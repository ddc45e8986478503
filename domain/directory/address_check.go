package directory

import (
	"slices"
	"strings"

	"tradelog/domain/fault"
)

// Rules configures the check of an address at the time of an order. The zero value allows every country, and requires a postcode everywhere
// and a region nowhere.
type Rules struct {
	SellsTo       func(country string) bool // whether general/country/allow has a country; nil: every country
	OptionalZip   CodeList                  // general/country/optional_zip_countries
	StateRequired CodeList                  // general/region/state_required
}

// Defaults of the configuration paths behind Rules (conventions §19, shapes-customer §13). DefaultStateRequired lists the countries with
// a fixed list of regions.
const (
	DefaultOptionalZip   = "HK,IE,MO,PA"
	DefaultStateRequired = "AT,CA,CH,DE,EE,ES,FI,FR,LT,LV,RO,US"
)

// Part is a required part of an address, named as in the requests of the checkout.
type Part string

// The parts that every address must have, in the order in which error messages name them.
const (
	Firstname Part = "firstName"
	Lastname  Part = "lastName"
	Street    Part = "street"
	City      Part = "city"
	Postcode  Part = "postcode"
	CountryID Part = "countryId"
	Telephone Part = "telephone"
)

// Missing returns the required parts that an address lacks. A blank text counts as missing.
func (a Address) Missing() []Part {
	var missing []Part
	for _, p := range []struct {
		part Part
		has  bool
	}{
		{Firstname, given(a.Firstname)}, {Lastname, given(a.Lastname)}, {Street, slices.ContainsFunc(a.Street, given)},
		{City, given(a.City)}, {Postcode, given(a.Postcode)}, {CountryID, given(a.CountryID)}, {Telephone, given(a.Telephone)},
	} {
		if !p.has {
			missing = append(missing, p.part)
		}
	}
	return missing
}

// errCountryForm is the error for text that cannot be a country code.
var errCountryForm = fault.Invalidf("%s must be a country code of two letters, as DE or US (ISO 3166-1)", fault.Name("countryId")).
	About(fault.Format, "countryId")

// CheckCountry returns an error for a country that is not two letters, or that does not exist. An address without a country passes.
func (a Address) CheckCountry() error {
	if a.CountryID == "" {
		return nil
	}
	if len(a.CountryID) != 2 || !isLetter(a.CountryID[0]) || !isLetter(a.CountryID[1]) {
		return errCountryForm
	}
	if _, err := FindCountry(a.CountryID); err != nil {
		return fault.Invalidf("There is no country with the code %s (ISO 3166-1).", a.CountryID).About(fault.Unknown, "countryId")
	}
	return nil
}

// CheckAllowed returns an error for a country that is not among those of the store. An address without a country passes.
func (a Address) CheckAllowed(rules Rules) *fault.Error {
	if a.CountryID == "" || rules.SellsTo == nil || rules.SellsTo(a.CountryID) {
		return nil
	}
	name := a.CountryID
	if c, err := FindCountry(name); err == nil {
		name = c.Name
	}
	return fault.Invalidf("This store does not sell to %s.", name).About(fault.Choice, "countryId")
}

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// incomplete lists the parts that an order needs with the errors for missing ones, in the order and words of shapes-sales §0.4.
var incomplete = []struct {
	part Part
	err  *fault.Error
}{
	{Firstname, fault.Invalidf("Please enter the first name.").About(fault.Required, "firstname")},
	{Lastname, fault.Invalidf("Please enter the last name.").About(fault.Required, "lastname")},
	{Street, fault.Invalidf("Please enter the street.").About(fault.Required, "street")},
	{City, fault.Invalidf("Please enter the city.").About(fault.Required, "city")},
	{Telephone, fault.Invalidf("Please enter the telephone number.").About(fault.Required, "telephone")},
	{Postcode, fault.Invalidf("Please enter the zip/postal code.").About(fault.Required, "postcode")},
	{CountryID, fault.Invalidf("Please enter the country.").About(fault.Required, "countryId")},
}

// Problems returns the errors for missing parts that an order needs, and for a country that the store does not sell to; none means that the
// address is complete. If the country has a fixed list of regions and is in StateRequired, the address needs the ID of one of its regions.
func (a Address) Problems(rules Rules) []*fault.Error {
	missing := a.Missing()
	var problems []*fault.Error
	for _, p := range incomplete {
		if slices.Contains(missing, p.part) && (p.part != Postcode || !rules.OptionalZip.Has(a.CountryID)) {
			problems = append(problems, p.err)
		}
	}
	if rules.needRegion(a.CountryID) && !a.hasRegion() {
		problems = append(problems, fault.Invalidf("Please enter the state/province.").About(fault.Required, "regionId"))
	}
	if p := a.CheckAllowed(rules); p != nil {
		problems = append(problems, p)
	}
	return problems
}

func (r Rules) needRegion(country string) bool {
	return HasRegions(country) && r.StateRequired.Has(country)
}

func (a Address) hasRegion() bool {
	_, ok := RegionIn(a.CountryID, a.RegionID)
	return ok
}

func given(s string) bool { return strings.TrimSpace(s) != "" }
