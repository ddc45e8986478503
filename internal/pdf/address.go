package pdf

import (
	"strings"

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
	add(value(a.Prefix), a.Firstname, value(a.Middlename), a.Lastname, value(a.Suffix))
	add(value(a.Company))
	for _, s := range a.Street {
		add(s)
	}
	add(joined(", ", a.City, value(a.Region), a.Postcode))
	country := a.CountryID
	if c, err := directory.FindCountry(a.CountryID); err == nil {
		country = c.Name
	}
	add(country)
	if a.Telephone != "" {
		add("T:", a.Telephone)
	}
	if vat := value(a.VatID); vat != "" {
		add("VAT:", vat)
	}
	return lines
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
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
