package schema

import (
	"cmp"
	"reflect"
	"strings"
	"unicode"
)

// patterns are those of texts in answers, by the tag shown. Bodies of requests may have other forms, which the operations accept as
// well.
var patterns = map[string]string{
	"time":     `^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$`,
	"date":     `^\d{4}-\d{2}-\d{2}$`,
	"end":      `^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$`, // the end of a day, or a time
	"currency": `^[A-Z]{3}$`,
	"country":  `^([A-Z]{2})?$`, // empty in an address that is not complete
}

// about applies the tags that only OpenAPI documents have, about and shown.
func (b *Builder) about(s *Schema, t reflect.Type, tag reflect.StructTag, in reflect.Type, name string, f form) *Schema {
	if b.mode == Inlined {
		return s
	}
	c := *s
	if tag.Get("doc") != "" && tag.Get("about") != "" {
		b.fail("%s.%s: the tag about describes it beside the tag doc", in, name)
	}
	if c.Description == "" {
		c.Description = cmp.Or(tag.Get("about"), usual(t, in, name, f))
	}
	if shown := tag.Get("shown"); shown != "" {
		pattern, known := patterns[shown]
		if !known || len(c.Type) == 0 || c.Type[0] != Text {
			b.fail("%s.%s: the tag shown:%q cannot be read", in, name, shown)
		}
		if f != input {
			c.Pattern = cmp.Or(c.Pattern, pattern)
		}
	}
	return &c
}

// usual describes the members that all documents have alike, or returns "".
func usual(t, in reflect.Type, name string, f form) string {
	switch {
	case f == input:
		return ""
	case name == typeMember:
		return "type of the object, in JSON-LD only"
	case t == extensionsType:
		return "members that modules add, by the name of the module; an empty list when there are none"
	case name == "id":
		return "number of the " + spaced(nameOf(in))
	}
	return ""
}

// spaced turns the name of a type into words.
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
