package records

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// member is a field of a record that can be sent.
type member struct {
	name   string
	index  []int // of the field in the record
	typ    reflect.Type
	tag    reflect.StructTag
	raw    bool // Spec.Parse reads it
	filled bool // an empty list counts as not sent
}

// membersOf lists the members of a record's struct that can be sent, and finds its identifier.
func membersOf(t reflect.Type) (out []member, id []int) {
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		how := f.Tag.Get("input")
		switch {
		case f.Anonymous: // its fields follow
		case name == "id":
			id = f.Index
		case how == "-", name == "-":
		default:
			m := member{name: name, index: f.Index, typ: f.Type, tag: f.Tag, raw: how == "raw", filled: how == "filled"}
			switch {
			case m.raw:
				m.typ = reflect.TypeFor[json.RawMessage]()
			case f.Type.Kind() != reflect.Slice && f.Type.Kind() != reflect.Pointer:
				m.typ = reflect.PointerTo(f.Type)
			}
			out = append(out, m)
		}
	}
	return out, id
}

// field makes a field of a struct type that is built at run time. Nothing shows its Go name.
func field(n int, t reflect.Type, tag string) reflect.StructField {
	return reflect.StructField{Name: fmt.Sprint("F", n), Type: t, Tag: reflect.StructTag(tag)}
}

// pathField returns the field for the identifier in the path.
func (d *declaration) pathField() reflect.StructField {
	return field(0, reflect.TypeFor[int64](), fmt.Sprintf(`path:"id" doc:"ID of the %s"`, d.of.Label))
}

// bodyOf returns the type of the input that creates a record or, with a field for its identifier before the members, changes one.
func bodyOf(members []member, fields ...reflect.StructField) reflect.Type {
	changes := len(fields) > 0
	for _, m := range members {
		tag := string(m.tag)
		if changes {
			tag = strings.Replace(tag, `required:"true"`, "", 1)
		}
		fields = append(fields, field(len(fields), m.typ, tag))
	}
	return reflect.StructOf(fields)
}

// itemType returns the type of the input of operations on one record.
func (d *declaration) itemType() reflect.Type {
	return reflect.StructOf([]reflect.StructField{d.pathField()})
}

// listType returns the type of the input of the list: the parameters of published records, the search, and the filters.
func (d *declaration) listType() reflect.Type {
	var fields []reflect.StructField
	add := func(t reflect.Type, tag string) { fields = append(fields, field(len(fields), t, tag)) }
	text := reflect.TypeFor[string]()
	if d.published != nil {
		key := d.published.key
		add(text, fmt.Sprintf(`query:%q doc:%q`, key.Name, key.Doc))
		add(text, `query:"createdFrom" doc:"created at or after; UTC, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS"`)
		add(text, `query:"createdTo" doc:"created at or before; a date includes its whole day"`)
		add(text, `query:"updatedSince" doc:"changed at or after, whenever created"`)
		add(text, `query:"scope" silent:"true" enum:"all" doc:"all: every store view and status; back office only"`)
	}
	if d.Search != nil {
		add(text, fmt.Sprintf(`query:"search" alias:"q" doc:%q`, cmp.Or(d.Resource.Search, "part of the name or code, case-insensitive")))
	}
	for _, f := range d.Filters {
		t := text
		if f.Number != nil {
			t = reflect.TypeFor[*int64]()
		}
		tag := fmt.Sprintf(`query:%q doc:%q`, f.Name, f.Doc)
		if f.Enum != "" {
			tag += fmt.Sprintf(` enum:%q`, f.Enum)
		}
		add(t, tag)
	}
	return reflect.StructOf(fields)
}

// parameters returns a function that finds the parameters of an input of listType by their names: a text, or a *int64.
func parameters(in reflect.Value) func(name string) any {
	values := map[string]any{}
	for _, f := range inputs.Fields(in.Type()) {
		values[f.Name] = in.FieldByIndex(f.Index).Interface()
	}
	return func(name string) any { return values[name] }
}

// shownType returns the type of the answer, for schemas.
func (d *declaration) shownType() reflect.Type {
	t := d.shown
	if !d.same() {
		return t
	}
	fields := []reflect.StructField{
		field(0, reflect.TypeFor[string](), fmt.Sprintf(`json:"@type" component:%q`, d.of.Name)),
	}
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			fields = append(fields, field(len(fields), f.Type, string(f.Tag)))
		}
	}
	return reflect.StructOf(append(fields, field(len(fields), reflect.TypeFor[documents.Extensions](), `json:"extensions"`)))
}

// sent holds the changes of a request to a record: a function that returns the changed record, and the names of the sent members.
type sent struct {
	apply func(v any) any
	names map[string]bool
}

// sentIn reads the sent members in the input of a declaration.
func (d *declaration) sentIn(r Request, in reflect.Value) (sent, error) {
	set, names, raw := sentOf(d.members, in)
	parsed, err := d.parse(r, raw)
	return sent{names: names, apply: func(v any) any {
		v = d.changed(v, set)
		for _, f := range parsed {
			f(&v)
		}
		return v
	}}, err
}

// sentOf reads an input of bodyOf. set applies the sent members to a record, except those in raw, which can be any JSON.
func sentOf(members []member, in reflect.Value) (set func(reflect.Value), names map[string]bool, raw map[string]json.RawMessage) {
	offset := in.NumField() - len(members)
	names, raw = map[string]bool{}, map[string]json.RawMessage{}
	var each []func(reflect.Value)
	for i, m := range members {
		from := in.Field(offset + i)
		if from.IsNil() || m.filled && from.Len() == 0 || m.raw && from.Len() == 0 {
			continue
		}
		names[m.name] = true
		if m.raw {
			raw[m.name] = from.Bytes()
			continue
		}
		each = append(each, func(to reflect.Value) {
			to = to.FieldByIndex(m.index)
			if from.Type() != to.Type() {
				to.Set(from.Elem())
				return
			}
			to.Set(from)
		})
	}
	return func(to reflect.Value) {
		for _, f := range each {
			f(to)
		}
	}, names, raw
}

// parse parses the members that may be any JSON and returns functions that make their changes.
func (d *declaration) parse(r Request, raw map[string]json.RawMessage) (changes []func(*any), err error) {
	if d.published != nil {
		stores, err := storesOf(r, raw["stores"])
		if err != nil {
			return nil, err
		}
		if len(stores) > 0 {
			changes = append(changes, func(v *any) { d.published.assign(v, stores) })
		}
	}
	if d.Parse == nil {
		return changes, nil
	}
	f, err := d.Parse(r, raw)
	if f != nil {
		changes = append(changes, f)
	}
	return changes, err
}
