package mcp

import (
	"encoding/json"

	"tradelog/domain/fault"
)

// dryRun is the argument that makes a tool decide and store nothing.
const dryRun = "dryRun"

// takeDryRun removes the argument dryRun. Only true and false are accepted: a caller who meant true must not cause a write.
func takeDryRun(arguments members) (members, bool, error) {
	value, sent := arguments.get(dryRun)
	if !sent {
		return arguments, false, nil
	}
	switch string(value) {
	case "true", "false", "null":
		return arguments.without(dryRun), string(value) == "true", nil
	}
	return nil, false, fault.Invalidf("The dryRun argument must be true or false.")
}

// scalar returns a value as the text of a path variable or query parameter. It returns false for lists, objects and null.
func scalar(v json.RawMessage) (string, bool) {
	switch {
	case len(v) == 0 || v[0] == '[' || v[0] == '{' || v[0] == 'n':
		return "", false
	case v[0] == '"':
		return text(v)
	}
	return string(v), true
}

func (m members) without(name string) members {
	out := make(members, 0, len(m))
	for _, a := range m {
		if a.name != name {
			out = append(out, a)
		}
	}
	return out
}

// encode prints the members as a JSON object again, invalid values included.
func (m members) encode() []byte {
	b := []byte{'{'}
	for i, a := range m {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(appendQuoted(b, []byte(a.name)), ':'), a.value...)
	}
	return append(b, '}')
}
