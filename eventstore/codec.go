package eventstore

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"tradelog/domain"
)

// Codec encodes domain events for the log and decodes stored ones. Nothing else does. So deciders, projectors, rebuilds, exports
// and audits read an event in the same way: unsealed and upcast to the newest version.
type Codec struct {
	specs map[string]domain.EventSpec
	seals map[string]*sealPlan
	// credentials are the types that have fields which Disclose always withholds.
	credentials map[string]bool
	keys        Keyring
}

// NewCodec knows the given event types. It panics when a name is declared twice, which is a defect of the program.
func NewCodec(keys Keyring, specs ...domain.EventSpec) *Codec {
	c := &Codec{
		specs: make(map[string]domain.EventSpec, len(specs)), seals: map[string]*sealPlan{}, credentials: map[string]bool{}, keys: keys,
	}
	for _, s := range specs {
		if _, twice := c.specs[s.Name]; twice {
			panic("eventstore: event type " + s.Name + " is declared twice")
		}
		c.specs[s.Name] = s
		if plan := planSeal(s.New()); plan != nil {
			c.seals[s.Name] = plan
		}
		if hasCredentials(reflect.TypeOf(s.New()), map[reflect.Type]bool{}) {
			c.credentials[s.Name] = true
		}
	}
	return c
}

// Names lists the known event types in order.
func (c *Codec) Names() []string { return slices.Sorted(maps.Keys(c.specs)) }

// Personal lists the event types that have personal data, in order.
func (c *Codec) Personal() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(c.seals)), func(name string) bool { return len(c.seals[name].personal) == 0 })
}

// PersonalFields lists the names of the personal fields of an event type.
func (c *Codec) PersonalFields(name string) (fields []string) {
	if plan := c.seals[name]; plan != nil {
		for _, f := range plan.personal {
			fields = append(fields, f.name)
		}
	}
	return fields
}

// Spec returns the declaration of an event type.
func (c *Codec) Spec(name string) (domain.EventSpec, bool) {
	s, ok := c.specs[name]
	return s, ok
}

// Encode encodes an event; the caller adds its ID and metadata. Personal and secret fields are sealed with the keys of their subjects,
// which are created if there are none.
func (c *Codec) Encode(ctx context.Context, event domain.Event) (NewEvent, error) {
	name := event.EventName()
	spec, ok := c.specs[name]
	if !ok {
		return NewEvent{}, fmt.Errorf("%w: %s is not declared", ErrUnknownEvent, name)
	}
	var data []byte
	var err error
	if plan := c.seals[name]; plan != nil {
		data, err = plan.seal(ctx, c.keys, event)
	} else {
		data, err = marshal(event)
	}
	if err != nil {
		return NewEvent{}, fmt.Errorf("encode %s: %w", name, err)
	}
	return NewEvent{Type: name, SchemaVersion: spec.Version, Data: data}, nil
}

// Decode reads one event. It fails with ErrUnknownEvent if this binary does not know the type or the version.
func (c *Codec) Decode(ctx context.Context, r Recorded) (domain.Event, error) {
	return c.decode(ctx, c.keys, r)
}

func (c *Codec) decode(ctx context.Context, keys Keyring, r Recorded) (domain.Event, error) {
	event, data, err := c.public(r)
	if err != nil || c.seals[r.Type] == nil {
		return event, err
	}
	if event, err = c.seals[r.Type].open(ctx, keys, r.Type, event, data); err != nil {
		return nil, fmt.Errorf("position %d: %w", r.Position, err)
	}
	return event, nil
}

// Public reads one event without its personal and secret data, so it needs no key. ErrUnknownEvent: see Decode.
func (c *Codec) Public(r Recorded) (domain.Event, error) {
	event, _, err := c.public(r)
	return event, err
}

// public reads the public part of an event, and returns its upcast data.
func (c *Codec) public(r Recorded) (domain.Event, []byte, error) {
	spec, ok := c.specs[r.Type]
	if !ok || r.SchemaVersion < 1 || r.SchemaVersion > spec.Version {
		return nil, nil, fmt.Errorf("%w: %s version %d at position %d", ErrUnknownEvent, r.Type, r.SchemaVersion, r.Position)
	}
	data := r.Data
	for v := r.SchemaVersion; v < spec.Version; v++ {
		var err error
		if data, err = spec.Upcasters[v](data); err != nil {
			return nil, nil, fmt.Errorf("upcast %s from version %d at position %d: %w", r.Type, v, r.Position, err)
		}
	}
	event, err := domain.Fill(spec.New(), data)
	if err != nil {
		return nil, nil, fmt.Errorf("position %d: %w", r.Position, err)
	}
	return event, data, nil
}

// DecodeAll reads many events and fetches the keys of all subjects at once. With skipUnknown, which projectors use, an event of
// unknown type is returned as nil. Otherwise, as deciders need it, it is ErrUnknownEvent. An unknown version of a known type
// always is.
func (c *Codec) DecodeAll(ctx context.Context, events []Recorded, skipUnknown bool) ([]domain.Event, error) {
	if err := c.loadKeys(ctx, events); err != nil {
		return nil, err
	}
	keys := batchKeys{Keyring: c.keys, found: map[string][]byte{}}
	out := make([]domain.Event, len(events))
	for i := range events {
		if _, known := c.specs[events[i].Type]; !known && skipUnknown {
			continue
		}
		event, err := c.decode(ctx, keys, events[i])
		if err != nil {
			return nil, err
		}
		out[i] = event
	}
	return out, nil
}

// loadKeys fetches the keys of all subjects of some events at once.
func (c *Codec) loadKeys(ctx context.Context, events []Recorded) error {
	var subjects []string
	for i := range events {
		if c.seals[events[i].Type] != nil {
			if box, ok, _ := sealedPart(events[i].Data); ok { // reading the event reports unreadable ones
				subjects = append(subjects, box.Subject)
			}
		}
	}
	if len(subjects) < 2 {
		return nil
	}
	return c.keys.Load(ctx, subjects)
}

// marshal is json.Marshal without HTML escaping.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
