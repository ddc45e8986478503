package operations

import (
	"reflect"
	"slices"
)

// Field is a field of an input as requests fill it. Schemas are made from it, so that what is advertised is what is read.
type Field struct {
	Source  string // path, query, json (a member of the body) or raw (the whole body)
	Name    string
	Aliases []string // other names that are read as well
	Nonnull bool     // null is refused instead of being taken for "not sent"
	Type    reflect.Type
	Tag     reflect.StructTag
}

// Fields lists the fields of an input, or of a struct inside a body, in the order of their declaration and with those of
// embedded structs in place. t must be a struct.
func Fields(t reflect.Type) []Field {
	bound := nestedBinding(t)
	out := make([]Field, len(bound.fields))
	for i, f := range bound.fields {
		out[i] = Field{Source: f.source, Name: f.name, Aliases: slices.Clone(f.aliases), Nonnull: f.nonnull, Type: f.kind, Tag: f.tag}
	}
	return out
}

// ReadsBody tells whether requests carry a body that is read.
func (o *Operation) ReadsBody() bool { return o.bound.hasBody }
