package clienttypes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// kind is what the values of a type are.
type kind string

const (
	kindAny     kind = "any"
	kindString  kind = "string"
	kindInteger kind = "integer"
	kindNumber  kind = "number"
	kindBoolean kind = "boolean"
	kindList    kind = "list"
	kindMap     kind = "map"
	kindModel   kind = "model" // an object whose members are known
	kindAlias   kind = "alias" // a schema that is no object, known by its name
	kindUnion   kind = "union"
)

// valueType is the type of a value.
type valueType struct {
	Kind     kind
	Name     string      // of a model or an alias
	Of       []valueType // the elements of a list or a map, or the types of a union
	Values   []string    // all values of a string, if they are enumerated
	Nullable bool
}

// member is a member of an object.
type member struct {
	Name, Doc string
	Type      valueType
	Required  bool
}

// model is a schema: an object with members, or an alias of another type.
type model struct {
	Name, Doc string
	Members   []member
	Alias     *valueType
	Sent      bool // only in bodies of requests, so required members are always there
}

// reader reads the schemas of a document.
type reader struct {
	schemas map[string]*schema
	order   []string
	models  []model
	sent    map[string]bool
}

// jsonLD are schemas of the other representation, which the libraries do not ask for, and of failures, which are errors there.
var jsonLD = []string{"Collection", "CollectionView", "Context", "Error"}

