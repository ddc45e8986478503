package representation

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
	"tradelog/readmodels"
)

// rawValue is a member of a JSON body.
type rawValue = json.RawMessage

// bind fills an input struct.
func (in *Input) bind(c *operations.Call, body map[string]rawValue, files map[string]*inputs.Upload, into reflect.Value) error {
	var wrong fault.Several
	for _, f := range inputs.Fields(into.Type()) {
		target := into.FieldByIndex(f.Index)
		switch f.Source {
		case inputs.SourceVariable:
			text := in.Variables[f.Name]
			if !f.Fits(text) || isText(target) && !allows(f, text) {
				return cmp.Or(wrong.Err(), error(readmodels.ErrNotFound)) // no resource has such an identifier
			}
			bindVariable(target, text)
		case inputs.SourceParameter:
			wrong.Add(in.bindParameter(f, target))
		case inputs.SourceBody:
			target.Set(reflect.ValueOf(body))
		case inputs.SourceElements:
			wrong.Add(bindElements(f, body[f.Name], target))
		case inputs.SourceMember:
			if len(f.Grants) > 0 && !c.Has(f.Grants...) {
				continue
			}
			if file := files[f.Name]; file != nil && f.Type == uploadType {
				target.Set(reflect.ValueOf(file))
				continue
			}
			wrong.Add(bindMember(f, body, "", target))
		}
	}
	return wrong.Err()
}

// bindParameter reads a query parameter under the first of its names in the query.
func (in *Input) bindParameter(f inputs.Field, target reflect.Value) error {
	for _, name := range f.Names() {
		values := in.Query[name]
		if len(values) == 0 {
			continue
		}
		text := values[len(values)-1]
		if !f.Fits(text) {
			return fault.Invalidf("The %q parameter must have at most %d characters.", fault.Name(name), f.Longest).About(fault.Length, name)
		}
		if isText(target) && !allows(f, text) {
			return fault.Invalidf("The %q parameter must be UTF-8 text of one line without control characters.", fault.Name(name)).
				About(fault.Format, name)
		}
		setText(target, text)
		return nil
	}
	return nil
}

// bindMember reads a member of an object under the first of its names in the object. The path of the object is empty for a body.
func bindMember(f inputs.Field, members map[string]rawValue, path string, target reflect.Value) error {
	for _, name := range f.Names() {
		value, has := members[name]
		if !has || isNull(value) && !f.Nonnull {
			continue
		}
		if path != "" {
			name = path + "." + name
		}
		return decodeInto(name, value, target, f)
	}
	return nil
}

// bindElements reads a body that is a list of objects.
func bindElements(f inputs.Field, body rawValue, into reflect.Value) error {
	if len(body) == 0 || body[0] != '[' {
		return fault.Invalidf("%s", f.Tag.Get("refusal")).About(fault.Type, f.Name)
	}
	list := slices.Collect(bodies.Elements(body))
	out := reflect.MakeSlice(into.Type(), len(list), len(list))
	var wrong fault.Several
	for i, item := range list {
		if !wrong.Add(bindElement(f, fault.Element(f.Name, i), item, out.Index(i))) {
			break
		}
	}
	into.Set(out)
	return wrong.Err()
}

func bindElement(f inputs.Field, at string, item rawValue, into reflect.Value) error {
	if item[0] != '{' && !bodies.EmptyList(item) {
		return fault.Invalidf("%s", f.Tag.Get("each")).About(fault.Type, at)
	}
	return decodeInto(at, item, into, f)
}

// isText reports whether a parameter is text. Other types ignore unreadable values.
func isText(v reflect.Value) bool {
	t := v.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.String
}

// allows reports whether a parameter may have a text. Paths and queries can contain any bytes.
func allows(f inputs.Field, text string) bool {
	return utf8.ValidString(text) && f.Lines.AllowText(text)
}

func isNull(v rawValue) bool { return string(v) == "null" }

// bindVariable reads a path variable. Numbers are identifiers and are read as PathID reads them, so a guard and its handler always see the
// same identifier.
func bindVariable(v reflect.Value, text string) {
	if k := v.Kind(); k == reflect.Int64 || k == reflect.Int {
		v.SetInt(operations.Identifier(text))
		return
	}
	setText(v, text)
}

// setText reads a query parameter, or a path variable that is not a number. An unreadable value gives the zero value or nil, because
// filters are lenient.
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
