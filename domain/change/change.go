// Package change declares which resources of the interfaces an event changes, and to which stores and websites these belong. Each area
// declares this for its own event types, beside the events. The feed of changes is the log read through the declarations, so nothing is
// stored for it.
//
// The declarations see the public part of an event only. An entry of the feed names fields and has no values, besides quantities of stock.
package change

import (
	"fmt"
	"maps"
	"slices"

	"tradelog/domain"
	"tradelog/domain/money"
)

// Kind is the kind of a change of a resource.
type Kind string

// The kinds of changes.
const (
	Created Kind = "created"
	Changed Kind = "changed"
	Deleted Kind = "deleted"
)

// Change is the effect of one event on one resource.
type Change struct {
	Resource string // as in the paths of the interfaces, such as orders
	ID       int64
	Name     string // identifies a resource that has no number, such as a scope of the configuration
	Kind     Kind
	// Fields names the fields that the event sets, as documents have them. Fields is empty where the event is about the whole.
	Fields []string
	// OfOwner says that the resource is the one that the event's stream belongs to, see Scope.Owner. ID is not set then.
	OfOwner bool
	// Echo is set if the resource shows what the event changed, and the event is not its own, see Declaration.Echoes.
	Echo *Echo
	// Stock is set for changes of an inventory.
	Stock *Stock
}

// Echo is a resource that shows what an event of something else changed, with the scope that it has at present.
type Echo struct {
	Resource string
	ID       int64
	Scope    Scope
}

// Stock is a change of the quantity of a product. Events of earlier versions do not tell each quantity, which is nil then.
type Stock struct {
	ProductID     int64
	Before, After *money.Decimal
}

// Declaration declares the changes of events of one type.
type Declaration struct {
	Event string
	// Resources lists the resources that the events can change. The list is empty if no interface shows the changes, for the reason Hidden.
	Resources []string
	Hidden    string
	// Echoes has the fields of the resources that show what the events are about, by the name of the resource, see EchoOf. A projector notes
	// the numbers of those that do.
	Echoes map[string][]string
	of     func(stream string, e domain.Event) []Change
}

// Of returns the changes that an event of a stream makes.
func (d Declaration) Of(stream string, e domain.Event) []Change {
	if d.of == nil {
		return nil
	}
	return d.of(stream, e)
}

// EchoOf returns the change of a resource that shows what an event changed. own lists the event's own changes. The change is about the
// whole, unless the fields that it can concern are known. An event of the stock of one product changes only the stock that the product
// shows, but anything that other products show of it, such as the least price.
func (d Declaration) EchoOf(e Echo, own []Change) Change {
	c := Change{Resource: e.Resource, ID: e.ID, Kind: Changed, Fields: d.Echoes[e.Resource], Echo: &e}
	if len(own) > 0 && own[0].Stock != nil && (len(own) > 1 || own[0].Stock.ProductID != e.ID) {
		c.Fields = nil
	}
	return c
}

// By declares events E whose changes a function finds.
func By[E domain.Event](blank E, f func(stream string, e E) []Change, resources ...string) Declaration {
	return Declaration{Event: blank.EventName(), Resources: resources, of: func(stream string, e domain.Event) []Change {
		typed, ok := e.(E)
		if !ok {
			return nil
		}
		return f(stream, typed)
	}}
}

// Hide declares events whose changes no interface shows, and says why.
func Hide(reason string, events ...domain.Event) (all []Declaration) {
	for _, e := range events {
		all = append(all, Declaration{Event: e.EventName(), Hidden: reason})
	}
	return all
}

// HideAll is Hide for the event types of specs.
func HideAll(reason string, specs ...domain.EventSpec) (all []Declaration) {
	for _, s := range specs {
		all = append(all, Declaration{Event: s.Name, Hidden: reason})
	}
	return all
}

// Stream declares events that change the resource with the number of their stream.
func Stream(resource string, kind Kind, fields []string, events ...domain.Event) (all []Declaration) {
	for _, e := range events {
		all = append(all, Declaration{Event: e.EventName(), Resources: []string{resource}, of: func(stream string, _ domain.Event) []Change {
			return []Change{{Resource: resource, ID: domain.StreamID(stream), Kind: kind, Fields: fields}}
		}})
	}
	return all
}

