package operations

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/operations/inputs"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// The parameters of lists.
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

// Divisible reports whether the operation answers with all rows of a list. Callers that divide such lists get a page if they send
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
		for _, f := range inputs.Fields(o.Input) {
			if f.Source == inputs.SourceParameter {
				for _, name := range f.Names() {
					known[name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(known))
}

// checkStrictly refuses parameters that the operation does not read, and values that it would ignore, if the caller requests that. Values
// are refused for tools, too: an agent takes an empty list for the truth. Otherwise both are ignored (rest-v2 §4.12 rule 12, conventions
// §8).
func (c *Call) checkStrictly() error {
	if c.Caller.Strict {
		if err := c.checkNames(); err != nil {
			return err
		}
	}
	if c.Caller.Strict || c.Caller.Exact {
		return c.checkValues()
	}
	return nil
}

// checkNames refuses parameters that the operation does not read, and impossible pages.
func (c *Call) checkNames() error {
	known, sent := c.Operation.ParameterNames(), c.input.Parameters()
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		base, _, _ := strings.Cut(name, "[") // a filter such as attributeFilters[color]
		if !slices.Contains(known, base) {
			return fault.Invalidf("Unknown parameter: %.64s.%s", name, fault.Meant(base, known)).About(fault.Unknown, name)
		}
		if base == pageParameter || base == sizeParameter || base == sizeAlias {
			if n, err := strconv.Atoi(strings.TrimSpace(last(sent[name]))); err != nil || n < 1 {
				return fault.Invalidf("The %q parameter must be a whole number from 1.", fault.Name(name)).About(fault.Type, name)
			}
		}
	}
	return nil
}

// checkValues refuses values that are none of their parameters'.
func (c *Call) checkValues() error {
	if c.Operation.Input == nil {
		return nil
	}
	sent := c.input.Parameters()
	for _, f := range inputs.Fields(c.Operation.Input) {
		if f.Source != inputs.SourceParameter {
			continue
		}
		for _, name := range f.Names() {
			if values := sent[name]; len(values) > 0 {
				if err := f.CheckValue(name, last(values)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func last(values []string) string { return values[len(values)-1] }

// divide cuts a page out of the answer of a list without pages, if the caller divides lists and has sent itemsPerPage.
func (c *Call) divide(a *documents.Answer) {
	if _, asked := c.size(); !asked || !c.Caller.Divides || a.Paged || !a.List || !c.Operation.Divisible() {
		return
	}
	page := c.Page()
	from := min(page.Offset(), len(a.Items))
	a.Total, a.Paged = int64(len(a.Items)), true
	a.Items = a.Items[from:min(from+page.Size, len(a.Items))]
}

// maxPath bounds a variable that matches the rest of a path, in bytes.
const maxPath = 1024

// checkTexts refuses unreadable variables of the path, which can name nothing, and unreadable parameters, before a guard looks anything up.
func (c *Call) checkTexts() error {
	for _, name := range c.Operation.variables {
		most := inputs.LongestSegment
		if c.Operation.DeepVariable(name) {
			most = maxPath
		}
		if text := c.input.Variable(name); !inputs.Readable(text) || len(text) > most && utf8.RuneCountInString(text) > most {
			return readmodels.ErrNotFound
		}
	}
	return inputs.CheckParameters(c.input.Parameters())
}
