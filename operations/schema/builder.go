package schema

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mode is the way in which named structs appear in a schema.
type Mode int

const (
	Referenced Mode = iota // as components with references
	Inlined                // written out in place
)

// form is the use for which a type is described.
type form int

const (
	plain  form = iota // output as application/json
	linked             // output as application/ld+json
	input              // a member of a request's body
)

// key identifies a schema that is made once.
type key struct {
	t reflect.Type
	f form
}

// Builder makes schemas. It is not safe for concurrent use.
type Builder struct {
	mode       Mode
	components map[key]*Component
	asked      []key        // components in the order of their first use
	given      []*Component // components with given names
	inside     map[key]bool // structs being written out, which detects recursion
	linkable   map[reflect.Type]bool
	failed     []error
}

func New(mode Mode) *Builder {
	return &Builder{mode: mode, components: map[key]*Component{}, inside: map[key]bool{}, linkable: map[reflect.Type]bool{}}
}

// Of returns the schema of a plain JSON answer.
func (b *Builder) Of(t reflect.Type) *Schema { return b.schema(t, plain) }

// Linked returns the schema of a JSON-LD answer. The "@context" of a standalone object is not part of it.
func (b *Builder) Linked(t reflect.Type) *Schema { return b.schema(t, linked) }

// Err returns the types that could not be described.
func (b *Builder) Err() error { return errors.Join(b.failed...) }

func (b *Builder) fail(format string, args ...any) {
	b.failed = append(b.failed, fmt.Errorf("schema: "+format, args...))
}

// named returns the schema of a struct, in place or as a component.
func (b *Builder) named(t reflect.Type, f form, write func() *Schema) *Schema {
	if f == linked && !b.hasType(t) {
		f = plain
	}
	k := key{t, f}
	if b.mode == Referenced && nameOf(t) != "" {
		c, ok := b.components[k]
		if !ok {
			c = &Component{Name: base(k)}
			b.components[k] = c
			b.asked = append(b.asked, k)
			c.Schema = write()
		}
		return &Schema{Ref: c}
	}
	if b.inside[k] {
		return &Schema{Type: Types{Object}}
	}
	b.inside[k] = true
	defer delete(b.inside, k)
	return write()
}

// Component gives a schema a name, so that it is written once. The name must differ from all type names; use one that ends in Body. Inlined
// builders return the schema unchanged.
func (b *Builder) Component(name string, s *Schema) *Schema {
	if b.mode == Inlined {
		return s
	}
	c := &Component{Name: name, Schema: s}
	b.given = append(b.given, c)
	return &Schema{Ref: c}
}

// Components returns the referenced structs by name and settles their names. If two types share a name, all but the first by import path
// get their package as a prefix. So names do not depend on the order of use.
func (b *Builder) Components() Properties {
	groups := map[string][]key{}
	for _, k := range b.asked {
		groups[base(k)] = append(groups[base(k)], k)
	}
	var out Properties
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		keys := groups[name]
		slices.SortStableFunc(keys, func(x, y key) int { return cmp.Compare(rank(x.t), rank(y.t)) })
		for i, k := range keys {
			c := b.components[k]
			c.Name = name
			if i > 0 {
				c.Name = exported(path.Base(k.t.PkgPath())) + name
			}
			for taken := 2; groups[c.Name] != nil && i > 0 || hasProperty(out, c.Name); taken++ {
				c.Name = fmt.Sprintf("%s_%d", name, taken) // types declared inside functions
			}
			out = append(out, Entry[*Schema]{c.Name, c.Schema})
		}
	}
	for _, c := range b.given {
		if hasProperty(out, c.Name) {
			b.fail("two components are called %s", c.Name)
		}
		out = append(out, Entry[*Schema]{c.Name, c.Schema})
	}
	slices.SortFunc(out, func(x, y Entry[*Schema]) int { return cmp.Compare(x.Name, y.Name) })
	return out
}

func hasProperty(list Properties, name string) bool {
	_, ok := list.Get(name)
	return ok
}

// rank sorts the shop's own documents first, so that they keep their names whatever modules add.
func rank(t reflect.Type) string {
	if strings.HasSuffix(t.PkgPath(), "/readmodels/documents") {
		return ""
	}
	return t.PkgPath()
}

var notName = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// base returns the name of a component unless it is taken: the type's name, with its form if that matters.
func base(k key) string {
	name := exported(strings.Trim(notName.ReplaceAllString(nameOf(k.t), "_"), "_"))
	switch {
	case k.f == linked:
		return name + ".jsonld"
	case k.f == input && !strings.HasSuffix(name, "Input"):
		return name + "Input"
	}
	return name
}

// nameOf returns the name of a type. A struct that was made at run time has it in the tag component of its first field.
func nameOf(t reflect.Type) string {
	if t.Name() != "" || t.Kind() != reflect.Struct || t.NumField() == 0 {
		return t.Name()
	}
	return t.Field(0).Tag.Get("component")
}

func exported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
