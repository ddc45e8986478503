package directory

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Currency is an active currency or fund of ISO 4217. Digits is its minor unit there: the number of decimals of an amount, 0 to 4.
type Currency struct {
	Code   string
	Digits int
}

//go:embed currencies.txt
var currenciesTXT string

// FindCurrency returns the active currency with a code, in any case. Withdrawn codes, such as DEM, HRK or BGN, are not active.
func FindCurrency(code string) (Currency, bool) {
	k, ok := key3(code)
	if !ok {
		return Currency{}, false
	}
	c, ok := currencyTable().byCode[k]
	return c, ok
}

// Symbol returns the symbol of the currency in a locale: "$" for USD in en_US, "US$" in en_GB. Without a symbol it returns the code.
func (c Currency) Symbol(locale string) string { return cmp.Or(symbols.get(locale)[c.Code], c.Code) }

// Symbol returns the symbol of a currency in a locale (shapes-customer §12). It returns the code itself if the locale has no symbol for it
// or the currency is not active.
func Symbol(code, locale string) string {
	if c, ok := FindCurrency(code); ok {
		return c.Symbol(locale)
	}
	return code
}

var symbols = perLocale[map[string]string]{build: symbolsFor}

func symbolsFor(tag language.Tag) map[string]string {
	printer := message.NewPrinter(tag)
	table := make(map[string]string, len(currencyTable().rows))
	for _, c := range currencyTable().rows {
		if unit, err := currency.ParseISO(c.Code); err == nil { // x/text does not know codes newer than 2017
			table[c.Code] = printer.Sprint(currency.Symbol(unit))
		}
	}
	return table
}

type currencies struct {
	rows   []Currency // by code
	byCode map[letters3]Currency
}

var currencyTable = sync.OnceValue(func() currencies {
	m := currencies{byCode: make(map[letters3]Currency, 192)}
	for line := range strings.Lines(currenciesTXT) {
		if line[0] == '#' {
			continue
		}
		for _, code := range strings.Fields(line)[1:] {
			c := Currency{Code: code, Digits: int(line[0] - '0')}
			m.rows = append(m.rows, c)
			m.byCode[letters3([]byte(code))] = c
		}
	}
	slices.SortFunc(m.rows, func(a, b Currency) int { return strings.Compare(a.Code, b.Code) })
	return m
})

// Rate is an exchange rate: one unit of From is worth Value units of To. Value is a decimal in plain notation.
type Rate struct {
	From, To string
	Value    string
}

func SeedRates() []Rate {
	return []Rate{
		{From: "EUR", To: "EUR", Value: "1"},
		{From: "EUR", To: "USD", Value: "1.415"},
		{From: "USD", To: "EUR", Value: "0.7067"},
		{From: "USD", To: "USD", Value: "1"},
	}
}
