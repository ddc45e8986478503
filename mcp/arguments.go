package mcp

import (
	"encoding/json"

	"tradelog/domain/fault"
)

// dryRun is the argument that makes a tool decide and store nothing.
const dryRun = "dryRun"

// takeDryRun takes the argument out. Anything but true and false is refused, because somebody who meant true must not find
// that it was done.
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

// scalar is a value as a path or a query has it; false when it has no such form.
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

// encode prints the members as the object they were, with whatever is wrong about it.
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
