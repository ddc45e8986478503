package mcp

import (
	"encoding/json"

	"tradelog/operations/bodies"
)

// members are those of a JSON object, in order.
type members []member

type member struct {
	name  string
	value json.RawMessage
}

// get finds a member; of several with one name the last counts.
func (m members) get(name string) (json.RawMessage, bool) {
	for i := len(m) - 1; i >= 0; i-- {
		if m[i].name == name {
			return m[i].value, true
		}
	}
	return nil, false
}

// text is a member that is text; false when it is not.
func (m members) text(name string) (string, bool) {
	v, _ := m.get(name)
	return text(v)
}

func text(v json.RawMessage) (s string, ok bool) {
	if len(v) == 0 || v[0] != '"' {
		return "", false
	}
	return bodies.Text(v), true
}

// object is a member that is an object; nil when it is not.
func (m members) object(name string) members {
	v, _ := m.get(name)
	object, _ := parseMembers(v)
	return object
}

// parseMembers splits an object that is known to be valid JSON; false when the value is none. The members stay where they
// are in it, with nothing copied, since most of a message is passed on as it is.
func parseMembers(raw json.RawMessage) (members, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, false
	}
	out := make(members, 0, 4)
	for name, value := range bodies.Members(raw) {
		out = append(out, member{name, value})
	}
	return out, true
}
