package directory_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
)

func TestProblems(t *testing.T) {
	t.Parallel()
	complete := directory.Address{
		Firstname: "Ada", Lastname: "Lovelace", Street: []string{"Main Street 1"}, City: "Los Angeles", RegionID: 12,
		Postcode: "90001", CountryID: "US", Telephone: "555",
	}
	const (
		firstname = "Please enter the first name."
		lastname  = "Please enter the last name."
		street    = "Please enter the street."
		city      = "Please enter the city."
		telephone = "Please enter the telephone number."
		postcode  = "Please enter the zip/postal code."
		country   = "Please enter the country."
		state     = "Please enter the state/province."
	)
	for _, tt := range []struct {
		name  string
		but   func(*directory.Address)
		rules directory.Rules
		want  []string
	}{
		{name: "a complete address has none"},
		{
			name: "an empty address lacks everything a country does not waive, in this order",
			but:  func(a *directory.Address) { *a = directory.Address{} },
			want: []string{firstname, lastname, street, city, telephone, postcode, country},
		},
		{
			name: "the state comes last",
			but:  func(a *directory.Address) { *a = directory.Address{CountryID: "US"} },
			want: []string{firstname, lastname, street, city, telephone, postcode, state},
		},
		{name: "a blank is nothing", but: func(a *directory.Address) { a.Firstname = " " }, want: []string{firstname}},
		{name: "blank lines are no street", but: func(a *directory.Address) { a.Street = []string{"", " "} }, want: []string{street}},
		{name: "any line is a street", but: func(a *directory.Address) { a.Street = []string{"", "1"} }},
		{
			name: "some countries have no postcodes",
			but:  func(a *directory.Address) { a.CountryID, a.Postcode = "IE", "" },
		},
		{
			name:  "unless configured otherwise",
			but:   func(a *directory.Address) { a.CountryID, a.Postcode = "IE", "" },
			rules: directory.Rules{OptionalZip: directory.CodeList{"HK"}},
			want:  []string{postcode},
		},
		{
			name: "a region's name without its id is not enough where a state is required",
			but:  func(a *directory.Address) { a.Region, a.RegionID = "California", 0 },
			want: []string{state},
		},
		{
			name: "nor is another country's region",
			but:  func(a *directory.Address) { a.RegionID = 81 },
			want: []string{state},
		},
		{
			name:  "a state is required only where configured",
			but:   func(a *directory.Address) { a.RegionID = 0 },
			rules: directory.Rules{StateRequired: directory.CodeList{"CA"}},
		},
		{
			name:  "and only where the country has a list",
			but:   func(a *directory.Address) { a.CountryID, a.RegionID = "GB", 0 },
			rules: directory.Rules{StateRequired: directory.CodeList{"GB"}},
		},
		{
			name: "middle name, company, fax and e-mail are never asked for, nor that the country exists",
			but:  func(a *directory.Address) { a.CountryID = "XX" },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a, rules := complete, tt.rules
			if tt.but != nil {
				tt.but(&a)
			}
			if rules.OptionalZip == nil && rules.StateRequired == nil {
				rules = directory.DefaultRules()
			}
			if got := messages(a.Problems(rules)); !slices.Equal(got, tt.want) {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// messages returns the messages of problems. Each names a field.
func messages(problems []*fault.Error) (out []string) {
	for _, p := range problems {
		if p.Field() == "" {
			out = append(out, "a problem without a field")
		}
		out = append(out, p.Message)
	}
	return out
}

func TestByDefaultAStateIsRequiredWhereverThereIsAList(t *testing.T) {
	t.Parallel()
	required := directory.ParseCodes(directory.DefaultStateRequired)
	for _, c := range directory.Countries() {
		if required.Has(c.ISO2) != directory.HasRegions(c.ISO2) {
			t.Errorf("%s: %v", c.Name, required.Has(c.ISO2))
		}
	}
}

// Normalising may remove a whole text, such as a name that is one tag. It never makes an address complete except by finding its region.
func TestNormalisingSolvesNoProblemButTheState(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		given := addresses().Draw(t, "address")
		given.CountryID = strings.TrimSpace(given.CountryID)
		after := messages(given.Normalise().Problems(directory.DefaultRules()))
		for _, p := range messages(given.Problems(directory.Rules{OptionalZip: directory.DefaultRules().OptionalZip})) {
			if !slices.Contains(after, p) {
				t.Fatalf("%q is gone", p)
			}
		}
	})
}
