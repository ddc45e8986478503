package representation

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/bodies"
)

// Input binds what a caller sent as variables of a path, parameters and a JSON body. It is an operations.Input.
type Input struct {
	Variables map[string]string
	Query     url.Values
	// Body reads the body; nil: there is none.
	Body func() ([]byte, error)
	// Typed tells that the caller has named the type of the body, as it must if there is one.
	Typed bool
	// Negotiate checks the form of the request before anything is loaded, and names that of the answer; nil: there is nothing to check.
	Negotiate func(o *operations.Operation) (form string, err error)

	form string
}

var _ operations.Input = (*Input)(nil)

var errNoContentType = fault.New(fault.UnsupportedMedia, `The "Content-Type" header must exist.`)

// Encoded makes the input of variables and of a value that is sent as a JSON body.
func Encoded(variables map[string]string, body any) (*Input, error) {
	b, err := json.Marshal(body)
	return &Input{Variables: variables, Typed: true, Body: func() ([]byte, error) { return b, nil }}, err
}

// Variable returns a variable of the path.
func (in *Input) Variable(name string) string { return in.Variables[name] }

// Parameter returns the first value of a parameter of the query.
func (in *Input) Parameter(name string) (string, bool) {
	values := in.Query[name]
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
}

// Parameters returns the query.
func (in *Input) Parameters() map[string][]string { return in.Query }

// Text returns a member of the body that is text.
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

// Form names the form of the answer.
func (in *Input) Form() string { return in.form }

// Bind fills an input struct.
func (in *Input) Bind(c *operations.Call, into reflect.Value) error {
	var body map[string]rawValue
	if c.Operation.ReadsBody() {
		var err error
		if body, err = in.members(c.Operation); err != nil {
			return err
		}
	}
	return in.bind(c, body, into)
}

// members reads the members of the body. A body without content needs no type: where a body is wanted it is not JSON, and where
// none is wanted it is an empty object.
func (in *Input) members(o *operations.Operation) (members map[string]rawValue, err error) {
	var body []byte
	if in.Body != nil {
		if body, err = in.Body(); err != nil {
			return nil, err
		}
	}
	switch {
	case len(body) == 0 && o.BodyOptional:
		return map[string]rawValue{}, nil
	case len(body) == 0:
		return nil, bodies.ErrSyntax
	case !in.Typed:
		return nil, errNoContentType
	}
	return bodies.Object(body)
}
