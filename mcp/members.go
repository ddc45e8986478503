package mcp

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
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
	if inner := v[1 : len(v)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), true
	}
	ok = json.Unmarshal(v, &s) == nil
	return s, ok
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
	for at := skipSpace(raw, 1); at < len(raw) && raw[at] == '"'; {
		name := raw[at:valueEnd(raw, at)]
		from := skipSpace(raw, skipSpace(raw, at+len(name))+1) // behind the colon
		value := raw[from:valueEnd(raw, from)]
		text, _ := text(name)
		out = append(out, member{text, value})
		if at = skipSpace(raw, from+len(value)); at < len(raw) && raw[at] == ',' {
			at = skipSpace(raw, at+1)
		}
	}
	return out, true
}

func skipSpace(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\n' || b[at] == '\r') {
		at++
	}
	return at
}

// valueEnd finds where a value ends that begins at a place in valid JSON.
func valueEnd(b []byte, at int) int {
	switch b[at] {
	case '"':
		return textEnd(b, at)
	case '{', '[':
	default: // a number or a word
		if end := bytes.IndexAny(b[at:], ",]} \t\n\r"); end >= 0 {
			return at + end
		}
		return len(b)
	}
	for depth := 0; at < len(b); {
		switch b[at] {
		case '"':
			at = textEnd(b, at)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if at++; depth == 0 {
			return at
		}
	}
	return len(b)
}

// textEnd finds where a text ends, behind its last quote.
func textEnd(b []byte, at int) int {
	for at++; at < len(b) && b[at] != '"'; at++ {
		if b[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(b))
}
