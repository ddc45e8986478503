package directory

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"tradelog/domain/money"
)

// AmountIn formats money in a locale: $1,234.50 in en_US, 1.234,50 € in de_DE. The decimals are those of Amount.
func AmountIn(d money.Decimal, currency, symbol, locale string) string {
	how := writing.get(locale)
	if how.english {
		return Amount(d, currency, symbol)
	}
	sign := ""
	if d.Sign() < 0 {
		sign, d = "-", d.Abs()
	}
	symbol = cmp.Or(symbol, currency)
	amount := how.separators.Replace(filledUp(d, currency))
	if how.symbolFirst {
		return sign + symbol + "\u00a0" + amount
	}
	return sign + amount + "\u00a0" + symbol
}

// NumberIn formats a number in a locale, with all of its decimals.
func NumberIn(d money.Decimal, locale string) string {
	return writing.get(locale).separators.Replace(grouped(d, 0))
}

// Language returns the language of a locale, such as de; en if the locale is not valid.
func Language(locale string) string {
	base, _ := localeOrDefault(locale).Base()
	return base.String()
}

// style is the format of amounts in a locale.
type style struct {
	english     bool
	separators  *strings.Replacer // replaces those of the English form
	symbolFirst bool              // followed by a blank
}

var writing = perLocale[style]{build: func(tag language.Tag) style {
	base, _ := tag.Base()
	region, _ := tag.Region()
	place := base.String() + "_" + region.String()
	return style{
		english:     base.String() == "en",
		separators:  separatorsOf(tag),
		symbolFirst: base.String() == "nl" || slices.Contains([]string{"de_AT", "de_CH", "de_LI", "pt_BR"}, place),
	}
}}

// separatorsOf returns a replacer from the separators of English numbers to those of a locale. It takes them from a formatted number.
func separatorsOf(tag language.Tag) *strings.Replacer {
	var found []string
	for _, r := range message.NewPrinter(tag).Sprint(number.Decimal(1234567.5, number.Scale(1))) {
		if !unicode.IsDigit(r) {
			found = append(found, string(r))
		}
	}
	if len(found) < 2 {
		return strings.NewReplacer()
	}
	return strings.NewReplacer(",", found[0], ".", found[len(found)-1])
}

// regionless lists countries whose fixed regions do not belong in a postal address.
var regionless = []string{"AT", "CH", "DE", "EE", "FI", "FR", "LT", "LV"}

// Lines returns the lines of an address for a letter. The country's name is in the language of the locale. The country decides on the order
// of city and postcode, and whether the region is written by its name, by its code or not at all.
func (a Address) Lines(locale string) []string {
	lines := append([]string{strings.Join(filled(a.Prefix, a.Firstname, a.Middlename, a.Lastname, a.Suffix), " "), a.Company}, a.Street...)
	region := a.Region
	switch known, ok := ResolveRegion(a.CountryID, region); {
	case ok && (a.CountryID == "US" || a.CountryID == "CA"):
		region = known.Code
	case slices.Contains(regionless, a.CountryID) || strings.EqualFold(region, a.City):
		region = ""
	}
	switch a.CountryID {
	case "US", "CA", "AU":
		lines = append(lines, strings.Join(filled(a.City, strings.Join(filled(region, a.Postcode), " ")), ", "))
	case "GB", "IE":
		lines = append(lines, a.City, region, a.Postcode)
	default:
		lines = append(lines, strings.Join(filled(strings.Join(filled(a.Postcode, a.City), " "), region), ", "))
	}
	country := a.CountryID
	if c, err := FindCountry(country); err == nil {
		country = c.NameIn(locale)
	}
	return filled(append(lines, country)...)
}

// filled returns the texts that are not blank, without surrounding blanks.
func filled(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}
