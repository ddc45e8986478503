package representation

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/domain/money"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
)

// nullable is a field that distinguishes null from a missing member; see inputs.Nullable.
type nullable interface{ Receive(null bool) reflect.Value }

var (
	decimalType = reflect.TypeFor[money.Decimal]()
	uploadType  = reflect.TypeFor[*inputs.Upload]()
	rawType     = reflect.TypeFor[json.RawMessage]()
)

// decodeInto decodes a JSON value of a checked body into a typed field. A value of another type is refused with the message of conventions
// §5.1. An integer is accepted as a number; a string never is.
func decodeInto(name string, raw rawValue, v reflect.Value, f inputs.Field) error {
	t := v.Type()
	switch {
	case t == uploadType:
		return decodeUpload(name, raw, v)
	case t.Kind() == reflect.Pointer:
		return decodePointer(name, raw, v, f)
	}
	if n, ok := v.Addr().Interface().(nullable); ok {
		value := n.Receive(isNull(raw))
		if isNull(raw) {
			return nil
		}
		return decodeInto(name, raw, value, f)
	}
	switch t {
	case rawType:
		return decodeRaw(name, raw, v, f)
	case decimalType:
		return decodeDecimal(name, raw, v)
	}
	if u, ok := v.Addr().Interface().(json.Unmarshaler); ok {
		return unmarshal(name, raw, u, f)
	}
	switch t.Kind() {
	case reflect.String:
		return decodeText(name, raw, v, f)
	case reflect.Int64, reflect.Int:
		return decodeInteger(name, raw, v)
	case reflect.Bool:
		if given := jsonType(raw); given != "bool" {
			return mismatch(name, raw, t)
		}
		v.SetBool(raw[0] == 't')
		return nil
	case reflect.Slice:
		return decodeList(name, raw, v, f)
	case reflect.Map:
		return decodeMap(name, raw, v, f)
	case reflect.Struct:
		return decodeObject(name, raw, v)
	case reflect.Interface:
		return decodeAny(name, raw, v, f)
	}
	return fmt.Errorf("representation: cannot bind %s to %s", name, t)
}

// mismatch returns the refusal of a value of another JSON type than the field has.
func mismatch(name string, raw rawValue, t reflect.Type) error {
	return wrongType(name, wantedType(t), jsonType(raw))
}

func wrongType(name, wanted, given string) error {
	return fault.Invalidf("The type of the %q attribute must be %q, %q given.", fault.Name(name), wanted, given).About(fault.Type, name)
}

// decodeUpload reads a file. Null leaves the field nil.
func decodeUpload(name string, raw rawValue, v reflect.Value) error {
	file, err := decodeFile(name, raw)
	if err == nil && file != nil {
		v.Set(reflect.ValueOf(file))
	}
	return err
}

// decodePointer reads an optional value. Null leaves the field nil.
func decodePointer(name string, raw rawValue, v reflect.Value, f inputs.Field) error {
	if isNull(raw) {
		return nil
	}
	fresh := reflect.New(v.Type().Elem())
	if err := decodeInto(name, raw, fresh.Elem(), f); err != nil {
		return err
	}
	v.Set(fresh)
	return nil
}

// decodeRaw stores a value unchanged.
func decodeRaw(name string, raw rawValue, v reflect.Value, f inputs.Field) error {
	if err := checkTexts(name, raw, f); err != nil {
		return err
	}
	v.SetBytes(append([]byte(nil), raw...))
	return nil
}

// decodeDecimal reads a number exactly.
func decodeDecimal(name string, raw rawValue, v reflect.Value) error {
	if given := jsonType(raw); given != "int" && given != "float" {
		return mismatch(name, raw, v.Type())
	}
	d, err := money.ParseStored(string(raw))
	if err != nil {
		return badNumber(name, err)
	}
	v.Set(reflect.ValueOf(d))
	return nil
}

// unmarshal lets a type read its value itself.
func unmarshal(name string, raw rawValue, u json.Unmarshaler, f inputs.Field) error {
	if err := checkTexts(name, raw, f); err != nil {
		return err
	}
	switch err := u.UnmarshalJSON(raw); {
	case errors.Is(err, money.ErrPlaces):
		return badNumber(name, err)
	case err != nil:
		return fault.Invalidf("The %q attribute is not valid: %s", fault.Name(name), err.Error()).About(fault.Format, name)
	}
	return nil
}

// decodeText reads a string within the rule and the length of its field.
func decodeText(name string, raw rawValue, v reflect.Value, f inputs.Field) error {
	if jsonType(raw) != "string" {
		return mismatch(name, raw, v.Type())
	}
	if !bodies.Fits(raw, f.Longest) {
		return tooLong(name, f)
	}
	text := bodies.Text(raw)
	switch {
	case strings.ContainsRune(text, 0):
		return fault.Invalidf("The %q attribute has characters that cannot be stored.", fault.Name(name)).About(fault.Format, name)
	case !f.Lines.AllowText(text):
		return badText(name, f.Lines)
	}
	v.SetString(text)
	return nil
}

