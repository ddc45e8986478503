package catalog

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/domain/record"
)

// customPrefix begins the names of the product fields that hold values of user-defined attributes. Options are stored as their numbers,
// several as a list, flags as true and false, everything else as text.
const customPrefix = "custom."

// CustomField returns the name of the product field that holds the values of a user-defined attribute.
func CustomField(code string) string { return customPrefix + code }

// Custom returns the values of user-defined attributes among the fields of a product, by code.
func Custom(values record.Values) record.Values {
	out := record.Values{}
	for name, value := range values {
		if code, ok := strings.CutPrefix(name, customPrefix); ok {
			out[code] = value
		}
	}
	return out
}

// SetFacetCode is the attribute code of facets that name an attribute set.
const SetFacetCode = "attribute_set_id"

// Facet returns the facet of a chosen value of an attribute. Products are counted by facet.
func Facet(code, value string) string { return code + "=" + value }

// SetOfFacet returns the attribute set that a facet names, 0 if the facet is of another attribute.
func SetOfFacet(facet string) int64 {
	text, _ := strings.CutPrefix(facet, SetFacetCode+"=")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// Facets returns the facets of a product: its attribute set and all values that are chosen from options, sorted.
func Facets(values record.Values) []string {
	facets := []string{}
	add := func(code string, raw json.RawMessage) {
		for _, value := range elements(raw) {
			facets = append(facets, Facet(code, value))
		}
	}
	add(SetFacetCode, values["attributeSetId"])
	for code, raw := range Custom(values) {
		if len(raw) > 0 && raw[0] != '"' {
			add(code, raw)
		}
	}
	for code, a := range ProductAttributes.byCode {
		if a.choice && !a.Static && a.Field != "" && !slices.Contains(ProductAttributes.protected, code) {
			add(code, values[a.Field])
		}
	}
	slices.Sort(facets)
	return slices.Compact(facets)
}

// elements returns the texts of a value: one, or the elements of a list.
func elements(raw json.RawMessage) (out []string) {
	var list []json.RawMessage
	switch {
	case len(raw) == 0 || bytes.Equal(raw, null):
		return nil
	case raw[0] != '[':
		list = []json.RawMessage{raw}
	case json.Unmarshal(raw, &list) != nil:
		return nil
	}
	for _, element := range list {
		out = append(out, scalar(element))
	}
	return out
}

// CustomText returns a value for display: options by their numbers, separated by commas.
func CustomText(raw json.RawMessage) string { return strings.Join(elements(raw), ",") }

// Assign extends Attributes.Assign to the user-defined attributes of products. It skips attributes that the product's attribute set or type
// does not have (shapes-catalog §1.5).
func (b *Book) Assign(into record.Values, written map[string]json.RawMessage, productType string, setID int64) error {
	if err := ProductAttributes.Assign(into, written, productType); err != nil {
		return err
	}
	for _, code := range slices.Sorted(maps.Keys(written)) {
		a := b.byCode[code]
		if a == nil || !b.Applies(a, productType, setID) {
			continue
		}
		value, err := b.value(a, bytes.TrimSpace(written[code]))
		if err != nil {
			return err
		}
		into[CustomField(code)] = value
	}
	return nil
}

// Defaults sets the default values of user-defined attributes that a new product does not set itself.
func (b *Book) Defaults(into record.Values, productType string, setID int64) {
	for i := range b.attributes {
		a := &b.attributes[i]
		if _, written := into[CustomField(a.Code)]; written || a.Default == nil || !b.Applies(a, productType, setID) {
			continue
		}
		// A default that became invalid, because its option was deleted, is ignored.
		if value, err := b.value(a, encode(*a.Default)); err == nil {
			into[CustomField(a.Code)] = value
		}
	}
}

// CheckRequired returns an error if a product lacks the value of a required user-defined attribute. current holds the product's values in
// the written scope, nil for a new product. A change fails for a value that it clears, or that another attribute set requires. A product
// that lacked a value before the attribute became required can otherwise be changed. A value that a store view clears (inView) falls back
// to the value of all stores, so only global attributes are checked there.
func (b *Book) CheckRequired(values, current record.Values, productType string, setID int64, inView bool) error {
	_, setWritten := values["attributeSetId"]
	for i := range b.attributes {
		a := &b.attributes[i]
		field := CustomField(a.Code)
		value, written := values[field]
		if !a.Required || inView && a.Scope != GlobalScope || !written && current != nil && !setWritten || !b.Applies(a, productType, setID) {
			continue
		}
		if !written {
			value = current[field]
		}
		if CustomText(value) == "" {
			return fault.Preconditionf("Attribute '%s' is required.", a.Code).About(fault.Required, CustomPath(a.Code))
		}
	}
	return nil
}

// value checks a value of a user-defined attribute and converts it to its stored form; null clears the value.
func (b *Book) value(a *ProductAttribute, raw json.RawMessage) (json.RawMessage, error) {
	switch {
	case a.Input == "multiselect":
		return b.multiselectIDs(a, raw)
	case a.Input == "boolean":
		return cast(a.Code, record.Boolean, lines.One, raw)
	case a.Input == "select", a.Type == "int":
		n, err := cast(a.Code, record.Integer, lines.One, raw)
		if err != nil || a.Input == "select" && !bytes.Equal(n, null) && !b.hasOption(a, string(n)) {
			return nil, cmpError(err, noOption(a, scalar(raw)))
		}
		return asText(n, a.Input != "select"), nil
	case a.Type == "decimal":
		n, err := cast(a.Code, record.Number, lines.One, raw)
		if err == nil && bytes.HasPrefix(n, []byte("-")) {
			err = fault.Invalidf("Attribute '%s' must not be negative", a.Code).About(fault.Range, CustomPath(a.Code))
		}
		return asText(n, true), err
	}
	rule := lines.One
	if a.Input == "textarea" {
		rule = lines.Many
	}
	value, err := cast(a.Code, record.Text, rule, raw)
	written := strings.TrimSpace(scalar(value))
	switch {
	case err != nil:
		return nil, err
	case written == "" || bytes.Equal(value, null):
		return null, nil
	case a.Input == "date":
		day, err := Date(a.Code, written)
		return encode(day), err
	case a.Type == "varchar" && utf8.RuneCountInString(written) > maxName:
		return nil, fault.Invalidf("Attribute '%s' must not be longer than %d characters", a.Code, maxName).
			About(fault.Length, CustomPath(a.Code))
	}
	return value, nil
}

func cmpError(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

func asText(value json.RawMessage, wanted bool) json.RawMessage {
	if !wanted || len(value) == 0 || bytes.Equal(value, null) {
		return value
	}
	return encode(string(value))
}

func noOption(a *ProductAttribute, written string) error {
	return fault.Invalidf("Attribute '%s' has no option %.100s", a.Code, written).About(fault.Choice, CustomPath(a.Code))
}

// multiselectIDs reads the options of a multiselect: a list of numbers, or a text of numbers separated by commas.
func (b *Book) multiselectIDs(a *ProductAttribute, raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) > 0 && raw[0] == '{' {
		return nil, fault.Invalidf("Attribute '%s' must be a list of options", a.Code).About(fault.Type, CustomPath(a.Code))
	}
	var ids []int64
	for _, element := range elements(raw) {
		for text := range strings.SplitSeq(element, ",") {
			if text = strings.TrimSpace(text); text == "" {
				continue
			}
			if !b.hasOption(a, text) {
				return nil, noOption(a, text)
			}
			id, _ := strconv.ParseInt(text, 10, 64)
			ids = append(ids, id)
		}
	}
	if ids == nil {
		return null, nil
	}
	slices.Sort(ids)
	return encode(slices.Compact(ids)), nil
}

// hasOption tells whether an attribute has the option with a number. The number must be in its shortest form.
func (b *Book) hasOption(a *ProductAttribute, id string) bool {
	n, err := strconv.ParseInt(id, 10, 64)
	option := b.byOption[n]
	return err == nil && strconv.FormatInt(n, 10) == id && option != nil && option.AttributeID == a.ID
}

// Revert extends Attributes.Revert to the user-defined attributes of products.
func (b *Book) Revert(codes []string) ([]string, error) {
	var fields []string
	for _, code := range codes {
		a := b.byCode[code]
		if a == nil || !a.Custom() {
			more, err := ProductAttributes.Revert([]string{code})
			if err != nil {
				return nil, err
			}
			fields = append(fields, more...)
			continue
		}
		if a.Scope == GlobalScope {
			return nil, errGlobal(code)
		}
		fields = append(fields, CustomField(code))
	}
	return fields, nil
}

// Elsewhere splits the change of a product in a store view by scope. It returns the parts that belong to other scopes. Values of global
// attributes go to all stores, those of website attributes to every view of the website. The rest stays in set and own. Prices are global
// unless websites have their own (ownPrices).
func (b *Book) Elsewhere(set record.Values, unset []string, storeID int64, website []int64, ownPrices bool) (
	parts []record.Part, own []string,
) {
	if storeID == 0 {
		return nil, unset
	}
	at := map[int64]*record.Part{}
	in := func(store int64) *record.Part {
		if at[store] == nil {
			at[store] = &record.Part{StoreID: store, Set: record.Values{}}
		}
		return at[store]
	}
	scope := func(field string) string {
		code, custom := strings.CutPrefix(field, customPrefix)
		if a := b.byCode[code]; custom && a != nil {
			return a.Scope
		}
		switch {
		case !slices.Contains(PriceFields, field):
			return StoreScope
		case ownPrices:
			return WebsiteScope
		}
		return GlobalScope
	}
	for field, value := range set {
		switch scope(field) {
		case GlobalScope:
			in(0).Set[field] = value
			delete(set, field)
		case WebsiteScope:
			for _, store := range website {
				in(store).Set[field] = value
			}
			delete(set, field)
		}
	}
	for _, field := range unset {
		if scope(field) != WebsiteScope {
			own = append(own, field)
			continue
		}
		for _, store := range website {
			in(store).Unset = append(in(store).Unset, field)
		}
	}
	for _, store := range slices.Sorted(maps.Keys(at)) {
		parts = append(parts, *at[store])
	}
	return parts, own
}

// CheckValue returns an error if no product can have the value for a user-defined attribute without options.
func CheckValue(a ProductAttribute, written string) error {
	_, err := NewBook().value(&a, encode(written))
	return err
}
