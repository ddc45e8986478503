package schema

import (
	"reflect"
	"slices"
	"strings"
)

// typeMember is the member that names the type of a resource object. It exists in JSON-LD only.
const typeMember = "@type"

// document returns the schema of the object that encoding/json makes from a struct.
func (b *Builder) document(t reflect.Type, f form) *Schema {
	s := &Schema{Type: Types{Object}}
	for _, m := range members(t) {
		if m.name == typeMember && f != linked {
			continue
		}
		p := b.schema(m.field.Type, f)
		if m.quoted {
			p = &Schema{Type: Types{Text}}
		}
		p = b.about(b.tagged(p, m.field.Type, m.field.Tag, t, m.name), m.field.Type, m.field.Tag, t, m.name, f)
		if !m.optional && nullable(m.field.Type) {
			p = b.orNull(p)
		}
		s.Properties = append(s.Properties, Entry[*Schema]{m.name, p})
		if !m.optional {
			s.Required = append(s.Required, m.name)
		}
	}
	return b.nameForGo(s)
}

// nullable reports whether a member that is always printed may be null. Lists and maps are never nil in documents.
func nullable(t reflect.Type) bool { return t.Kind() == reflect.Pointer }

// hasType reports whether a type, or a type inside it, has an "@type".
func (b *Builder) hasType(t reflect.Type) bool {
	has, known := b.linkable[t]
	if !known {
		has = reachesType(t, map[reflect.Type]bool{})
		b.linkable[t] = has
	}
	return has
}

func reachesType(t reflect.Type, seen map[reflect.Type]bool) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || special(t, linked) != nil || seen[t] {
		return false
	}
	seen[t] = true
	return slices.ContainsFunc(members(t), func(m member) bool { return m.name == typeMember || reachesType(m.field.Type, seen) })
}

// Linkable reports whether the objects of an output have an "@type", and so a "@context" if they stand alone.
func Linkable(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && slices.ContainsFunc(members(t), func(m member) bool { return m.name == typeMember })
}

// member is a field that encoding/json prints.
type member struct {
	name             string
	field            reflect.StructField
	index            []int
	tagged           bool
	optional, quoted bool
}

// members lists the members of a struct as encoding/json prints them. Of fields with one name the least deeply embedded is printed. Of
// several equally deep ones, the only one with a tag is printed, or none.
func members(t reflect.Type) []member {
	all := collect(t, nil, map[reflect.Type]bool{})
	byName := map[string][]member{}
	for _, m := range all {
		byName[m.name] = append(byName[m.name], m)
	}
	return slices.DeleteFunc(all, func(m member) bool { return !dominates(m, byName[m.name]) })
}

func dominates(m member, others []member) bool {
	for _, o := range others {
		switch {
		case slices.Equal(o.index, m.index) || len(o.index) > len(m.index):
		case len(o.index) < len(m.index), o.tagged, !m.tagged:
			return false
		}
	}
	return true
}

func collect(t reflect.Type, at []int, above map[reflect.Type]bool) []member {
	var out []member
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Tag.Get("json") == "-" {
			continue
		}
		index := append(append([]int{}, at...), i)
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if f.Anonymous && name == "" && inner.Kind() == reflect.Struct {
			if !above[inner] {
				above[inner] = true
				for _, m := range collect(inner, index, above) {
					m.optional = m.optional || inner != f.Type // a nil pointer has no members
					out = append(out, m)
				}
				delete(above, inner)
			}
			continue
		}
		if !f.IsExported() {
			continue
		}
		m := member{name: name, field: f, index: index, tagged: name != ""}
		if name == "" {
			m.name = f.Name
		}
		for _, option := range strings.Split(options, ",") {
			m.optional = m.optional || option == "omitempty" || option == "omitzero"
			m.quoted = m.quoted || option == "string"
		}
		out = append(out, m)
	}
	return out
}
