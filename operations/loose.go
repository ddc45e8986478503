package operations

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"

	"tradelog/domain/money"
)

// Loose is a number that a sheet reads leniently: a JSON number or numeric text; anything else counts as 0. Missing is not
// 0: see Or.
type Loose struct {
	value money.Decimal
	given bool
}

// Or returns the number, or another one when none was given.
func (l Loose) Or(other money.Decimal) money.Decimal {
	if l.given {
		return l.value
	}
	return other
}

// UnmarshalJSON reads what is there.
func (l *Loose) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	l.given = true
	text := strings.TrimSpace(strings.Trim(string(data), `"`))
	d, err := money.Parse(text)
	if err != nil {
		d = outsize(text)
	}
	l.value = money.Min(money.MaxOf(d, money.Max.Neg()), money.Max).Stored()
	return nil
}

var numeric = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// outsize reads a number that has more digits than are computed with; what is no number is 0.
func outsize(text string) money.Decimal {
	f, _ := strconv.ParseFloat(text, 64) // beyond all bounds it is infinite
	switch {
	case !numeric.MatchString(text) || math.Abs(f) < 1e-4:
		return money.Zero
	case f >= 1e8:
		return money.Max
	case f <= -1e8:
		return money.Max.Neg()
	}
	d, err := money.Parse(strconv.FormatFloat(f, 'f', money.Places, 64))
	if err != nil {
		return money.Zero
	}
	return d
}

// LooseID is an identifier that may come as a number or as numeric text; 0 and "" mean none.
type LooseID int64

// UnmarshalJSON reads both forms.
func (l *LooseID) UnmarshalJSON(data []byte) error {
	text := strings.TrimSpace(strings.Trim(string(data), `"`))
	if text == "" || text == "null" {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return errors.New("it must be a whole number")
	}
	*l = LooseID(n)
	return nil
}

// Lines is text that may come as one string or as a list of lines.
type Lines []string

// UnmarshalJSON reads both forms.
func (l *Lines) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var one string
		if err := json.Unmarshal(data, &one); err != nil {
			return err
		}
		*l = strings.Split(strings.ReplaceAll(one, "\r\n", "\n"), "\n")
		return nil
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return errors.New("it must be a text or a list of texts")
	}
	*l = list
	return nil
}

// Text is text whose wrong type the handler reports in its own words.
type Text struct {
	Value string
	Wrong bool
}

// UnmarshalJSON reads a string; null is none.
func (t *Text) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	t.Wrong = json.Unmarshal(data, &t.Value) != nil
	return nil
}
