package domain

import (
	"fmt"
	"reflect"

	"github.com/goccy/go-json"
)

// Event is a fact that a decision produced. Its name never changes: the log stores it, and projectors, upcasters and
// auditors find events by it.
type Event interface {
	EventName() string
}

// Personal is an event that carries personal data. Its fields tagged `personal:"true"` are sealed with the key of the
// data subject before they reach the log. Forgetting a person therefore needs no change of the log (docs/event-log.md).
type Personal interface {
	Event
	// DataSubject names the person the tagged fields belong to, such as "customer-7". If it is empty, encoding fails when
	// a tagged field is set.
	DataSubject() string
}

// Reduced is an event whose fields are not those of its struct but are declared elsewhere, such as those of a plain record.
type Reduced interface {
	Event
	// Declared returns the event without the values of fields that are not declared.
	Declared() Event
}

// Upcaster converts the stored JSON of one schema version to the next.
type Upcaster func(data []byte) ([]byte, error)

// EventSpec declares an event type. It ties a stored name and schema version to a Go type.
type EventSpec struct {
	Name    string
	Version int
	// New returns an empty event of this type, which Fill decodes into.
	New func() Event
	// Upcasters[v] converts version v to v+1, for every v from 1 to Version-1.
	Upcasters map[int]Upcaster
}

// Spec declares the event type E at a schema version. E is a struct, not a pointer.
func Spec[E Event](version int, upcasters ...Upcaster) EventSpec {
	var zero E
	return spec(zero.EventName(), version, func() Event {
		var e E
		return e
	}, upcasters)
}

// Specs declares event types at version 1, by their zero values.
func Specs(events ...Event) []EventSpec {
	specs := make([]EventSpec, len(events))
	for i, e := range events {
		specs[i] = spec(e.EventName(), 1, func() Event { return e }, nil)
	}
	return specs
}

// SpecNamed declares an event type whose Go type has several names, such as the events of plain records. blank returns an empty event that
// knows its name.
func SpecNamed[E Event](version int, blank func() E, upcasters ...Upcaster) EventSpec {
	name := blank().EventName()
	return spec(name, version, func() Event { return blank() }, upcasters)
}

func spec(name string, version int, blank func() Event, upcasters []Upcaster) EventSpec {
	if len(upcasters) != version-1 {
		panic(fmt.Sprintf("domain: event type %s version %d needs %d upcasters, has %d", name, version, version-1, len(upcasters)))
	}
	byVersion := make(map[int]Upcaster, len(upcasters))
	for i, up := range upcasters {
		byVersion[i+1] = up
	}
	return EventSpec{Name: name, Version: version, New: blank, Upcasters: byVersion}
}

// Fill decodes stored JSON into a copy of the event and returns it. A sealed event is filled twice: with its public part and with its
// opened personal part.
func Fill(event Event, data []byte) (Event, error) {
	holder := reflect.New(reflect.TypeOf(event))
	holder.Elem().Set(reflect.ValueOf(event))
	if err := json.Unmarshal(data, holder.Interface()); err != nil {
		return nil, fmt.Errorf("decode %s: %w", event.EventName(), err)
	}
	return holder.Elem().Interface().(Event), nil
}
