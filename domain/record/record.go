// Package record decides about plain records, such as categories, stores, tax classes and configuration. They have fields and are only
// created, changed and deleted. All share this decider; a Kind defines their fields and event names (CategoryCreated, CategoryChanged,
// CategoryDeleted).
//
// A field may have a value for all stores (store 0) and overrides for single store views. A change carries only the fields that differ;
// without differences there is no event.
package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Kind describes a kind of record.
type Kind struct {
	Name   string // the stream category, such as "category"
	Title  string // the prefix of event names, such as "Category"
	Fields []Field
	// Open kinds accept fields that are not listed, as text. Configuration is one.
	Open bool
	// openPrefix is the prefix of the names of further fields that are not listed, of any type.
	openPrefix string
}

// Beside allows fields that are not listed, whose names begin with a prefix. Their values may have any type and overrides by store view.
func (k *Kind) Beside(prefix string) *Kind {
	k.openPrefix = prefix
	return k
}

// KindOf declares a kind whose fields are those of the struct T. A field has one value for all stores. A field tagged scope:"store" may
// also have overrides for single store views. The fields of an embedded struct are fields of the record.
func KindOf[T any](name, title string) *Kind {
	k := &Kind{Name: name, Title: title}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if f.Anonymous {
			continue // its fields follow
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue // not stored
		}
		if _, credential := f.Tag.Lookup("credential"); credential || f.Tag.Get("personal") != "" || f.Tag.Get("secret") != "" {
			panic(fmt.Sprintf("record: %s.%s is personal or secret, but the events of records are not sealed", title, f.Name))
		}
		k.Fields = append(k.Fields, Field{Name: name, Type: typeOf(f.Type), Global: f.Tag.Get("scope") != "store"})
	}
	return k
}

func typeOf(t reflect.Type) Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return Text
	case reflect.Bool:
		return Boolean
	case reflect.Int, reflect.Int64:
		return Integer
	case reflect.Slice:
		return List
	}
	if t == reflect.TypeFor[money.Decimal]() {
		return Number
	}
	return Object
}

// Field describes a field of a kind.
type Field struct {
	Name string
	Type Type
	// Global fields have one value for all stores and no overrides.
	Global bool
}

// Type is the JSON type of a field's value.
type Type int

// The field types. Null is allowed for all of them and means "no value".
const (
	Text Type = iota
	Integer
	Number
	Boolean
	List
	Object
	Any
)

// Values maps field names to JSON values.
type Values map[string]json.RawMessage

// Created, Changed and Deleted are the events of a record.
type (
	Created struct {
		kind   *Kind
		ID     int64  `json:"id"`
		Values Values `json:"values"`
	}
	Changed struct {
		kind *Kind
		// StoreID is the store view whose values change; 0 means the values of all stores.
		StoreID int64    `json:"storeId,omitempty"`
		Set     Values   `json:"set,omitempty"`
		Unset   []string `json:"unset,omitempty"`
	}
	Deleted struct {
		kind *Kind
	}
)

func (e Created) EventName() string { return e.kind.Title + "Created" }
func (e Changed) EventName() string { return e.kind.Title + "Changed" }
func (e Deleted) EventName() string { return e.kind.Title + "Deleted" }
func (e Created) Kind() *Kind       { return e.kind }
func (e Changed) Kind() *Kind       { return e.kind }
func (e Deleted) Kind() *Kind       { return e.kind }

// Declared leaves out the values of fields that the kind does not list.
func (e Created) Declared() domain.Event {
	e.Values = e.kind.listed(e.Values)
	return e
}

// Declared leaves out the values of fields that the kind does not list.
func (e Changed) Declared() domain.Event {
	e.Set = e.kind.listed(e.Set)
	return e
}

// Declared returns the event: it has no values.
func (e Deleted) Declared() domain.Event { return e }

// listed returns the values of the fields that a kind lists.
func (k *Kind) listed(values Values) Values {
	out := Values{}
	for _, f := range k.Fields {
		if value, has := values[f.Name]; has {
			out[f.Name] = value
		}
	}
	return out
}

func (k *Kind) EventSpecs() []domain.EventSpec {
	return []domain.EventSpec{
		domain.SpecNamed(1, func() Created { return Created{kind: k} }),
		domain.SpecNamed(1, func() Changed { return Changed{kind: k} }),
		domain.SpecNamed(1, func() Deleted { return Deleted{kind: k} }),
	}
}

// EventNames returns the event names of a kind.
func (k *Kind) EventNames() []string {
	return []string{k.Title + "Created", k.Title + "Changed", k.Title + "Deleted"}
}

// Stream returns the name of a record's stream.
func (k *Kind) Stream(id int64) string { return domain.Stream(k.Name, id) }

type State struct {
	ID      int64
	Exists  bool
	Deleted bool
	// Values holds the values by store view; 0 holds those of all stores.
	Values map[int64]Values
}

func New(string) State { return State{} }

// Evolve applies one event. It does not modify the given state.
func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Created:
		s = State{ID: e.ID, Exists: true, Values: map[int64]Values{0: e.Values}}
	case Changed:
		all := maps.Clone(s.Values)
		if all == nil {
			all = map[int64]Values{}
		}
		scoped := maps.Clone(all[e.StoreID])
		if scoped == nil {
			scoped = Values{}
		}
		maps.Copy(scoped, e.Set)
		for _, name := range e.Unset {
			delete(scoped, name)
		}
		all[e.StoreID] = scoped
		s.Values, s.Exists = all, true
	case Deleted:
		s.Deleted = true
	}
	return s
}

func (s State) Live() bool { return s.Exists && !s.Deleted }

