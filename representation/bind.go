package representation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
)

// rawValue is a member of a JSON body.
type rawValue = json.RawMessage

// bind fills an input struct.
func (in *Input) bind(c *operations.Call, body map[string]rawValue, into reflect.Value) error {
	for _, f := range operations.Fields(into.Type()) {
		target := into.FieldByIndex(f.Index)
		switch f.Source {
		case operations.SourceVariable:
			setText(target, in.Variables[f.Name])
		case operations.SourceParameter:
			for _, name := range f.Names() {
				if values := in.Query[name]; len(values) > 0 {
					setText(target, values[len(values)-1])
					break
				}
			}
		case operations.SourceBody:
			target.Set(reflect.ValueOf(body))
		case operations.SourceMember:
			if len(f.Grants) > 0 && !c.Has(f.Grants...) {
				continue
			}
			for _, name := range f.Names() {
				value, has := body[name]
				if !has || isNull(value) && !f.Nonnull {
					continue
				}
				if err := decodeInto(name, value, target); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

func isNull(v rawValue) bool { return bytes.Equal(bytes.TrimSpace(v), []byte("null")) }

// setText reads text from a path or query. What cannot be read leaves the zero value, nil for a pointer: filters are lenient.
func setText(v reflect.Value, text string) bool {
	if v.Kind() == reflect.Pointer {
		fresh := reflect.New(v.Type().Elem())
		if text == "" || !setText(fresh.Elem(), text) {
			return false
		}
		v.Set(fresh)
		return true
	}
	switch v.Interface().(type) {
	case money.Decimal:
		d, err := money.Parse(strings.TrimSpace(text))
		if err == nil {
			v.Set(reflect.ValueOf(d))
		}
		return err == nil
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(operations.Storable(text))
	case reflect.Int64, reflect.Int:
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil {
			return false
		}
		v.SetInt(n)
	case reflect.Bool:
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "1", "true":
			v.SetBool(true)
		case "0", "false":
		default:
			return false
		}
	}
	return true
}

// nullable is a field that tells null from a member that was not sent, see operations.Nullable.
type nullable interface{ Told(null bool) reflect.Value }

var (
	decimalType = reflect.TypeFor[money.Decimal]()
	rawType     = reflect.TypeFor[json.RawMessage]()
)

// decodeInto reads a JSON value into a typed field. A value of another type is refused with the message of the sheet
// (conventions §5.1): an integer is fine where a number is wanted, a string never is.
func decodeInto(name string, raw rawValue, v reflect.Value) error {
	raw = bytes.TrimSpace(raw)
	t := v.Type()
	if t.Kind() == reflect.Pointer {
		if isNull(raw) {
			return nil
		}
		fresh := reflect.New(t.Elem())
		if err := decodeInto(name, raw, fresh.Elem()); err != nil {
			return err
		}
		v.Set(fresh)
		return nil
	}
	if n, ok := v.Addr().Interface().(nullable); ok {
		value := n.Told(isNull(raw))
		if isNull(raw) {
			return nil
		}
		return decodeInto(name, raw, value)
	}
	given := jsonType(raw)
	mismatch := func() error {
		return fault.Invalidf("The type of the %q attribute must be %q, %q given.", name, wantedType(t), given)
	}
	switch {
	case t == rawType:
		v.SetBytes(append([]byte(nil), raw...))
		return nil
	case t == decimalType:
		if given != "int" && given != "float" {
			return mismatch()
		}
		d, err := money.Parse(string(raw))
		if err != nil || money.Max.Less(d.Abs()) {
			return fault.Invalidf("The value of the %q attribute is out of range.", name)
		}
		v.Set(reflect.ValueOf(d.Stored()))
		return nil
	}
	if u, ok := v.Addr().Interface().(json.Unmarshaler); ok {
		if err := u.UnmarshalJSON(raw); err != nil {
			return fault.Invalidf("The %q attribute is not valid: %s", name, err.Error())
		}
		return nil
	}
	switch t.Kind() {
	case reflect.String:
		if given != "string" {
			return mismatch()
		}
		var s string
		if err := json.Unmarshal(raw, &s); err != nil || !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
			return fault.Invalidf("The %q attribute has characters that cannot be stored.", name)
		}
		v.SetString(s)
	case reflect.Int64, reflect.Int:
		if given != "int" {
			return mismatch()
		}
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			return fault.Invalidf("The value of the %q attribute is out of range.", name)
		}
		v.SetInt(n)
	case reflect.Bool:
		if given != "bool" {
			return mismatch()
		}
		v.SetBool(raw[0] == 't')
	case reflect.Slice:
		if given != "array" || raw[0] != '[' {
			return mismatch()
		}
		var list []rawValue
		if err := json.Unmarshal(raw, &list); err != nil {
			return mismatch()
		}
		out := reflect.MakeSlice(t, len(list), len(list))
		for i, item := range list {
			if err := decodeInto(fmt.Sprintf("%s[%d]", name, i), item, out.Index(i)); err != nil {
				return err
			}
		}
		v.Set(out)
	case reflect.Map:
		if given != "array" || raw[0] != '{' {
			if emptyList(raw) {
				return nil
			}
			return mismatch()
		}
		var members map[string]rawValue
		if err := json.Unmarshal(raw, &members); err != nil {
			return mismatch()
		}
		out := reflect.MakeMapWithSize(t, len(members))
		for key, item := range members {
			value := reflect.New(t.Elem()).Elem()
			if err := decodeInto(name+"."+key, item, value); err != nil {
				return err
			}
			out.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), value)
		}
		v.Set(out)
	case reflect.Struct:
		if emptyList(raw) {
			return nil
		}
		if raw[0] != '{' {
			return mismatch()
		}
		var members map[string]rawValue
		if err := json.Unmarshal(raw, &members); err != nil {
			return mismatch()
		}
		for _, f := range operations.Fields(t) {
			for _, member := range f.Names() {
				value, has := members[member]
				if !has || isNull(value) && !f.Nonnull {
					continue
				}
				if err := decodeInto(name+"."+member, value, v.FieldByIndex(f.Index)); err != nil {
					return err
				}
				break
			}
		}
	case reflect.Interface:
		var anything any
		if err := json.Unmarshal(raw, &anything); err != nil {
			return mismatch()
		}
		if anything != nil {
			v.Set(reflect.ValueOf(anything))
		}
	default:
		return fmt.Errorf("representation: cannot bind %s to %s", name, t)
	}
	return nil
}

// emptyList tells whether a value is an empty list, which may be written for an empty object (shapes-catalog §0.3).
func emptyList(raw []byte) bool {
	return raw[0] == '[' && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
}

// jsonType names the type of a JSON value as the messages do: lists and objects are both "array".
func jsonType(raw []byte) string {
	if len(raw) == 0 {
		return "null"
	}
	switch c := raw[0]; {
	case c == '"':
		return "string"
	case c == 't' || c == 'f':
		return "bool"
	case c == 'n':
		return "null"
	case c == '[' || c == '{':
		return "array"
	case bytes.ContainsAny(raw, ".eE"):
		return "float"
	}
	return "int"
}

func wantedType(t reflect.Type) string {
	if t == decimalType {
		return "float"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64:
		return "int"
	case reflect.Bool:
		return "bool"
	}
	return "array"
}
