package directory

import (
	"strings"
	"testing"

	"tradelog/domain/money"
)

func TestWrittenInALocale(t *testing.T) {
	t.Parallel()
	address := Address{
		Firstname: "Ada", Lastname: "King", Street: []string{"Main St 1"},
		City: "Springfield", Region: "Ohio", Postcode: "45501", CountryID: "US",
	}
	home := Address{Company: "Maß & Co", City: "Berlin", Region: "Berlin", Postcode: "10115", CountryID: "DE"}
	abroad := Address{City: "London", Postcode: "W1", CountryID: "GB"}
	for locale, want := range map[string][]string{
		"en_US": {"-€1,234.50", "$5.00", "1,500.5", "Germany", "en"},
		"en_GB": {"-€1,234.50", "US$5.00", "1,500.5", "Germany", "en"},
		"de_DE": {"-1.234,50 €", "5,00 $", "1.500,5", "Deutschland", "de"},
		"de_AT": {"-€ 1 234,50", "$ 5,00", "1 500,5", "Deutschland", "de"},
		"nl_NL": {"-€ 1.234,50", "US$ 5,00", "1.500,5", "Duitsland", "nl"},
		"none":  {"-€1,234.50", "$5.00", "1,500.5", "Germany", "en"},
	} {
		got := []string{
			AmountIn(money.MustParse("-1234.5"), "EUR", Symbol("EUR", locale), locale),
			AmountIn(money.FromInt(5), "USD", Symbol("USD", locale), locale),
			NumberIn(money.MustParse("1500.5"), locale), home.Lines(locale)[2], Language(locale),
		}
		if flat := strings.ReplaceAll(strings.Join(got, "|"), "\u00a0", " "); flat != strings.Join(want, "|") {
			t.Errorf("%s: %s, want %s", locale, flat, strings.Join(want, "|"))
		}
	}
	for want, a := range map[string]Address{
		"Ada King|Main St 1|Springfield, OH 45501|Vereinigte Staaten": address, "Maß & Co|10115 Berlin|Deutschland": home,
		"London|W1|Vereinigtes Königreich": abroad, "": {}, "New York, NY 10001|Vereinigte Staaten": {
			City: "New York", Region: "New York", Postcode: "10001", CountryID: "US",
		},
		"99423 Weimar|Deutschland":      {City: "Weimar", Region: "Thüringen", Postcode: "99423", CountryID: "DE"},
		"08001 Gavà, Barcelona|Spanien": {City: "Gavà", Region: "Barcelona", Postcode: "08001", CountryID: "ES"},
	} {
		if got := strings.Join(a.Lines("de_DE"), "|"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
