// Package input has what a call on the catalog asks for: the store views, websites and categories that it reads and writes, products and
// their stock as of a past position, and the values that it sends. It also words the refusals of writes.
package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"

	"tradelog/domain/money"
)

// The values of nested entries are parsed loosely: numbers may be text, flags may be numbers (shapes-catalog §0.3). Or returns such a
// value, or another if none was sent.

// Whole is a whole number that may be sent as text.
type Whole int64

// UnmarshalJSON reads a number or numeric text.
func (w *Whole) UnmarshalJSON(data []byte) error {
	d, err := money.Parse(strings.TrimSpace(string(bytes.Trim(data, `"`))))
	if err != nil || !d.IsWhole() || d.Abs().Cmp(money.FromInt(math.MaxInt32)) > 0 {
		return errors.New("it must be a whole number")
	}
	*w = Whole(d.Int())
	return nil
}

// Or returns the number, or other if none was sent.
func (w *Whole) Or(other int64) int64 {
	if w == nil {
		return other
	}
	return int64(*w)
}

// Amount is a number that may be sent as text.
type Amount struct{ money.Decimal }

// UnmarshalJSON reads a number or numeric text.
func (a *Amount) UnmarshalJSON(data []byte) error {
	d, err := money.ParseStored(strings.TrimSpace(string(bytes.Trim(data, `"`))))
	switch {
	case errors.Is(err, money.ErrPlaces):
		return err
	case errors.Is(err, money.ErrRange):
		return errors.New("it is out of range")
	case err != nil:
		return errors.New("it must be a number")
	}
	a.Decimal = d
	return nil
}

// Pointer returns the number, or nil if none was sent.
func (a *Amount) Pointer() *money.Decimal {
	if a == nil {
		return nil
	}
	return &a.Decimal
}

// Or returns the number, or other if none was sent.
func (a *Amount) Or(other money.Decimal) money.Decimal {
	if a == nil {
		return other
	}
	return a.Decimal
}

// Flag is a boolean that may be sent as 0 or 1, as number or text.
type Flag bool

// UnmarshalJSON reads a boolean, a number or text.
func (f *Flag) UnmarshalJSON(data []byte) error {
	switch text := strings.ToLower(strings.Trim(string(data), `"`)); text {
	case "1", "true":
		*f = true
	case "0", "false", "":
		*f = false
	default:
		return errors.New("it must be true or false")
	}
	return nil
}

var _ json.Unmarshaler = (*Flag)(nil)

// Or returns the boolean, or other if none was sent.
func (f *Flag) Or(other bool) bool {
	if f == nil {
		return other
	}
	return bool(*f)
}

// Word is text that may be sent as a number.
type Word string

// UnmarshalJSON reads text or a number.
func (w *Word) UnmarshalJSON(data []byte) error {
	switch {
	case data[0] == '"':
		var text string
		err := json.Unmarshal(data, &text)
		if strings.ContainsRune(text, 0) {
			err = errors.New("it has characters that cannot be stored")
		}
		*w = Word(text)
		return err
	case data[0] == '-' || data[0] >= '0' && data[0] <= '9':
		*w = Word(data)
		return nil
	}
	return errors.New("it must be text")
}

// Or returns the text, or other if none was sent.
func (w *Word) Or(other string) string {
	if w == nil {
		return other
	}
	return string(*w)
}
