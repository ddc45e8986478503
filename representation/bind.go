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
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/readmodels"
)

// rawValue is a member of a JSON body.
type rawValue = json.RawMessage

// bind fills an input struct.
func (in *Input) bind(c *operations.Call, body map[string]rawValue, files map[string]*operations.Upload, into reflect.Value) error {
	for _, f := range operations.Fields(into.Type()) {
		target := into.FieldByIndex(f.Index)
		switch f.Source {
		case operations.SourceVariable:
			text := in.Variables[f.Name]
			if !f.Fits(text) || isText(target) && !allows(f, text) {
				return readmodels.ErrNotFound // no resource has such an identifier
			}
			bindVariable(target, text)
		case operations.SourceParameter:
			for _, name := range f.Names() {
				if values := in.Query[name]; len(values) > 0 {
					text := values[len(values)-1]
					if !f.Fits(text) {
						return fault.Invalidf("The %q parameter must have at most %d characters.", name, f.Longest)
					}
					if isText(target) && !allows(f, text) {
						return fault.Invalidf("The %q parameter must be UTF-8 text of one line without control characters.", name)
					}
					setText(target, text)
					break
				}
			}
		case operations.SourceBody:
			target.Set(reflect.ValueOf(body))
		case operations.SourceElements:
			if err := bindElements(f, body[f.Name], target); err != nil {
				return err
			}
		case operations.SourceMember:
			if len(f.Grants) > 0 && !c.Has(f.Grants...) {
				continue
			}
			if file := files[f.Name]; file != nil && f.Type == uploadType {
				target.Set(reflect.ValueOf(file))
				continue
			}
			for _, name := range f.Names() {
				value, has := body[name]
				if !has || isNull(value) && !f.Nonnull {
					continue
				}
				if err := decodeInto(name, value, target, f); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// bindElements reads a body that is a list of objects.
func bindElements(f operations.Field, body rawValue, into reflect.Value) error {
	if len(body) == 0 || body[0] != '[' {
		return fault.Invalidf("%s", f.Tag.Get("refusal"))
	}
	list := slices.Collect(bodies.Elements(body))
	out := reflect.MakeSlice(into.Type(), len(list), len(list))
	for i, item := range list {
		if item[0] != '{' && !bodies.EmptyList(item) {
			return fault.Invalidf("%s", f.Tag.Get("each"))
		}
		if err := decodeInto(fmt.Sprintf("%s[%d]", f.Name, i), item, out.Index(i), f); err != nil {
			return err
		}
	}
	into.Set(out)
	return nil
}

// isText reports whether a parameter is text. Other types ignore values that they cannot read.
func isText(v reflect.Value) bool {
	t := v.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.String
}

// allows reports whether a parameter may hold a text. Paths and queries can contain any bytes.
func allows(f operations.Field, text string) bool {
	return utf8.ValidString(text) && f.Lines.AllowText(text)
}

func isNull(v rawValue) bool { return string(v) == "null" }

// bindVariable reads a path variable. Numbers are identifiers and are read as PathID reads them, so a guard and its handler
// always see the same identifier.
func bindVariable(v reflect.Value, text string) {
	if k := v.Kind(); k == reflect.Int64 || k == reflect.Int {
		v.SetInt(operations.Identifier(text))
		return
	}
	setText(v, text)
}

// setText reads a query parameter, or a path variable that is not a number. A value that cannot be read leaves the zero value
// or nil, because filters are lenient.
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
		v.SetString(text)
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

// nullable is a field that distinguishes null from a missing member; see operations.Nullable.
type nullable interface{ Told(null bool) reflect.Value }

var (
	decimalType = reflect.TypeFor[money.Decimal]()
	uploadType  = reflect.TypeFor[*operations.Upload]()
	rawType     = reflect.TypeFor[json.RawMessage]()
)

// decodeInto decodes a JSON value of a checked body into a typed field. A value of another type is refused with the message of
// conventions §5.1. An integer is accepted as a number; a string never is.
func decodeInto(name string, raw rawValue, v reflect.Value, f operations.Field) error {
	t := v.Type()
	if t == uploadType {
		file, err := decodeFile(name, raw)
		if err == nil && file != nil {
			v.Set(reflect.ValueOf(file))
		}
		return err
	}
	if t.Kind() == reflect.Pointer {
		if isNull(raw) {
			return nil
		}
		fresh := reflect.New(t.Elem())
		if err := decodeInto(name, raw, fresh.Elem(), f); err != nil {
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
		return decodeInto(name, raw, value, f)
	}
	given := jsonType(raw)
	mismatch := func() error {
		return fault.Invalidf("The type of the %q attribute must be %q, %q given.", name, wantedType(t), given)
	}
	switch {
	case t == rawType:
		if err := checkTexts(name, raw, f); err != nil {
			return err
		}
		v.SetBytes(append([]byte(nil), raw...))
		return nil
	case t == decimalType:
		if given != "int" && given != "float" {
			return mismatch()
		}
		d, err := money.ParseStored(string(raw))
		if err != nil {
			return badNumber(name, err)
		}
		v.Set(reflect.ValueOf(d))
		return nil
	}
	if u, ok := v.Addr().Interface().(json.Unmarshaler); ok {
		if err := checkTexts(name, raw, f); err != nil {
			return err
		}
		switch err := u.UnmarshalJSON(raw); {
		case errors.Is(err, money.ErrPlaces):
			return badNumber(name, err)
		case err != nil:
			return fault.Invalidf("The %q attribute is not valid: %s", name, err.Error())
		}
		return nil
	}
	switch t.Kind() {
	case reflect.String:
		if given != "string" {
			return mismatch()
		}
		if !bodies.Fits(raw, f.Longest) {
			return tooLong(name, f)
		}
		text := bodies.Text(raw)
		switch {
		case strings.ContainsRune(text, 0):
			return fault.Invalidf("The %q attribute has characters that cannot be stored.", name)
		case !f.Lines.AllowText(text):
			return badText(name, f.Lines)
		}
		v.SetString(text)
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
		list := slices.Collect(bodies.Elements(raw))
		out := reflect.MakeSlice(t, len(list), len(list))
		for i, item := range list {
			if err := decodeInto(fmt.Sprintf("%s[%d]", name, i), item, out.Index(i), f); err != nil {
				return err
			}
		}
		v.Set(out)
	case reflect.Map:
		if given != "array" || raw[0] != '{' {
			if bodies.EmptyList(raw) {
				return nil
			}
			return mismatch()
		}
		out := reflect.MakeMap(t)
		for key, item := range bodies.Members(raw) {
			if !f.Lines.AllowText(key) {
				return badText(name, f.Lines)
			}
			value := reflect.New(t.Elem()).Elem()
			if err := decodeInto(name+"."+key, item, value, f); err != nil {
				return err
			}
			out.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), value)
		}
		v.Set(out)
	case reflect.Struct:
		if bodies.EmptyList(raw) {
			return nil
		}
		if raw[0] != '{' {
			return mismatch()
		}
		members := map[string]rawValue{}
		for member, value := range bodies.Members(raw) {
			members[member] = value
		}
		for _, inner := range operations.Fields(t) {
			for _, member := range inner.Names() {
				value, has := members[member]
				if !has || isNull(value) && !inner.Nonnull {
					continue
				}
				if err := decodeInto(name+"."+member, value, v.FieldByIndex(inner.Index), inner); err != nil {
					return err
				}
				break
			}
		}
	case reflect.Interface:
		if err := checkTexts(name, raw, f); err != nil {
			return err
		}
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

// decodeFile reads a file in a JSON body, which is text in base64.
func decodeFile(name string, raw rawValue) (*operations.Upload, error) {
	switch given := jsonType(raw); given {
	case "null":
		return nil, nil
	case "string":
	default:
		return nil, fault.Invalidf("The type of the %q attribute must be %q, %q given.", name, "string", given)
	}
	content, err := base64.StdEncoding.DecodeString(bodies.Text(raw))
	if err != nil {
		return nil, fault.Invalidf("The %q attribute is not valid base64.", name)
	}
	return &operations.Upload{Content: content}, nil
}

// checkTexts checks the strings inside a value that is not decoded here.
func checkTexts(name string, raw rawValue, f operations.Field) error {
	switch {
	case !bodies.Fits(raw, f.Longest):
		return tooLong(name, f)
	case !bodies.Allowed(f.Lines, raw):
		return badText(name, f.Lines)
	}
	return nil
}

// tooLong returns the refusal of a text that is too long. It does not repeat the text.
func tooLong(name string, f operations.Field) error {
	return fault.Invalidf("The %q attribute must have at most %d characters.", name, f.Longest)
}

// badText returns the refusal of a text that a rule does not allow.
func badText(name string, rule lines.Rule) error {
	return fault.Invalidf("The %q attribute %s", name, rule.Refusal())
}

// badNumber returns the refusal of a number that could not be stored exactly.
func badNumber(name string, err error) error {
	if errors.Is(err, money.ErrPlaces) {
		return fault.Invalidf("The value of the %q attribute must have at most %d decimal places.", name, money.Places)
	}
	return fault.Invalidf("The value of the %q attribute is out of range.", name)
}

// jsonType names the type of a JSON value as messages do. Lists and objects are both "array".
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
