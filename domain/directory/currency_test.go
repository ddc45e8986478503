package directory_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"
	"golang.org/x/text/currency"

	"tradelog/domain/directory"
)

func TestFindCurrency(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		code   string
		digits int // -1: none
	}{
		{"USD", 2}, {"EUR", 2}, {"eur", 2}, {"JPY", 0}, {"KRW", 0}, {"ISK", 0}, {"UGX", 0}, {"BHD", 3}, {"KWD", 3}, {"TND", 3},
		{"IQD", 3}, {"CLF", 4}, {"UYW", 4}, {"HUF", 2}, {"IDR", 2}, {"COP", 2}, {"MGA", 2}, // not CLDR's everyday digits
		{"VES", 2}, {"ZWG", 2}, {"XCG", 2}, {"SLE", 2}, // newer than x/text
		{"DEM", -1}, {"HRK", -1}, {"BGN", -1}, {"ANG", -1}, // withdrawn
		{"XAU", -1}, {"XXX", -1}, {"XTS", -1}, {"", -1}, {"US", -1}, {"USDX", -1}, {"$", -1},
	} {
		c, ok := directory.FindCurrency(tt.code)
		if ok != (tt.digits >= 0) || ok && (c.Digits != tt.digits || c.Code != strings.ToUpper(tt.code)) {
			t.Errorf("FindCurrency(%q) = %+v, %v, want %d digits", tt.code, c, ok, tt.digits)
		}
	}
}

// x/text is the second opinion: every currency that it takes for legal tender somewhere today is here. Exceptions are currencies withdrawn
// since its data were made.
func TestCurrenciesCoverWhatIsLegalTender(t *testing.T) {
	t.Parallel()
	gone := strings.Fields("ANG BGN CUC HRK MRO SLL VEF")
	for q := currency.Query(); q.Next(); {
		code := q.Unit().String()
		if _, ok := directory.FindCurrency(code); !ok && !slices.Contains(gone, code) {
			t.Errorf("%s, of %s, is missing", code, q.Region())
		}
	}
	list := directory.Currencies()
	if !slices.IsSortedFunc(list, func(a, b directory.Currency) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("not in the order of codes")
	}
	for i, c := range list {
		if len(c.Code) != 3 || i > 0 && list[i-1].Code == c.Code {
			t.Errorf("%s is malformed or listed twice", c.Code)
		}
	}
}

func TestSymbol(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, locale, want string }{
		{"USD", "en_US", "$"},
		{"EUR", "en_US", "€"},
		{"USD", "de_DE", "$"},
		{"EUR", "de_DE", "€"},
		{"usd", "en_US", "$"},
		{"USD", "en_GB", "US$"},
		{"USD", "en_CA", "US$"},
		{"CAD", "en_CA", "$"},
		{"CAD", "en_US", "CA$"},
		{"GBP", "en_GB", "£"},
		{"CHF", "de_CH", "CHF"},
		{"JPY", "ja_JP", "￥"},
		{"SEK", "sv_SE", "kr"},
		{"NOK", "nb_NO", "kr"},
		{"PLN", "pl_PL", "zł"},
		{"VES", "en_US", "VES"}, // newer than x/text
		{"HRK", "en_US", "HRK"}, // withdrawn: stands for itself
		{"nonsense", "en_US", "nonsense"},
		{"USD", "", "$"},
	} {
		if got := directory.Symbol(tt.code, tt.locale); got != tt.want {
			t.Errorf("Symbol(%q, %q) = %q, want %q", tt.code, tt.locale, got, tt.want)
		}
	}
	for _, c := range directory.Currencies() {
		if c.Symbol("fr_FR") == "" {
			t.Errorf("%s has no symbol", c.Code)
		}
	}
}

func TestSeedRates(t *testing.T) {
	t.Parallel()
	want := map[string]string{"EUR EUR": "1", "EUR USD": "1.415", "USD EUR": "0.7067", "USD USD": "1"}
	for _, r := range directory.SeedRates() {
		if want[r.From+" "+r.To] != r.Value {
			t.Errorf("%+v", r)
		}
		if d, err := decimal.Parse(r.Value); err != nil || !d.IsPos() || d.String() != r.Value {
			t.Errorf("%+v is no plain positive decimal: %v", r, err)
		}
		delete(want, r.From+" "+r.To)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}
