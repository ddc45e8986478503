package generator

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// kind is the kind of a type's values.
type kind string

const (
	kindAny     kind = "any"
	kindString  kind = "string"
	kindInteger kind = "integer"
	kindNumber  kind = "number"
	kindBoolean kind = "boolean"
	kindList    kind = "list"
	kindMap     kind = "map"
	kindModel   kind = "model" // an object with known members
	kindAlias   kind = "alias" // a named schema that is no object
	kindUnion   kind = "union"
)

// valueType is the type of a value.
type valueType struct {
	Kind     kind
	Name     string      // of a model or an alias
	Inner    *model      // a model without a name in the document; nil: Name names it
	Of       []valueType // the elements of a list or a map, or the types of a union
	Values   []string    // the values of an enumerated string
	Integers []int64     // the values of an enumerated integer
	Base64   bool        // the string is base64
	Binary   bool        // the string stands for bytes: a file
	Loose    bool        // the number is sent: TypeScript takes its own numbers as well
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
	Sent      bool // only in bodies of requests; required members must be given
	Inner     bool // without a name in the document; Name is made from its place
}

// document is the part of the OpenAPI document that the libraries need: plain representations of bodies and answers, without failures.
type document struct {
	Models     []model           // in the order of their names
	Operations []operation       // in the order of their paths and methods
	Parameters []sharedParameter // headers of requests
	Headers    []member          // of answers
	Batched    []string          // resources whose lists take ids, such as orders
	Resources  []resource        // in the order of their names
}

// operation is an operation of the interface.
type operation struct {
	ID, Path, Method string
	Summary, Doc     string
	Variables, Query []member // path variables, and query parameters
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

// answer is a successful answer.
type answer struct {
	Status, Doc string
	Headers     []string
	Contents    []content
}

// linked is the JSON-LD representation, which the libraries do not use.
const linked = "application/ld+json"

// read reads a document. It fails if the document has an unknown form.
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
			resource := strings.TrimPrefix(path, "/")
			takesIDs := slices.ContainsFunc(o.Query, func(m member) bool { return m.Name == "ids" })
			if method == "get" && takesIDs && !strings.Contains(resource, "/") {
				out.Batched = append(out.Batched, resource)
			}
			out.Operations = append(out.Operations, o)
			if err := out.addCall(d.Paths[path][method].Call, o); err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
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

// prune removes failures and the JSON-LD representation.
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

// operation reads an operation.
func (r *reader) operation(raw rawOperation, shared map[string]sharedParameter) (operation, error) {
	// A separate reader drops the models of objects inside an operation, because they are written in place.
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
