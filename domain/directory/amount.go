package directory

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"tradelog/domain/money"
)

// Amount formats money the same way in every language, for documents and letters: $1,234.50, or 1,234.50 CHF if the symbol ends with a
// letter. Without a symbol it uses the currency's code. It adds decimals up to those of the currency, and never drops any.
func Amount(d money.Decimal, currency, symbol string) string {
	symbol = cmp.Or(symbol, currency)
	sign := ""
	if d.Sign() < 0 {
		sign, d = "-", d.Abs()
	}
	number := filledUp(d, currency)
	if last, _ := utf8.DecodeLastRuneInString(symbol); unicode.IsLetter(last) || last == '.' {
		return sign + number + "\u00a0" + symbol
	}
	return sign + symbol + number
}

// minorDigits returns the number of decimals of a currency, 2 for an unknown one.
func minorDigits(currency string) int {
	if c, ok := FindCurrency(currency); ok {
		return c.Digits
	}
	return 2
}

// filledUp formats an amount in groups of three digits with at least the decimals of its currency. A fraction has at least two decimals.
func filledUp(d money.Decimal, currency string) string {
	least := minorDigits(currency)
	if strings.Contains(d.String(), ".") {
		least = max(least, 2)
	}
	return grouped(d, least)
}

// grouped formats a number in groups of three digits, with at least the given number of decimals.
func grouped(d money.Decimal, least int) string {
	whole, fraction, _ := strings.Cut(d.String(), ".")
	whole, negative := strings.CutPrefix(whole, "-")
	for len(fraction) < least {
		fraction += "0"
	}
	var b strings.Builder
	if negative {
		b.WriteByte('-')
	}
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	if fraction != "" {
		b.WriteString("." + fraction)
	}
	return b.String()
}
