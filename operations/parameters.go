package operations

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/similar"
	"tradelog/readmodels/documents"
)

// These parameters belong to lists.
const (
	pageParameter   = "page"
	sizeParameter   = "itemsPerPage"
	sizeAlias       = "pageSize"
	fieldsParameter = "fields"
	afterParameter  = "after"
	storeParameter  = "store" // of every request
)

// PageSize is the number of rows of a page unless the caller asks for another.
const PageSize = 20

// Divisible reports whether the operation answers with all rows of a list. Callers that divide such lists get a page of them if they send
// itemsPerPage, see Caller.Divides.
func (o *Operation) Divisible() bool {
	return o.Method == "GET" && o.Verb == List && !o.Paged && o.Output != nil && o.Output.Kind() == reflect.Slice
}

// ParameterNames returns the names of the parameters that the operation reads, aliases included, in alphabetical order.
func (o *Operation) ParameterNames() []string {
	known := map[string]bool{storeParameter: true}
	if o.Paged || o.Divisible() {
		for _, name := range []string{pageParameter, sizeParameter, sizeAlias, fieldsParameter} {
			known[name] = true
		}
	}
	if o.Paged {
		known[afterParameter] = true
	}
	if o.AsOf {
		known[AsOfParameter] = true
	}
	if o.ListsAsOf() {
		known[IDsParameter] = true
	}
	if o.Input != nil {
		for _, f := range Fields(o.Input) {
			if f.Source == SourceParameter {
				for _, name := range f.Names() {
					known[name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(known))
}

// checkStrictly refuses parameters that the operation does not read, and values that it would ignore, if the caller asks for that. Without
// it they are ignored (rest-v2 §4.12 rule 12, conventions §8).
func (c *Call) checkStrictly() error {
	if !c.Caller.Strict {
		return nil
	}
	known, sent := c.Operation.ParameterNames(), c.input.Parameters()
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		base, _, _ := strings.Cut(name, "[") // a filter such as attributeFilters[color]
		if !slices.Contains(known, base) {
			return fault.Invalidf("Unknown parameter: %.64s.%s", name, similar.Meant(base, known)).About(fault.Unknown, name)
		}
		if base == pageParameter || base == sizeParameter || base == sizeAlias {
			if n, err := strconv.Atoi(strings.TrimSpace(last(sent[name]))); err != nil || n < 1 {
				return fault.Invalidf("The %q parameter must be a whole number from 1.", fault.Name(name)).About(fault.Type, name)
			}
		}
	}
	if c.Operation.Input == nil {
		return nil
	}
	for _, f := range Fields(c.Operation.Input) {
		if f.Source != SourceParameter {
			continue
		}
		for _, name := range f.Names() {
			if values := sent[name]; len(values) > 0 {
				if err := f.checkValue(name, last(values)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func last(values []string) string { return values[len(values)-1] }

// checkValue refuses a value that is not one of a parameter's values, or not of its type. Empty values filter nothing.
func (f Field) checkValue(name, text string) error {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	if list := f.Tag.Get("enum"); list != "" {
		if values := strings.Split(list, ","); !slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, text) }) {
			return fault.Invalidf("The %q parameter must be one of %s.%s",
				fault.Name(name), strings.Join(values, ", "), similar.Meant(text, values)).
				About(fault.Choice, name)
		}
	}
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[money.Decimal]() {
		if _, err := money.Parse(text); err != nil {
			return fault.Invalidf("The %q parameter must be a number.", fault.Name(name)).About(fault.Type, name)
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			return fault.Invalidf("The %q parameter must be a whole number.", fault.Name(name)).About(fault.Type, name)
		}
	case reflect.Bool:
		if !slices.Contains([]string{"0", "1", "true", "false"}, strings.ToLower(text)) {
			return fault.Invalidf("The %q parameter must be true or false.", fault.Name(name)).About(fault.Type, name)
		}
	}
	return nil
}

// divide cuts a page out of the answer of a list that is not paged, if the caller divides lists and itemsPerPage asks for one.
func (c *Call) divide(a *documents.Answer) {
	if _, asked := c.size(); !asked || !c.Caller.Divides || a.Paged || !a.List || !c.Operation.Divisible() {
		return
	}
	page := c.Page()
	from := min(page.Offset(), len(a.Items))
	a.Total, a.Paged = int64(len(a.Items)), true
	a.Items = a.Items[from:min(from+page.Size, len(a.Items))]
}
