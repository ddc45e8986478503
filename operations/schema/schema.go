package schema

import (
	"bytes"
	"encoding/json"
)

// Schema is a JSON Schema. The zero value allows everything.
type Schema struct {
	Ref         *Component   `json:"$ref,omitempty"`
	Type        Types        `json:"type,omitempty"`
	Format      string       `json:"format,omitempty"`
	Pattern     string       `json:"pattern,omitempty"`
	Description string       `json:"description,omitempty"`
	Const       any          `json:"const,omitempty"`
	Enum        []any        `json:"enum,omitempty"`
	Default     any          `json:"default,omitempty"`
	Examples    []any        `json:"examples,omitempty"`
	Minimum     *json.Number `json:"minimum,omitempty"`
	Maximum     *json.Number `json:"maximum,omitempty"`
	MinLength   *int         `json:"minLength,omitempty"`
	MaxLength   *int         `json:"maxLength,omitempty"`
	MaxItems    *int         `json:"maxItems,omitempty"`
	Encoding    string       `json:"contentEncoding,omitempty"`
	Items       *Schema      `json:"items,omitempty"`
	Properties  Properties   `json:"properties,omitempty"`
	Required    []string     `json:"required,omitempty"`
	Additional  *Schema      `json:"additionalProperties,omitempty"` // of maps
	AllOf       []*Schema    `json:"allOf,omitempty"`
	AnyOf       []*Schema    `json:"anyOf,omitempty"`
	GoName      string       `json:"x-go-name,omitempty"` // for generators of Go code

	lenient bool // the value is of the first type; the others are only read
}

// Component is a named schema. A reference to it prints its pointer.
type Component struct {
	Name   string
	Schema *Schema
}

// pointer is the prefix of component references in an OpenAPI document.
const pointer = "#/components/schemas/"

func (c *Component) MarshalJSON() ([]byte, error) { return json.Marshal(pointer + c.Name) }

const (
	Text    = "string"
	Integer = "integer"
	Number  = "number"
	Boolean = "boolean"
	Object  = "object"
	Array   = "array"
	Null    = "null"
)

// Types are the JSON types of a value; none means any.
type Types []string

func (t Types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

type Properties = Ordered[*Schema]

// Ordered is a JSON object that keeps the order of its members.
type Ordered[V any] []Entry[V]

type Entry[V any] struct {
	Name  string
	Value V
}

func (o Ordered[V]) Get(name string) (V, bool) {
	for _, e := range o {
		if e.Name == name {
			return e.Value, true
		}
	}
	var none V
	return none, false
}

func (o Ordered[V]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(e.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(e.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func number(text string) *json.Number {
	n := json.Number(text)
	return &n
}
