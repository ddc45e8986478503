package directory

import (
	"cmp"
	_ "embed"
	"errors"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

//go:embed countries.txt
var countriesTXT string

// iso2 returns the alpha-2 codes of countries.txt, sorted.
var iso2 = sync.OnceValue(func() []string {
	_, codes, _ := strings.Cut(countriesTXT, "\n") // the first line is a remark
	return strings.Fields(codes)
})

// Country is a country of ISO 3166-1. Name is its English name; see NameIn for others.
type Country struct {
	ISO2 string
	ISO3 string
	Name string
}

// ErrUnknownCountry is the error of FindCountry for a code of two or three letters that no country has.
var ErrUnknownCountry = errors.New("directory: unknown country")

// CountryCodeError is the error of FindCountry for a code that is neither ISO-2 nor ISO-3 by its length. The API shows its text with status
// 422 (shapes-customer §13).
type CountryCodeError struct{ Code string }

func (e CountryCodeError) Error() string { return "Invalid country code: " + e.Code }

// FindCountry returns the country with an ISO-2 or ISO-3 code in any case, whether a store allows it or not (shapes-customer §13). It
// fails with CountryCodeError if the code has neither two nor three bytes, and with ErrUnknownCountry if no country has it.
func FindCountry(code string) (Country, error) {
	w := world()
	if k, ok := key2(code); ok {
		if i, ok := w.iso2[k]; ok {
			return w.rows[i], nil
		}
		return Country{}, ErrUnknownCountry
	}
	if k, ok := key3(code); ok {
		if i, ok := w.iso3[k]; ok {
			return w.rows[i], nil
		}
		return Country{}, ErrUnknownCountry
	}
	return Country{}, CountryCodeError{Code: code}
}

// DefaultAllow returns the default of general/country/allow: 247 codes in alphabetical order. These are the 249 of ISO without BQ, CW, SS
// and SX, which are newer than the list. AN and FX, which no longer exist, are there too. So 245 of them are countries (shapes-customer
// §13).
func DefaultAllow() CodeList { return slices.Clone(defaultAllow()) }

var defaultAllow = sync.OnceValue(func() CodeList {
	late := CodeList{"BQ", "CW", "SS", "SX"}
	list := CodeList{"AN", "FX"}
	for _, c := range world().rows {
		if !late.Has(c.ISO2) {
			list = append(list, c.ISO2)
		}
	}
	slices.Sort(list)
	return list
})

// AllowedCountries returns the countries with the ISO-2 codes in allow, as GET /countries shows them (shapes-customer §13). They are
// sorted by their name in the locale in byte order. It ignores unknown codes and duplicates; an empty list allows none.
func AllowedCountries(allow CodeList, locale string) []Country {
	w := world()
	seen := make([]bool, len(w.rows))
	list := make([]Country, 0, min(len(allow), len(w.rows)))
	for _, code := range allow {
		k, ok := key2(code)
		if !ok {
			continue
		}
		if i, ok := w.iso2[k]; ok && !seen[i] {
			seen[i] = true
			list = append(list, w.rows[i])
		}
	}
	names := countryNames.get(locale)
	slices.SortFunc(list, func(a, b Country) int {
		return cmp.Or(strings.Compare(names.of(a), names.of(b)), strings.Compare(a.ISO2, b.ISO2))
	})
	return list
}

type atlas struct {
	rows []Country // by ISO2
	iso2 map[letters2]int
	iso3 map[letters3]int
}

var world = sync.OnceValue(func() atlas {
	english := namesFor(language.English)
	var w atlas
	for _, code := range iso2() {
		w.rows = append(w.rows, Country{ISO2: code, ISO3: language.MustParseRegion(code).ISO3(), Name: english[code]})
	}
	w.iso2 = make(map[letters2]int, len(w.rows))
	w.iso3 = make(map[letters3]int, len(w.rows))
	for i, c := range w.rows {
		w.iso2[letters2([]byte(c.ISO2))] = i
		w.iso3[letters3([]byte(c.ISO3))] = i
	}
	return w
})

// union has the countries of the European Union.
var union = strings.Fields("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK")

// InUnion tells whether a country is in the European Union.
func InUnion(code string) bool { return slices.Contains(union, code) }
