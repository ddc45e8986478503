package soap

import (
	"bytes"
	"encoding/json"
	"strings"

	"tradelog/readmodels/documents"
	"tradelog/soap/wire"
)

// via maps a method to an operation of the registry: arguments become variables of the path, parameters and the body, and the document
// becomes the result. Fields of entities name the members of documents that they are (wire.Field.Of).
type via struct {
	Operation string            // method and path of the operation
	Variables map[string]string // variables of the path, by the names of arguments
	Query     map[string]string // parameters with fixed values
	Body      string            // the argument whose fields become the body; empty: no body
	// Adjust changes the body, if there is something to change.
	Adjust func(body map[string]any)
	// Result makes the result of the document or the list; nil answers true.
	Result func(c *Call, a documents.Answer) (wire.Value, error)
}

// do carries out the method.
func (v via) do(c *Call) (wire.Value, error) {
	in := input{variables: map[string]string{}, query: map[string][]string{}}
	for argument, variable := range v.Variables {
		in.variables[variable] = c.text(argument)
	}
	for name, value := range v.Query {
		in.query[name] = []string{value}
	}
	if v.Body != "" {
		for _, a := range c.method.Args {
			if a.Name == v.Body {
				in.body = body(a.Type, c.arg(a.Name))
				if v.Adjust != nil {
					v.Adjust(in.body)
				}
			}
		}
	}
	answer, err := c.invoke(v.Operation, in)
	if err != nil {
		return nil, err
	}
	if v.Result == nil {
		return true, nil
	}
	return v.Result(c, answer)
}

// body makes the members of a body from an entity. Fields that were not given are left out.
func body(t *wire.Type, entity wire.Value) map[string]any {
	out := map[string]any{}
	given, _ := entity.(wire.Map)
	for _, f := range t.Fields {
		if v, ok := given.Get(f.Name); ok && f.Of != "" {
			out[f.Of] = v
		}
	}
	return out
}

// document is a document of an operation as an entity's fields are read from it.
type document map[string]any

func read(raw []byte) (d document, err error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return d, decoder.Decode(&d)
}

// show makes an entity of a document, with null for what the document does not have. order is the order of the fields; nil is that of
// the schema.
func (d document) show(t *wire.Type, order []string) wire.Map {
	out := make(wire.Map, 0, len(t.Fields))
	if order == nil {
		for _, f := range t.Fields {
			out = append(out, wire.Entry{Name: f.Name, Value: shown(f.Type, d[f.Of])})
		}
		return out
	}
	for _, name := range order {
		for _, f := range t.Fields {
			if f.Name == name {
				out = append(out, wire.Entry{Name: name, Value: shown(f.Type, d[f.Of])})
			}
		}
	}
	return out
}

// shown is a member of a document as a value of a type. The elements of a list that is shown as text are lines.
func shown(t *wire.Type, v any) wire.Value {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return t.Coerce(v)
	case bool:
		return t.Coerce(v)
	case json.Number:
		return t.Coerce(v.String())
	case []any:
		list := make(wire.List, 0, len(v))
		lines := make([]string, 0, len(v))
		for _, item := range v {
			text := shown(wire.String, item)
			list, lines = append(list, text), append(lines, wire.Text(text))
		}
		if t.Item != nil {
			return list
		}
		return strings.Join(lines, "\n")
	}
	return nil
}

// one makes an entity of the document.
func one(t *wire.Type, order []string) func(*Call, documents.Answer) (wire.Value, error) {
	return func(_ *Call, a documents.Answer) (wire.Value, error) {
		d, err := read(a.Item)
		if err != nil {
			return nil, err
		}
		return d.show(t, order), nil
	}
}

// each makes an entity of each document of a list. Fields without a value are left out.
func each(t *wire.Type, order []string) func(*Call, documents.Answer) (wire.Value, error) {
	return func(_ *Call, a documents.Answer) (wire.Value, error) {
		out := make(wire.List, 0, len(a.Items))
		for _, item := range a.Items {
			d, err := read(item)
			if err != nil {
				return nil, err
			}
			out = append(out, given(d.show(t, order)))
		}
		return out, nil
	}
}

// given returns the members that have a value.
func given(m wire.Map) wire.Map {
	out := make(wire.Map, 0, len(m))
	for _, e := range m {
		if e.Value != nil {
			out = append(out, e)
		}
	}
	return out
}

// identifier returns the identifier of the document.
func identifier(_ *Call, a documents.Answer) (wire.Value, error) {
	d, err := read(a.Item)
	return shown(wire.Int, d["id"]), err
}
