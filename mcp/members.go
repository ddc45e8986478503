package mcp

import (
	"encoding/json"

	"tradelog/operations/bodies"
)

// members are the members of a JSON object in their order.
type members []member

type member struct {
	name  string
	value json.RawMessage
}

// get finds a member. The last of several members with the same name counts.
func (m members) get(name string) (json.RawMessage, bool) {
	for i := len(m) - 1; i >= 0; i-- {
		if m[i].name == name {
			return m[i].value, true
		}
	}
	return nil, false
}

// text returns a text member. It returns false for other types.
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

// object returns a member that is an object, or nil.
func (m members) object(name string) members {
	v, _ := m.get(name)
	object, _ := parseMembers(v)
	return object
}

// parseMembers splits a valid JSON value into members. It returns false if the value is not an object. The values are slices of raw: most
// of a message is passed on unchanged.
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
