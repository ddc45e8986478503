package catalog

import (
	"bytes"
	"encoding/json"
	"strings"

	"tradelog/domain/lines"
	"tradelog/domain/record"
)

// CellReader returns a function that converts values of import files to the stored form of a field. Text is read as a number or flag where
// the field has one. Objects, and lists whose elements are not all plain values, are written as JSON.
func (a *Attributes) CellReader(field record.Field) func(raw json.RawMessage) (json.RawMessage, error) {
	rule := lines.One
	if attribute, ok := a.ofField(field.Name); ok {
		rule = attribute.Lines()
	}
	return func(raw json.RawMessage) (json.RawMessage, error) {
		switch field.Type {
		case record.Object:
			return structured(raw), nil
		case record.List:
			if list, plain := commas(structured(raw)); plain {
				raw = list
			} else {
				return structured(raw), nil
			}
		}
		return cast(field.Name, field.Type, rule, bytes.TrimSpace(raw))
	}
}

// structured returns the JSON object or list that a text holds. Any other value is returned unchanged.
func structured(raw json.RawMessage) json.RawMessage {
	var written string
	if json.Unmarshal(raw, &written) != nil {
		return raw
	}
	if b := strings.TrimSpace(written); (strings.HasPrefix(b, "[") || strings.HasPrefix(b, "{")) && json.Valid([]byte(b)) {
		return json.RawMessage(b)
	}
	return raw
}

// commas joins a list of plain values with commas into one text. It returns false for a list with objects or lists in it.
func commas(raw json.RawMessage) (json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return raw, true
	}
	parts := make([]string, len(list))
	for i, part := range list {
		if part = bytes.TrimSpace(part); part[0] == '{' || part[0] == '[' {
			return raw, false
		}
		parts[i] = scalar(part)
	}
	return encode(strings.Join(parts, ",")), true
}
