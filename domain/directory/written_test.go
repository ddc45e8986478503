package directory

import (
	"strings"
	"testing"
	"time"

	"tradelog/domain/money"
)

func TestWrittenInALocale(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 18, 5, 0, 0, time.UTC)
	address := Address{
		Firstname: "Ada", Lastname: "King", Street: []string{"Main St 1"},
		City: "Springfield", Region: "Ohio", Postcode: "45501", CountryID: "US",
	}
	home := Address{Company: "Maß & Co", City: "Berlin", Region: "Berlin", Postcode: "10115", CountryID: "DE"}
	abroad := Address{City: "London", Postcode: "W1", CountryID: "GB"}
	for locale, want := range map[string][]string{
		"en_US": {"-€1,234.50", "$5.00", "1,500.25", "March 1, 2026", "Germany", "en"},
		"en_GB": {"-€1,234.50", "US$5.00", "1,500.25", "1 March 2026", "Germany", "en"},
		"de_DE": {"-1.234,50 €", "5,00 $", "1.500,25", "1. März 2026", "Deutschland", "de"},
		"de_AT": {"-€ 1 234,50", "$ 5,00", "1 500,25", "1. März 2026", "Deutschland", "de"},
		"nl_NL": {"-€ 1.234,50", "US$ 5,00", "1.500,25", "2026-03-01", "Duitsland", "nl"},
		"none":  {"-€1,234.50", "$5.00", "1,500.25", "March 1, 2026", "Germany", "en"},
	} {
		got := []string{
			AmountIn(money.MustParse("-1234.5"), "EUR", locale), AmountIn(money.FromInt(5), "USD", locale),
			NumberIn(money.MustParse("1500.25"), locale), DateIn(at, locale), home.Lines(locale)[2], Language(locale),
		}
		if flat := strings.ReplaceAll(strings.Join(got, "|"), "\u00a0", " "); flat != strings.Join(want, "|") {
			t.Errorf("%s: %s, want %s", locale, flat, strings.Join(want, "|"))
		}
	}
	if got := TimeIn(at, "de_DE"); got != "1. März 2026, 18:05:00 UTC" {
		t.Error(got)
	}
	for want, a := range map[string]Address{
		"Ada King|Main St 1|Springfield, Ohio 45501|Vereinigte Staaten": address, "Maß & Co|10115 Berlin|Deutschland": home,
		"London|W1|Vereinigtes Königreich": abroad, "": {},
	} {
		if got := strings.Join(a.Lines("de_DE"), "|"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
