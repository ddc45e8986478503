package bodies

import (
	"bytes"
	"encoding/json"
	"iter"
)

// The functions of this file work on parts of scanned texts and check nothing again.

// Members yields the names and values of an object. Any other value has none. Values share the memory of the object.
func Members(object []byte) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		if len(object) == 0 || object[0] != '{' {
			return
		}
		for at := skipSpace(object, 1); at < len(object) && object[at] == '"'; {
			name := object[at:valueEnd(object, at)]
			from := skipSpace(object, skipSpace(object, at+len(name))+1) // after the colon
			to := valueEnd(object, from)
			if !yield(Text(name), object[from:to:to]) {
				return
			}
			at = skipComma(object, to)
		}
	}
}

// Elements yields the elements of a list. Any other value has none. They share the memory of the list.
func Elements(list []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		if len(list) == 0 || list[0] != '[' {
			return
		}
		for at := skipSpace(list, 1); at < len(list) && list[at] != ']'; {
			to := valueEnd(list, at)
			if !yield(list[at:to:to]) {
				return
			}
			at = skipComma(list, to)
		}
	}
}

// EmptyList reports whether a value is an empty list, which may stand for an empty object (shapes-catalog §0.3).
func EmptyList(value []byte) bool {
	return len(value) > 1 && value[0] == '[' && skipSpace(value, 1) == len(value)-1
}

// Text returns the decoded text of a string, or "" for any other value.
func Text(value []byte) (text string) {
	if len(value) < 2 || value[0] != '"' {
		return ""
	}
	if inner := value[1 : len(value)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	if json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

func skipSpace(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\n' || b[at] == '\r') {
		at++
	}
	return at
}

// skipComma returns the start of the next member or element, or the end.
func skipComma(b []byte, at int) int {
	if at = skipSpace(b, at); at < len(b) && b[at] == ',' {
		return skipSpace(b, at+1)
	}
	return at
}

// valueEnd returns the end of the value that begins at an offset.
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

// textEnd returns the end of a string, after its last quote.
func textEnd(b []byte, at int) int {
	for at++; at < len(b) && b[at] != '"'; at++ {
		if b[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(b))
}
