package pdf

import (
	"strings"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/readmodels/documents"
)

// address formats an address as lines of a letter.
func address(a *documents.Address) []string {
	if a == nil {
		return nil
	}
	var lines []string
	add := func(parts ...string) {
		if text := joined(" ", parts...); text != "" {
			lines = append(lines, text)
		}
	}
	add(domain.Value(a.Prefix), a.Firstname, domain.Value(a.Middlename), a.Lastname, domain.Value(a.Suffix))
	add(domain.Value(a.Company))
	for _, s := range a.Street {
		add(s)
	}
	add(joined(", ", a.City, domain.Value(a.Region), a.Postcode))
	country := a.CountryID
	if c, err := directory.FindCountry(a.CountryID); err == nil {
		country = c.Name
	}
	add(country)
	if a.Telephone != "" {
		add("T:", a.Telephone)
	}
	if vat := domain.Value(a.VatID); vat != "" {
		add("VAT:", vat)
	}
	return lines
}

// joined joins the texts that are not empty.
func joined(by string, texts ...string) string {
	var there []string
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			there = append(there, text)
		}
	}
	return strings.Join(there, by)
}
