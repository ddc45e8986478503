package directory

import (
	"testing"

	"tradelog/domain/money"
)

func TestAmount(t *testing.T) {
	t.Parallel()
	for _, of := range []struct{ symbol, currency, amount, want string }{
		{"$", "USD", "1234.5", "$1,234.50"}, {"$", "USD", "-5", "-$5.00"}, {"US$", "USD", "0", "US$0.00"}, {
			"€", "EUR", "1234567.89", "€1,234,567.89",
		},
		{"", "CHF", "12", "12.00\u00a0CHF"}, {
			"zł", "PLN", "999.9", "999.90\u00a0zł",
		}, {"¥", "JPY", "1500", "¥1,500"}, {"¥", "JPY", "0.5", "¥0.50"},
		{
			"Kč", "CZK", "-0.05", "-0.05\u00a0Kč",
		}, {"", "BHD", "1.5", "1.500\u00a0BHD"}, {"", "XQX", "1", "1.00\u00a0XQX"}, {"B/.", "PAB", "1", "1.00\u00a0B/."},
		{"$", "USD", "0.1234", "$0.1234"}, {"$", "USD", "100", "$100.00"}, {"$", "USD", "1000000", "$1,000,000.00"},
	} {
		if got := Amount(money.MustParse(of.amount), of.currency, of.symbol); got != of.want {
			t.Errorf("%s %s: %q, want %q", of.amount, of.currency, got, of.want)
		}
	}
}
