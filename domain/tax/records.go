package tax

import (
	"cmp"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Rate is a tax rate that applies to a location.
type Rate struct {
	ID        int64         `json:"id"`
	Code      string        `json:"code" doc:"unique name of the rate"`
	CountryID string        `json:"taxCountryId" doc:"ISO 3166-1 alpha-2"`
	RegionID  int64         `json:"taxRegionId" doc:"ID of a region of the country; 0 for the whole country"`
	Postcode  string        `json:"taxPostcode" doc:"* for all, 90* for a prefix"` // "90000-90099" for a range
	Percent   money.Decimal `json:"rate" min:"0" doc:"percent"`
	IsRange   bool          `json:"zipIsRange" doc:"whether the rate applies to the postcodes zipFrom to zipTo"`
	ZipFrom   string        `json:"zipFrom" doc:"digits"`
	ZipTo     string        `json:"zipTo" doc:"digits"`
	Titles    []Title       `json:"titles" input:"raw" type:"array" doc:"objects {storeId, title}: name of the rate per store view; replaces all titles; an empty title removes one"`
}

// Title is the name of a rate in a store view.
type Title struct {
	StoreID int64  `json:"storeId"`
	Title   string `json:"title"`
}

// Rule assigns rates to the products and customers of some classes.
type Rule struct {
	ID                int64   `json:"id" about:"ID of the tax rule"`
	Code              string  `json:"code" doc:"unique name of the rule"`
	Priority          int     `json:"priority" doc:"rules of equal priority add up; a higher one is charged on top; 0 by default"`
	Position          int     `json:"position" doc:"position in the list"`
	CalculateSubtotal bool    `json:"calculateSubtotal" doc:"charge the rates on the net price, whatever the priority"`
	CustomerClassIDs  []int64 `json:"customerTaxClassIds" input:"filled" doc:"IDs of customer tax classes"`
	ProductClassIDs   []int64 `json:"productTaxClassIds" input:"filled" doc:"IDs of product tax classes"`
	RateIDs           []int64 `json:"taxRateIds" input:"filled" doc:"IDs of tax rates"`
}

var (
	RateRecords = record.KindOf[Rate]("taxrate", "TaxRate")
	Rules       = record.KindOf[Rule]("taxrule", "TaxRule")
)

// SeedClasses, SeedRates and SeedRules return the records of a new shop (shapes-sales §2.3, shapes-customer §8).
func SeedClasses() []Class {
	return []Class{{2, "Taxable Goods", ProductClass}, {3, "Retail Customer", CustomerClass}, {4, "Shipping", ProductClass}}
}

func SeedRates() []Rate {
	return []Rate{
		{ID: 1, Code: "US-CA-*-Rate 1", CountryID: "US", RegionID: 12, Postcode: "*", Percent: money.MustParse("8.25")},
		{ID: 2, Code: "US-NY-*-Rate 1", CountryID: "US", RegionID: 43, Postcode: "*", Percent: money.MustParse("8.375")},
	}
}

func SeedRules() []Rule {
	return []Rule{{
		ID: 1, Code: "Retail Customer-Taxable Goods-Rate 1", Priority: 1, Position: 1, CustomerClassIDs: []int64{3},
		ProductClassIDs: []int64{2}, RateIDs: []int64{1, 2},
	}}
}

// The errors of rates and rules (shapes-customer §8). Messages of kind Precondition follow a prefix such as "Failed to create TaxRate: ".
var (
	errRateCode        = fault.Invalidf("Tax rate code is required.").About(fault.Required, "code")
	errRateCountry     = fault.Invalidf("Tax country is required.").About(fault.Required, "taxCountryId")
	ErrRateRequired    = fault.Invalidf("Rate is required.").About(fault.Required, "rate")
	errRateNegative    = fault.Invalidf("Rate must be a number greater than or equal to zero.").About(fault.Range, "rate")
	errRangeIncomplete = fault.Preconditionf("Please fill all required fields with valid information.").
				About(fault.Required, "zipFrom", "zipTo")
	errRangeTooLong   = fault.Preconditionf("Maximum zip code length is 9.").About(fault.Length, "zipFrom", "zipTo")
	errRangeNotDigits = fault.Preconditionf("Zip code should not contain characters other than digits.").
				About(fault.Format, "zipFrom", "zipTo")
	errRangeBackwards = fault.Preconditionf("Range To should be equal or greater than Range From.").About(fault.Unfitting, "zipTo")
	ErrRateInUse      = fault.Preconditionf("Tax rate cannot be removed. It exists in tax rule.")
	errRuleCode       = fault.Invalidf("Tax rule code is required.").About(fault.Required, "code")
	errRuleCustomers  = fault.Invalidf("At least one customer tax class is required.").About(fault.Required, "customerTaxClassIds")
	errRuleProducts   = fault.Invalidf("At least one product tax class is required.").About(fault.Required, "productTaxClassIds")
	errRuleRates      = fault.Invalidf("At least one tax rate is required.").About(fault.Required, "taxRateIds")
	ErrCodeExists     = fault.Preconditionf("Code already exists.").About(fault.Taken, "code")
)

// maxPostcode is the limit to which a rate's postcode is cut, maxZip that of the ends of a range, in characters.
const (
	maxPostcode = 10
	maxZip      = 9
)

// Normalise returns the rate in its stored form. A region of another country is dropped, an empty postcode becomes *, and the postcode of a
// range is made of its ends.
func (r Rate) Normalise() Rate {
	r.Code, r.CountryID = strings.TrimSpace(r.Code), strings.ToUpper(strings.TrimSpace(r.CountryID))
	if _, ok := directory.RegionIn(r.CountryID, r.RegionID); !ok {
		r.RegionID = 0
	}
	if r.IsRange {
		r.Postcode = r.ZipFrom + "-" + r.ZipTo
	} else {
		r.ZipFrom, r.ZipTo = "", ""
		if letters := []rune(strings.TrimSpace(r.Postcode)); len(letters) > maxPostcode {
			r.Postcode = string(letters[:maxPostcode])
		} else {
			r.Postcode = cmp.Or(string(letters), "*")
		}
	}
	var titles []Title
	for _, t := range r.Titles {
		if t.Title = strings.TrimSpace(t.Title); t.Title != "" {
			titles = append(titles, t)
		}
	}
	r.Titles = titles
	return r
}

func (r Rate) Check() error {
	return fault.All(fault.If(strings.TrimSpace(r.Code) == "", errRateCode), fault.If(strings.TrimSpace(r.CountryID) == "", errRateCountry),
		fault.If(r.Percent.Sign() < 0, errRateNegative), r.checkRange())
}

func (r Rate) checkRange() error {
	switch {
	case !r.IsRange:
		return nil
	case r.ZipFrom == "" || r.ZipTo == "":
		return errRangeIncomplete
	case len(r.ZipFrom) > maxZip || len(r.ZipTo) > maxZip:
		return errRangeTooLong
	}
	from, first := zip(r.ZipFrom)
	to, last := zip(r.ZipTo)
	if !first || !last {
		return errRangeNotDigits
	}
	return fault.If(to < from, errRangeBackwards)
}

// Title returns the title of the rate in a store view, or its code.
func (r Rate) Title(storeID int64) string {
	if t, ok := domain.Find(r.Titles, func(t Title) bool { return t.StoreID == storeID }); ok {
		return t.Title
	}
	return r.Code
}

// Normalise returns the rule in its stored form, without duplicate classes and rates.
func (r Rule) Normalise() Rule {
	r.Code = strings.TrimSpace(r.Code)
	for _, ids := range []*[]int64{&r.CustomerClassIDs, &r.ProductClassIDs, &r.RateIDs} {
		*ids = domain.Distinct(*ids)
	}
	return r
}

func (r Rule) Check() error {
	return fault.All(fault.If(strings.TrimSpace(r.Code) == "", errRuleCode), fault.If(len(r.CustomerClassIDs) == 0, errRuleCustomers),
		fault.If(len(r.ProductClassIDs) == 0, errRuleProducts), fault.If(len(r.RateIDs) == 0, errRuleRates))
}

// WithoutClass returns the rule without a deleted class; changed is false if the rule did not have it.
func (r Rule) WithoutClass(id int64) (_ Rule, changed bool) {
	customers, products := without(r.CustomerClassIDs, id), without(r.ProductClassIDs, id)
	changed = len(customers) != len(r.CustomerClassIDs) || len(products) != len(r.ProductClassIDs)
	r.CustomerClassIDs, r.ProductClassIDs = customers, products
	return r, changed
}

func without(ids []int64, id int64) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(has int64) bool { return has == id })
}
