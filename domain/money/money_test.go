package money

import (
	"encoding/json"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestRoundIsHalfAwayFromZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in     string
		places int
		want   string
	}{
		{"2.345", 2, "2.35"}, {"-2.345", 2, "-2.35"}, {"2.3449999", 2, "2.34"}, {"0.005", 2, "0.01"}, {"9.995", 2, "10"},
		{"4.947525", 2, "4.95"}, {"5", 2, "5"}, {"1.23456", 4, "1.2346"}, {"-0.00005", 4, "-0.0001"}, {"0.4", 0, "0"}, {"0.5", 0, "1"},
	} {
		if got := MustParse(c.in).Round(c.places).String(); got != c.want {
			t.Errorf("round(%s, %d) = %s, want %s", c.in, c.places, got, c.want)
		}
	}
}

// TestRoundAgainstBigRationals compares with arithmetic that cannot lose digits.
func TestRoundAgainstBigRationals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(-1e12, 1e12).Draw(t, "unscaled")
		scale := rapid.IntRange(0, 8).Draw(t, "scale")
		places := rapid.IntRange(0, 4).Draw(t, "places")
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
		exact := new(big.Rat).SetFrac(big.NewInt(n), unit)
		in := MustParse(exact.FloatString(scale))

		shifted := new(big.Rat).Mul(exact, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)))
		half := big.NewRat(1, 2)
		if shifted.Sign() < 0 {
			half.Neg(half)
		}
		shifted.Add(shifted, half)
		whole := new(big.Int).Quo(shifted.Num(), shifted.Denom())
		want := new(big.Rat).SetFrac(whole, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))

		got, _ := new(big.Rat).SetString(in.Round(places).String())
		if got.Cmp(want) != 0 {
			t.Fatalf("round(%s, %d) = %s, want %s", in, places, got.FloatString(places), want.FloatString(places))
		}
	})
}

func TestJSONIsANumberWithoutTrailingZeros(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"19.9900": "19.99", "5.0000": "5", "0": "0", "-0.50": "-0.5", "100": "100"} {
		b, err := json.Marshal(MustParse(in))
		if err != nil || string(b) != want {
			t.Errorf("marshal %s = %s, %v, want %s", in, b, err, want)
		}
		var back Decimal
		if err := json.Unmarshal(b, &back); err != nil || !back.Equal(MustParse(in)) {
			t.Errorf("%s does not come back: %s, %v", in, back, err)
		}
	}
	var d Decimal
	for _, bad := range []string{`"5"`, `true`, `[]`, `{}`} {
		if json.Unmarshal([]byte(bad), &d) == nil {
			t.Errorf("%s was accepted as a number", bad)
		}
	}
}

func TestArithmeticKeepsEveryPlace(t *testing.T) {
	t.Parallel()
	row := MustParse("19.99").Mul(FromInt(3))
	if got := row.Mul(MustParse("8.25")).Div(FromInt(100)).String(); got != "4.947525" {
		t.Errorf("59.97 at 8.25%% = %s", got)
	}
	if got := MustParse("12.5").Truncate().Int(); got != 12 {
		t.Errorf("truncate 12.5 = %d", got)
	}
	if Min(One, Zero) != Zero || MaxOf(One, Zero) != One {
		t.Error("min or max is wrong")
	}
}
