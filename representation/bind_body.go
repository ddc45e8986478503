package representation

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"tradelog/domain/fault"
)

// The refusals of a body.
var (
	errBadJSON        = fault.Invalidf("Invalid JSON in request body")
	errNoContentType  = fault.New(fault.UnsupportedMedia, `The "Content-Type" header must exist.`)
	errNotAnObject    = fault.Invalidf("The request body must be a JSON object")
	errDuplicateField = fault.Invalidf("The request body names a member twice")
)

// parseBody splits a JSON object into its members. Anything but exactly one object is refused.
func parseBody(body []byte) (map[string]rawValue, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	first, err := dec.Token()
	if err != nil {
		return nil, errBadJSON
	}
	if first != json.Delim('{') {
		if json.Valid(body) {
			return nil, errNotAnObject
		}
		return nil, errBadJSON
	}
	members := map[string]rawValue{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, errBadJSON
		}
		name, ok := key.(string)
		if !ok {
			return nil, errBadJSON
		}
		var value rawValue
		if err := dec.Decode(&value); err != nil {
			return nil, errBadJSON
		}
		if _, twice := members[name]; twice {
			return nil, errDuplicateField
		}
		members[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, errBadJSON
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errBadJSON
	}
	return members, nil
}
