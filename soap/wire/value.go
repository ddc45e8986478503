// Package wire reads and writes the messages of the legacy interfaces: SOAP 1.1 envelopes in three encodings, XML-RPC and JSON-RPC. The
// package has no methods and no rules of the shop (soap-wire §6).
//
//	encoding.go  bytes in another encoding ─▶ bytes in UTF-8
//	read.go      bytes ─▶ Node, with limits on depth and number; document types are refused
//	decode.go    Node ─▶ Value, with maps, arrays, references and nulls
//	coerce.go    Value ─▶ Value of a declared Type
//	write.go     Value ─▶ bytes in one of the encodings
//	xmlrpc.go    Node ─▶ Value ─▶ bytes of XML-RPC
//	json.go      bytes ─▶ Value ─▶ bytes of JSON
package wire

import "strconv"

// Value is a value of a message: nil, bool, int64, float64, string, Binary, List or Map.
type Value any

// List is a list of values.
type List []Value

// Map is a structure: names with values, in order.
type Map []Entry

// Entry is a member of a Map.
type Entry struct {
	Name  string
	Value Value
}

// Get returns the value of a name. ok is false if the map has no such name.
func (m Map) Get(name string) (v Value, ok bool) {
	for _, e := range m {
		if e.Name == name {
			return e.Value, true
		}
	}
	return nil, false
}

// Values returns the values in order.
func (m Map) Values() List {
	out := make(List, len(m))
	for i, e := range m {
		out[i] = e.Value
	}
	return out
}

// Text returns the text of a scalar; booleans are 1 and 0. The text of nil, lists and maps is empty.
func Text(v Value) string {
	switch v := v.(type) {
	case string:
		return v
	case Binary:
		return v.text()
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		if v {
			return "1"
		}
		return "0"
	}
	return ""
}

// Size estimates the bytes of a value in the longest encoding, that of SOAP V1.
func Size(v Value) int {
	const tags = 48
	size := tags
	switch v := v.(type) {
	case List:
		for _, item := range v {
			size += Size(item)
		}
	case Map:
		for _, e := range v {
			size += tags + len(e.Name) + Size(e.Value)
		}
	case string:
		size += len(v)
	case Binary:
		size += len(v)
	}
	return size
}
