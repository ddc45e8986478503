package schema

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// tagged applies the tags of a field to a schema. in and name identify the field in error messages.
func (b *Builder) tagged(s *Schema, t reflect.Type, tag reflect.StructTag, in reflect.Type, name string) *Schema {
	c := *s
	bad := func(which, value string) { b.fail("%s.%s: the tag %s:%q cannot be read", in, name, which, value) }
	if types := tag.Get("type"); types != "" {
		either := strings.Split(types, "|")
		c = Schema{Type: strings.Split(strings.Join(either, ","), ","), Description: s.Description, lenient: len(either) == 1}
		if elements := tag.Get("items"); elements != "" {
			c.Items = &Schema{Type: Types{elements}}
		}
		c = *b.single(&c)
	}
	if doc := tag.Get("doc"); doc != "" {
		c.Description = doc
	}
	// For a list, tags on values concern its elements.
	of := &c
	elem := deref(t)
	for of.Items != nil && of.Ref == nil && (elem.Kind() == reflect.Slice || elem.Kind() == reflect.Array) {
		inner := *of.Items
		of.Items, elem = &inner, deref(elem.Elem())
		of = &inner
	}
	if format := tag.Get("format"); format != "" {
		of.Format = format
	}
	if pattern := tag.Get("pattern"); pattern != "" {
		of.Pattern = pattern
	}
	if list := tag.Get("enum"); list != "" {
		for _, text := range strings.Split(list, ",") {
			v, ok := literal(of, text)
			if !ok {
				bad("enum", list)
				break
			}
			of.Enum = append(of.Enum, v)
		}
	}
	for which, to := range map[string]**json.Number{"min": &of.Minimum, "max": &of.Maximum} {
		if text := tag.Get(which); text != "" {
			if n := json.Number(text); isNumber(text) {
				*to = &n
			} else {
				bad(which, text)
			}
		}
	}
	for which, to := range map[string]**int{"minlength": &of.MinLength, "maxlength": &of.MaxLength} {
		if text := tag.Get(which); text != "" {
			if n, err := strconv.Atoi(text); err == nil && n >= 0 {
				*to = &n
			} else {
				bad(which, text)
			}
		}
	}
	if text, ok := tag.Lookup("default"); ok {
		if v, ok := literal(&c, text); ok {
			c.Default = v
		} else {
			bad("default", text)
		}
	}
	if text, ok := tag.Lookup("example"); ok {
		if v, ok := literal(&c, text); ok {
			c.Examples = []any{v}
		} else {
			bad("example", text)
		}
	}
	return &c
}

// literal parses a value in a tag: text unchanged, list elements separated by commas, everything else as JSON.
func literal(s *Schema, text string) (any, bool) {
	if len(s.Type) > 0 && s.Type[0] == Text {
		return text, true
	}
	var v any
	decode := json.NewDecoder(strings.NewReader(text))
	decode.UseNumber()
	valid := decode.Decode(&v) == nil && !decode.More()
	switch {
	case len(s.Type) == 0: // any type
		if !valid {
			v = text
		}
		return v, true
	case valid && hasType(v, s.Type):
		return v, true
	case s.Type[0] != Array || s.Items == nil:
		return nil, false
	}
	var list []any
	for _, part := range strings.Split(text, ",") {
		element, ok := literal(s.Items, part)
		if !ok {
			return nil, false
		}
		list = append(list, element)
	}
	return list, true
}

// hasType reports whether a value has one of the types.
func hasType(v any, types Types) bool {
	var is string
	switch v := v.(type) {
	case json.Number:
		is = Number
		if !strings.ContainsAny(string(v), ".eE") && slices.Contains(types, Integer) {
			is = Integer
		}
	case string:
		is = Text
	case bool:
		is = Boolean
	case []any:
		is = Array
	case map[string]any:
		is = Object
	}
	return slices.Contains(types, is)
}

func isNumber(text string) bool {
	var n json.Number
	return json.Unmarshal([]byte(text), &n) == nil && !strings.HasPrefix(text, `"`)
}

func deref(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
