package soap

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tradelog/soap/wire"
)

// Filters of lists. SOAP V2 sends them as an entity with two lists, the others as a map:
//
//	filter          key and value: the field has the value
//	complex_filter  key, and a value with a key and a value of its own: the field and the value are related as that key says
//	map             {"status": "pending", "created_at": {"from": "2026-01-01"}}
//
// All conditions must hold. An unknown filter is refused, because a list that ignored it would have unwanted rows.
var (
	associativeEntity = &wire.Type{Name: "associativeEntity", Fields: []wire.Field{required("key"), required("value")}}
	associativeArray  = &wire.Type{Name: "associativeArray", Item: associativeEntity, Read: listed}
	complexFilter     = &wire.Type{Name: "complexFilter", Fields: []wire.Field{required("key"),
		{Name: "value", Type: associativeEntity, Required: true}}}
	filterInput = &wire.Type{Name: "filters", Fields: []wire.Field{optional("filter", associativeArray, ""),
		optional("complex_filter", &wire.Type{Name: "complexFilterArray", Item: complexFilter}, "")}, Read: conditions}
)

// filters describes the filters of a list: the fields of its rows and further ones. Parameters of the operation narrow the list first. All
// conditions are then checked on the rows.
type filters struct {
	Invalid int          // code of the fault for a filter that is unknown or unreadable
	Fields  []wire.Field // fields that can be filtered by, besides those of the rows
	// Params maps conditions to parameters of the operation. A parameter must keep all rows that fulfil the condition. A key is a field, a
	// space and a relation.
	Params map[string]string
}

// filterArg is the argument for filters.
var filterArg = arg{Name: "filters", Type: filterInput, Optional: true}

// moments returns the parameters for the dates of a list.
func moments(params map[string]string) map[string]string {
	for _, relation := range []string{"from", "gteq", "moreq", "gt"} {
		params["created_at "+relation], params["updated_at "+relation] = "createdFrom", "updatedSince"
	}
	for _, relation := range []string{"to", "lteq", "lt"} {
		params["created_at "+relation] = "createdTo"
	}
	return params
}

// pairs returns the members of a map, or of a list of maps with a key and a value each.
func pairs(v wire.Value) (out wire.Map) {
	switch v := v.(type) {
	case wire.Map:
		key, named := v.Get("key")
		if value, ok := v.Get("value"); ok && named && len(v) == 2 {
			return wire.Map{{Name: wire.Text(key), Value: value}}
		}
		return v
	case wire.List:
		for _, item := range v {
			if isMap(item) {
				out = append(out, pairs(item)...)
			} else {
				out = append(out, wire.Entry{Name: wire.Text(item)})
			}
		}
	}
	return out
}

// listed converts the other forms of a list of pairs to a list, see pairs.
func listed(v wire.Value) wire.Value {
	out := wire.List{}
	for _, e := range pairs(v) {
		out = append(out, pair(e.Name, e.Value))
	}
	return out
}

func pair(key string, v wire.Value) wire.Map {
	return wire.Map{{Name: "key", Value: key}, {Name: "value", Value: v}}
}

// conditions converts all forms of filters to that of complex_filter.
func conditions(v wire.Value) wire.Value {
	if text := wire.Text(v); text != "" { // no filter has this name
		v = wire.Map{{Name: text}}
	}
	out := wire.List{}
	for _, e := range pairs(v) {
		if e.Name == "filter" || e.Name == "complex_filter" {
			inside, _ := conditions(e.Value).(wire.Map)
			out = append(out, entries(inside[0].Value)...)
			continue
		}
		for _, relation := range related(e.Value) {
			out = append(out, pair(e.Name, pair(relation.Name, relation.Value)))
		}
	}
	return wire.Map{{Name: "complex_filter", Value: out}}
}

// related returns the relations and operands in the value of a filter. Lists of operands are text with commas.
func related(v wire.Value) (out wire.Map) {
	list, ok := v.(wire.List)
	if ok && !slices.ContainsFunc(list, isMap) {
		return wire.Map{{Name: "in", Value: joined(list)}}
	}
	if !ok && !isMap(v) {
		return wire.Map{{Name: "eq", Value: wire.Text(v)}}
	}
	for _, e := range pairs(v) {
		if list, ok := e.Value.(wire.List); ok {
			e.Value = joined(list)
		}
		out = append(out, e)
	}
	return out
}

func isMap(v wire.Value) bool {
	_, ok := v.(wire.Map)
	return ok
}

