package schema

import "strings"

// separators are the characters that names in Go leave out. A replacer is costly to make, and each member of the document needs one.
var separators = strings.NewReplacer("_", "", "-", "", ".", "")

// GoNames finds members or parameters whose names would become one name in Go, such as @type and type.
type GoNames map[string]bool

// For returns the name that generated Go code must use, for the extension x-go-name; empty if any generator finds it by itself.
func (taken GoNames) For(name string) string {
	if plain, linked := strings.CutPrefix(name, "@"); linked {
		return "At" + exported(plain)
	}
	inGo := strings.ToLower(separators.Replace(name))
	if !taken[inGo] {
		taken[inGo] = true
		return ""
	}
	return exported(name) + "2"
}

// nameForGo names the members of a schema for Go.
func (b *Builder) nameForGo(s *Schema) *Schema {
	if b.mode == Inlined {
		return s
	}
	taken := GoNames{}
	for i, p := range s.Properties {
		if name := taken.For(p.Name); name != "" {
			c := *p.Value
			c.GoName = name
			s.Properties[i].Value = &c
		}
	}
	return s
}
