package eventstore

import (
	"encoding"
	"encoding/json"
	"reflect"

	"tradelog/domain"
)

// Show returns the data of an event as JSON for a person with a right to it. It leaves out fields tagged secret or credential:"true" at any
// depth, and all that is without tags: fields without a JSON name, and values of a type that declares no fields. An event whose fields
// are declared elsewhere reduces itself, see domain.Reduced. The event stays as it is.
func Show(event domain.Event) ([]byte, error) {
	if r, ok := event.(domain.Reduced); ok {
		return marshal(r.Declared())
	}
	return marshal(shown(reflect.ValueOf(event)).Interface())
}

var (
	rawJSON       = reflect.TypeFor[json.RawMessage]()
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// shown returns a copy of a value with what may be shown.
func shown(v reflect.Value) reflect.Value {
	t := v.Type()
	switch {
	case untagged(t):
		return reflect.Zero(t)
	case reflect.PointerTo(t).Implements(marshaler) || reflect.PointerTo(t).Implements(textMarshaler):
		return v // a value such as a time or an amount
	}
	switch t.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		out := reflect.New(t.Elem())
		out.Elem().Set(shown(v.Elem()))
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(t, v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(shown(v.Index(i)))
		}
		return out
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMapWithSize(t, v.Len())
		for key, value := range v.Seq2() {
			out.SetMapIndex(key, shown(value))
		}
		return out
	case reflect.Struct:
		out := reflect.New(t).Elem()
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && !hidden(f) {
				out.Field(i).Set(shown(v.Field(i)))
			}
		}
		return out
	}
	return v
}

// hidden reports whether the tags of a field forbid to show it, or are missing.
func hidden(f reflect.StructField) bool {
	_, secret := f.Tag.Lookup("secret")
	_, credential := f.Tag.Lookup("credential")
	_, named := f.Tag.Lookup("json")
	return secret || credential || !named && !f.Anonymous
}

// untagged reports whether values of a type can hold members that no type declares.
func untagged(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
		return t == rawJSON || untagged(t.Elem())
	}
	return false
}
