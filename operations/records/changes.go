package records

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"tradelog/domain/change"
)

// Changes declares the resources that the events of declared records change.
func (d *declaration) Changes() change.Area {
	kind, part := d.Spec.Kind, d.Part
	if part.Of == "" {
		events := change.Records(kind, d.of.Permission)
		for _, resource := range slices.Sorted(maps.Keys(d.Echoes)) {
			events = change.Echoing(resource, d.Echoes[resource], events)
		}
		return change.Area{Events: events, Scopes: map[string]change.ScopeFold{kind.Name: d.locate()}}
	}
	return change.Area{
		Events: change.PartRecords(kind, strings.TrimPrefix(part.Of, "/"), part.Shown),
		Scopes: map[string]change.ScopeFold{kind.Name: change.OwnedBy(part.Field)},
	}
}

// locate finds the scopes of records. A record that only some callers may see, for a reason that no field has, has an empty scope.
func (d *declaration) locate() change.ScopeFold {
	switch {
	case d.published != nil:
		return change.In(d.published.field, change.OfStores)
	case d.guarded:
		return d.Scope
	}
	return change.Everywhere
}

// Changes joins the declarations of changes.
func Changes(declared []Record) []change.Area {
	areas := make([]change.Area, len(declared))
	for i, r := range declared {
		areas[i] = r.Changes()
	}
	return areas
}

// memberAt returns the name of the member that a function points to.
func memberAt[V any](at func(*V) *[]int64) string {
	var v V
	member, of := reflect.ValueOf(at(&v)).Pointer(), reflect.ValueOf(&v).Elem()
	for _, f := range reflect.VisibleFields(of.Type()) {
		if !f.Anonymous && of.FieldByIndex(f.Index).Addr().Pointer() == member && f.Type == reflect.TypeFor[[]int64]() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			return name
		}
	}
	panic("records: the stores of " + of.Type().String() + " are no field of it")
}
