package wire

import (
	"strconv"
	"strings"
)

// Type is a declared type: a scalar of XML Schema, an entity with fields, or an array.
type Type struct {
	Name   string
	Fields []Field // of entities
	Item   *Type   // of arrays
	// Read converts other forms in which clients send a value to the declared one; nil: there are none.
	Read func(Value) Value
}

// Field is a member of an entity.
type Field struct {
	Name     string
	Type     *Type
	Required bool
	// Untyped: the field is not in the schema. Only SOAP V1, XML-RPC and JSON-RPC, which have no schema, show it.
	Untyped bool
	// Of is the member of the REST document that the field shows or sets; empty: none.
	Of string
	// Codes maps the values of clients to those of the document; nil: both are the same.
	Codes map[string]string
	// Join separates the elements of a list that is shown as text; empty: a line break.
	Join string
}

// The scalar types.
var (
	String  = &Type{Name: "string"}
	Int     = &Type{Name: "int"}
	Boolean = &Type{Name: "boolean"}
	Double  = &Type{Name: "double"} // values are text, so that no digit is lost
	Any     = &Type{Name: "anyType"}
)

// Scalar reports whether values of the type are neither entities nor arrays.
func (t *Type) Scalar() bool { return t.Fields == nil && t.Item == nil }

// Coerce converts a value of a message to a type. Clients send scalars as text and empty arrays as empty text. Text that is no number
// becomes 0. Null members and members that the entity does not have are left out.
func (t *Type) Coerce(v Value) Value {
	if v == nil {
		return nil
	}
	if t.Read != nil {
		v = t.Read(v)
	}
	switch {
	case t == Any:
		return v
	case t == Int:
		n, err := strconv.ParseInt(strings.TrimSpace(Text(v)), 10, 64)
		if err != nil {
			return int64(0)
		}
		return n
	case t == Boolean:
		text := strings.ToLower(strings.TrimSpace(Text(v)))
		return text != "" && text != "0" && text != "false"
	case t.Item != nil:
		return t.list(v)
	case t.Fields != nil:
		given, _ := v.(Map)
		out := make(Map, 0, len(given))
		for _, f := range t.Fields {
			if member, ok := given.Get(f.Name); ok && member != nil {
				out = append(out, Entry{f.Name, f.Type.Coerce(member)})
			}
		}
		return out
	}
	return Text(v)
}

func (t *Type) list(v Value) List {
	var given List
	switch v := v.(type) {
	case List:
		given = v
	case Map:
		if given = v.Values(); t.Item.Fields != nil && !numbered(v) {
			given = List{v} // a single entity outside of a list
		}
	case string:
		if v != "" {
			given = List{v}
		}
	default:
		given = List{v}
	}
	out := make(List, 0, len(given))
	for _, item := range given {
		if item != nil {
			out = append(out, t.Item.Coerce(item))
		}
	}
	return out
}

// numbered reports whether a map stands for a list: all its names are numbers.
func numbered(m Map) bool {
	for _, e := range m {
		if _, err := strconv.ParseInt(e.Name, 10, 64); err != nil {
			return false
		}
	}
	return true
}

// Positions returns the values of a map in its order, and whether all its names are numbers.
func (m Map) Positions() (List, bool) { return m.Values(), numbered(m) }
