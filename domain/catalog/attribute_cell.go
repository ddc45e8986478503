package catalog

import (
	"bytes"
	"encoding/json"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// Cell reads a value of a user-defined attribute from an import file. An option is written as its label for all stores; several are
// separated by bars, or written as a list. A bar or backslash in a label is escaped by a backslash. The value is checked like one of a
// request.
func (b *Book) Cell(a *ProductAttribute, raw json.RawMessage) (json.RawMessage, error) {
	if raw = bytes.TrimSpace(raw); a.Input != "select" && a.Input != "multiselect" || bytes.Equal(raw, null) {
		return b.value(a, raw)
	}
	written := elements(raw)
	if a.Input == "multiselect" && len(raw) > 0 && raw[0] == '"' {
		written = splitLabels(scalar(raw))
	}
	var numbers []string
	for _, label := range written {
		if label = strings.TrimSpace(label); label == "" {
			continue
		}
		number, err := b.numberOf(a, label)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	if a.Input == "multiselect" {
		return b.value(a, encode(numbers))
	}
	switch len(numbers) {
	case 0:
		return b.value(a, null)
	case 1:
		return b.value(a, encode(numbers[0]))
	}
	return nil, fault.Invalidf("Attribute '%s' has one value", a.Code).About(fault.Type, CustomPath(a.Code))
}

// splitLabels splits a text at bars that are not escaped by a backslash.
func splitLabels(text string) (labels []string) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case text[i] == '|':
			labels = append(labels, b.String())
			b.Reset()
		default:
			b.WriteByte(text[i])
		}
	}
	return append(labels, b.String())
}

// bars escapes the bars and backslashes of a label.
var bars = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

// numberOf returns the number of the option with a label. Files hold labels, because option numbers of another shop mean nothing here.
func (b *Book) numberOf(a *ProductAttribute, label string) (string, error) {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if o, found := domain.Find(b.options[a.ID], func(o AttributeOption) bool { return same(o.Label, label) }); found {
			return string(encode(o.ID)), nil
		}
	}
	return "", noOption(a, label)
}

// CellText returns a value of a user-defined attribute in the form that Cell reads.
func (b *Book) CellText(a *ProductAttribute, value json.RawMessage) json.RawMessage {
	if a.Input != "select" && a.Input != "multiselect" {
		return value
	}
	var labels []string
	for _, number := range elements(value) {
		for _, o := range b.options[a.ID] {
			if string(encode(o.ID)) == number {
				label := o.Label
				if a.Input == "multiselect" {
					label = bars.Replace(label)
				}
				labels = append(labels, label)
			}
		}
	}
	return encode(strings.Join(labels, "|"))
}

// CheckAttributes refuses values of user-defined attributes that a product of the type and attribute set does not have.
func (b *Book) CheckAttributes(values map[string]json.RawMessage, productType string, setID int64) error {
	for field := range values {
		code, own := strings.CutPrefix(field, customPrefix)
		if a := b.byCode[code]; own && a != nil && !b.Applies(a, productType, setID) {
			return fault.Invalidf("%s is no attribute of products of this type and attribute set", code).About(fault.Unknown, CustomPath(code))
		}
	}
	return nil
}
