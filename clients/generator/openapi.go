package generator

import (
	"bytes"
	"encoding/json"
	"strings"
)

// openAPI is the part of an OpenAPI document that the libraries need.
type openAPI struct {
	Paths      map[string]map[string]rawOperation
	Components struct {
		Schemas    map[string]*schema
		Parameters map[string]rawParameter
		Headers    map[string]rawParameter
	}
}

type rawOperation struct {
	OperationID, Summary, Description string
	Call                              string `json:"x-call"`
	Parameters                        []rawParameter
	RequestBody                       struct {
		Required bool
		Content  map[string]media
	}
	Responses map[string]rawAnswer
}

type rawAnswer struct {
	Description string
	Headers     map[string]any
	Content     map[string]media
}

// rawParameter is a parameter, a header of answers, or a reference to one.
type rawParameter struct {
	Ref                   string `json:"$ref"`
	Name, In, Description string
	Required              bool
	Schema                *schema
}

type media struct{ Schema *schema }

// schema is a schema of values.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 typeNames
	ContentEncoding      string
	Format               string
	Description          string
	Enum                 []any
	Default              any
	AnyOf, AllOf         []*schema
	Properties           map[string]*schema
	Required             []string
	Items                *schema
	AdditionalProperties additional
}

// name returns the name of the referenced schema; empty: s is no reference.
func (s *schema) name() string { return strings.TrimPrefix(s.Ref, "#/components/schemas/") }

// typeNames are one name or a list of them.
type typeNames []string

// UnmarshalJSON reads one name or a list.
func (n *typeNames) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte("[")) {
		return json.Unmarshal(text, (*[]string)(n))
	}
	var name string
	err := json.Unmarshal(text, &name)
	*n = typeNames{name}
	return err
}

// additional is the schema of additional members; nil: none, or a boolean.
type additional struct{ schema *schema }

// UnmarshalJSON reads a schema or a boolean.
func (a *additional) UnmarshalJSON(text []byte) error {
	if !bytes.HasPrefix(text, []byte("{")) {
		return nil
	}
	return json.Unmarshal(text, &a.schema)
}
