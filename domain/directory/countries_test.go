package directory_test

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"tradelog/domain/directory"
)

//go:embed testdata/countries.tsv
var countriesTSV string

// The codes in testdata were compared with the ISO 3166 table of the time zone database, the names with CLDR 48. A second opinion on the
// three-letter codes is x/text.
func TestCountriesAreThoseOfISO3166(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	for _, c := range directory.Countries() {
		fmt.Fprintf(&got, "%s\t%s\t%s\n", c.ISO2, c.ISO3, c.Name)
		if r, err := language.ParseRegion(c.ISO2); err != nil || r.ISO3() != c.ISO3 || !r.IsCountry() {
			t.Errorf("x/text does not agree with %+v", c)
		}
	}
	if got.String() != countriesTSV {
		t.Errorf("the countries differ from testdata/countries.tsv:\n%s", got.String())
	}
	if n := len(directory.Countries()); n != 249 {
		t.Errorf("%d countries, want 249", n)
	}
}

func TestFindCountry(t *testing.T) {
	t.Parallel()
	us := directory.Country{ISO2: "US", ISO3: "USA", Name: "United States"}
	for _, tt := range []struct {
		name, code string
		want       directory.Country
		fails      error
	}{
		{name: "by two letters", code: "US", want: us},
		{name: "by two letters in any case", code: "uS", want: us},
		{name: "by three letters", code: "USA", want: us},
		{name: "by three letters in any case", code: "usa", want: us},
		{name: "a country no store allows by default", code: "CW", want: directory.Country{ISO2: "CW", ISO3: "CUW", Name: "Curaçao"}},
		{name: "two letters of no country", code: "XX", fails: directory.ErrUnknownCountry},
		{name: "three letters of no country", code: "XXX", fails: directory.ErrUnknownCountry},
		{name: "a country that ceased to exist", code: "AN", fails: directory.ErrUnknownCountry},
		{name: "Kosovo, which ISO does not list", code: "XK", fails: directory.ErrUnknownCountry},
		{name: "one letter", code: "U", fails: directory.CountryCodeError{Code: "U"}},
		{name: "nothing", code: "", fails: directory.CountryCodeError{}},
		{name: "a name", code: "Germany", fails: directory.CountryCodeError{Code: "Germany"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := directory.FindCountry(tt.code)
			if got != tt.want || !errors.Is(err, tt.fails) {
				t.Errorf("FindCountry(%q) = %+v, %v, want %+v, %v", tt.code, got, err, tt.want, tt.fails)
			}
		})
	}
	if got := (directory.CountryCodeError{Code: "USAX"}).Error(); got != "Invalid country code: USAX" {
		t.Errorf("the error reads %q", got)
	}
}

func TestEveryCountryIsFoundByEachOfItsCodes(t *testing.T) {
	t.Parallel()
	for _, c := range directory.Countries() {
		for _, code := range []string{c.ISO2, c.ISO3, strings.ToLower(c.ISO2), strings.ToLower(c.ISO3)} {
			if got, err := directory.FindCountry(code); got != c || err != nil {
				t.Errorf("FindCountry(%q) = %+v, %v", code, got, err)
			}
		}
	}
}

func TestNameIn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, locale, want string }{
		{"DE", "en_US", "Germany"},
		{"DE", "de_DE", "Deutschland"},
		{"DE", "fr_CH", "Allemagne"},
		{"GB", "zh_Hans_CN", "英国"},
		{"GB", "zh_TW", "英國"},
		{"BA", "en_US", "Bosnia & Herzegovina"},
		{"MK", "en_GB", "North Macedonia"},      // renamed since x/text's data
		{"MK", "de_AT", "Nordmazedonien"},       // in other languages too
		{"MK", "pt_PT", "Macedónia do Norte"},   // the nearest variant of a language
		{"MK", "pt_BR", "Macedônia do Norte"},   //
		{"SZ", "sr_Latn_RS", "Svazilend"},       // CLDR kept the old name here
		{"AT", "nb_NO", "Østerrike"},            // not Danish "Østrig"
		{"AT", "nn_NO", "Austerrike"},           //
		{"DE", "la_VA", "Germany"},              // not Italian: English for a language without names
		{"BA", "kw_GB", "Bosnia & Herzegovina"}, // English for a name the language lacks
		{"DE", "", "Germany"},
		{"DE", "klingon", "Germany"},
	} {
		t.Run(tt.code+" in "+tt.locale, func(t *testing.T) {
			t.Parallel()
			c, err := directory.FindCountry(tt.code)
			if got := c.NameIn(tt.locale); err != nil || got != tt.want {
				t.Errorf("%q, want %q (%v)", got, tt.want, err)
			}
		})
	}
}

func TestANameIsNeverEmpty(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"en_US", "de_DE", "kw_GB", "gv_IM", "ja_JP", "ar_EG", "xx_XX", ""} {
		for _, c := range directory.Countries() {
			if c.NameIn(locale) == "" {
				t.Errorf("%s has no name in %q", c.ISO2, locale)
			}
		}
	}
	if got := (directory.Country{ISO2: "QQ"}).NameIn("en_US"); got != "QQ" {
		t.Errorf("a country without a name is called %q, want its code", got)
	}
}

func TestTheDefaultAllowListHas247CodesOf245Countries(t *testing.T) {
	t.Parallel()
	allow := directory.DefaultAllow()
	if len(allow) != 247 || !slices.IsSorted(allow) || len(slices.Compact(slices.Clone(allow))) != 247 {
		t.Errorf("%d codes, want 247 distinct ones in alphabetical order: %s", len(allow), allow)
	}
	for code, want := range map[string]bool{
		"BQ": false, "CW": false, "SS": false, "SX": false, "AN": true, "FX": true, "US": true, "de": true,
	} {
		if allow.Has(code) != want {
			t.Errorf("%s in the list: %v, want %v", code, !want, want)
		}
	}
	list := directory.AllowedCountries(allow, "en_US")
	if len(list) != 245 {
		t.Errorf("%d countries, want 245", len(list))
	}
	if list[0].ISO2 != "AF" || list[244].ISO2 != "AX" {
		t.Errorf("from %s to %s; in byte order Afghanistan is first and Åland Islands last", list[0].Name, list[244].Name)
	}
	allow[0] = "changed"
	if directory.DefaultAllow()[0] != "AD" {
		t.Error("a caller changed the default")
	}
}

func TestAllowedCountriesAreSortedByTheirNameInTheLocale(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ allow, locale, want string }{
		{"US,DE,AT", "en_US", "AT DE US"}, // Austria, Germany, United States
		{"US,DE,AT", "de_DE", "DE US AT"}, // Deutschland, Vereinigte Staaten, Österreich: bytes, not letters
		{"us, de", "en_US", "DE US"},
		{"DE,XX,DE,FX,USA,", "en_US", "DE"}, // only ISO-2 codes of countries, once each
		{"", "en_US", ""},
	} {
		var got []string
		for _, c := range directory.AllowedCountries(directory.ParseCodes(tt.allow), tt.locale) {
			got = append(got, c.ISO2)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q in %s: %q, want %q", tt.allow, tt.locale, s, tt.want)
		}
	}
}

func TestParseCodesKeepsTheListAsItWasWritten(t *testing.T) {
	t.Parallel()
	if got := directory.ParseCodes(" US,,de ,XX,US"); got.String() != "US,de,XX,US" {
		t.Errorf("%q", got)
	}
	if got := directory.ParseCodes(""); got == nil || len(got) != 0 {
		t.Errorf("an empty value is %#v, want an empty list", got)
	}
}
