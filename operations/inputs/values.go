package inputs

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"tradelog/domain/lines"
	"tradelog/domain/money"
)

// Lenient is a number that is parsed leniently: a JSON number or numeric text. A number beyond the range becomes the largest one, and
// anything else becomes 0. A number with too many decimal places is refused. Or distinguishes a missing number from 0.
type Lenient struct {
	value money.Decimal
	given bool
}

// Or returns the number, or other if none was sent.
func (l Lenient) Or(other money.Decimal) money.Decimal {
	if l.given {
		return l.value
	}
	return other
}

// UnmarshalJSON reads any JSON value.
func (l *Lenient) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	l.given = true
	text := strings.TrimSpace(strings.Trim(string(data), `"`))
	d, err := money.ParseStored(text)
	switch {
	case errors.Is(err, money.ErrPlaces):
		return err
	case errors.Is(err, money.ErrRange) && text[0] == '-':
		d = money.Max.Neg()
	case errors.Is(err, money.ErrRange):
		d = money.Max
	}
	l.value = d // 0 if it is not a number
	return nil
}

// LenientID is an identifier sent as a number or as numeric text. 0 and "" mean none.
type LenientID int64

// UnmarshalJSON reads both forms.
func (l *LenientID) UnmarshalJSON(data []byte) error {
	text := strings.TrimSpace(strings.Trim(string(data), `"`))
	if text == "" || text == "null" {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return errors.New("it must be a whole number")
	}
	*l = LenientID(n)
	return nil
}

// Ref names a thing by its number or by text, such as a store view by its code.
type Ref string

// UnmarshalJSON reads a whole number or a text.
func (r *Ref) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*r = Ref(strings.TrimSpace(text))
		return nil
	}
	var n int64
	if json.Unmarshal(data, &n) != nil {
		return errors.New("it must be a whole number or a text")
	}
	*r = Ref(strconv.FormatInt(n, 10))
	return nil
}

// Lines is text sent as one string or as a list of lines. Tag it lines:"own".
type Lines []string

// UnmarshalJSON reads both forms. Line breaks in one string separate the lines; no line may have one.
func (l *Lines) UnmarshalJSON(data []byte) error {
	var list []string
	if len(data) > 0 && data[0] == '"' {
		var one string
		if err := json.Unmarshal(data, &one); err != nil {
			return err
		}
		list = strings.Split(strings.ReplaceAll(one, "\r\n", "\n"), "\n")
	} else if err := json.Unmarshal(data, &list); err != nil {
		return errors.New("it must be a text or a list of texts")
	}
	for _, line := range list {
		if !lines.One.AllowText(line) {
			return errors.New("each line " + lines.One.Refusal())
		}
	}
	*l = list
	return nil
}

// Code is text that may be sent as a number, such as a code of six digits.
type Code string

// UnmarshalJSON reads both forms. Null counts as missing.
func (c *Code) UnmarshalJSON(data []byte) error {
	var number json.Number
	if json.Unmarshal(data, &number) == nil {
		*c = Code(number)
		return nil
	}
	var text string
	if json.Unmarshal(data, &text) != nil {
		return errors.New("it must be a text or a number")
	}
	*c = Code(text)
	return nil
}

// Text is a string member. The handler reports a wrong type in its own words.
type Text struct {
	Value string
	Wrong bool
}

// UnmarshalJSON reads a string. Null counts as missing.
func (t *Text) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	t.Wrong = json.Unmarshal(data, &t.Value) != nil
	return nil
}

// Nullable is a member of a body for which null clears the value and a missing member leaves it. Its tags must be nonnull:"true", so that
// null reaches it, and its types, such as type:"integer,null".
type Nullable[T any] struct {
	Value T
	Sent  bool
	Null  bool
}

// Or returns the value sent, the zero value for null, or other if nothing was sent.
func (n Nullable[T]) Or(other T) T {
	if n.Sent {
		return n.Value
	}
	return other
}

// UnmarshalJSON reads a value. The binding calls Receive instead, which gives better messages.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.Sent, n.Null = true, bytes.Equal(bytes.TrimSpace(data), []byte("null"))
	return json.Unmarshal(data, &n.Value)
}

// Receive records that the member was sent and returns a pointer for its value. The binding of inputs calls it.
func (n *Nullable[T]) Receive(null bool) reflect.Value {
	n.Sent, n.Null = true, null
	return reflect.ValueOf(&n.Value).Elem()
}

// Upload is a file in a body. An input struct has it as *Upload, which is nil without a file. In a form it is a part with a file name; in
// JSON it is text in base64, which has no file name.
type Upload struct {
	Name    string // as the caller sent it; empty if none was sent
	Content []byte
}
