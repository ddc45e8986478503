package directory

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	form := how.amounts.positive
	if d.Sign() < 0 {
		form, d = how.amounts.negative, d.Abs()
	}
	symbol = cmp.Or(symbol, currency)
	if last, _ := utf8.DecodeLastRuneInString(symbol); !unicode.IsSymbol(last) {
		form = strings.Replace(form, "¤#", "¤\u00a0#", 1) // CLDR currencySpacing
	}
	return strings.NewReplacer("¤", symbol, "#", how.amounts.separators.Replace(how.ungroup(filledUp(d, currency)))).Replace(form)
}

// NumberIn formats a number in a locale, with all of its decimals.
func NumberIn(d money.Decimal, locale string) string {
	how := writing.get(locale)
	return how.separators.Replace(how.ungroup(grouped(d, 0)))
}

// Language returns the language of a locale, such as de; en if the locale is not valid.
func Language(locale string) string {
	base, _ := localeOrDefault(locale).Base()
	return base.String()
}

// style is the format of numbers and amounts in a locale.
type style struct {
	english    bool
	separators *strings.Replacer // replaces those of the English form
	fourPlain  bool              // four digits before the decimals are not grouped
	amounts    amountStyle
}

// amountStyle is the format of amounts: ¤ is the symbol and # the number without its sign (CLDR, currencyFormats).
type amountStyle struct {
	positive, negative string
	separators         *strings.Replacer
}

// ungroup removes the comma of a number with four digits before its decimals, if the locale does not group those.
func (s style) ungroup(english string) string {
	whole, _, _ := strings.Cut(strings.TrimPrefix(english, "-"), ".")
	if s.fourPlain && len(whole) == len("1,234") {
		return strings.Replace(english, ",", "", 1)
	}
	return english
}

// amountForms lists how amounts are written by locale or language, where the symbol is not behind the number.
var amountForms = func() map[string][2]string {
	forms := map[string][2]string{}
	for form, locales := range map[[2]string]string{
		{"¤\u00a0#", "¤\u00a0-#"}: "nl es_PY",
		{"¤\u00a0#", "-¤\u00a0#"}: "de_AT pt_BR es_AR es_CO es_UY",
		{"¤\u00a0#", "¤-#"}:       "de_CH de_LI it_CH",
		{"¤#", "¤-#"}:             "es_CL es_EC es_VE",
		{"¤#", "-¤#"}:             "es_BO es_CR es_CU es_DO es_GT es_HN es_MX es_NI es_PA es_PE es_PR es_SV es_US",
	} {
		for locale := range strings.FieldsSeq(locales) {
			forms[locale] = form
		}
	}
	return forms
}()

// plainPlaces lists the locales and languages whose numbers group digits from five on (CLDR, minimumGroupingDigits).
var plainLocales = []string{"es_ES", "es_EA", "es_GQ", "es_IC", "es_PH", "it", "pl"}

var writing = perLocale[style]{build: func(tag language.Tag) style {
	base, _ := tag.Base()
	region, _ := tag.Region()
	locale := base.String() + "_" + region.String()
	s := style{
		english: base.String() == "en", separators: separatorsOf(tag),
		fourPlain: slices.Contains(plainLocales, locale) || slices.Contains(plainLocales, base.String()),
	}
	s.amounts = amountStyle{"#\u00a0¤", "-#\u00a0¤", s.separators}
	for _, name := range []string{base.String(), locale} {
		if form, ok := amountForms[name]; ok {
			s.amounts.positive, s.amounts.negative = form[0], form[1]
		}
	}
	if locale == "fr_CH" { // decimal point in amounts, comma in other numbers
		s.amounts.separators = strings.NewReplacer(",", "\u202f")
	}
	return s
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

// Lines returns the lines of an address for a letter. The country's name is in the language of the locale. The country decides the order of
// city and postcode. It also decides whether the region is written by its name, by its code or not at all.
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
