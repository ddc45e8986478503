package commands

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/eventstore"
)

// Collection declares a kind of plain record whose members have a Go type and may have unique names.
type Collection[T any] struct {
	Kind     *record.Kind
	Sequence string // of identifiers
	// Claim returns the claim of a member's name; empty or nil: names need not be unique.
	Claim func(T) string
	// Claims replaces Claim if members have several names, or a name in several scopes. All of them are claimed.
	Claims func(T) []string
	Taken  error // error if another member has the name
	// Refuse replaces Taken by an error that depends on the member; nil: Taken is used.
	Refuse func(T) error
	// Ready returns the stored form of a member with its identifier, or an error if the member is invalid.
	Ready func(v T, id int64) (T, error)
}

// Members carries out commands on the members of a Collection. OpenCollection creates it. Like lru.Cache, it is an interface to save
// compile time.
type Members[T any] interface {
	// Get returns the newest state of a member. record.ErrNotFound: there is none.
	Get(ctx context.Context, id int64) (T, error)
	// GetDated is Get with the times of the member, if its type has record.Dated.
	GetDated(ctx context.Context, id int64) (T, error)
	// GetUntil is GetDated as of the past. A member that was deleted since is returned, one that was not created yet is not.
	GetUntil(ctx context.Context, id int64, until eventstore.Until) (T, error)
	// Prepare returns the result of Collection.Ready and stores nothing.
	Prepare(v T, id int64) (T, error)
	// Create creates a member and returns its identifier.
	Create(ctx context.Context, v T) (int64, error)
	// CreateFree creates a member in the first form whose name is free. form returns the n-th form, from 0.
	CreateFree(ctx context.Context, form func(n int) T) (int64, error)
	// Change replaces a member by the result of change. It claims a new name before and releases the old one afterwards.
	Change(ctx context.Context, id int64, change func(T) (T, error)) error
	// Delete deletes a member and releases its name. If a crash prevents the release, the name is free nevertheless, because its holder is
	// gone.
	Delete(ctx context.Context, id int64) error
	// Set changes fields of a member to the given values, without checks.
	Set(ctx context.Context, id int64, set record.Values) error
	// Revise changes a member except its name. It does nothing if the member does not exist.
	Revise(ctx context.Context, id int64, revise func(T) T) error
	// Seed creates a member with a fixed identifier, unless it exists or existed.
	Seed(ctx context.Context, id int64, v T) error
}

type members[T any] struct{ of *collection }

// collection carries out the commands on members of any type. A Collection[T] with any in place of T lets the commands be compiled once
// instead of for each type.
type collection struct {
	Collection[any]
	member  reflect.Type // T
	engine  *Engine
	records Repository[record.State]
}

// OpenCollection opens a declared collection.
func OpenCollection[T any](e *Engine, k Collection[T]) Members[T] {
	untyped := Collection[any]{
		Kind: k.Kind, Sequence: k.Sequence, Taken: k.Taken, Claim: OfAny(k.Claim), Claims: OfAny(k.Claims), Refuse: OfAny(k.Refuse),
	}
	if k.Ready != nil {
		untyped.Ready = func(v any, id int64) (any, error) { return k.Ready(v.(T), id) }
	}
	return TypedMembers[T](OpenUntyped(e, untyped, reflect.TypeFor[T]()))
}

// OpenUntyped opens a collection whose functions take and return members of the given type.
func OpenUntyped(e *Engine, k Collection[any], member reflect.Type) Members[any] {
	of := &collection{Collection: k, member: member, engine: e, records: OpenRecords(e, k.Kind)}
	if k.Claims == nil {
		of.Claims = of.onlyName
	}
	if k.Refuse == nil {
		of.Refuse = func(any) error { return k.Taken }
	}
	return members[any]{of}
}

// TypedMembers returns a collection that OpenUntyped opened with the type of its members.
func TypedMembers[T any](of Members[any]) Members[T] { return members[T]{of.(members[any]).of} }

// OfAny converts a function of a T to a function of any; nil stays nil. The result panics if its argument is not a T.
func OfAny[T, R any](f func(T) R) func(any) R {
	if f == nil {
		return nil
	}
	return func(v any) R { return f(v.(T)) }
}

// typed returns a value as a T; the zero value if there is none because of an error.
func typed[T any](v any, err error) (T, error) {
	t, _ := v.(T)
	return t, err
}

func (m members[T]) Get(ctx context.Context, id int64) (T, error) { return typed[T](m.of.get(ctx, id)) }

func (m members[T]) GetDated(ctx context.Context, id int64) (T, error) {
	return typed[T](m.of.getDated(ctx, id))
}

func (m members[T]) GetUntil(ctx context.Context, id int64, until eventstore.Until) (T, error) {
	return typed[T](m.of.getUntil(ctx, id, until))
}

func (m members[T]) Prepare(v T, id int64) (T, error) { return typed[T](m.of.Ready(v, id)) }

func (m members[T]) Create(ctx context.Context, v T) (int64, error) { return m.of.create(ctx, v) }

