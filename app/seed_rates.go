package app

import (
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/shop"
)

// seedRates are the exchange rates a new shop starts with.
func seedRates() []shop.Rate {
	var out []shop.Rate
	for _, r := range directory.SeedRates() {
		if r.From != r.To {
			out = append(out, shop.Rate{From: r.From, To: r.To, Value: money.MustParse(r.Value)})
		}
	}
	return out
}