// Echoing declares that what events change is also shown by resources of a name, see Declaration.Echoes.
func Echoing(resource string, fields []string, declared []Declaration) []Declaration {
	for i := range declared {
		if d := &declared[i]; d.Hidden == "" {
			if d.Echoes = maps.Clone(d.Echoes); d.Echoes == nil {
				d.Echoes = map[string][]string{}
			}
			d.Echoes[resource] = fields
			if !slices.Contains(d.Resources, resource) {
				d.Resources = append(slices.Clip(d.Resources), resource)
			}
		}
	}
	return declared
}

// Fields lists names of fields.
func Fields(names ...string) []string { return names }

// Scope holds the stores and websites that a resource belongs to. A caller who is limited to some stores sees changes of the resources that
// belong to one of them or to its website. The empty scope has no store and no website: only callers without a limit see its resource.
type Scope struct {
	Everywhere       bool
	Stores, Websites []int64
	// Owner is the number of the resource that a part belongs to, where the part is no resource of its own.
	Owner int64
}

// Empty reports whether only callers without a limit see the resource of the scope.
func (p Scope) Empty() bool { return !p.Everywhere && len(p.Stores) == 0 && len(p.Websites) == 0 }

// Everywhere is the scope of resources that all stores share.
func Everywhere(Scope, string, domain.Event) Scope { return Scope{Everywhere: true} }

// Within reports whether the scope belongs to one of some stores or websites.
func (p Scope) Within(stores, websites []int64) bool {
	return p.Everywhere || intersects(p.Stores, stores) || intersects(p.Websites, websites)
}

func intersects(a, b []int64) bool {
	return slices.ContainsFunc(a, func(id int64) bool { return slices.Contains(b, id) })
}

// Same reports whether two scopes are equal.
func (p Scope) Same(as Scope) bool {
	return p.Everywhere == as.Everywhere && p.Owner == as.Owner && slices.Equal(p.Stores, as.Stores) && slices.Equal(p.Websites, as.Websites)
}

// ScopeFold returns the scope of a stream's resource after an event, from its scope before it. It must not change the slices of a scope.
type ScopeFold func(had Scope, stream string, e domain.Event) Scope

// Area holds the declarations of an area.
type Area struct {
	Events []Declaration
	// Scopes finds the scopes of resources, by the category of their streams. A category without an entry has the empty scope.
	Scopes map[string]ScopeFold
}

// Resources lists the resources with declared changes, in order.
func (a Area) Resources() []string {
	var all []string
	for _, d := range a.Events {
		all = append(all, d.Resources...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Merge joins the declarations of the packages of an area, and Join checks them.
func Merge(areas ...Area) Area {
	all := Area{Scopes: map[string]ScopeFold{}}
	for _, a := range areas {
		all.Events = append(all.Events, a.Events...)
		maps.Copy(all.Scopes, a.Scopes)
	}
	return all
}

// Join returns the declarations of several areas as those of one. It fails if two declare an event type or a category.
func Join(areas ...Area) (Area, error) {
	all := Area{Scopes: map[string]ScopeFold{}}
	known := map[string]bool{}
	for _, a := range areas {
		for _, d := range a.Events {
			if known[d.Event] {
				return Area{}, fmt.Errorf("the changes of event type %s are declared twice", d.Event)
			}
			if (len(d.Resources) == 0) == (d.Hidden == "") {
				return Area{}, fmt.Errorf("event type %s needs either resources that it changes, or a reason why there are none", d.Event)
			}
			known[d.Event] = true
		}
		all.Events = append(all.Events, a.Events...)
		for category, locate := range a.Scopes {
			if locate == nil {
				continue
			}
			if all.Scopes[category] != nil {
				return Area{}, fmt.Errorf("the places of %s streams are declared twice", category)
			}
			all.Scopes[category] = locate
		}
	}
	return all, nil
}
