package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"tradelog/domain/money"
)

// The values of nested entries are read loosely: numbers may be text, flags may be numbers (shapes-catalog §0.3). amount and flag do
// the same for decimals and booleans.

// whole is a whole number that may be sent as text.
type whole int64

// UnmarshalJSON reads a number or numeric text.
func (w *whole) UnmarshalJSON(data []byte) error {
	d, err := money.Parse(strings.TrimSpace(string(bytes.Trim(data, `"`))))
	if err != nil || !d.IsWhole() || d.Abs().Cmp(money.FromInt(math.MaxInt32)) > 0 {
		return errors.New("it must be a whole number")
	}
	*w = whole(d.Int())
	return nil
}

func (w *whole) or(other int64) int64 {
	if w == nil {
		return other
	}
	return int64(*w)
}

func (a *amount) or(other money.Decimal) money.Decimal {
	if a == nil {
		return other
	}
	return a.Decimal
}

func (f *flag) or(other bool) bool {
	if f == nil {
		return other
	}
	return bool(*f)
}

// word is text that may be sent as a number.
type word string

// UnmarshalJSON reads text or a number.
func (w *word) UnmarshalJSON(data []byte) error {
	switch {
	case data[0] == '"':
		var text string
		err := json.Unmarshal(data, &text)
		if strings.ContainsRune(text, 0) {
			err = errors.New("it has characters that cannot be stored")
		}
		*w = word(text)
		return err
	case data[0] == '-' || data[0] >= '0' && data[0] <= '9':
		*w = word(data)
		return nil
	}
	return errors.New("it must be text")
}

func (w *word) or(other string) string {
	if w == nil {
		return other
	}
	return string(*w)
}

// groupRef is a customer group: its number, or nil for all.
type groupRef struct{ id *int64 }

// allGroups is the number that also means all groups (shapes-catalog §3).
const allGroups = 32000

// UnmarshalJSON reads a number, numeric text or "all".
func (g *groupRef) UnmarshalJSON(data []byte) error {
	text := strings.TrimSpace(string(bytes.Trim(data, `"`)))
	if strings.EqualFold(text, "all") || text == strconv.Itoa(allGroups) {
		g.id = nil
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return errors.New(`it must be the number of a customer group or "all"`)
	}
	g.id = &n
	return nil
}
