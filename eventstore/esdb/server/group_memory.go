package server

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

// memoryGroups keeps groups for one server, and as long as it runs.
type memoryGroups struct {
	mu     sync.Mutex
	byKey  map[groupKey]*memoryGroup
	number int64
}

type memoryGroup struct {
	eventstore.Group
	owner  uuid.UUID
	parked []memoryParked
}

type memoryParked struct {
	eventstore.Parked
	replay bool
}

// with runs f on a group.
func (m *memoryGroups) with(source, name string, f func(*memoryGroup)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.byKey[groupKey{source, name}]
	if g == nil {
		return eventstore.ErrNoGroup
	}
	f(g)
	return nil
}

// owned runs f on a group that an instance has claimed. A group that was deleted and made again has no owner.
func (m *memoryGroups) owned(o eventstore.Ownership, f func(*memoryGroup)) error {
	lost := false
	err := m.with(o.Source, o.Name, func(g *memoryGroup) {
		if lost = g.owner != o.Owner; !lost {
			f(g)
		}
	})
	if lost {
		return eventstore.ErrGroupOwned
	}
	return err
}

func (g *memoryGroup) shown() eventstore.Group {
	out := g.Group
	for _, p := range g.parked {
		if !p.replay {
			out.Parked++
		}
	}
	return out
}

// Create implements eventstore.Groups.
func (m *memoryGroups) Create(_ context.Context, g eventstore.Group) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := groupKey{g.Source, g.Name}
	if m.byKey[key] != nil {
		return eventstore.ErrGroupExists
	}
	if m.byKey == nil {
		m.byKey = map[groupKey]*memoryGroup{}
	}
	g.Version = 1
	m.byKey[key] = &memoryGroup{Group: g}
	return nil
}

// Get implements eventstore.Groups.
func (m *memoryGroups) Get(_ context.Context, source, name string) (g eventstore.Group, err error) {
	err = m.with(source, name, func(one *memoryGroup) { g = one.shown() })
	return g, err
}

// List implements eventstore.Groups.
func (m *memoryGroups) List(_ context.Context, source string) (out []eventstore.Group, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, g := range m.byKey {
		if source == "" || key.stream == source {
			out = append(out, g.shown())
		}
	}
	slices.SortFunc(out, func(a, b eventstore.Group) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Name, b.Name))
	})
	return out, nil
}

// Update implements eventstore.Groups.
func (m *memoryGroups) Update(_ context.Context, from eventstore.Group, settings json.RawMessage, number int64) error {
	changed := false
	err := m.with(from.Source, from.Name, func(g *memoryGroup) {
		moves := number != from.Checkpoint
		if changed = g.Version != from.Version || moves && g.Checkpoint != from.Checkpoint; changed {
			return
		}
		if g.Settings, g.Version = settings, g.Version+1; moves {
			g.Checkpoint = number
		}
	})
	if err == nil && changed {
		err = eventstore.ErrGroupChanged
	}
	return err
}

// Delete implements eventstore.Groups.
func (m *memoryGroups) Delete(_ context.Context, source, name string) error {
	return m.with(source, name, func(*memoryGroup) { delete(m.byKey, groupKey{source, name}) })
}

// Replay implements eventstore.Groups.
func (m *memoryGroups) Replay(_ context.Context, source, name string, most int64) error {
	return m.with(source, name, func(g *memoryGroup) {
		for i := range g.parked {
			if p := &g.parked[i]; !p.replay && most > 0 {
				p.replay = true
				most--
			}
		}
	})
}

// Claim implements eventstore.Groups. No other instance claims them.
func (m *memoryGroups) Claim(_ context.Context, source, name string, owner uuid.UUID, _ time.Duration) (g eventstore.Group, err error) {
	err = m.with(source, name, func(one *memoryGroup) {
		one.owner = owner
		g = one.shown()
	})
	return g, err
}

// Keep implements eventstore.Groups.
func (m *memoryGroups) Keep(_ context.Context, o eventstore.Ownership, number int64, finished []int64, _ time.Duration) error {
	changed := false
	err := m.owned(o, func(g *memoryGroup) {
		g.parked = slices.DeleteFunc(g.parked, func(p memoryParked) bool { return slices.Contains(finished, p.Number) })
		if changed = g.Version != o.Version; !changed {
			g.Checkpoint = number
		}
	})
	if err == nil && changed {
		err = eventstore.ErrGroupChanged
	}
	return err
}

// Release implements eventstore.Groups.
func (m *memoryGroups) Release(_ context.Context, o eventstore.Ownership) error {
	_ = m.owned(o, func(g *memoryGroup) { g.owner = uuid.Nil })
	return nil
}

// Park implements eventstore.Groups.
func (m *memoryGroups) Park(_ context.Context, o eventstore.Ownership, stream string, revision eventstore.Revision) error {
	return m.owned(o, func(g *memoryGroup) {
		m.number++
		g.parked = append(g.parked, memoryParked{Parked: eventstore.Parked{Number: m.number, Stream: stream, Revision: revision}})
	})
}

// Repark implements eventstore.Groups.
func (m *memoryGroups) Repark(_ context.Context, o eventstore.Ownership, number int64) error {
	return m.with(o.Source, o.Name, func(g *memoryGroup) {
		for i := range g.parked {
			if g.parked[i].Number == number {
				g.parked[i].replay = false
			}
		}
	})
}

// Replayed implements eventstore.Groups.
func (m *memoryGroups) Replayed(_ context.Context, source, name string, without []int64) ([]eventstore.Parked, error) {
	var out []eventstore.Parked
	err := m.with(source, name, func(g *memoryGroup) {
		for _, p := range g.parked {
			if p.replay && !slices.Contains(without, p.Number) {
				out = append(out, p.Parked)
			}
		}
	})
	return out, err
}
