package change

import (
	"encoding/json"
	"slices"

	"tradelog/domain"
	"tradelog/domain/record"
)

// Records declares the events of a kind of record that is a resource.
func Records(kind *record.Kind, resource string) []Declaration {
	return recordsBy(kind, resource, func(stream string) Change { return Change{Resource: resource, ID: domain.StreamID(stream)} })
}

// PartRecords declares the events of a kind of record whose records are parts of a resource.
func PartRecords(kind *record.Kind, resource string, fields ...string) (all []Declaration) {
	for _, name := range kind.EventNames() {
		all = append(all, Declaration{Event: name, Resources: []string{resource}, of: func(string, domain.Event) []Change {
			return []Change{{Resource: resource, OfOwner: true, Kind: Changed, Fields: fields}}
		}})
	}
	return all
}

// OwnedBy returns a ScopeFold for the records of PartRecords, whose field names the owner. The resource that such a record is a part of has
// the scope Everywhere.
func OwnedBy(field string) ScopeFold {
	return func(had Scope, _ string, e domain.Event) Scope {
		if created, ok := e.(record.Created); ok {
			had = Scope{Everywhere: true}
			if json.Unmarshal(created.Values[field], &had.Owner) != nil {
				return Scope{}
			}
		}
		return had
	}
}

// NamedRecords declares the events of a kind of record whose resources have names. name finds that of a stream.
func NamedRecords(kind *record.Kind, resource string, name func(stream string) string) []Declaration {
	return recordsBy(kind, resource, func(stream string) Change { return Change{Resource: resource, Name: name(stream)} })
}

func recordsBy(kind *record.Kind, resource string, of func(stream string) Change) (all []Declaration) {
	for _, name := range kind.EventNames() {
		all = append(all, Declaration{Event: name, Resources: []string{resource}, of: func(stream string, e domain.Event) []Change {
			c := of(stream)
			switch e := e.(type) {
			case record.Created:
				c.Kind, c.Fields = Created, names(e.Values, nil)
			case record.Changed:
				c.Kind, c.Fields = Changed, names(e.Set, e.Unset)
			case record.Deleted:
				c.Kind = Deleted
			}
			return []Change{c}
		}})
	}
	return all
}

// names returns the names of fields in order.
func names(set record.Values, unset []string) []string {
	fields := slices.Clone(unset)
	for name := range set {
		fields = append(fields, name)
	}
	slices.Sort(fields)
	return fields
}

// In returns a ScopeFold for records that are assigned to stores or websites by a field. assigned returns the scope of the identifiers in
// the field.
func In(field string, assigned func(ids []int64) Scope) ScopeFold {
	return func(had Scope, _ string, e domain.Event) Scope {
		var values record.Values
		switch e := e.(type) {
		case record.Created:
			values, had = e.Values, assigned(nil)
		case record.Changed:
			values = e.Set
		}
		raw, has := values[field]
		if !has {
			return had
		}
		var ids []int64
		if json.Unmarshal(raw, &ids) != nil {
			return Scope{}
		}
		return assigned(ids)
	}
}

// AtStore returns a ScopeFold for records that belong to the store view in a field. Records of all store views have the empty scope.
func AtStore(field string) ScopeFold {
	return func(had Scope, _ string, e domain.Event) Scope {
		var values record.Values
		switch e := e.(type) {
		case record.Created:
			values, had = e.Values, Scope{}
		case record.Changed:
			values = e.Set
		}
		var id int64
		if raw, has := values[field]; has {
			if had = (Scope{}); json.Unmarshal(raw, &id) == nil && id != 0 {
				had.Stores = []int64{id}
			}
		}
		return had
	}
}

// OfWebsites is the scope of resources that belong to websites.
func OfWebsites(ids []int64) Scope { return Scope{Websites: ids} }

// OfStores is the scope of resources that belong to store views. Without any, or with the store view that stands for all, the scope is
// Everywhere.
func OfStores(ids []int64) Scope {
	if len(ids) == 0 || slices.Contains(ids, 0) {
		return Scope{Everywhere: true}
	}
	return Scope{Stores: ids}
}
