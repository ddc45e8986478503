package schema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"time"

	"tradelog/domain/money"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

var (
	decimalType    = reflect.TypeFor[money.Decimal]()
	timeType       = reflect.TypeFor[time.Time]()
	rawType        = reflect.TypeFor[json.RawMessage]()
	extensionsType = reflect.TypeFor[documents.Extensions]()
	amountsType    = reflect.TypeFor[documents.Amounts]()
	valuesType     = reflect.TypeFor[documents.AttributeValues]()
	looseType      = reflect.TypeFor[inputs.Lenient]()
	looseIDType    = reflect.TypeFor[inputs.LenientID]()
	refType        = reflect.TypeFor[inputs.Ref]()
	linesType      = reflect.TypeFor[inputs.Lines]()
	textType       = reflect.TypeFor[inputs.Text]()
	uploadType     = reflect.TypeFor[inputs.Upload]()

	jsonWriter = reflect.TypeFor[json.Marshaler]()
	jsonReader = reflect.TypeFor[json.Unmarshaler]()
	textWriter = reflect.TypeFor[encoding.TextMarshaler]()
)

// schema returns the schema of a type in one of its forms.
func (b *Builder) schema(t reflect.Type, f form) *Schema {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s := special(t, f); s != nil {
		if _, several := s.split(); several && !s.lenient && b.mode == Referenced {
			return b.named(t, f, func() *Schema { return b.single(s) })
		}
		return b.single(s)
	}
	switch t.Kind() {
	case reflect.String:
		return &Schema{Type: Types{Text}}
	case reflect.Bool:
		return &Schema{Type: Types{Boolean}}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return b.single(&Schema{Type: Types{Integer}})
	case reflect.Float32, reflect.Float64:
		return b.single(&Schema{Type: Types{Number}})
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return &Schema{Type: Types{Text}, Encoding: "base64"}
		}
		return &Schema{Type: Types{Array}, Items: b.schema(t.Elem(), f)}
	case reflect.Map:
		return &Schema{Type: Types{Object}, Additional: b.schema(t.Elem(), f)}
	case reflect.Struct:
		if f == input {
			return b.named(t, f, func() *Schema { return b.object(t, inputs.Fields(t)) })
		}
		return b.named(t, f, func() *Schema { return b.document(t, f) })
	}
	return &Schema{} // interfaces allow any value
}

// emptyList describes maps that print as a list when they are empty.
const emptyList = "An object, or an empty list if there are no values."

// special returns the schema of a type whose JSON differs from its Go form, or nil.
func special(t reflect.Type, f form) *Schema {
	switch t {
	case decimalType:
		return &Schema{Type: Types{Number}}
	case timeType:
		return &Schema{Type: Types{Text}, Format: "date-time"}
	case rawType: // any JSON
		return &Schema{}
	case extensionsType:
		return &Schema{Type: Types{Array, Object}, Description: "Members added by modules: an object, or an empty list if there are none."}
	case amountsType:
		return &Schema{Type: Types{Object, Array}, Additional: &Schema{Type: Types{Number}}, Description: emptyList}
	case valuesType:
		return &Schema{Type: Types{Object, Array}, Additional: &Schema{Type: Types{Text}}, Description: emptyList}
	case looseType:
		return &Schema{Type: Types{Number, Text}, lenient: true}
	case looseIDType:
		return &Schema{Type: Types{Integer, Text}, lenient: true}
	case refType:
		return &Schema{Type: Types{Integer, Text}}
	case linesType:
		most := inputs.LongestLine
		return &Schema{Type: Types{Text, Array}, MaxLength: &most, Items: &Schema{Type: Types{Text}, MaxLength: &most}}
	case textType:
		return &Schema{Type: Types{Text}}
	case uploadType:
		return &Schema{Type: Types{Text}, Encoding: "base64"}
	}
	speaks := jsonWriter
	if f == input {
		speaks = jsonReader
	}
	switch p := reflect.PointerTo(t); {
	case t.Kind() == reflect.Interface:
		return nil
	case p.Implements(speaks):
		return &Schema{} // the type marshals itself; a type tag describes it
	case f != input && p.Implements(textWriter):
		return &Schema{Type: Types{Text}}
	}
	return nil
}
