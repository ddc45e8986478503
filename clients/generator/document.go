package generator

import (
	"encoding/json"
	"fmt"
	"maps"
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
	Inner    *model      // a model without a name in the document
	Of       []valueType // the elements of a list or a map, or the types of a union
	Values   []string    // all values of a string, if they are enumerated
	Integers []int64     // all values of an integer, if they are enumerated
	Base64   bool        // a string has bytes
	Nullable bool
}

// member is a member of an object, or a parameter.
type member struct {
	Name, Doc string
	Type      valueType
	Required  bool
	Default   any
}

// model is a schema: an object with members, or an alias of another type.
type model struct {
	Name, Doc string
	Members   []member
	Alias     *valueType
	Sent      bool // only in bodies of requests, so required members are always there
	Inner     bool // without a name in the document; Name is made of its place
}

// document is what the libraries need: the plain representations of what is sent and answered, without failures.
type document struct {
	Models     []model           // in the order of their names
	Operations []operation       // in the order of their paths and methods
	Parameters []sharedParameter // headers of requests
	Headers    []member          // of answers
}

// operation is an operation of the interface.
type operation struct {
	ID, Path, Method string
	Summary, Doc     string
	Variables, Query []member // variables of the path, and parameters behind it
	Headers          []sharedParameter
	Body             []content
	BodyRequired     bool
	Answers          []answer
}

// sharedParameter is a header of requests that operations share. Key is its name among the document's components.
type sharedParameter struct {
	Key string
	member
}

// content is one representation of a body or an answer.
type content struct {
	MediaType string
	Type      valueType
}

// answer is an answer that is no failure.
type answer struct {
	Status, Doc string
	Headers     []string
	Contents    []content
}

// linked is the other representation of documents, which the libraries do not ask for.
const linked = "application/ld+json"

// reader reads the schemas of a document.
type reader struct {
	schemas map[string]*schema
	models  []model
}