// decodeInteger reads a number without a fraction.
func decodeInteger(name string, raw rawValue, v reflect.Value) error {
	if jsonType(raw) != "int" {
		return mismatch(name, raw, v.Type())
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return outOfRange(name)
	}
	v.SetInt(n)
	return nil
}

// decodeList reads the elements of a list.
func decodeList(name string, raw rawValue, v reflect.Value, f inputs.Field) error {
	if jsonType(raw) != "array" || raw[0] != '[' {
		return mismatch(name, raw, v.Type())
	}
	list := slices.Collect(bodies.Elements(raw))
	out := reflect.MakeSlice(v.Type(), len(list), len(list))
	var wrong fault.Several
	for i, item := range list {
		if !wrong.Add(decodeInto(fault.Element(name, i), item, out.Index(i), f)) {
			break
		}
	}
	v.Set(out)
	return wrong.Err()
}

// decodeMap reads an object whose members have one type. An empty list stands for an empty object and leaves the field nil.
func decodeMap(name string, raw rawValue, v reflect.Value, f inputs.Field) error {
	t := v.Type()
	if jsonType(raw) != "array" || raw[0] != '{' {
		if bodies.EmptyList(raw) {
			return nil
		}
		return mismatch(name, raw, t)
	}
	out := reflect.MakeMap(t)
	var wrong fault.Several
	for key, item := range bodies.Members(raw) {
		if !f.Lines.AllowText(key) {
			wrong.Add(badText(name, f.Lines))
			break
		}
		value := reflect.New(t.Elem()).Elem()
		if !wrong.Add(decodeInto(name+"."+key, item, value, f)) {
			break
		}
		out.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), value)
	}
	v.Set(out)
	return wrong.Err()
}

// decodeObject reads the members of an object into the fields of a struct. An empty list stands for an empty object.
func decodeObject(name string, raw rawValue, v reflect.Value) error {
	if bodies.EmptyList(raw) {
		return nil
	}
	if raw[0] != '{' {
		return mismatch(name, raw, v.Type())
	}
	members := map[string]rawValue{}
	for member, value := range bodies.Members(raw) {
		members[member] = value
	}
	var wrong fault.Several
	for _, inner := range inputs.Fields(v.Type()) {
		if !wrong.Add(bindMember(inner, members, name, v.FieldByIndex(inner.Index))) {
			break
		}
	}
	return wrong.Err()
}

// decodeAny reads a value of any type as encoding/json does. Null leaves the field nil.
func decodeAny(name string, raw rawValue, v reflect.Value, f inputs.Field) error {
	if err := checkTexts(name, raw, f); err != nil {
		return err
	}
	var anything any
	if err := json.Unmarshal(raw, &anything); err != nil {
		return mismatch(name, raw, v.Type())
	}
	if anything != nil {
		v.Set(reflect.ValueOf(anything))
	}
	return nil
}

// decodeFile reads a file in a JSON body, which is text in base64.
func decodeFile(name string, raw rawValue) (*inputs.Upload, error) {
	switch given := jsonType(raw); given {
	case "null":
		return nil, nil
	case "string":
	default:
		return nil, wrongType(name, "string", given)
	}
	content, err := base64.StdEncoding.DecodeString(bodies.Text(raw))
	if err != nil {
		return nil, fault.Invalidf("The %q attribute is not valid base64.", fault.Name(name)).About(fault.Format, name)
	}
	return &inputs.Upload{Content: content}, nil
}

// checkTexts checks the strings inside a value that is not decoded here.
func checkTexts(name string, raw rawValue, f inputs.Field) error {
	switch {
	case !bodies.Fits(raw, f.Longest):
		return tooLong(name, f)
	case !bodies.Allowed(f.Lines, raw):
		return badText(name, f.Lines)
	}
	return nil
}

// tooLong returns the refusal of a text that is too long. It does not repeat the text.
func tooLong(name string, f inputs.Field) error {
	return fault.Invalidf("The %q attribute must have at most %d characters.", fault.Name(name), f.Longest).About(fault.Length, name)
}

// badText returns the refusal of a text that a rule does not allow.
func badText(name string, rule lines.Rule) error {
	return fault.Invalidf("The %q attribute %s", fault.Name(name), rule.Refusal()).About(fault.Format, name)
}

// badNumber returns the refusal of a number that could not be stored exactly.
func badNumber(name string, err error) error {
	if errors.Is(err, money.ErrPlaces) {
		return fault.Invalidf("The value of the %q attribute must have at most %d decimal places.", fault.Name(name), money.DecimalPlaces).
			About(fault.Range, name)
	}
	return outOfRange(name)
}

func outOfRange(name string) error {
	return fault.Invalidf("The value of the %q attribute is out of range.", fault.Name(name)).About(fault.Range, name)
}

// jsonType returns the name of a JSON value's type for messages. Lists and objects are both "array".
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
