package eventstore

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tradelog/domain"
)

// Disclosed is an event as programs outside of the shop get it.
type Disclosed struct {
	Data          []byte   // JSON, upcast to SchemaVersion
	SchemaVersion int      // the newest version of the type
	Withheld      []string // names of the fields of Data that were left out, in order; nil: none
}

// Disclose reads events for programs outside of the shop. Personal fields are left out, unless open is set and the person is not
// forgotten. Fields tagged secret or credential:"true" are always left out: whoever reads them could log in, or pay. The latter tag
// also counts on fields of nested structs. Errors are those of Decode.
func (c *Codec) Disclose(ctx context.Context, events []Recorded, open bool) ([]Disclosed, error) {
	opened, err := c.DiscloseEvents(ctx, events, func(Recorded) bool { return open })
	if err != nil {
		return nil, err
	}
	out := make([]Disclosed, len(events))
	for i, e := range opened {
		out[i] = Disclosed{SchemaVersion: c.specs[events[i].Type].Version, Withheld: e.Withheld}
		if out[i].Data, err = marshal(e.Event); err != nil {
			return nil, fmt.Errorf("position %d: %w", events[i].Position, err)
		}
	}
	return out, nil
}

// DisclosedEvent is an event without what may not be disclosed.
type DisclosedEvent struct {
	domain.Event
	Withheld []string // names of the fields that were left out, in order; nil: none
}

// DiscloseEvents is Disclose for programs that need the events and not their JSON. open tells of which events personal fields are opened.
func (c *Codec) DiscloseEvents(ctx context.Context, events []Recorded, open func(Recorded) bool) ([]DisclosedEvent, error) {
	keys := batchKeys{Keyring: c.keys, found: map[string][]byte{}}
	var opened []Recorded
	for _, e := range events {
		if open(e) {
			opened = append(opened, e)
		}
	}
	if err := c.loadKeys(ctx, opened); err != nil {
		return nil, err
	}
	out := make([]DisclosedEvent, len(events))
	for i := range events {
		event, data, err := c.public(events[i])
		if err != nil {
			return nil, err
		}
		var withheld []string
		if plan := c.seals[events[i].Type]; plan != nil {
			if event, withheld, err = plan.disclose(ctx, keys, events[i].Type, event, data, open(events[i])); err != nil {
				return nil, fmt.Errorf("position %d: %w", events[i].Position, err)
			}
		}
		if c.credentials[events[i].Type] {
			event, withheld = withoutCredentials(event, withheld)
		}
		slices.Sort(withheld)
		out[i] = DisclosedEvent{Event: event, Withheld: slices.Compact(withheld)}
	}
	return out, nil
}

// disclose empties the sealed fields of an event, or opens the personal ones. Earlier versions stored some of them in plain, and such
// fields are treated alike.
func (p *sealPlan) disclose(ctx context.Context, keys Keyring, eventType string, event domain.Event, data []byte, open bool) (
	_ domain.Event, withheld []string, _ error,
) {
	parts, err := searchParts(data)
	if err != nil {
		return nil, nil, err
	}
	opened := false
	if open && len(p.personal) > 0 {
		if event, opened, err = reveal(ctx, keys, eventType, event, parts.Sealed); err != nil {
			return nil, nil, err
		}
	}
	value := reflect.New(reflect.TypeOf(event)).Elem()
	value.Set(reflect.ValueOf(event))
	hide := func(fields []sealedField, sealed bool) {
		if inPlain := take(value, fields); sealed || len(inPlain) > 0 {
			for _, f := range fields {
				withheld = append(withheld, f.name)
			}
		}
	}
	hide(p.secret, parts.Secret != nil)
	if !opened {
		hide(p.personal, parts.Sealed != nil)
	}
	return value.Interface().(domain.Event), withheld, nil
}

// reveal fills the personal fields of an event, unless its person is forgotten.
func reveal(ctx context.Context, keys Keyring, eventType string, event domain.Event, sealed *box) (domain.Event, bool, error) {
	subject := event.(domain.Personal).DataSubject()
	if sealed != nil {
		subject = sealed.Subject
	}
	key, err := keys.Key(ctx, subject, false)
	switch {
	case errors.Is(err, ErrForgotten) || err == nil && sealed != nil && sealed.Key != Fingerprint(key):
		return event, false, nil
	case err != nil:
		return nil, false, err
	case sealed != nil:
		event, err = sealed.open(ctx, keys, eventType, event)
	}
	return event, true, err
}

// withoutCredentials empties the fields tagged credential:"true", at any depth, and adds their names to withheld.
func withoutCredentials(event domain.Event, withheld []string) (domain.Event, []string) {
	value := reflect.New(reflect.TypeOf(event)).Elem()
	value.Set(reflect.ValueOf(event))
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			walk(v.Elem())
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				f := v.Type().Field(i)
				switch {
				case f.Tag.Get("credential") == "true":
					if !v.Field(i).IsZero() {
						name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
						withheld = append(withheld, name)
						v.Field(i).SetZero()
					}
				case hasCredentials(f.Type, map[reflect.Type]bool{}):
					walk(v.Field(i))
				}
			}
		}
	}
	walk(value)
	return value.Interface().(domain.Event), withheld
}

// Exposes reports whether the stored bytes of an event have something in plain that is shown to nobody: a secret or a credential of an
// earlier version, which sealed less. Fields tagged digest:"true" are digests of long random text, which tell nothing. Errors are those of
// Decode.
func (c *Codec) Exposes(r Recorded) (bool, error) {
	event, _, err := c.public(r)
	if err != nil {
		return false, err
	}
	value := reflect.New(reflect.TypeOf(event)).Elem()
	value.Set(reflect.ValueOf(event))
	if plan := c.seals[r.Type]; plan != nil && len(take(value, plan.secret)) > 0 {
		return true, nil
	}
	return c.credentials[r.Type] && exposed(value), nil
}

// exposed looks for credentials in a value, at any depth.
func exposed(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && exposed(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if exposed(v.Index(i)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Tag.Get("credential") == "true" {
				if f.Tag.Get("digest") != "true" && !v.Field(i).IsZero() {
					return true
				}
			} else if f.IsExported() && exposed(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

// hasCredentials looks for the tag credential:"true" in a type. It panics where the tag could not be honoured: with another value, on a
// field that would be shown empty, and in maps.
func hasCredentials(t reflect.Type, seen map[reflect.Type]bool) (found bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return hasCredentials(t.Elem(), seen)
	case reflect.Map:
		if hasCredentials(t.Elem(), seen) {
			panic(fmt.Sprintf("eventstore: %s has credentials, which cannot be withheld from a map", t))
		}
	case reflect.Struct:
		if seen[t] {
			return false
		}
		seen[t] = true
		for i := range t.NumField() {
			f := t.Field(i)
			value, tagged := f.Tag.Lookup("credential")
			if _, options, _ := strings.Cut(f.Tag.Get("json"), ","); tagged && (value != "true" || !strings.Contains(options, "omit")) {
				panic(fmt.Sprintf("eventstore: %s.%s needs credential:\"true\" and omitzero or omitempty", t, f.Name))
			}
			found = hasCredentials(f.Type, seen) || tagged || found
		}
	}
	return found
}
