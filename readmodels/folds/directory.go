package folds

import (
	"tradelog/domain/directory"
	"tradelog/readmodels/documents"
)

// NewCountry renders a country in a store locale.
func NewCountry(c directory.Country, locale string) documents.Country {
	out := documents.Country{Type: "Country", ID: c.ISO2, Name: c.NameIn(locale), ISO2: c.ISO2, ISO3: c.ISO3,
		Regions: []documents.Region{}}
	for _, r := range directory.Regions(c.ISO2) {
		out.Regions = append(out.Regions, documents.Region{ID: r.ID, Code: r.Code, Name: r.Name})
	}
	return out
}
