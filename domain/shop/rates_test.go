package shop_test

import (
	"errors"
	"testing"

	"tradelog/domain/record"
	"tradelog/domain/shop"
)

func TestRates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, to, value, want string }{
		{"usd", " eur ", "0.92130", "USD/EUR 0.9213"},
		{"IDR", "USD", "0.000061234567", "IDR/USD 0.000061234567"}, {"KWD", "IRR", "10000000", "KWD/IRR 10000000"},
		{"USD", "XXX", "1", ""}, {"DEM", "EUR", "1", ""}, {"USD", "USD", "1", ""},
		{"USD", "EUR", "0", ""}, {"USD", "EUR", "-1", ""}, {"USD", "EUR", "", ""},
		{"USD", "EUR", "NaN", ""}, {"USD", "EUR", `1","x":"2`, ""}, {"USD", "EUR", "10000000.1", ""}, {"USD", "EUR", "0.0000000000001", ""},
	} {
		r, err := shop.NewRate(c.from, c.to, c.value)
		got := ""
		if err == nil {
			got = r.Pair() + " " + r.Value.String()
		}
		if got != c.want {
			t.Errorf("%s to %s at %q: %q %v, want %q", c.from, c.to, c.value, got, err, c.want)
		}
	}

	// A rate that is set can be read and removed, once.
	state := record.New("")
	rate, err := shop.NewRate("USD", "EUR", "0.9")
	if err != nil {
		t.Fatal(err)
	}
	events, err := shop.SetRates(state, rate)
	if err != nil || len(events) != 1 {
		t.Fatalf("set: %v %v", events, err)
	}
	state = record.Evolve(state, events[0])
	if got := shop.ReadRates(state.Values[0]); len(got) != 1 || got[0].Pair() != "USD/EUR" || got[0].Value.String() != "0.9" {
		t.Errorf("set: %v", got)
	}
	if events, err := shop.SetRates(state, rate); err != nil || len(events) != 0 {
		t.Errorf("the same again: %v %v", events, err)
	}
	if _, err := shop.SetRates(state, shop.Rate{From: "USD", To: "EUR"}); err == nil {
		t.Error("a rate of 0 is set")
	}
	if _, err := shop.DeleteRate(state, "EUR", "USD"); !errors.Is(err, shop.ErrNoRate) {
		t.Errorf("the other way round: %v", err)
	}
	events, err = shop.DeleteRate(state, "usd", "eur")
	if err != nil || len(events) != 1 {
		t.Fatalf("deleted: %v %v", events, err)
	}
	if state = record.Evolve(state, events[0]); len(shop.ReadRates(state.Values[0])) != 0 {
		t.Error("the rate is still there")
	}
}
