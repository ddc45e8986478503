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

// What is the kind of a change of a resource.
type What string

// The kinds of changes.
const (
	Created What = "created"
	Changed What = "changed"
	Deleted What = "deleted"
)

// Change is the effect of one event on one resource.
type Change struct {
	Resource string // as in the paths of the interfaces, such as orders
	ID       int64
	Name     string // identifies a resource that has no number, such as a scope of the configuration
	What     What
	// Fields names the fields that the event sets, as documents have them. Fields is empty where the event is about the whole.
	Fields []string
	// OfOwner says that the resource is the one that the event's stream belongs to, see Place.Owner. ID is not set then.
	OfOwner bool
	// Stock is set for changes of an inventory.
	Stock *Stock
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
	of        func(stream string, e domain.Event) []Change
}

// Of returns the changes that an event of a stream makes.
func (d Declaration) Of(stream string, e domain.Event) []Change {
	if d.of == nil {
		return nil
	}
	return d.of(stream, e)
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
func Stream(resource string, what What, fields []string, events ...domain.Event) (all []Declaration) {
	for _, e := range events {
		all = append(all, Declaration{Event: e.EventName(), Resources: []string{resource}, of: func(stream string, _ domain.Event) []Change {
			return []Change{{Resource: resource, ID: domain.StreamID(stream), What: what, Fields: fields}}
		}})
	}
	return all
}

// Fields lists names of fields.
func Fields(names ...string) []string { return names }

// Place holds the stores and websites that a resource belongs to. A caller who is limited to some stores sees changes of the resources that
// belong to one of them or to its website. The zero place has no store and no website: only callers without a limit see its resource.
type Place struct {
	Everywhere       bool
	Stores, Websites []int64
	// Owner is the number of the resource that a part belongs to, where the part is no resource of its own.
	Owner int64
}

// Nowhere reports whether only callers without a limit see the resource of the place.
func (p Place) Nowhere() bool { return !p.Everywhere && len(p.Stores) == 0 && len(p.Websites) == 0 }

// Everywhere is the place of resources that all stores share.
func Everywhere(Place, string, domain.Event) Place { return Place{Everywhere: true} }

// Within reports whether the place belongs to one of some stores or websites.
func (p Place) Within(stores, websites []int64) bool {
	return p.Everywhere || intersects(p.Stores, stores) || intersects(p.Websites, websites)
}

func intersects(a, b []int64) bool {
	return slices.ContainsFunc(a, func(id int64) bool { return slices.Contains(b, id) })
}

// Same reports whether two places are equal.
func (p Place) Same(as Place) bool {
	return p.Everywhere == as.Everywhere && p.Owner == as.Owner && slices.Equal(p.Stores, as.Stores) && slices.Equal(p.Websites, as.Websites)
}

// Locate returns the place of a stream's resource after an event, from its place before it. It must not change the slices of a place.
type Locate func(had Place, stream string, e domain.Event) Place

// Area holds the declarations of an area.
type Area struct {
	Events []Declaration
	// Places finds the places of resources, by the category of their streams. A category without an entry has the zero place.
	Places map[string]Locate
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

// Together joins the declarations of the packages of an area. Join checks it.
func Together(areas ...Area) Area {
	all := Area{Places: map[string]Locate{}}
	for _, a := range areas {
		all.Events = append(all.Events, a.Events...)
		maps.Copy(all.Places, a.Places)
	}
	return all
}

// Join returns the declarations of several areas as those of one. It fails if two declare an event type or a category.
func Join(areas ...Area) (Area, error) {
	all := Area{Places: map[string]Locate{}}
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
		for category, locate := range a.Places {
			if locate == nil {
				continue
			}
			if all.Places[category] != nil {
				return Area{}, fmt.Errorf("the places of %s streams are declared twice", category)
			}
			all.Places[category] = locate
		}
	}
	return all, nil
}
