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
		"nl_NL": {"€ -1.234,50", "US$ 5,00", "1.500,5", "Duitsland", "nl"},
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
	for locale, want := range map[string][4]string{ // an amount, a negative one, a large one, a number; in the forms of CLDR
		"fr_FR": {"1_234,50_€", "-1_234,50_€", "12_345,00_€", "1_234,5"},
		"fr_CA": {"1_234,50_$", "-1_234,50_$", "12_345,00_$", "1_234,5"},
		"fr_CH": {"1_234.50_CHF", "-1_234.50_CHF", "12_345.00_CHF", "1_234,5"},
		"es_ES": {"1234,50_€", "-1234,50_€", "12.345,00_€", "1234,5"},
		"es_MX": {"$1,234.50", "-$1,234.50", "$12,345.00", "1,234.5"},
		"es_AR": {"$_1.234,50", "-$_1.234,50", "$_12.345,00", "1.234,5"},
		"es_PE": {"S/_1,234.50", "-S/_1,234.50", "S/_12,345.00", "1,234.5"},
		"es_EC": {"$1.234,50", "$-1.234,50", "$12.345,00", "1.234,5"},
		"it_IT": {"1234,50_€", "-1234,50_€", "12.345,00_€", "1234,5"},
		"it_CH": {"CHF_1234.50", "CHF-1234.50", "CHF_12’345.00", "1234.5"},
		"nl_NL": {"€_1.234,50", "€_-1.234,50", "€_12.345,00", "1.234,5"},
		"nl_BE": {"€_1.234,50", "€_-1.234,50", "€_12.345,00", "1.234,5"},
		"pl_PL": {"1234,50_zł", "-1234,50_zł", "12_345,00_zł", "1234,5"},
	} {
		currency := map[string]string{
			"CA": "CAD", "CH": "CHF", "MX": "MXN", "AR": "ARS", "PE": "PEN", "EC": "USD", "PL": "PLN",
		}[locale[3:]]
		if currency == "" {
			currency = "EUR"
		}
		in := func(text string) string {
			return AmountIn(money.MustParse(text), currency, Symbol(currency, locale), locale)
		}
		got := [4]string{in("1234.5"), in("-1234.5"), in("12345"), NumberIn(money.MustParse("1234.5"), locale)}
		for i := range got {
			got[i] = strings.NewReplacer("\u00a0", "_", "\u202f", "_").Replace(got[i])
		}
		if got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
	if got := NumberIn(money.MustParse("-1234"), "pl_PL"); got != "-1234" {
		t.Error(got)
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
