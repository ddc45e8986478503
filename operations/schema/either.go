package schema

import "slices"

// single returns a schema that generators of clients understand: with one type, apart from null. A lenient member has the type that clients
// should send. Any other value of several types becomes anyOf. MCP tools keep lists of types, which the contract gives them, so inlined
// builders change nothing.
func (b *Builder) single(s *Schema) *Schema {
	if b.mode == Inlined {
		return s
	}
	s = sized(s)
	types, several := s.split()
	c := *s
	if !several {
		if c.Items == nil && slices.Contains(types, Array) {
			c.Items = &Schema{}
		}
		return &c
	}
	if c.lenient && !slices.Contains(types, Array) && !slices.Contains(types, Object) {
		c.Type = Types{types[0]}
		if slices.Contains(s.Type, Null) {
			c.Type = append(c.Type, Null)
		}
		return sized(&c)
	}
	c.Type, c.Items, c.Additional, c.AnyOf, c.MaxLength = nil, nil, nil, nil, nil
	for _, t := range s.Type {
		part := sized(&Schema{Type: Types{t}})
		switch t {
		case Text:
			part.MaxLength = s.MaxLength
		case Object:
			part.Additional = s.Additional
		case Array:
			part.Items = s.Items
			if part.Items == nil {
				part.Items = &Schema{}
			}
			if slices.Contains(types, Object) { // PHP prints an object without members as an empty list
				none := 0
				part.MaxItems = &none
			}
		}
		c.AnyOf = append(c.AnyOf, part)
	}
	return &c
}

// The formats of numbers in OpenAPI documents. Without one, generators make 32-bit types, which lose cents and large IDs.
const (
	Int64  = "int64"  // of identifiers and counts
	double = "double" // of money and other decimals
)

// sized returns a schema whose numbers have their format, inside of lists and maps as well.
func sized(s *Schema) *Schema {
	if s == nil || s.Ref != nil {
		return s
	}
	c := *s
	if types, several := s.split(); !several && len(types) == 1 && c.Format == "" {
		c.Format = map[string]string{Integer: Int64, Number: double}[types[0]]
	}
	c.Items, c.Additional = sized(s.Items), sized(s.Additional)
	return &c
}

// split returns the types without null, and whether there are several.
func (s *Schema) split() (types Types, several bool) {
	for _, t := range s.Type {
		if t != Null {
			types = append(types, t)
		}
	}
	return types, len(types) > 1
}

// orNull returns the schema with null allowed. For OpenAPI a list of values never contains null, because generators would make a name for
// it.
func (b *Builder) orNull(s *Schema) *Schema {
	null := &Schema{Type: Types{Null}}
	switch {
	case s.Ref != nil:
		of := *s
		of.Description = ""
		return &Schema{Description: s.Description, AnyOf: []*Schema{&of, null}}
	case len(s.AnyOf) > 0:
		c := *s
		c.AnyOf = append(slices.Clone(s.AnyOf), null)
		return &c
	case len(s.Type) == 0:
		return s // any value is allowed, null included
	case len(s.Enum) > 0 && b.mode == Referenced:
		of := *s
		of.Description = ""
		return &Schema{Description: s.Description, AnyOf: []*Schema{&of, null}}
	}
	c := *s
	c.Type = append(append(Types{}, s.Type...), Null)
	if len(s.Enum) > 0 {
		c.Enum = append(append([]any{}, s.Enum...), nil)
	}
	return &c
}
