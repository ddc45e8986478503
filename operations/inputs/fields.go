// Package inputs reads the tags of the structs that operations take, and has the types of their values that callers may send in several
// forms. It knows no operation and no call.
package inputs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/domain/money"
)

// These constants name the source of a field's value. Each is the key of a struct tag.
const (
	SourceVariable  = "path"     // a path variable
	SourceParameter = "query"    // a parameter; the tag hidden:"true" keeps it out of schemas
	SourceMember    = "json"     // a member of the body; pointers and slices stay nil if it is missing or null
	SourceBody      = "raw"      // all members of the body
	SourceElements  = "elements" // the body, which is a list; a member of this name in transports whose bodies are objects
)

// Field is a field of an input struct. Its tags describe it completely:
//
//	path:"id"       a variable of the path
//	query:"status"  a parameter
//	json:"email"    a member of the body
//	elements:"rows" the elements of a body that is a list of objects; the tags refusal and each are the messages for a body that is no
//	                list, and for an element that is no object
//
// Further tags describe a value to readers of the schema: doc, about, enum, min, max, required, nonnull, alias. A nonnull member refuses
// null. A member tagged grant:"customers/create customers/write" is for the back office: from callers without one of these permissions it
// is ignored, whatever it holds (conventions §4.7).
//
// Strings are one line, without control characters. Members tagged lines:"many" may have line breaks and tabs, and those tagged lines:"own"
// are checked by their type or their handler. The rule holds for all strings inside a member of any type; fields of nested structs have
// their own.
//
// Every text has a greatest length in characters. Longer ones are refused before anything reads them: they are not hashed, compared, looked
// up or repeated in messages. The tag longest sets it, and "body" leaves it to the bound of the body, for files in base64. Without the tag,
// longestOf sets it. A tag maxlength names the bound of the operation itself, which may refuse with a message of its own.
type Field struct {
	Source  string
	Name    string
	Aliases []string   // other accepted names
	Nonnull bool       // null is refused instead of counting as missing
	Grants  []string   // one of these permissions is needed to send it
	Lines   lines.Rule // line breaks and control characters that are allowed
	Longest int        // greatest length of a text, in characters; 0: only the body is bounded
	Media   string     // media type of a text that is a document of its own, such as text/html; empty for others
	Index   []int      // index path for reflect
	Type    reflect.Type
	Tag     reflect.StructTag
}

// Names returns the field's name and its aliases.
func (f Field) Names() []string { return append([]string{f.Name}, f.Aliases...) }

var lineRules = map[string]lines.Rule{"": lines.One, "many": lines.Many, "own": lines.Own}

// The greatest lengths of texts whose field has no tag longest, in characters.
const (
	LongestSegment   = 255 // a variable of the path
	longestParameter = 1024
	LongestLine      = 1024
	longestText      = 65_536 // of several lines, or of any form
)

// longestOf returns the greatest length of a field's text.
func longestOf(f Field) (int, error) {
	switch tag := f.Tag.Get("longest"); {
	case tag == "body":
		return 0, nil
	case tag != "":
		n, err := strconv.Atoi(tag)
		if err == nil && n < 1 {
			err = errors.New("a length is at least 1")
		}
		return n, err
	}
	n := longestText
	switch {
	case f.Source == SourceVariable:
		n = LongestSegment
	case f.Source == SourceParameter:
		n = longestParameter
	case f.Lines == lines.One, f.Type == reflect.TypeFor[Lines](), f.Type == reflect.TypeFor[*Lines]():
		n = LongestLine
	}
	return n, nil
}

// Fits reports whether a text is short enough for the field.
func (f Field) Fits(text string) bool {
	return f.Longest == 0 || len(text) <= f.Longest || utf8.RuneCountInString(text) <= f.Longest
}

var fields sync.Map // reflect.Type -> []Field

// Fields lists the fields of an input struct or a nested struct. It panics if a field has no source tag.
func Fields(t reflect.Type) []Field {
	if known, ok := fields.Load(t); ok {
		return known.([]Field)
	}
	list := fieldsOf(t, nil)
	fields.Store(t, list)
	return list
}

func fieldsOf(t reflect.Type, index []int) (out []Field) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		if f.Anonymous {
			out = append(out, fieldsOf(f.Type, at)...)
			continue
		}
		in := Field{Index: at, Tag: f.Tag, Type: f.Type, Nonnull: f.Tag.Get("nonnull") == "true", Grants: strings.Fields(f.Tag.Get("grant")),
			Media: f.Tag.Get("media")}
		rule, known := lineRules[f.Tag.Get("lines")]
		if in.Lines = rule; !known {
			panic(fmt.Sprintf("inputs: field %s of %s has a tag lines that cannot be read", f.Name, t))
		}
		if alias := f.Tag.Get("alias"); alias != "" {
			in.Aliases = strings.Split(alias, ",")
		}
		for _, source := range []string{SourceVariable, SourceParameter, SourceMember, SourceBody, SourceElements} {
			if name, _, _ := strings.Cut(f.Tag.Get(source), ","); name != "" && name != "-" {
				in.Source, in.Name = source, name
				break
			}
		}
		if in.Source == "" {
			panic(fmt.Sprintf("inputs: field %s of %s does not say where it comes from", f.Name, t))
		}
		var err error
		if in.Longest, err = longestOf(in); err != nil {
			panic(fmt.Sprintf("inputs: field %s of %s has a tag longest that cannot be read: %v", f.Name, t, err))
		}
		out = append(out, in)
	}
	return out
}

// CheckValue refuses a value that is not one of a parameter's values, or not of its type. Empty values filter nothing.
func (f Field) CheckValue(name, text string) error {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	if list := f.Tag.Get("enum"); list != "" {
		if values := strings.Split(list, ","); !slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, text) }) {
			return fault.Invalidf("The %q parameter must be one of %s.%s",
				fault.Name(name), strings.Join(values, ", "), fault.Meant(text, values)).
				About(fault.Choice, name)
		}
	}
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[money.Decimal]() {
		if _, err := money.Parse(text); err != nil {
			return fault.Invalidf("The %q parameter must be a number.", fault.Name(name)).About(fault.Type, name)
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			return fault.Invalidf("The %q parameter must be a whole number.", fault.Name(name)).About(fault.Type, name)
		}
	case reflect.Bool:
		if !slices.Contains([]string{"0", "1", "true", "false"}, strings.ToLower(text)) {
			return fault.Invalidf("The %q parameter must be true or false.", fault.Name(name)).About(fault.Type, name)
		}
	}
	return nil
}
