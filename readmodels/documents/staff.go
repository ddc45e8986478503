package documents

import (
	"bytes"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/access"
)

// NameAt stands for the name of an account of the back office in the stored document of an order. Its value is the position of the event
// that the account caused. Stored documents have no names, so nobody has to be looked for in them when an account is forgotten.
type NameAt int64

// Nameless is the NameAt of an actor without a name to show. The zero NameAt is left out: the author of the event is unknown.
const Nameless NameAt = -1

func (n NameAt) MarshalJSON() ([]byte, error) {
	if n == Nameless {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(n), 10), nil
}

// UnmarshalJSON reads a stored member, or that of an answer. Answers have the name instead of the position, which is not kept.
func (n *NameAt) UnmarshalJSON(data []byte) error {
	if string(data) == "null" || bytes.HasPrefix(data, []byte(`"`)) {
		*n = Nameless
		return nil
	}
	at, err := strconv.ParseInt(string(data), 10, 64)
	*n = NameAt(at)
	return err
}

// WithoutStaff returns the document of an order for buyers. It tells the kind of the account that took a step, and leaves out its number
// and its name.
func WithoutStaff(order Doc[Order]) Doc[Order] {
	return eachStep(order, func(to []byte, by domain.Actor, at int64) []byte {
		to = append(append(append(to, changedBy...), by.Kind...), '"')
		if at > 0 {
			to = append(append(to, changedByName...), "null"...)
		}
		return to
	})
}

// Names finds the name that an account had at a position of the log; nil if it had none or is forgotten.
type Names func(by domain.Actor, at int64) *string

// WithStaff returns the document of an order for the back office. It has the names that the accounts had when they took its steps.
func WithStaff(order Doc[Order], names Names) (named Doc[Order], err error) {
	named = eachStep(order, func(to []byte, by domain.Actor, at int64) []byte {
		to = append(append(append(to, changedBy...), by.String()...), '"')
		if at == 0 {
			return to
		}
		name, failure := Encode(names(by, at))
		if failure != nil {
			err = failure
		}
		return append(append(to, changedByName...), name...)
	})
	return named, err
}

var (
	changedBy     = []byte(`"changedBy":"`)
	changedByName = []byte(`,"changedByName":`)
)

// eachStep replaces each step of an account of the back office by the text that write appends for it. at is the position that stands for
// the name; 0 if the step has none. Quotes within texts of a document are escaped, so no text looks like a step.
func eachStep(order Doc[Order], write func(to []byte, by domain.Actor, at int64) []byte) Doc[Order] {
	var out Doc[Order]
	rest := order
	for from := 0; ; {
		i := bytes.Index(rest[from:], changedBy)
		if i < 0 {
			break
		}
		begin := from + i
		from = begin + len(changedBy)
		end := bytes.IndexByte(rest[from:], '"')
		if end < 0 {
			break
		}
		by := domain.ActorOf(string(rest[from : from+end]))
		if by.Kind != "operator" && !access.HasAccount(by.Kind) {
			continue
		}
		from += end + 1
		at, length := positionIn(rest[from:])
		if out == nil {
			const names = 128 // bytes
			out = make(Doc[Order], 0, len(order)+names)
		}
		out = write(append(out, rest[:begin]...), by, at)
		rest, from = rest[from+length:], 0
	}
	if out == nil {
		return order
	}
	return append(out, rest...)
}

// positionIn reads a position at the beginning of the text after the author of a step. It returns 0 if there is none.
func positionIn(rest []byte) (at int64, length int) {
	digits, found := bytes.CutPrefix(rest, changedByName)
	if !found {
		return 0, 0
	}
	for i, c := range digits {
		if c < '0' || c > '9' {
			digits = digits[:i]
			break
		}
	}
	at, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil { // null: the step has no name
		return 0, 0
	}
	return at, len(changedByName) + len(digits)
}
