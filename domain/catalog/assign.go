package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Assign puts values that were written by attribute code into the fields they belong to. It refuses codes that have a member of their own.
// It skips codes that the shop does not know or stores no value for (shapes-catalog §1.5, §12.3). Codes that do not apply to the
// product's type are skipped, too. productType is empty for categories.
func (a *Attributes) Assign(into record.Values, written map[string]json.RawMessage, productType string) error {
	for _, code := range slices.Sorted(maps.Keys(written)) {
		if slices.Contains(a.protected, code) {
			return fault.Invalidf("Attribute '%s' cannot be set via customAttributes; use the dedicated field.", code).
				About(fault.Fixed, CustomPath(code))
		}
		attribute, known := a.byCode[code]
		if !known || attribute.Field == "" || attribute.Static || productType != "" && !attribute.AppliesTo(productType) {
			continue
		}
		field, _ := a.kind.Field(attribute.Field)
		value, err := cast(code, field.Type, attribute.Lines(), bytes.TrimSpace(written[code]))
		if err != nil {
			return err
		}
		into[attribute.Field] = value
	}
	return nil
}

// CustomPath returns the path of an attribute's value in the input of products and categories.
func CustomPath(code string) string { return "customAttributesWrite." + code }

// AttributeField returns the field of products that has the value of an attribute.
func AttributeField(code string) string {
	if a, own := ProductAttributes.Find(code); own && a.Field != "" {
		return a.Field
	}
	return CustomField(code)
}

var null = json.RawMessage("null")

// cast converts a value to the type of a field. Programs that write values by code often send everything as text, so text is read as a
// number or flag where the field has one. Empty text clears a field of any type but text.
func cast(code string, t record.Type, rule lines.Rule, raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) == 0 || bytes.Equal(raw, null) {
		return null, nil
	}
	if raw[0] == '{' || raw[0] == '[' {
		return nil, fault.Invalidf("Attribute '%s' must be a scalar value", code).About(fault.Type, CustomPath(code))
	}
	text := strings.TrimSpace(scalar(raw))
	if text == "" && t != record.Text {
		return null, nil
	}
	switch t {
	case record.Integer:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n <= math.MaxInt32 && n >= math.MinInt32 {
			return json.RawMessage(strconv.FormatInt(n, 10)), nil
		}
		return nil, fault.Invalidf("Attribute '%s' must be a whole number", code).About(fault.Type, CustomPath(code))
	case record.Number:
		switch d, err := money.ParseStored(text); {
		case err == nil:
			return d.AppendJSON(nil), nil
		case errors.Is(err, money.ErrPlaces):
			return nil, fault.Invalidf("Attribute '%s' must have at most %d decimal places", code, money.DecimalPlaces).
				About(fault.Range, CustomPath(code))
		}
		return nil, fault.Invalidf("Attribute '%s' must be a number", code).About(fault.Type, CustomPath(code))
	case record.Boolean:
		switch strings.ToLower(text) {
		case "1", "true":
			return json.RawMessage("true"), nil
		case "0", "false":
			return json.RawMessage("false"), nil
		}
		return nil, fault.Invalidf("Attribute '%s' must be 0 or 1", code).About(fault.Type, CustomPath(code))
	case record.List:
		if !rule.AllowText(text) {
			return nil, fault.Invalidf("Attribute '%s' %s", code, rule.Refusal()).About(fault.Format, CustomPath(code))
		}
		parts := []string{}
		for _, part := range strings.Split(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				parts = append(parts, part)
			}
		}
		return encode(parts), nil
	}
	switch text = scalar(raw); {
	case strings.ContainsRune(text, 0):
		return nil, fault.Invalidf("Attribute '%s' has characters that cannot be stored", code).About(fault.Format, CustomPath(code))
	case !rule.AllowText(text):
		return nil, fault.Invalidf("Attribute '%s' %s", code, rule.Refusal()).About(fault.Format, CustomPath(code))
	}
	return encode(text), nil
}

// scalar returns the text of a JSON text, number or flag; flags are 1 and 0.
func scalar(raw json.RawMessage) string {
	var text string
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return text
	case bytes.Equal(raw, []byte("true")):
		return "1"
	case bytes.Equal(raw, []byte("false")):
		return "0"
	}
	return string(raw)
}

// encode returns a value as JSON in the form that records store.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return null
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// text reads a field of values as text; present is false if the field is missing or null.
func text(values record.Values, field string) (value string, present bool) {
	raw, ok := values[field]
	if !ok || json.Unmarshal(raw, &value) != nil || bytes.Equal(raw, null) {
		return "", false
	}
	return value, true
}

// Revert returns the fields whose values in a store view are to be removed, so that the values of all stores apply again. codes may also
// hold the names of the fields (shapes-catalog §1.4). It fails for unknown, static and global attributes.
func (a *Attributes) Revert(codes []string) ([]string, error) {
	var fields []string
	for _, code := range codes {
		attribute, known := a.byCode[code]
		if !known {
			attribute, known = a.ofField(code)
		}
		switch {
		case !known || attribute.Static:
			return nil, fault.Invalidf("Unknown attribute in useDefault: %.100s", code).About(fault.Unknown, "useDefault")
		case attribute.Global:
			return nil, errGlobal(code)
		case attribute.Field != "":
			fields = append(fields, attribute.Field)
		}
	}
	return fields, nil
}

func errGlobal(code string) error {
	return fault.Invalidf("Attribute '%s' is global scope and has no store override to revert.", code).About(fault.Fixed, "useDefault")
}