func (m members[T]) CreateFree(ctx context.Context, form func(n int) T) (int64, error) {
	return m.of.createFree(ctx, func(n int) any { return form(n) })
}

func (m members[T]) Change(ctx context.Context, id int64, change func(T) (T, error)) error {
	return m.of.change(ctx, id, func(v any) (any, error) { return change(v.(T)) })
}

func (m members[T]) Delete(ctx context.Context, id int64) error { return m.of.delete(ctx, id) }

func (m members[T]) Set(ctx context.Context, id int64, set record.Values) error {
	return m.of.set(ctx, id, set)
}

func (m members[T]) Revise(ctx context.Context, id int64, revise func(T) T) error {
	return m.of.revise(ctx, id, func(v any) any { return revise(v.(T)) })
}

func (m members[T]) Seed(ctx context.Context, id int64, v T) error { return m.of.seed(ctx, id, v) }

// onlyName returns the claim of a member of a collection without Claims.
func (k *collection) onlyName(v any) []string {
	if k.Claim == nil {
		return []string{""}
	}
	return []string{k.Claim(v)}
}

// read reads a member from its stored values.
func (k *collection) read(values record.Values) (any, error) {
	v := reflect.New(k.member)
	err := record.Into(values, v.Interface())
	return v.Elem().Interface(), err
}

func (k *collection) get(ctx context.Context, id int64) (any, error) {
	s, err := k.records.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return k.read(s.Values[0])
}

func (k *collection) getDated(ctx context.Context, id int64) (any, error) {
	v, err := k.get(ctx, id)
	if err != nil {
		return nil, err
	}
	var created, updated time.Time
	err = k.engine.EachEvent(ctx, k.Kind.Stream(id), func(_ domain.Event, at domain.Times) {
		if created.IsZero() {
			created = at.Occurred
		}
		updated = at.Recorded
	})
	return k.dated(v, created, updated), err
}

// dated returns a member with its times.
func (k *collection) dated(v any, created, updated time.Time) any {
	dated := reflect.New(k.member)
	dated.Elem().Set(reflect.ValueOf(v))
	record.Dates(dated.Interface(), created, updated)
	return dated.Elem().Interface()
}

func (k *collection) getUntil(ctx context.Context, id int64, until eventstore.Until) (any, error) {
	s := record.New("")
	var created, updated time.Time
	if err := k.engine.EachUntil(ctx, k.Kind.Stream(id), until, func(e domain.Event, at domain.Times) {
		if created.IsZero() {
			created = at.Occurred
		}
		s, updated = record.Evolve(s, e), at.Recorded
	}); err != nil {
		return nil, err
	}
	if !s.Live() {
		return nil, record.ErrNotFound
	}
	v, err := k.read(s.Values[0])
	if err != nil {
		return nil, err
	}
	return k.dated(v, created, updated), nil
}

func (k *collection) create(ctx context.Context, v any) (int64, error) {
	v, err := k.Ready(v, 1)
	if err != nil {
		return 0, err // before anything is claimed
	}
	ids, err := k.engine.Next(ctx, k.Sequence, 1)
	if err != nil {
		return 0, err
	}
	owner, err := k.claimNames(ctx, v, k.Kind.Stream(ids[0]))
	if err != nil {
		return 0, err
	}
	id := domain.StreamID(owner)
	if v, err = k.Ready(v, id); err != nil {
		return 0, err
	}
	values, err := record.Of(v)
	if err != nil {
		return 0, err
	}
	k.engine.Step("record: name claimed")
	_, err = k.records.Decide(ctx, owner, func(s record.State) ([]domain.Event, error) {
		if s.Deleted {
			return nil, k.Refuse(v) // another member claimed the name first
		}
		return k.Kind.Create(s, id, values)
	}, Named("Create"+k.Kind.Title))
	return id, err
}

func (k *collection) createFree(ctx context.Context, form func(n int) any) (int64, error) {
	request := RequestFrom(ctx)
	for n := 0; ; n++ {
		v := form(n)
		if !request.Repeats(claim.Category) {
			holder, err := k.engine.Holder(ctx, k.Claim(v))
			if err != nil {
				return 0, err
			}
			if _, err := k.get(ctx, domain.StreamID(holder)); holder != "" && !errors.Is(err, record.ErrNotFound) {
				if err != nil {
					return 0, err
				}
				continue
			}
		}
		before := request.commands()
		id, err := k.create(ctx, v)
		if k.Taken == nil || !errors.Is(err, k.Taken) {
			return id, err
		}
		if request.commands() == before+1 { // the refused claim has stored nothing
			request.uncount(k.Claim(v))
		}
	}
}

// claimNames claims the names of a member, and returns their owner: the owner of an earlier attempt, or the given one.
func (k *collection) claimNames(ctx context.Context, v any, owner string) (string, error) {
	if err := k.free(ctx, v, owner); err != nil {
		return "", err
	}
	for _, name := range k.Claims(v) {
		if name == "" {
			continue
		}
		holder, err := ClaimEnding(ctx, k.engine, name, owner, k.Refuse(v), k.records, func(s record.State, _ int64) (bool, []domain.Event) {
			return s.Live(), k.Kind.Abandon(s)
		})
		if err != nil {
			return "", err
		}
		owner = holder
	}
	return owner, nil
}