// In returns the values of a store view: its overrides, and the values of all stores for all other fields.
func (s State) In(storeID int64) Values {
	if storeID == 0 || len(s.Values[storeID]) == 0 {
		return s.Values[0]
	}
	out := maps.Clone(s.Values[0])
	maps.Copy(out, s.Values[storeID])
	return out
}

// Create creates the record.
func (k *Kind) Create(s State, id int64, values Values) ([]domain.Event, error) {
	if s.Exists || s.Deleted {
		return nil, fault.Conflictf("%s %d exists already", k.Title, id)
	}
	if err := k.check(values, 0); err != nil {
		return nil, err
	}
	return []domain.Event{Created{kind: k, ID: id, Values: withoutNull(values)}}, nil
}

// Change sets and unsets fields for a store view, 0 for all stores. It leaves out values that do not change. Null unsets a field, and a
// field that is both set and unset is unset.
func (k *Kind) Change(s State, storeID int64, set Values, unset ...string) ([]domain.Event, error) {
	if !s.Live() && !k.Open {
		return nil, ErrNotFound
	}
	if err := k.check(set, storeID); err != nil {
		return nil, err
	}
	has := s.Values[storeID]
	e := Changed{kind: k, StoreID: storeID, Set: Values{}}
	for name, value := range set {
		switch {
		case isNull(value):
			unset = append(unset, name)
		case !slices.Contains(unset, name) && !bytes.Equal(has[name], value):
			e.Set[name] = value
		}
	}
	slices.Sort(unset)
	for _, name := range slices.Compact(unset) {
		if _, ok := has[name]; ok {
			e.Unset = append(e.Unset, name)
		}
	}
	if len(e.Set) == 0 && len(e.Unset) == 0 {
		return nil, nil
	}
	return []domain.Event{e}, nil
}

// ChangeIn is Change for fields of both scopes: Global fields are set for all stores, whatever storeID is.
func (k *Kind) ChangeIn(s State, storeID int64, set Values, unset ...string) ([]domain.Event, error) {
	if storeID == 0 {
		return k.Change(s, 0, set, unset...)
	}
	shared, own := k.Shared(set), maps.Clone(set)
	maps.DeleteFunc(own, func(name string, _ json.RawMessage) bool {
		_, is := shared[name]
		return is
	})
	events, err := k.Change(s, 0, shared)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		s = Evolve(s, e)
	}
	more, err := k.Change(s, storeID, own, unset...)
	if err != nil {
		return nil, err
	}
	return append(events, more...), nil
}

// Shared returns the values of fields that have one value for all stores.
func (k *Kind) Shared(set Values) Values {
	shared := Values{}
	for name, value := range set {
		if f, ok := k.Field(name); ok && f.Global {
			shared[name] = value
		}
	}
	return shared
}

// Part is a part of a change, in one scope.
type Part struct {
	StoreID int64
	Set     Values
	Unset   []string
}

// Delete deletes the record.
func (k *Kind) Delete(s State) ([]domain.Event, error) {
	if !s.Live() {
		return nil, ErrNotFound
	}
	return []domain.Event{Deleted{kind: k}}, nil
}

// Abandon prevents a record from being created. A record that exists stays as it is.
func (k *Kind) Abandon(s State) []domain.Event {
	if s.Exists || s.Deleted {
		return nil
	}
	return []domain.Event{Deleted{kind: k}}
}

var ErrNotFound = fault.NotFoundf("Not Found")

// Field returns a field by its name; an open kind has every field.
func (k *Kind) Field(name string) (Field, bool) {
	if f, ok := domain.Find(k.Fields, func(f Field) bool { return f.Name == name }); ok {
		return f, true
	}
	if k.openPrefix != "" && strings.HasPrefix(name, k.openPrefix) {
		return Field{Name: name, Type: Any}, true
	}
	return Field{Name: name}, k.Open
}

func (k *Kind) check(values Values, storeID int64) error {
	for name, value := range values {
		f, ok := k.Field(name)
		if !ok {
			return fault.Invalidf("%s has no field %q", k.Title, name).About(fault.Unknown, name)
		}
		if f.Global && storeID != 0 {
			return fault.Invalidf("Attribute '%s' is global scope and has no store override.", name).About(fault.Fixed, name)
		}
		if !isNull(value) && !f.Type.matches(value) {
			return fault.Invalidf("The type of the %q attribute is wrong", fault.Name(name)).About(fault.Type, name)
		}
	}
	return nil
}

func (t Type) matches(value json.RawMessage) bool {
	if len(value) == 0 {
		return false
	}
	switch c := value[0]; t {
	case Text:
		return c == '"'
	case Integer:
		return (c == '-' || c >= '0' && c <= '9') && !bytes.ContainsAny(value, ".eE")
	case Number:
		return c == '-' || c >= '0' && c <= '9'
	case Boolean:
		return c == 't' || c == 'f'
	case Any:
		return true
	case List:
		return c == '['
	default:
		return c == '{' || c == '['
	}
}

func isNull(value json.RawMessage) bool { return len(value) == 0 || bytes.Equal(value, []byte("null")) }

func withoutNull(values Values) Values {
	out := make(Values, len(values))
	for name, value := range values {
		if !isNull(value) {
			out[name] = value
		}
	}
	return out
}

// Of converts a struct or map to values, without fields that are null.
func Of(v any) (Values, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	var out Values
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		return nil, fmt.Errorf("record values: %w", err)
	}
	return withoutNull(out), nil
}

// Read decodes values into a struct.
func Read[T any](values Values) (T, error) {
	var out T
	err := Into(values, &out)
	return out, err
}

// Into reads stored values into the struct that v points to, as Read does.
func Into(values Values, v any) error {
	b, err := json.Marshal(values)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}
