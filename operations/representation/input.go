package representation

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
)

// Input binds path variables, parameters and a JSON body. It implements operations.Input.
type Input struct {
	Variables map[string]string
	Query     url.Values
	// Body reads the body; nil means that there is none.
	Body func() ([]byte, error)
	// Parts reads the body as a form, for operations with files. Nil: the body is JSON.
	Parts func() (Form, error)
	// Typed reports whether the caller declared the body's type, which a body requires.
	Typed bool
	// Negotiate checks the form of the request before anything is loaded and returns the form of the answer. It may be nil.
	Negotiate func(o *operations.Operation) (form string, err error)

	form string
}

// Form is a body of fields and files.
type Form struct {
	Fields map[string]string
	Files  map[string]*inputs.Upload
}

var _ operations.Input = (*Input)(nil)

var errNoContentType = fault.New(fault.UnsupportedMedia, `The "Content-Type" header must exist.`)

// Encoded makes the input from variables and a value, which becomes the JSON body.
func Encoded(variables map[string]string, body any) (*Input, error) {
	b, err := json.Marshal(body)
	return &Input{Variables: variables, Typed: true, Body: func() ([]byte, error) { return b, nil }}, err
}

// Arguments makes the input of an operation from values by the names of its fields. A nil value is not sent.
func Arguments(o *operations.Operation, values map[string]any) (*Input, error) {
	in, members := &Input{Variables: map[string]string{}, Query: url.Values{}}, map[string]any{}
	sources := map[string]string{}
	for _, f := range inputs.Fields(o.Input) {
		sources[f.Name] = f.Source
	}
	for _, name := range o.Placeholders() { // guards and handlers read some by Call.PathID, which no field declares
		sources[name] = inputs.SourceVariable
	}
	for name, value := range values {
		switch source, declared := sources[name]; {
		case source == inputs.SourceVariable:
			in.Variables[name] = fmt.Sprint(value)
		case source == inputs.SourceParameter, !declared && (o.Paged || o.AsOf && name == operations.AsOfParameter):
			in.Query.Set(name, fmt.Sprint(value))
		case !declared:
			return nil, fmt.Errorf("operation %s has no argument %s", o.Name(), name)
		default:
			members[name] = value
		}
	}
	body, err := json.Marshal(members)
	in.Typed, in.Body = true, func() ([]byte, error) { return body, nil }
	return in, err
}

// Variable returns a path variable.
func (in *Input) Variable(name string) string { return in.Variables[name] }

// Parameter returns the first value of a query parameter.
func (in *Input) Parameter(name string) (string, bool) {
	values := in.Query[name]
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
}

// Parameters returns the query.
func (in *Input) Parameters() map[string][]string { return in.Query }

// Text returns a text member of the body.
func (in *Input) Text(name string) string {
	if in.Body == nil {
		return ""
	}
	body, err := in.Body()
	if err != nil {
		return ""
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimSpace(body), &members) != nil {
		return ""
	}
	var s string
	if json.Unmarshal(members[name], &s) != nil {
		return ""
	}
	return s
}

// Acceptable checks the form of the request.
func (in *Input) Acceptable(o *operations.Operation) (err error) {
	if in.Negotiate != nil {
		in.form, err = in.Negotiate(o)
	}
	return err
}

// Form returns the form of the answer.
func (in *Input) Form() string { return in.form }

// Digest returns a digest of a JSON body. Forms have none.
func (in *Input) Digest() string {
	if in.Body == nil || in.Parts != nil {
		return ""
	}
	body, err := in.Body()
	if body = bytes.TrimSpace(body); err != nil || len(body) == 0 {
		return ""
	}
	sum := sha256.Sum256(bodies.Canonical(body))
	return hex.EncodeToString(sum[:16])
}

// Bind fills an input struct.
func (in *Input) Bind(c *operations.Call, into reflect.Value) error {
	var body map[string]rawValue
	var files map[string]*inputs.Upload
	if c.Operation.ReadsBody() {
		var err error
		if in.Parts != nil && c.Operation.Uploads() {
			body, files, err = in.parts()
		} else {
			body, err = in.members(c.Operation)
		}
		if err != nil {
			return err
		}
	}
	return in.bind(c, body, files, into)
}

// parts reads a form. Its fields are text, as members of a JSON body would be.
func (in *Input) parts() (map[string]rawValue, map[string]*inputs.Upload, error) {
	if !in.Typed && in.Body != nil {
		return nil, nil, errNoContentType
	}
	form, err := in.Parts()
	if err != nil {
		return nil, nil, err
	}
	members := make(map[string]rawValue, len(form.Fields))
	for name, text := range form.Fields {
		if !utf8.ValidString(text) {
			return nil, nil, bodies.ErrEncoding
		}
		if members[name], err = json.Marshal(text); err != nil {
			return nil, nil, err
		}
	}
	return members, form.Files, nil
}

// members reads the members of the body. An empty body needs no type. It counts as invalid JSON if a body is required, and as an empty
// object otherwise.
func (in *Input) members(o *operations.Operation) (members map[string]rawValue, err error) {
	var body []byte
	if in.Body != nil {
		if body, err = in.Body(); err != nil {
			return nil, err
		}
	}
	switch {
	case len(body) == 0 && o.Body.Optional:
		return map[string]rawValue{}, nil
	case len(body) == 0:
		return nil, bodies.ErrSyntax
	case !in.Typed:
		return nil, errNoContentType
	}
	if name := o.Elements(); name != "" {
		root, err := bodies.Root(body)
		if err != nil {
			return nil, err
		}
		if root[0] != '{' {
			return map[string]rawValue{name: root}, nil
		}
	}
	return bodies.Object(body)
}
