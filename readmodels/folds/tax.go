package folds

import (
	"tradelog/domain/customer"
	"tradelog/domain/tax"
	"tradelog/readmodels/documents"
)

func NewTaxRate(r tax.Rate) documents.TaxRate {
	out := documents.TaxRate{
		Type: "TaxRate", ID: r.ID, Code: r.Code, TaxCountryID: r.CountryID, TaxRegionID: r.RegionID, TaxPostcode: r.Postcode,
		Rate: r.Percent, Titles: []documents.TaxRateTitle{},
	}
	if r.IsRange {
		out.ZipIsRange, out.ZipFrom, out.ZipTo = &r.IsRange, &r.ZipFrom, &r.ZipTo
	}
	for _, t := range r.Titles {
		out.Titles = append(out.Titles, documents.TaxRateTitle(t))
	}
	return out
}

// NewCustomerGroup renders a group. class is the name of its tax class, empty when there is none.
func NewCustomerGroup(g customer.Group, class string) documents.CustomerGroup {
	return documents.CustomerGroup{Type: "CustomerGroup", ID: g.ID, Code: g.Code, TaxClassID: g.TaxClassID, TaxClassName: text(class)}
}
