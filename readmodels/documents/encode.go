package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	fast "github.com/goccy/go-json"

	"tradelog/domain/money"
)

// Encode prints a document in its JSON-LD form.
func Encode(document any) ([]byte, error) {
	b, err := fast.MarshalWithOption(document, fast.DisableHTMLEscape())
	if err != nil {
		return nil, fmt.Errorf("encode document: %w", err)
	}
	return b, nil
}

var typeMember = []byte(`{"@type":"`)

// Plain appends the plain JSON form of an encoded document to a buffer.
func Plain(to, document []byte) []byte {
	for {
		i := bytes.Index(document, typeMember)
		if i < 0 {
			return append(to, document...)
		}
		to = append(to, document[:i+1]...)
		document = document[i+len(typeMember):]
		document = document[bytes.IndexByte(document, '"')+1:]
		if len(document) > 0 && document[0] == ',' {
			document = document[1:]
		}
	}
}

// Linked appends the JSON-LD form of a document that stands alone: with its @context.
func Linked(to, document []byte) []byte {
	if !bytes.HasPrefix(document, typeMember) {
		return append(to, document...)
	}
	name := document[len(typeMember):]
	name = name[:bytes.IndexByte(name, '"')]
	to = append(to, `{"@context":"/api/contexts/`...)
	to = append(to, name...)
	to = append(to, `",`...)
	return append(to, document[1:]...)
}

// Splice adds members to an encoded object: fragment is `"name":value,...` without braces. It joins members that depend on the caller to a
// ready document.
func Splice(object, fragment []byte) []byte {
	if len(fragment) == 0 {
		return object
	}
	out := make([]byte, 0, len(object)+len(fragment)+1)
	out = append(out, object[:len(object)-1]...)
	if len(object) > 2 {
		out = append(out, ',')
	}
	out = append(out, fragment...)
	return append(out, '}')
}

// Fragment encodes a struct as members without braces, for Splice.
func Fragment(members any) ([]byte, error) {
	b, err := Encode(members)
	if err != nil || len(b) < 2 {
		return nil, err
	}
	return b[1 : len(b)-1], nil
}

// rewrite replaces the value of a member of an object by the result of change. It does not look into nested objects. An object without the
// member stays as it is.
func rewrite(object []byte, member string, change func(value json.RawMessage) (any, error)) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		if name != member {
			continue
		}
		end := int(dec.InputOffset())
		changed, err := change(value)
		if err != nil {
			return nil, err
		}
		b, err := Encode(changed)
		if err != nil {
			return nil, err
		}
		return slices.Concat(object[:end-len(value)], b, object[end:]), nil
	}
	return object, nil
}

// Time prints a time as documents do.
func Time(t time.Time) string { return t.UTC().Format(time.DateTime) }

// Extensions is the member that modules may fill; an empty list by default.
type Extensions []struct{}

func (Extensions) MarshalJSON() ([]byte, error) { return []byte("[]"), nil }

// UnmarshalJSON ignores the values of modules.
func (*Extensions) UnmarshalJSON([]byte) error { return nil }

// Amounts is a map that prints as an empty list when it is empty, as the reference does.
type Amounts map[string]money.Decimal

func (a Amounts) MarshalJSON() ([]byte, error) {
	if len(a) == 0 {
		return []byte("[]"), nil
	}
	return json.Marshal(map[string]money.Decimal(a))
}

func (a *Amounts) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("[]")) {
		*a = nil
		return nil
	}
	return json.Unmarshal(data, (*map[string]money.Decimal)(a))
}

// OptionalAmount returns nil for 0, where a sheet renders 0 as null or leaves it out.
func OptionalAmount(d money.Decimal) *money.Decimal {
	if d.IsZero() {
		return nil
	}
	return &d
}

// Optional returns nil for an empty text, 0 or another zero value, which is null or leaves the member out.
func Optional[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// OptionalTime prints a time; nil for the zero time.
func OptionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return Optional(Time(t))
}