// free returns an error if another member has any of the names. The check comes before the first claim, because a refused member must leave
// nothing in the log.
func (k *collection) free(ctx context.Context, v any, owner string) error {
	names := k.Claims(v)
	if len(names) < 2 || RequestFrom(ctx).Repeats(claim.Category) {
		return nil
	}
	for _, name := range names {
		holder, err := k.engine.Holder(ctx, name)
		if err != nil {
			return err
		}
		if holder == "" || holder == owner {
			continue
		}
		if _, err := k.get(ctx, domain.StreamID(holder)); !errors.Is(err, record.ErrNotFound) {
			if err == nil {
				RequestFrom(ctx).Collide()
				err = k.Refuse(v)
			}
			return err
		}
	}
	return nil
}

func (k *collection) change(ctx context.Context, id int64, change func(any) (any, error)) error {
	had, err := k.get(ctx, id)
	if err != nil {
		return err
	}
	wanted, err := change(had)
	if err != nil {
		return err
	}
	if wanted, err = k.Ready(wanted, id); err != nil {
		return err
	}
	renaming := Renaming{Stream: k.Kind.Stream(id), From: k.Claims(had), To: k.Claims(wanted)}
	var folded record.State
	renaming.Names = func(e domain.Event) []string {
		folded = record.Evolve(folded, e)
		v, err := k.read(folded.Values[0])
		if err != nil {
			return nil
		}
		return k.Claims(v)
	}
	// Unchanged names are claimed, too: a repeated attempt must count the same commands.
	owner, err := k.claimNames(ctx, wanted, renaming.Stream)
	if err == nil && owner != renaming.Stream {
		return k.Refuse(wanted)
	}
	if err != nil {
		return renaming.Finish(ctx, k.engine, Result{}, err)
	}
	result, err := k.records.Decide(ctx, renaming.Stream, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, record.ErrNotFound
		}
		now, err := k.read(s.Values[0])
		if err != nil {
			return nil, err
		}
		if !slices.Equal(k.Claims(now), renaming.From) {
			return nil, ErrRenamed
		}
		if now, err = change(now); err != nil {
			return nil, err
		}
		if now, err = k.Ready(now, id); err != nil {
			return nil, err
		}
		return k.replace(s, now)
	}, Named("Change"+k.Kind.Title))
	return renaming.Finish(ctx, k.engine, result, err)
}

// ErrRenamed: a concurrent change gave the record another name.
var ErrRenamed = fault.Conflictf("The record was changed at the same time. Please try again.")

// replace returns the events that set the stored values to the fields of a member. Fields that the member does not have are unset.
func (k *collection) replace(s record.State, v any) ([]domain.Event, error) {
	values, err := record.Of(v)
	if err != nil {
		return nil, err
	}
	var unset []string
	for name := range s.Values[0] {
		if _, has := values[name]; !has {
			unset = append(unset, name)
		}
	}
	return k.Kind.Change(s, 0, values, unset...)
}

func (k *collection) delete(ctx context.Context, id int64) error {
	var had record.State
	if _, err := k.records.Decide(ctx, k.Kind.Stream(id), func(s record.State) ([]domain.Event, error) {
		had = s
		return k.Kind.Delete(s)
	}, Named("Delete"+k.Kind.Title)); err != nil || !had.Exists {
		return err
	}
	v, err := k.read(had.Values[0])
	if err != nil {
		return err
	}
	return k.engine.ReleaseAll(ctx, k.Kind.Stream(id), k.Claims(v), nil)
}

func (k *collection) set(ctx context.Context, id int64, set record.Values) error {
	return k.records.Change(ctx, id, func(s record.State) ([]domain.Event, error) { return k.Kind.Change(s, 0, set) },
		Named("Change"+k.Kind.Title))
}

func (k *collection) revise(ctx context.Context, id int64, revise func(any) any) error {
	return k.records.Change(ctx, id, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, nil
		}
		v, err := k.read(s.Values[0])
		if err != nil {
			return nil, err
		}
		return k.replace(s, revise(v))
	}, Named("Change"+k.Kind.Title))
}

func (k *collection) seed(ctx context.Context, id int64, v any) error {
	v, err := k.Ready(v, id)
	if err != nil {
		return err
	}
	if _, err := k.claimNames(ctx, v, k.Kind.Stream(id)); err != nil {
		return err
	}
	return Seed(ctx, k.records, k.Kind, id, v)
}

// Seed creates a record with a fixed identifier, unless it exists or existed.
func Seed(ctx context.Context, records Repository[record.State], kind *record.Kind, id int64, fields any) error {
	values, err := record.Of(fields)
	if err != nil {
		return err
	}
	maps.DeleteFunc(values, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	_, err = records.Decide(ctx, kind.Stream(id), func(s record.State) ([]domain.Event, error) {
		if s.Exists {
			return nil, nil
		}
		return kind.Create(s, id, values)
	}, Named("Install"))
	return err
}
