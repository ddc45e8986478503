package money

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
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

// TestParseStored: a number is stored as it was written, or refused.
func TestParseStored(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in, want string
		err      error
	}{
		{"19.99", "19.99", nil}, {"-0.0001", "-0.0001", nil}, {"5", "5", nil}, {".5", "0.5", nil}, {"5.", "5", nil}, {"+5", "5", nil},
		{"0", "0", nil},
		{"1.50000", "1.5", nil}, {
			"0.000000000000000000000000000000", "0", nil,
		}, {"1." + strings.Repeat("0", 40), "1", nil}, {"0e-99", "0", nil}, {"-0E20", "0", nil},
		{"1.00005e1", "10.0005", nil}, {"12e-3", "0.012", nil}, {"1000e-6", "0.001", nil}, {"1e3", "1000", nil}, {
			"99999999.9999", "99999999.9999", nil,
		},
		{"0.00001", "", ErrPlaces}, {"-0.00001", "", ErrPlaces}, {"1.23456", "", ErrPlaces}, {
			"0.30000000000000004", "", ErrPlaces,
		}, {"1e-5", "", ErrPlaces},
		{"1.2345e-1", "", ErrPlaces}, {"99999999.99991", "", ErrPlaces}, {
			"0." + strings.Repeat("0", 60) + "1", "", ErrPlaces,
		}, {"12345678.00000000000000000001", "", ErrPlaces},
		{"1e-99999999999999999999", "", ErrPlaces}, {"1e-400", "", ErrPlaces}, {"99999999.99999999999999999999", "", ErrPlaces},
		{"100000000", "", ErrRange}, {"-1e99", "", ErrRange}, {"1e99999999999999999999", "", ErrRange}, {strings.Repeat("9", 60), "", ErrRange},
		{"", "", errFormat}, {"x", "", errFormat}, {"1,5", "", errFormat}, {"1.5 ", "", errFormat}, {"NaN", "", errFormat},
		{"Infinity", "", errFormat}, {"0x10", "", errFormat},
		{"1.5" + strings.Repeat("x", 40), "", errFormat}, {"e5", "", errFormat}, {"--1", "", errFormat},
	} {
		got, err := ParseStored(c.in)
		if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || c.err == nil && got.String() != c.want {
			t.Errorf("%s: %s, %v, want %s, %v", c.in, got, err, c.want, c.err)
		}
	}
}

// TestStoredNumbersAreNeverRounded compares with arithmetic that cannot lose digits.
func TestStoredNumbersAreNeverRounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[0-9]{1,9}(\.[0-9]{1,24})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%s is no number", text)
		}
		limit, _ := new(big.Rat).SetString(Max.String())
		scaled := new(big.Rat).Mul(exact, big.NewRat(10_000, 1))
		fits := scaled.IsInt() && new(big.Rat).Abs(exact).Cmp(limit) <= 0
		got, err := ParseStored(text)
		if (err == nil) != fits {
			t.Fatalf("%s: %v", text, err)
		}
		if err == nil {
			if same, _ := new(big.Rat).SetString(got.String()); same.Cmp(exact) != 0 {
				t.Fatalf("%s is read as %s", text, got)
			}
		}
	})
}

func TestFixedHasTwoPlaces(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0.00", "1.5": "1.50", "-1.5": "-1.50", "12": "12.00", "0.005": "0.01", "-0.004": "0.00", "123456789012.3456": "123456789012.35",
	} {
		if got := MustParse(text).Fixed(); got != want {
			t.Errorf("%s is written as %s, want %s", text, got, want)
		}
	}
}