// read reads a document. It fails if the document has a form that it does not know.
func read(text []byte) (*document, error) {
	var d openAPI
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	prune(d)
	r := &reader{schemas: d.Components.Schemas}
	if err := r.readModels(d); err != nil {
		return nil, err
	}
	out := &document{Models: r.models}
	shared := map[string]sharedParameter{}
	for _, key := range slices.Sorted(maps.Keys(d.Components.Parameters)) {
		m, err := r.parameter(d.Components.Parameters[key])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		shared[key] = sharedParameter{key, m}
	}
	used, headers := map[string]bool{}, map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			o, err := r.operation(d.Paths[path][method], shared)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			o.Path, o.Method = path, method
			out.Operations = append(out.Operations, o)
			for _, h := range o.Headers {
				used[h.Key] = true
			}
			for _, a := range o.Answers {
				for _, name := range a.Headers {
					headers[name] = true
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(used)) {
		out.Parameters = append(out.Parameters, shared[key])
	}
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		m, err := r.parameter(d.Components.Headers[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m.Name = name
		out.Headers = append(out.Headers, m)
	}
	return out, nil
}

// prune removes failures and the linked representation.
func prune(d openAPI) {
	for _, methods := range d.Paths {
		for _, o := range methods {
			maps.DeleteFunc(o.Responses, func(status string, _ rawAnswer) bool { return status >= "3" })
			delete(o.RequestBody.Content, linked)
			for _, a := range o.Responses {
				delete(a.Content, linked)
			}
		}
	}
}

// readModels reads the schemas that bodies and answers refer to, directly or not.
func (r *reader) readModels(d openAPI) error {
	sent, answered := map[string]bool{}, map[string]bool{}
	for _, methods := range d.Paths {
		for _, o := range methods {
			for _, content := range o.RequestBody.Content {
				r.reach(content.Schema, sent)
			}
			for _, answer := range o.Responses {
				for _, content := range answer.Content {
					r.reach(content.Schema, answered)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.schemas)) {
		if !sent[name] && !answered[name] {
			continue
		}
		if _, err := r.model(name, r.schemas[name], !answered[name]); err != nil {
			return err
		}
	}
	slices.SortFunc(r.models, func(a, b model) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(r.models); i++ {
		if r.models[i].Name == r.models[i-1].Name {
			return fmt.Errorf("two types are called %s", r.models[i].Name)
		}
	}
	return nil
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
	for _, property := range s.Properties {
		r.reach(property, reached)
	}
	r.reach(s.Items, reached)
	r.reach(s.AdditionalProperties.schema, reached)
}

// operation reads an operation.
func (r *reader) operation(raw rawOperation, shared map[string]sharedParameter) (operation, error) {
	// Models of objects inside an operation are written where they are, so they join no list.
	inside := &reader{schemas: r.schemas}
	o := operation{ID: raw.OperationID, Summary: raw.Summary, Doc: raw.Description, BodyRequired: raw.RequestBody.Required}
	for _, p := range raw.Parameters {
		if key, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
			o.Headers = append(o.Headers, shared[key])
			continue
		}
		m, err := inside.parameter(p)
		if err != nil {
			return o, fmt.Errorf("%s: %w", p.Name, err)
		}
		switch p.In {
		case "path":
			o.Variables = append(o.Variables, m)
		case "query":
			o.Query = append(o.Query, m)
		default:
			return o, fmt.Errorf("%s is in %s", p.Name, p.In)
		}
	}
	var err error
	if o.Body, err = inside.contents(raw.RequestBody.Content, true); err != nil {
		return o, err
	}
	for _, status := range slices.Sorted(maps.Keys(raw.Responses)) {
		response := raw.Responses[status]
		a := answer{Status: status, Doc: response.Description, Headers: slices.Sorted(maps.Keys(response.Headers))}
		if a.Contents, err = inside.contents(response.Content, false); err != nil {
			return o, err
		}
		o.Answers = append(o.Answers, a)
	}
	return o, nil
}

func (r *reader) contents(raw map[string]media, sent bool) (out []content, err error) {
	for _, mediaType := range slices.Sorted(maps.Keys(raw)) {
		t, err := r.typeOf("", raw[mediaType].Schema, sent)
		if err != nil {
			return nil, err
		}
		out = append(out, content{mediaType, t})
	}
	return out, nil
}

func (r *reader) parameter(p rawParameter) (member, error) {
	t, err := r.typeOf("", p.Schema, true)
	m := member{Name: p.Name, Doc: p.Description, Type: t, Required: p.Required}
	if p.Schema != nil {
		m.Default = p.Schema.Default
	}
	return m, err
}

// model adds the model of a schema, and those of the objects inside it.
func (r *reader) model(name string, s *schema, sent bool) (*model, error) {
	m := model{Name: name, Doc: s.Description, Sent: sent, Inner: r.schemas[name] != s}
	if len(s.Properties) == 0 {
		alias, err := r.typeOf(name, s, sent)
		if err != nil {
			return nil, err
		}
		m.Alias = &alias
	}
	for _, property := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[property]
		t, err := r.typeOf(name+title(property), p, sent)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", name, property, err)
		}
		m.Members = append(m.Members, member{property, p.Description, t, slices.Contains(s.Required, property), p.Default})
	}
	r.models = append(r.models, m)
	return &m, nil
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
		if len(of.Properties) == 0 {
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
func (r *reader) single(t *valueType, of, name string, s *schema, sent bool) (err error) {
	switch of {
	case "string", "integer", "number", "boolean":
		t.Kind, t.Base64 = kind(of), s.ContentEncoding == "base64"
		for _, value := range s.Enum {
			switch value := value.(type) {
			case string:
				t.Values = append(t.Values, value)
			case float64:
				t.Integers = append(t.Integers, int64(value))
			}
		}
	case "array":
		element, err := r.typeOf(name, s.Items, sent)
		t.Kind, t.Of = kindList, []valueType{element}
		return err
	case "object":
		if len(s.Properties) > 0 {
			t.Kind, t.Name = kindModel, name
			t.Inner, err = r.model(name, &schema{Properties: s.Properties, Required: s.Required, Description: s.Description}, sent)
			return err
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
