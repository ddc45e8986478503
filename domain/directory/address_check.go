package directory

import (
	"slices"
	"strings"
)

// Rules are the configured parts of the order-time check of an address. The zero value asks for a postcode everywhere
// and for a region nowhere.
type Rules struct {
	OptionalZip   CodeList // general/country/optional_zip_countries
	StateRequired CodeList // general/region/state_required
}

// Defaults of the configuration paths behind Rules (conventions §19, shapes-customer §13). The second names the
// countries with a fixed list of regions.
const (
	DefaultOptionalZip   = "HK,IE,MO,PA"
	DefaultStateRequired = "AT,CA,CH,DE,EE,ES,FI,FR,LT,LV,RO,US"
)

// DefaultRules are the rules of a new installation.
func DefaultRules() Rules {
	return Rules{OptionalZip: ParseCodes(DefaultOptionalZip), StateRequired: ParseCodes(DefaultStateRequired)}
}

// Problems says what an address lacks for an order to be placed, in the order and words of shapes-sales §0.4; none
// means that it is complete. A blank text counts as missing. Where a country has a fixed list of regions and is
// StateRequired, only the id of one of its own regions will do.
func (a Address) Problems(rules Rules) []string {
	var problems []string
	need := func(ok bool, message string) {
		if !ok {
			problems = append(problems, message)
		}
	}
	need(given(a.Firstname), "Please enter the first name.")
	need(given(a.Lastname), "Please enter the last name.")
	need(slices.ContainsFunc(a.Street, given), "Please enter the street.")
	need(given(a.City), "Please enter the city.")
	need(given(a.Telephone), "Please enter the telephone number.")
	need(given(a.Postcode) || rules.OptionalZip.Has(a.CountryID), "Please enter the zip/postal code.")
	need(given(a.CountryID), "Please enter the country.")
	need(a.hasRegion() || !rules.needRegion(a.CountryID), "Please enter the state/province.")
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
