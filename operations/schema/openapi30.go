package schema

import (
	"encoding/json"
	"slices"
)

// Old is a schema in the dialect of OpenAPI 3.0, which is not JSON Schema.
type Old struct {
	Ref         *Component    `json:"$ref,omitempty"`
	Type        string        `json:"type,omitempty"`
	Nullable    bool          `json:"nullable,omitempty"`
	Format      string        `json:"format,omitempty"`
	Pattern     string        `json:"pattern,omitempty"`
	Description string        `json:"description,omitempty"`
	Enum        []any         `json:"enum,omitempty"`
	Default     any           `json:"default,omitempty"`
	Example     any           `json:"example,omitempty"`
	Minimum     *json.Number  `json:"minimum,omitempty"`
	Maximum     *json.Number  `json:"maximum,omitempty"`
	MinLength   *int          `json:"minLength,omitempty"`
	MaxLength   *int          `json:"maxLength,omitempty"`
	MaxItems    *int          `json:"maxItems,omitempty"`
	Items       *Old          `json:"items,omitempty"`
	Properties  Ordered[*Old] `json:"properties,omitempty"`
	Required    []string      `json:"required,omitempty"`
	Additional  *Old          `json:"additionalProperties,omitempty"`
	AllOf       []*Old        `json:"allOf,omitempty"`
	AnyOf       []*Old        `json:"anyOf,omitempty"`
	GoName      string        `json:"x-go-name,omitempty"`
}

// OpenAPI30 translates a schema of a Referenced builder:
//
//	"type": ["string", "null"]    "type": "string", "nullable": true
//	anyOf with {"type": "null"}   anyOf without it; "nullable" in the first of the others
//	"const": x                    "enum": [x]
//	"examples": [x]               "example": x
//	"contentEncoding": "base64"   "format": "byte"
//	anything beside "$ref"        "allOf" with the reference, because 3.0 ignores members beside it
func (s *Schema) OpenAPI30() *Old {
	if s == nil {
		return nil
	}
	if s.Ref != nil {
		if s.Description == "" {
			return &Old{Ref: s.Ref}
		}
		return &Old{Description: s.Description, AllOf: []*Old{{Ref: s.Ref}}, GoName: s.GoName}
	}
	types, _ := s.split()
	out := &Old{
		Nullable: len(types) < len(s.Type), Format: s.Format, Pattern: s.Pattern, Description: s.Description, Enum: s.Enum, Default: s.Default,
		Minimum: s.Minimum, Maximum: s.Maximum, MinLength: s.MinLength, MaxLength: s.MaxLength, MaxItems: s.MaxItems,
		Items: s.Items.OpenAPI30(), Required: s.Required, Additional: s.Additional.OpenAPI30(), AllOf: old(s.AllOf), AnyOf: old(s.AnyOf),
		GoName: s.GoName,
	}
	if len(types) > 0 {
		out.Type = types[0]
	}
	if s.Const != nil {
		out.Enum = []any{s.Const}
	}
	if len(s.Examples) > 0 {
		out.Example = s.Examples[0]
	}
	if s.Encoding != "" {
		out.Format = "byte"
	}
	for _, p := range s.Properties {
		out.Properties = append(out.Properties, Entry[*Old]{p.Name, p.Value.OpenAPI30()})
	}
	if null := slices.IndexFunc(s.AnyOf, (*Schema).isNull); null >= 0 {
		out.AnyOf = slices.Delete(out.AnyOf, null, null+1)
		out.AnyOf[0] = nullableOld(s.AnyOf[0], out.AnyOf[0])
		if len(out.AnyOf) == 1 {
			only := out.AnyOf[0]
			if only.Ref != nil {
				only = &Old{AllOf: []*Old{only}}
			}
			if only.Description == "" {
				only.Description = s.Description
			}
			return only
		}
	}
	return out
}

// nullableOld allows null. OpenAPI 3.0 requires a type beside nullable, also beside a reference. A reference to a value of several types
// has none, so null is not mentioned there. Only members of requests are such values, and clients leave those out instead.
func nullableOld(s *Schema, o *Old) *Old {
	switch {
	case s.Ref == nil:
		o.Nullable = true
		return o
	case len(s.Ref.Schema.Type) == 0:
		return o
	}
	return &Old{Type: s.Ref.Schema.Type[0], Nullable: true, AllOf: []*Old{o}}
}

func old(all []*Schema) (out []*Old) {
	for _, s := range all {
		out = append(out, s.OpenAPI30())
	}
	return out
}

// isNull reports whether a schema allows null and nothing else.
func (s *Schema) isNull() bool { return len(s.Type) == 1 && s.Type[0] == Null }
