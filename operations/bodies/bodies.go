// Package bodies reads JSON that callers send. One scan checks syntax, encoding and size, and finds the members of the root. Nested values
// are split later without a second check.
//
// REST and MCP both use it, so they refuse the same bodies.
package bodies

import (
	"bytes"
	"encoding/json"

	"tradelog/domain/fault"
)

const (
	MaxValues = 20_000 // members and elements in total
	MaxLevels = 64     // nested objects and lists, the root included
	maxDigits = 400    // characters of a number, more than any float has
)

var (
	ErrSyntax    = fault.Invalidf("Invalid JSON in request body")
	ErrNotObject = fault.Invalidf("The request body must be a JSON object")
	ErrTwice     = fault.Invalidf("The request body names a member twice")
	ErrEncoding  = fault.Invalidf("The request body is not valid UTF-8.")
	ErrSurrogate = fault.Invalidf(`The request body has a lone surrogate (\ud800 to \udfff). ` +
		`Write the character as a pair of them, or as UTF-8.`)
	errDigits  = fault.Invalidf("The request body has a number of more than %d characters.", maxDigits)
	ErrTooMany = fault.Invalidf("The request body has more than %d members and elements.", MaxValues)
	ErrTooDeep = fault.Invalidf("The request body is nested deeper than %d levels.", MaxLevels)
)

// Check scans a text whose root may be any value. It fails with one of the package's errors.
func Check(text []byte) error {
	s := scan{text: text}
	return s.run()
}

// Root scans a text whose root may be any value, and returns it without the space around it.
func Root(text []byte) (json.RawMessage, error) {
	if err := Check(text); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(text), nil
}

// Object scans a text whose root is an object and returns its members, which share the memory of the text. An empty list counts as an empty
// object, because some programs write it so. A repeated member is refused.
func Object(text []byte) (map[string]json.RawMessage, error) {
	s := scan{text: text, keep: true}
	if err := s.run(); err != nil {
		return nil, err
	}
	switch root := text[skipSpace(text, 0)]; {
	case root == '[' && s.values == 0, root == '{':
	default:
		return nil, ErrNotObject
	}
	members := make(map[string]json.RawMessage, len(s.root))
	for _, m := range s.root {
		name := Text(m.name)
		if _, twice := members[name]; twice {
			return nil, ErrTwice
		}
		members[name] = m.value
	}
	return members, nil
}
