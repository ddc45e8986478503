package commands

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Collection declares a kind of plain record whose members have a Go type and may have unique names.
type Collection[T any] struct {
	Kind     *record.Kind
	Sequence string // of identifiers
	// Claim returns the claim of a member's name; empty or nil: names need not be unique.
	Claim func(T) string
	// Claims replaces Claim if members have several names, or a name in several places. All of them are claimed.
	Claims func(T) []string
	Taken  error // error if another member has the name
	// Refuse replaces Taken by an error that depends on the member; nil: Taken is used.
	Refuse func(T) error
	// Ready returns the stored form of a member with its identifier, or an error if the member is invalid.
	Ready func(v T, id int64) (T, error)
}

// Members carries out commands on the members of a Collection. OpenCollection creates it. It is an interface for the same reason as
// lru.Cache.
type Members[T any] interface {
	// Get returns the newest state of a member. record.ErrNotFound: there is none.
	Get(ctx context.Context, id int64) (T, error)
	// GetDated is Get with the times of the member, if its type has record.Dated.
	GetDated(ctx context.Context, id int64) (T, error)
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

type collection[T any] struct {
	Collection[T]
	engine  *Engine
	records Repository[record.State]
}

// OpenCollection opens a declared collection.
func OpenCollection[T any](e *Engine, k Collection[T]) Members[T] {
	if k.Claims == nil {
		k.Claims = func(v T) []string {
			if k.Claim == nil {
				return []string{""}
			}
			return []string{k.Claim(v)}
		}
	}
	if k.Refuse == nil {
		k.Refuse = func(T) error { return k.Taken }
	}
	return &collection[T]{Collection: k, engine: e, records: OpenRecords(e, k.Kind)}
}

// Get implements Members.
func (k *collection[T]) Get(ctx context.Context, id int64) (v T, err error) {
	s, err := k.records.Get(ctx, id)
	if err != nil {
		return v, err
	}
	return record.Read[T](s.Values[0])
}

// GetDated implements Members.
func (k *collection[T]) GetDated(ctx context.Context, id int64) (v T, err error) {
	if v, err = k.Get(ctx, id); err != nil {
		return v, err
	}
	var created, updated time.Time
	err = k.engine.EachEvent(ctx, k.Kind.Stream(id), func(_ domain.Event, at domain.Times) {
		if created.IsZero() {
			created = at.Occurred
		}
		updated = at.Recorded
	})
	record.Dates(&v, created, updated)
	return v, err
}

// Prepare implements Members.
func (k *collection[T]) Prepare(v T, id int64) (T, error) { return k.Ready(v, id) }

// Create implements Members.
func (k *collection[T]) Create(ctx context.Context, v T) (int64, error) {
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

// CreateFree implements Members.
func (k *collection[T]) CreateFree(ctx context.Context, form func(n int) T) (int64, error) {
	request := RequestFrom(ctx)
	for n := 0; ; n++ {
		v := form(n)
		if !request.Repeats() {
			holder, err := k.engine.Holder(ctx, k.Claim(v))
			if err != nil {
				return 0, err
			}
			if _, err := k.Get(ctx, domain.StreamID(holder)); holder != "" && !errors.Is(err, record.ErrNotFound) {
				if err != nil {
					return 0, err
				}
				continue
			}
		}
		before := request.commands.Load()
		id, err := k.Create(ctx, v)
		if k.Taken == nil || !errors.Is(err, k.Taken) {
			return id, err
		}
		if request.commands.Load() == before+1 { // the refused claim has stored nothing
			request.uncount()
		}
	}
}

// claimNames claims the names of a member, and returns their owner: that of an earlier attempt, or the given one.
func (k *collection[T]) claimNames(ctx context.Context, v T, owner string) (string, error) {
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

// free returns an error if another member has any of the names. It is called before the first claim, because a refused member must leave
// nothing in the log.
func (k *collection[T]) free(ctx context.Context, v T, owner string) error {
	names := k.Claims(v)
	if len(names) < 2 || RequestFrom(ctx).Repeats() {
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
		if _, err := k.Get(ctx, domain.StreamID(holder)); !errors.Is(err, record.ErrNotFound) {
			if err == nil {
				err = k.Refuse(v)
			}
			return err
		}
	}
	return nil
}

// Change implements Members.
func (k *collection[T]) Change(ctx context.Context, id int64, change func(T) (T, error)) error {
	had, err := k.Get(ctx, id)
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
		v, err := record.Read[T](folded.Values[0])
		if err != nil {
			return nil
		}
		return k.Claims(v)
	}
	// Even if the names do not change: a repeated attempt must count the same commands.
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
		now, err := record.Read[T](s.Values[0])
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

// replace returns the events that set the stored values to those of a member. Fields that the member does not have are unset.
func (k *collection[T]) replace(s record.State, v T) ([]domain.Event, error) {
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

// Delete implements Members.
func (k *collection[T]) Delete(ctx context.Context, id int64) error {
	var had record.State
	if _, err := k.records.Decide(ctx, k.Kind.Stream(id), func(s record.State) ([]domain.Event, error) {
		had = s
		return k.Kind.Delete(s)
	}, Named("Delete"+k.Kind.Title)); err != nil || !had.Exists {
		return err
	}
	v, err := record.Read[T](had.Values[0])
	if err != nil {
		return err
	}
	return k.engine.releaseAll(ctx, k.Kind.Stream(id), k.Claims(v), nil)
}

// Set implements Members.
func (k *collection[T]) Set(ctx context.Context, id int64, set record.Values) error {
	return k.records.Change(ctx, id, func(s record.State) ([]domain.Event, error) { return k.Kind.Change(s, 0, set) },
		Named("Change"+k.Kind.Title))
}

// Revise implements Members.
func (k *collection[T]) Revise(ctx context.Context, id int64, revise func(T) T) error {
	return k.records.Change(ctx, id, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, nil
		}
		v, err := record.Read[T](s.Values[0])
		if err != nil {
			return nil, err
		}
		return k.replace(s, revise(v))
	}, Named("Change"+k.Kind.Title))
}

// Seed implements Members.
func (k *collection[T]) Seed(ctx context.Context, id int64, v T) error {
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
