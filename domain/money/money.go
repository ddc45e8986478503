// Package money computes amounts, quantities and rates exactly. A Decimal has up to 19 digits; what is stored has at
// most four places, and what is shown is rounded where the rules of the shop say so, half away from zero.
//
// The package wraps govalues/decimal (no allocation, about a tenth of the time of big-number decimals), which rounds
// half to even; commerce does not, so HalfUp here is our own and property-tested.
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

// Places is the number of decimal places amounts are stored with.
const Places = 4

// Decimal is an exact decimal number: an amount of money, a quantity or a rate. The zero value is 0.
//
// Arithmetic panics on overflow of 19 digits. Amounts are limited to Max on entry, so that an overflow is a defect and
// not an input; the pipeline turns the panic into an internal error.
type Decimal struct{ d decimal.Decimal }

// Max is the largest amount or quantity accepted from outside (decimal(12,4) of the reference).
var Max = MustParse("99999999.9999")

// Zero and One save parsing.
var (
	Zero = Decimal{}
	One  = FromInt(1)
)

// ErrFormat is returned for text that is not a decimal number.
var ErrFormat = errors.New("not a decimal number")

// Parse reads a decimal number such as "19.99".
func Parse(s string) (Decimal, error) {
	d, err := decimal.Parse(s)
	if err != nil {
		return Zero, fmt.Errorf("%w: %.40q", ErrFormat, s)
	}
	return Decimal{d}, nil
}

// The other refusals of ParseStored.
var (
	ErrPlaces = fmt.Errorf("more than %d decimal places", Places)
	ErrRange  = errors.New("out of range")
)

// ParseStored reads an amount, a quantity or a rate that somebody wants stored. It fails with ErrFormat, with ErrPlaces when
// storing it would round it, and with ErrRange beyond Max. Zeros at the end are no places: 1.50000 has one.
func ParseStored(s string) (Decimal, error) {
	d, err := Parse(s)
	if exact := err == nil && len(s) < decimal.MaxPrec && d.d.Scale() <= Places; !exact {
		if !number.MatchString(s) {
			return Zero, fmt.Errorf("%w: %.40q", ErrFormat, s)
		}
		switch places, zero := placesOf(s); {
		case zero:
			return Zero, nil
		case places > Places:
			return Zero, ErrPlaces
		case err != nil: // it has too many digits
			return Zero, ErrRange
		}
	}
	if Max.Less(d.Abs()) {
		return Zero, ErrRange
	}
	return d.Stored(), nil
}

// number is the form of a decimal number, with or without an exponent.
var number = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// placesOf counts the decimal places of a number as it is written, because Parse rounds numbers with many digits. It also
// tells whether the number is 0.
func placesOf(s string) (places int, zero bool) {
	mantissa, exponent := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa = s[:i]
		exponent, _ = strconv.Atoi(s[i+1:]) // beyond all bounds it is the bound
		exponent = min(max(exponent, -maxExponent), maxExponent)
	}
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	digits := strings.TrimRight(whole+fraction, "0")
	return max(0, len(digits)-len(whole)-exponent), digits == ""
}

// maxExponent is more than any number of places that counts.
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

// Equal tells whether a and b are the same number; 5 and 5.00 are.
func (a Decimal) Equal(b Decimal) bool { return a.d.Cmp(b.d) == 0 }
func (a Decimal) Less(b Decimal) bool  { return a.d.Cmp(b.d) < 0 }
func (a Decimal) Sign() int            { return a.d.Sign() }

// IsZero tells whether a is 0. It makes omitzero leave the value out.
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

// Round rounds half away from zero to a number of places: 2.345 to two places is 2.35, -2.345 is -2.35.
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

// Cents rounds to the two places totals are kept in.
func (a Decimal) Cents() Decimal { return a.Round(2) }

// Stored rounds to the four places that are stored.
func (a Decimal) Stored() Decimal   { return a.Round(Places) }
func (a Decimal) Truncate() Decimal { return Decimal{a.d.Trunc(0)} }

// Int returns the whole part.
func (a Decimal) Int() int64 {
	whole, _, ok := a.d.Int64(0)
	if !ok {
		panic("money: " + a.String() + " does not fit an integer")
	}
	return whole
}

// String prints the number without trailing zeros: 19.99, 5, -0.5.
func (a Decimal) String() string               { return a.d.Trim(0).String() }
func (a Decimal) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// AppendJSON appends the JSON number to a buffer.
func (a Decimal) AppendJSON(to []byte) []byte { return append(to, a.d.Trim(0).String()...) }

// UnmarshalJSON reads a JSON number; a string is refused, as the conventions ask.
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
