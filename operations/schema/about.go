package schema

import (
	"cmp"
	"reflect"
)

// patterns are those of texts in answers, by the tag shown. Operations also accept other forms in bodies of requests.
var patterns = map[string]string{
	"time":     `^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$`,
	"date":     `^\d{4}-\d{2}-\d{2}$`,
	"end":      `^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$`, // the end of a day, or a time
	"currency": `^[A-Z]{3}$`,
	"country":  `^([A-Z]{2})?$`, // empty in an incomplete address
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
		c.Description = cmp.Or(tag.Get("about"), commonAbout(t, name, f))
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

// commonAbout describes the members with the same meaning in all documents, or returns "".
func commonAbout(t reflect.Type, name string, f form) string {
	switch {
	case f == input:
	case name == typeMember:
		return "type of the object; in JSON-LD only"
	case t == extensionsType:
		return "members added by modules, by module name; an empty list if there are none"
	}
	return ""
}
