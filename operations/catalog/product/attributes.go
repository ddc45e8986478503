package product

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	readcatalog "tradelog/readmodels/catalog"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/operations/inputs"
)

var errFilters = fault.Invalidf("attributeFilters must be a valid JSON object").About(fault.Type, "attributeFilters")

// attributeMatches parses the attribute filters: the members of a JSON object, and parameters such as attr_color=7. Names that cannot be
// codes are ignored. An unknown code is refused (shapes-catalog §1.9).
func (h *handlers) attributeMatches(ctx context.Context, filters string, query map[string][]string, backend bool) (
	[]readcatalog.AttributeMatch, error,
) {
	wanted, err := attributeValues(filters, query)
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	book, err := h.reader.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	var out []readcatalog.AttributeMatch
	for _, code := range slices.Sorted(maps.Keys(wanted)) {
		if !IsAttributeCode(code) {
			continue
		}
		attribute, known := catalog.ProductAttributes.Find(code)
		custom := book.Find(code)
		if custom != nil && !custom.Custom() {
			custom = nil
		}
		if !known && custom == nil {
			return nil, fault.Preconditionf("Invalid attribute name: %.100s", code).About(fault.Unknown, "attributeFilters")
		}
		values := wanted[code]
		if known && attribute.Choice() || custom != nil && custom.Chosen() {
			values = strings.Split(strings.Join(values, ","), ",")
		}
		for i, value := range values {
			values[i] = inputs.Storable(value)
		}
		out = append(out, readcatalog.AttributeMatch{Attribute: attribute, Custom: custom, Values: values, Backend: backend})
	}
	return out, nil
}

// attributeValues returns the filtered values by code: those of the JSON object, unless a parameter has the same code.
func attributeValues(filters string, query map[string][]string) (map[string][]string, error) {
	wanted := map[string][]string{}
	if strings.TrimSpace(filters) != "" {
		members := map[string]any{}
		decoder := json.NewDecoder(strings.NewReader(filters))
		decoder.UseNumber()
		if !json.Valid([]byte(filters)) || bytes.HasPrefix(bytes.TrimSpace([]byte(filters)), []byte("null")) || decoder.Decode(&members) != nil {
			return nil, errFilters
		}
		for code, value := range members {
			if value == nil {
				continue
			}
			values, ok := scalars(value)
			if !ok {
				return nil, errFilters
			}
			wanted[code] = values
		}
	}
	for name, values := range query {
		if code, ok := strings.CutPrefix(name, "attr_"); ok && len(values) > 0 && values[len(values)-1] != "" {
			wanted[code] = values[len(values)-1:]
		}
	}
	return wanted, nil
}

// scalars returns the texts of a value or of the elements of a list.
func scalars(value any) ([]string, bool) {
	switch v := value.(type) {
	case json.Number:
		return []string{v.String()}, true
	case string:
		return []string{v}, true
	case bool:
		if v {
			return []string{"1"}, true
		}
		return []string{"0"}, true
	case []any:
		var out []string
		for _, element := range v {
			if _, nested := element.([]any); nested {
				return nil, false
			}
			values, ok := scalars(element)
			if !ok {
				return nil, false
			}
			out = append(out, values...)
		}
		return out, true
	}
	return nil, false
}