func joined(list wire.List) string {
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = wire.Text(item)
	}
	return strings.Join(texts, ",")
}

// condition is a condition that rows fulfil.
type condition struct {
	field    wire.Field
	relation string
	value    string
	holds    func(value string, null bool) bool
}

type wantedConditions []condition

// read reads the filters of a call.
func (f *filters) read(c *call) (out wantedConditions, err error) {
	if f == nil {
		return nil, nil
	}
	given, _ := c.arg(filterArg.Name).(wire.Map)
	list, _ := given.Get("complex_filter")
	fields := slices.Concat(c.method.Returns.Item.Fields, f.Fields)
	for _, entry := range entries(list) {
		m, _ := entry.(wire.Map)
		key, _ := m.Get("key")
		inner, _ := m.Get("value")
		related, _ := inner.(wire.Map)
		relation, _ := related.Get("key")
		value, _ := related.Get("value")
		at := slices.IndexFunc(fields, func(f wire.Field) bool { return f.Name == key && f.Of != "" && f.Type.Scalar() })
		if at < 0 {
			return nil, c.method.resource.fault(f.Invalid, fmt.Sprintf("Unknown filter: %.64s", wire.Text(key)))
		}
		x := condition{field: fields[at], relation: strings.ToLower(wire.Text(relation)), value: wire.Text(value)}
		if x.holds = relations(x.relation, x.value); x.holds == nil {
			return nil, c.method.resource.fault(f.Invalid, fmt.Sprintf("Unknown condition of the filter %s: %.64s", x.field.Name, x.relation))
		}
		out = append(out, x)
	}
	return out, nil
}

// narrow adds the parameters of the operation that narrow the list to the conditions.
func (all wantedConditions) narrow(f *filters, query map[string][]string) {
	for _, c := range all {
		if name, ok := f.Params[c.field.Name+" "+c.relation]; ok {
			query[name] = []string{c.value}
		}
	}
}

// matching returns the rows that fulfil all conditions.
func (all wantedConditions) matching(rows [][]byte) ([][]byte, error) {
	if len(all) == 0 {
		return rows, nil
	}
	var out [][]byte
	for _, row := range rows {
		d, err := read(row)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(c condition) bool {
			v := d.field(c.field)
			return !c.holds(wire.Text(v), v == nil)
		}) {
			out = append(out, row)
		}
	}
	return out, nil
}

// relations returns the test of a relation between the value of a field and another value; nil: there is no such relation. Numbers are
// compared as numbers, other text without regard to case.
func relations(name, value string) func(v string, null bool) bool {
	order := func(want ...int) func(string, bool) bool {
		return func(v string, null bool) bool { return !null && slices.Contains(want, compared(v, value)) }
	}
	not := func(holds func(string, bool) bool) func(string, bool) bool {
		return func(v string, null bool) bool { return !null && !holds(v, null) }
	}
	switch name {
	case "eq":
		return order(0)
	case "neq":
		return not(order(0))
	case "gt":
		return order(1)
	case "lt":
		return order(-1)
	case "from", "gteq", "moreq":
		return order(0, 1)
	case "to", "lteq":
		return order(-1, 0)
	case "like":
		return like(value)
	case "nlike":
		return not(like(value))
	case "in":
		return inList(value)
	case "nin":
		return not(inList(value))
	case "null":
		return func(_ string, null bool) bool { return null }
	case "notnull":
		return func(_ string, null bool) bool { return !null }
	}
	return nil
}

// compared returns -1, 0 or 1, as v is less than, equal to or greater than value.
func compared(v, value string) int {
	a, errA := strconv.ParseFloat(strings.TrimSpace(v), 64)
	b, errB := strconv.ParseFloat(strings.TrimSpace(value), 64)
	switch {
	case errA != nil || errB != nil:
		return strings.Compare(strings.ToLower(v), strings.ToLower(value))
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// like returns the test of a pattern, in which % is any text and _ is any character.
func like(pattern string) func(string, bool) bool {
	form := strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(pattern))
	matcher, err := regexp.Compile("(?is)^" + form + "$")
	return func(v string, null bool) bool { return err == nil && !null && matcher.MatchString(v) }
}

func inList(list string) func(string, bool) bool {
	wanted := strings.Split(list, ",")
	return func(v string, null bool) bool {
		return !null && slices.ContainsFunc(wanted, func(w string) bool { return compared(v, strings.TrimSpace(w)) == 0 })
	}
}
