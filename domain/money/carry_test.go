package money

import (
	"testing"

	"pgregory.net/rapid"
)

func TestCarryHandsTheRestOn(t *testing.T) {
	t.Parallel()
	c := NewCarry(MustParse("0.000001"))
	for i, want := range []string{"0.82", "0.83", "0", "0.82"} {
		amount := MustParse("0.824175")
		if want == "0" {
			amount = Zero
		}
		if got := c.Cents(amount).String(); got != want {
			t.Errorf("amount %d is rounded to %s, want %s", i, got, want)
		}
	}
}

// TestCarryKeepsTheSum: however many amounts are rounded, their sum is off by half a cent at most, and none is negative.
func TestCarryKeepsTheSum(t *testing.T) {
	t.Parallel()
	half := MustParse("0.005")
	rapid.Check(t, func(t *rapid.T) {
		var c Carry
		exact, rounded := Zero, Zero
		for range rapid.IntRange(0, 50).Draw(t, "amounts") {
			amount := FromInt(rapid.Int64Range(0, 10_000_000).Draw(t, "n")).Div(FromInt(1_000_000))
			cents := c.Cents(amount)
			if cents.Sign() < 0 {
				t.Fatalf("%s was rounded to %s", amount, cents)
			}
			exact, rounded = exact.Add(amount), rounded.Add(cents)
		}
		if half.Less(exact.Sub(rounded).Abs()) {
			t.Fatalf("%s was rounded to %s", exact, rounded)
		}
	})
}
