// Package money computes amounts, quantities and rates exactly. A Decimal has up to 19 digits. Stored numbers have at most four decimal
// places. Rounding is half away from zero.
//
// The package wraps govalues/decimal (no allocation, about a tenth of the time of big-number decimals), which rounds half to even. Commerce
// does not, so Round is our own and property-tested.
package money

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

// DecimalPlaces is the number of decimal places that are stored.
const DecimalPlaces = 4

// Decimal is an exact decimal number: an amount of money, a quantity or a rate. The zero value is 0.
//
// Arithmetic panics on overflow of 19 digits. Input is limited to Max, so an overflow is a defect of the program; the pipeline turns the
// panic into an internal error.
type Decimal struct{ d decimal.Decimal }

// Max is the largest amount or quantity accepted as input (decimal(12,4) of the reference).
var Max = MustParse("99999999.9999")

// Zero and One are constants for convenience.
var (
	Zero = Decimal{}
	One  = FromInt(1)
)

// errFormat is the error for text that is not a decimal number.
var errFormat = errors.New("not a decimal number")

// Parse parses a decimal number such as "19.99". It rounds numbers of more than 19 digits.
func Parse(s string) (Decimal, error) {
	d, err := decimal.Parse(s)
	if err != nil {
		return Zero, fmt.Errorf("%w: %.40q", errFormat, s)
	}
	return Decimal{d}, nil
}

// Further errors of ParseStored.
var (
	ErrPlaces = fmt.Errorf("more than %d decimal places", DecimalPlaces)
	ErrRange  = errors.New("out of range")
)

// ParseStored parses an amount, a quantity or a rate to be stored. It fails with errFormat, with ErrPlaces if storing would round the
// number, and with ErrRange beyond Max. Trailing zeros do not count as decimal places: 1.50000 has one.
func ParseStored(s string) (Decimal, error) {
	d, err := Parse(s)
	if exact := err == nil && len(s) < decimal.MaxPrec && d.d.Scale() <= DecimalPlaces; !exact {
		if !number.MatchString(s) {
			return Zero, fmt.Errorf("%w: %.40q", errFormat, s)
		}
		switch places, zero := placesOf(s); {
		case zero:
			return Zero, nil
		case places > DecimalPlaces:
			return Zero, ErrPlaces
		case err != nil: // too many digits
			return Zero, ErrRange
		}
	}
	if Max.Less(d.Abs()) {
		return Zero, ErrRange
	}
	return d.Stored(), nil
}

// number matches decimal numbers, with or without an exponent.
var number = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// placesOf returns the number of decimal places of a number as it is written, because Parse rounds numbers with many digits. zero tells
// whether the number is 0.
func placesOf(s string) (places int, zero bool) {
	mantissa, exponent := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa = s[:i]
		exponent, _ = strconv.Atoi(s[i+1:]) // Atoi returns the limit if the exponent is out of range
		exponent = min(max(exponent, -maxExponent), maxExponent)
	}
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	digits := strings.TrimRight(whole+fraction, "0")
	return max(0, len(digits)-len(whole)-exponent), digits == ""
}

// maxExponent is larger than any relevant number of decimal places.
const maxExponent = 1 << 20

func MustParse(s string) Decimal {
	d, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return d
}

func FromInt(n int64) Decimal { return Decimal{must(decimal.New(n, 0))} }

func must(d decimal.Decimal, err error) decimal.Decimal {
	if err != nil {
		panic("money: " + err.Error())
	}
	return d
}

func (a Decimal) Add(b Decimal) Decimal { return Decimal{must(a.d.Add(b.d))} }
func (a Decimal) Sub(b Decimal) Decimal { return Decimal{must(a.d.Sub(b.d))} }

// Mul returns a*b, exact up to 19 digits.
func (a Decimal) Mul(b Decimal) Decimal { return Decimal{must(a.d.Mul(b.d))} }

// Div returns a/b to 19 significant digits. b must not be 0.
func (a Decimal) Div(b Decimal) Decimal { return Decimal{must(a.d.Quo(b.d))} }
func (a Decimal) Neg() Decimal          { return Decimal{a.d.Neg()} }
func (a Decimal) Abs() Decimal          { return Decimal{a.d.Abs()} }
func (a Decimal) Cmp(b Decimal) int     { return a.d.Cmp(b.d) }

// Equal tells whether a and b are the same number; 5 equals 5.00.
func (a Decimal) Equal(b Decimal) bool { return a.d.Cmp(b.d) == 0 }
func (a Decimal) Less(b Decimal) bool  { return a.d.Cmp(b.d) < 0 }
func (a Decimal) Sign() int            { return a.d.Sign() }

// IsZero tells whether a is 0. Because of it, omitzero omits the value in JSON.
func (a Decimal) IsZero() bool { return a.d.IsZero() }

// IsWhole tells whether a has no fraction.
func (a Decimal) IsWhole() bool { return a.d.IsInt() }

func Min(a, b Decimal) Decimal {
	if b.Less(a) {
		return b
	}
	return a
}

func MaxOf(a, b Decimal) Decimal {
	if a.Less(b) {
		return b
	}
	return a
}

// Round rounds half away from zero to a number of decimal places: 2.345 to two decimal places is 2.35, -2.345 is -2.35.
func (a Decimal) Round(places int) Decimal {
	if a.d.Scale() <= places {
		return a
	}
	truncated := a.d.Trunc(places)
	rest := must(a.d.Sub(truncated)).Abs()
	half := decimal.MustNew(5, places+1)
	if rest.Cmp(half) < 0 {
		return Decimal{truncated}
	}
	step := decimal.MustNew(1, places)
	if a.d.IsNeg() {
		step = step.Neg()
	}
	return Decimal{must(truncated.Add(step))}
}

// Cents rounds to two decimal places, as totals are stored.
func (a Decimal) Cents() Decimal { return a.Round(2) }

// Stored rounds to four decimal places, the precision of stored numbers.
func (a Decimal) Stored() Decimal   { return a.Round(DecimalPlaces) }
func (a Decimal) Truncate() Decimal { return Decimal{a.d.Trunc(0)} }

// Int returns the whole part. It panics if that does not fit an int64.
func (a Decimal) Int() int64 {
	whole, _, ok := a.d.Int64(0)
	if !ok {
		panic("money: " + a.String() + " does not fit an integer")
	}
	return whole
}

// String formats the number without trailing zeros: 19.99, 5, -0.5.
func (a Decimal) String() string { return a.d.Trim(0).String() }

// Fixed writes the number in cents, with two decimal places: 1.50.
func (a Decimal) Fixed() string                { return a.Cents().d.Pad(2).String() }
func (a Decimal) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// AppendJSON appends the JSON number to a buffer.
func (a Decimal) AppendJSON(to []byte) []byte { return append(to, a.d.Trim(0).String()...) }

// UnmarshalJSON reads a JSON number. As the conventions demand, it fails for a string. Null changes nothing.
func (a *Decimal) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	d, err := Parse(string(data))
	if err != nil {
		return err
	}
	*a = d
	return nil
}

// Scan reads a PostgreSQL numeric.
func (a *Decimal) Scan(src any) error { return a.d.Scan(src) }
