package commands

import (
	"context"
	"errors"
	"maps"
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/eventstore"
)

// Collection is a kind of plain record whose members have a type of their own and a name that only one of them may have.
type Collection[T any] struct {
	c        *Commands
	kind     *record.Kind
	records  *Repository[record.State]
	sequence string
	// claim names the claim stream of a member's name; taken is the refusal of a name that another has. An empty claim: several
	// members may have the same name.
	claim func(T) string
	taken error
	// ready brings a member into the form it is stored in, under its identifier, and refuses one that cannot be.
	ready func(v T, id int64) (T, error)
}

// Get returns a member as it is now. record.ErrNotFound: there is none.
func (k *Collection[T]) Get(ctx context.Context, id int64) (T, error) {
	var out T
	err := k.records.View(ctx, k.kind.Stream(id), func(s record.State, _ bool) (err error) {
		if !s.Live() {
			return record.ErrNotFound
		}
		out, err = record.Read[T](s.Values[0])
		return err
	})
	return out, err
}

// Create adds a member and returns its identifier.
func (k *Collection[T]) Create(ctx context.Context, v T) (int64, error) {
	v, err := k.ready(v, 1)
	if err != nil {
		return 0, err // before anything is claimed
	}
	ids, err := k.c.ids.Next(ctx, k.sequence, 1)
	if err != nil {
		return 0, err
	}
	owner, err := k.take(ctx, k.claim(v), k.kind.Stream(ids[0]))
	if err != nil {
		return 0, err
	}
	id := domain.StreamID(owner)
	if v, err = k.ready(v, id); err != nil {
		return 0, err
	}
	values, err := record.Of(v)
	if err != nil {
		return 0, err
	}
	k.c.step("record: name claimed")
	_, err = k.records.Decide(ctx, owner, func(s record.State) ([]domain.Event, error) {
		if s.Deleted {
			return nil, k.taken // somebody else was faster
		}
		return k.kind.Create(s, id, values)
	}, Named("Create"+k.kind.Title))
	return id, err
}

// take claims a name.
func (k *Collection[T]) take(ctx context.Context, name, owner string) (string, error) {
	if name == "" {
		return owner, nil
	}
	return claimEnding(ctx, k.c, name, owner, k.taken, k.records, func(s record.State, _ int64) (bool, []domain.Event) { return s.Live(), k.kind.Abandon(s) })
}

// release gives a name back.
func (k *Collection[T]) release(ctx context.Context, name, owner string) error {
	if name == "" {
		return nil
	}
	return k.c.release(ctx, name, owner)
}

// Change makes a member what change makes of it. A new name is claimed before and the old one given back after.
func (k *Collection[T]) Change(ctx context.Context, id int64, change func(T) (T, error)) error {
	had, err := k.Get(ctx, id)
	if err != nil {
		return err
	}
	wanted, err := change(had)
	if err != nil {
		return err
	}
	if wanted, err = k.ready(wanted, id); err != nil {
		return err
	}
	stream, from, to := k.kind.Stream(id), k.claim(had), k.claim(wanted)
	// Even if it is the present one: a repeated attempt must count the same commands.
	if owner, err := k.take(ctx, to, stream); err != nil {
		return err
	} else if owner != stream {
		return k.taken
	}
	result, err := k.records.Decide(ctx, stream, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, record.ErrNotFound
		}
		now, err := record.Read[T](s.Values[0])
		if err != nil {
			return nil, err
		}
		if k.claim(now) != from {
			return nil, errRenamed
		}
		if now, err = change(now); err != nil {
			return nil, err
		}
		if now, err = k.ready(now, id); err != nil {
			return nil, err
		}
		return k.replace(s, now)
	}, Named("Change"+k.kind.Title))
	switch {
	case err != nil && to != from && !errors.Is(err, eventstore.ErrUnknownOutcome):
		return errors.Join(err, k.release(ctx, to, stream))
	case err != nil:
		return err
	case result.Repeated:
		return k.releaseFormer(ctx, stream, to)
	case to != from:
		return k.release(ctx, from, stream)
	}
	return nil
}

// releaseFormer gives back the names a member had before, for an attempt that goes on where another one died.
func (k *Collection[T]) releaseFormer(ctx context.Context, stream, present string) error {
	former := map[string]bool{}
	var s record.State
	if err := k.c.EachEvent(ctx, stream, func(e domain.Event, _ domain.Times) {
		s = record.Evolve(s, e)
		if v, err := record.Read[T](s.Values[0]); err == nil {
			former[k.claim(v)] = true
		}
	}); err != nil {
		return err
	}
	delete(former, present)
	for _, name := range slices.Sorted(maps.Keys(former)) {
		if err := k.release(ctx, name, stream); err != nil {
			return err
		}
	}
	return nil
}

// errRenamed: two who give a member another name at once cannot both be followed.
var errRenamed = fault.Conflictf("The record was changed at the same time. Please try again.")

// replace turns the stored values into those of a member. What the member does not have is unset.
func (k *Collection[T]) replace(s record.State, v T) ([]domain.Event, error) {
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
	return k.kind.Change(s, 0, values, unset...)
}

// Delete ends a member and gives its name back. Should it die in between, the name is free all the same: its holder is gone.
func (k *Collection[T]) Delete(ctx context.Context, id int64) error {
	var had record.State
	if _, err := k.records.Decide(ctx, k.kind.Stream(id), func(s record.State) ([]domain.Event, error) {
		had = s
		return k.kind.Delete(s)
	}, Named("Delete"+k.kind.Title)); err != nil || !had.Exists {
		return err
	}
	v, err := record.Read[T](had.Values[0])
	if err != nil {
		return err
	}
	return k.release(ctx, k.claim(v), k.kind.Stream(id))
}