// read returns the models of a document in the order of their names.
func read(document []byte) ([]model, error) {
	var d struct {
		Paths      map[string]map[string]operation
		Components struct{ Schemas members }
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return nil, err
	}
	r := &reader{schemas: d.Components.Schemas.byName, order: d.Components.Schemas.names}
	sent, answered := map[string]bool{}, map[string]bool{}
	for _, path := range d.Paths {
		for _, o := range path {
			for _, content := range o.RequestBody.Content {
				r.reach(content.Schema, sent)
			}
			for _, response := range o.Responses {
				for _, content := range response.Content {
					r.reach(content.Schema, answered)
				}
			}
		}
	}
	r.sent = map[string]bool{}
	for name := range sent {
		r.sent[name] = !answered[name]
	}
	for _, name := range r.order {
		if strings.HasSuffix(name, ".jsonld") || slices.Contains(jsonLD, name) {
			continue
		}
		if err := r.model(name, r.schemas[name], r.sent[name]); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(r.models, func(a, b model) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(r.models); i++ {
		if r.models[i].Name == r.models[i-1].Name {
			return nil, fmt.Errorf("two types are called %s", r.models[i].Name)
		}
	}
	return r.models, nil
}

// reach notes the named schemas that a schema refers to, directly or not.
func (r *reader) reach(s *schema, reached map[string]bool) {
	if s == nil {
		return
	}
	if name := s.name(); name != "" && !reached[name] {
		reached[name] = true
		r.reach(r.schemas[name], reached)
	}
	for _, part := range slices.Concat(s.AnyOf, s.AllOf) {
		r.reach(part, reached)
	}
	for _, property := range s.Properties.byName {
		r.reach(property, reached)
	}
	r.reach(s.Items, reached)
	r.reach(s.AdditionalProperties.schema, reached)
}

// model adds the model of a schema, and those of the objects inside it.
func (r *reader) model(name string, s *schema, sent bool) error {
	m := model{Name: name, Doc: s.Description, Sent: sent}
	if len(s.Properties.names) == 0 {
		alias, err := r.typeOf(name, s, sent)
		if err != nil {
			return err
		}
		m.Alias = &alias
		r.models = append(r.models, m)
		return nil
	}
	for _, property := range s.Properties.names {
		p := s.Properties.byName[property]
		t, err := r.typeOf(name+title(property), p, sent)
		if err != nil {
			return fmt.Errorf("%s.%s: %w", name, property, err)
		}
		m.Members = append(m.Members, member{property, p.Description, t, sent && slices.Contains(s.Required, property)})
	}
	r.models = append(r.models, m)
	return nil
}

// typeOf returns the type of a schema. name is that of the model that an object gets which has no name of its own.
func (r *reader) typeOf(name string, s *schema, sent bool) (valueType, error) {
	switch {
	case s == nil:
		return valueType{Kind: kindAny}, nil
	case s.name() != "":
		of, known := r.schemas[s.name()]
		if !known {
			return valueType{}, fmt.Errorf("there is no schema %s", s.name())
		}
		if len(of.Properties.names) == 0 {
			return valueType{Kind: kindAlias, Name: s.name()}, nil
		}
		return valueType{Kind: kindModel, Name: s.name()}, nil
	case len(s.AnyOf) > 0:
		return r.union(name, s, sent)
	case len(s.AllOf) > 0:
		return valueType{}, fmt.Errorf("allOf is not known")
	}
	types := slices.Clone(s.Type)
	t := valueType{Nullable: slices.Contains(types, "null")}
	types = slices.DeleteFunc(types, func(of string) bool { return of == "null" })
	if len(types) > 1 {
		return valueType{}, fmt.Errorf("several types: %v", types)
	}
	if len(types) == 0 {
		t.Kind = kindAny
		return t, nil
	}
	err := r.single(&t, types[0], name, s, sent)
	return t, err
}

// single fills in the type of a schema that names one.
func (r *reader) single(t *valueType, of, name string, s *schema, sent bool) error {
	switch of {
	case "string":
		t.Kind = kindString
		for _, value := range s.Enum {
			if text, ok := value.(string); ok {
				t.Values = append(t.Values, text)
			}
		}
	case "integer", "number", "boolean":
		t.Kind = kind(of)
	case "array":
		element, err := r.typeOf(name, s.Items, sent)
		t.Kind, t.Of = kindList, []valueType{element}
		return err
	case "object":
		if len(s.Properties.names) > 0 {
			t.Kind, t.Name = kindModel, name
			return r.model(name, &schema{Properties: s.Properties, Required: s.Required, Description: s.Description}, sent)
		}
		element, err := r.typeOf(name, s.AdditionalProperties.schema, sent)
		t.Kind, t.Of = kindMap, []valueType{element}
		return err
	default:
		return fmt.Errorf("the type %s is not known", of)
	}
	return nil
}

// union returns the type of a schema with alternatives.
func (r *reader) union(name string, s *schema, sent bool) (valueType, error) {
	var t valueType
	for _, alternative := range s.AnyOf {
		if slices.Equal(alternative.Type, []string{"null"}) {
			t.Nullable = true
			continue
		}
		of, err := r.typeOf(name, alternative, sent)
		if err != nil {
			return t, err
		}
		t.Of = append(t.Of, of)
	}
	if len(t.Of) == 1 {
		of := t.Of[0]
		of.Nullable = of.Nullable || t.Nullable
		return of, nil
	}
	t.Kind = kindUnion
	return t, nil
}

// title returns a name that begins with a capital letter.
func title(name string) string {
	letters := []rune(name)
	letters[0] = unicode.ToUpper(letters[0])
	return string(letters)
}

// operation is what matters here of an operation.
type operation struct {
	RequestBody struct{ Content map[string]media }
	Responses   map[string]struct{ Content map[string]media }
}

type media struct{ Schema *schema }

// schema is what matters here of a schema.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 typeNames
	Description          string
	Enum                 []any
	AnyOf, AllOf         []*schema
	Properties           members
	Required             []string
	Items                *schema
	AdditionalProperties additional
}

// name returns the name of the schema that this one refers to.
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

// additional is the schema of further members, if there is one: true and false say nothing about them.
type additional struct{ schema *schema }

// UnmarshalJSON reads a schema or a boolean.
func (a *additional) UnmarshalJSON(text []byte) error {
	if !bytes.HasPrefix(text, []byte("{")) {
		return nil
	}
	return json.Unmarshal(text, &a.schema)
}

// members are named schemas in their order.
type members struct {
	names  []string
	byName map[string]*schema
}

// UnmarshalJSON reads an object and keeps the order of its members.
func (m *members) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &m.byName); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if _, err := decoder.Token(); err != nil {
		return err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		var skipped json.RawMessage
		if err := decoder.Decode(&skipped); err != nil {
			return err
		}
		m.names = append(m.names, name.(string))
	}
	return nil
}
