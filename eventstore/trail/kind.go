package trail

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Kind declares things that have a trail. Modules list theirs.
type Kind struct {
	// Path is the path of one of the things, such as /orders/{id}. Its only variable names the thing.
	Path string
	Noun string // such as "order"
	// Permission is the resource in grants, such as "orders". A caller who may read it sees personal fields of the trail.
	Permission string
	// Category is that of the streams, each of which is about one thing; empty for parts of things, such as invoices.
	Category string
	// Find returns the source of the trail of the named thing. It fails if there can be none.
	Find func(ctx context.Context, name string) (Source, error)
	// Fold makes documents. Nil: an entry shows the members of its event.
	Fold func() Fold
	// Empty empties the lists of a document to which events only add, such as the comments of an order. Empty is called before each event. So
	// an entry has the additions of its event, and its cost does not grow with the earlier elements. Nil: there are none.
	Empty func(document any)
	// Hidden tells which members of the documents nobody may see, besides those that the events' tags hide. Nil: none.
	Hidden func(member string) bool
}

// resource returns the kind of things as paths name it, such as orders.
func (k Kind) resource() string {
	first, _, _ := strings.Cut(strings.TrimPrefix(k.Path, "/"), "/")
	return first
}

// Takes reports whether a name stands for the kind's streams: that of their category, or that of the resource in paths.
func (k Kind) Takes(name string) bool {
	return k.Category != "" && (strings.EqualFold(name, k.Category) || strings.EqualFold(name, k.resource()))
}

// number returns the number of the thing that a stream is about; 0 if it has none.
func (k Kind) number(stream string) int64 {
	if !strings.HasSuffix(k.Path, "/{id}") {
		return 0
	}
	return domain.StreamID(stream)
}

// namingMembers lists the members of documents that name a thing, the first one that it has.
var namingMembers = []string{"incrementId", "name", "sku", "code", "identifier", "title", "username"}

// nameIn returns the name of a thing in the first of some documents that has one.
func nameIn(documents ...map[string]json.RawMessage) string {
	for _, document := range documents {
		for _, member := range namingMembers {
			var name string
			if value := document[member]; first(value) == '"' && json.Unmarshal(value, &name) == nil && name != "" {
				return name
			}
		}
	}
	return ""
}

// Source holds the stream, or the list, with the events of a thing.
type Source struct {
	Stream string
	// About tells which events of the stream are about the thing. Nil: all.
	About func(domain.Event) bool
	// List finds the events of a thing that shares its stream with too many others, or whose events are in several. Nil: the stream is read.
	List List
}

// Fold makes the document after an event from all events of a stream, one after another. The document may change with the next event.
type Fold func(e domain.Event, at domain.Times) (document any)

// ErrNotFound: there is no such thing, and never was.
var ErrNotFound = fault.NotFoundf("Not Found")

// Numbered returns a Find of things with a stream for each identifier.
func Numbered(stream func(id int64) string) func(context.Context, string) (Source, error) {
	return func(_ context.Context, name string) (Source, error) {
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil || id <= 0 {
			return Source{}, ErrNotFound
		}
		return Source{Stream: stream(id)}, nil
	}
}

// Documents returns a Kind.Fold of a function that applies an event to a document.
func Documents[D any](apply func(*D, domain.Event, domain.Times) *D) func() Fold {
	return func() Fold {
		var document *D
		return func(e domain.Event, at domain.Times) any {
			document = apply(document, e, at)
			return document
		}
	}
}

// Emptied returns a Kind.Empty of a function that empties lists of a document.
func Emptied[D any](empty func(*D)) func(document any) {
	return func(document any) {
		if d, _ := document.(*D); d != nil {
			empty(d)
		}
	}
}

// Of declares the trail of plain records.
func Of(kind *record.Kind, path, noun, permission string) Kind {
	return Kind{Path: path, Noun: noun, Permission: permission, Category: kind.Name, Find: Numbered(kind.Stream), Fold: Records}
}

// Records makes documents of plain records: their members in all stores, and by store view.
func Records() Fold {
	state := record.New("")
	return func(e domain.Event, _ domain.Times) any {
		// Members of an open kind, such as paths of the configuration, are not declared by it.
		if r, ok := e.(interface{ Kind() *record.Kind }); ok && !r.Kind().Open {
			e = e.(domain.Reduced).Declared()
		}
		state = record.Evolve(state, e)
		if state.Deleted {
			return nil
		}
		return stored{state.Values}
	}
}

// stored is the document of a plain record. Its members are made when they are wanted.
type stored struct{ values map[int64]record.Values }

func (s stored) members() map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	for store, values := range s.values {
		for name, value := range values {
			members[inStore(name, store)] = value
		}
	}
	return members
}

// inStore names a member that has a value of its own in a store view.
func inStore(member string, store int64) string {
	if store == 0 {
		return member
	}
	return fmt.Sprintf("%s@%d", member, store)
}

// Opens returns a function that tells whether a caller sees personal fields of a category of streams. They are the categories of things
// that the caller may read. reads tells whether the caller may read a resource.
func Opens(kinds []Kind, reads func(permission string) bool) func(category string) bool {
	permissions := map[string]string{}
	for _, k := range kinds {
		permissions[k.Category] = k.Permission
	}
	return func(category string) bool {
		permission := permissions[category]
		return category != "" && permission != "" && reads(permission)
	}
}
