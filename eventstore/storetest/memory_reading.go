package storetest

import (
	"context"
	"errors"
	"slices"
	"time"

	"tradelog/eventstore"
)

// memoryLimit is the greatest number of events that one read returns. The limit is small so that reads have to be continued.
const memoryLimit = 500

func memoryMax(max int) int {
	if max < 1 || max > memoryLimit {
		return memoryLimit
	}
	return max
}

// ReadStream reads a stream; see eventstore.Store.
func (m *Memory) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, max int,
) ([]eventstore.Recorded, error) {
	l := m.log
	if ctx.Err() != nil && !l.faults[FaultReadsIgnoreContext] {
		return nil, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	events := l.streams[stream]
	if len(events) == 0 && l.faults[FaultMissingStreamFails] {
		return nil, errors.New("no such stream")
	}
	if direction == eventstore.Backwards {
		events = slices.Clone(events[:min(uint64(from)+1, uint64(len(events)))])
		slices.Reverse(events)
	} else {
		events = slices.Clone(events[min(from, eventstore.Revision(len(events))):])
	}
	return events[:min(len(events), memoryMax(max))], nil
}

// ReadAll reads the log; see eventstore.Store.
func (m *Memory) ReadAll(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, max int, filter eventstore.Filter,
) (eventstore.Page, error) {
	if ctx.Err() != nil && !m.log.faults[FaultReadsIgnoreContext] {
		return eventstore.Page{}, ctx.Err()
	}
	m.log.mu.Lock()
	defer m.log.mu.Unlock()
	if direction == eventstore.Backwards {
		return m.log.readBack(from, memoryMax(max), filter), nil
	}
	return m.log.readForwards(from, memoryMax(max), filter), nil
}

func (l *memoryLog) readForwards(from eventstore.Position, max int, filter eventstore.Filter) eventstore.Page {
	if l.faults[FaultCategoriesIgnored] {
		filter.Categories = nil
	}
	page := eventstore.Page{Next: from, End: true}
	start, _ := slices.BinarySearchFunc(l.events, from,
		func(e eventstore.Recorded, p eventstore.Position) int { return int(e.Position - p) })
	for _, e := range l.events[start:] {
		if e.Position == from && !l.faults[FaultFromIncluded] {
			continue
		}
		if len(page.Events) == max {
			page.End = l.faults[FaultEndLies]
			if l.faults[FaultFilterProgressLies] && !filter.IsZero() {
				page.Next = l.events[len(l.events)-1].Position
			}
			break
		}
		page.Next = e.Position
		if filter.Matches(e.Category(), e.Type) {
			page.Events = append(page.Events, e)
		}
	}
	if l.faults[FaultProgressPastHead] && len(page.Events) == 0 {
		page.Next = l.taken + 1
	}
	if n := len(page.Events); l.faults[FaultReordered] && n > 2 {
		page.Events[n-2], page.Events[n-3] = page.Events[n-3], page.Events[n-2]
	}
	return page
}

func (l *memoryLog) readBack(from eventstore.Position, max int, filter eventstore.Filter) eventstore.Page {
	page := eventstore.Page{Next: from, End: true}
	for _, e := range slices.Backward(l.events) {
		if e.Position >= from || !filter.Matches(e.Category(), e.Type) {
			continue
		}
		if len(page.Events) == max {
			page.End = false
			break
		}
		page.Events, page.Next = append(page.Events, e), e.Position
	}
	if l.faults[FaultBackwardsSkips] {
		page.Next--
	}
	return page
}

// ReadStreams reads streams one after another; see eventstore.Store.
func (m *Memory) ReadStreams(ctx context.Context, streams []string, last eventstore.Revision) (map[string][]eventstore.Recorded, error) {
	return eventstore.ReadEach(ctx, m, streams, last)
}

// ReadPositions returns the events at positions; see eventstore.Store.
func (m *Memory) ReadPositions(ctx context.Context, at []eventstore.Position) (map[eventstore.Position]eventstore.Recorded, error) {
	m.log.mu.Lock()
	defer m.log.mu.Unlock()
	all := map[eventstore.Position]eventstore.Recorded{}
	for _, e := range m.log.events {
		if near := m.log.faults[FaultPositionsNear] && slices.Contains(at, e.Position-1); near {
			all[e.Position-1] = e
		}
		if slices.Contains(at, e.Position) {
			all[e.Position] = e
		}
	}
	return all, ctx.Err()
}

// PositionsBefore looks at all events; see eventstore.Store.
func (m *Memory) PositionsBefore(ctx context.Context, times []time.Time) ([]eventstore.Position, error) {
	m.log.mu.Lock()
	defer m.log.mu.Unlock()
	all := make([]eventstore.Position, len(times))
	for i, t := range times {
		for _, e := range m.log.events {
			if e.RecordedAt.Before(t) || m.log.faults[FaultTimesInclusive] && e.RecordedAt.Equal(t) {
				all[i] = e.Position
			}
		}
	}
	return all, ctx.Err()
}

// Head returns the position of the newest event; see eventstore.Store.
func (m *Memory) Head(ctx context.Context) (eventstore.Position, error) {
	head, _, err := m.HeadSeal(ctx)
	return head, err
}

// HeadSeal returns the position and the seal of the newest event; see eventstore.SealedStore.
func (m *Memory) HeadSeal(ctx context.Context) (eventstore.Position, []byte, error) {
	if ctx.Err() != nil && !m.log.faults[FaultReadsIgnoreContext] {
		return 0, nil, ctx.Err()
	}
	m.log.mu.Lock()
	defer m.log.mu.Unlock()
	if len(m.log.events) == 0 {
		return 0, eventstore.GenesisSeal, nil
	}
	newest := m.log.events[len(m.log.events)-1]
	if m.log.faults[FaultHeadLies] {
		newest.Position++
	}
	return newest.Position, newest.Seal, nil
}

// LogID returns the ID of this log.
func (m *Memory) LogID() string {
	if m.log.faults[FaultLogIDShared] {
		return "log"
	}
	return m.log.id
}

// Capabilities returns all promises of the port.
func (m *Memory) Capabilities() eventstore.Capabilities {
	c := memoryFeatures.Capabilities()
	if m.log.faults[FaultCapabilitiesOverstate] {
		c.DensePositions = false
	}
	return c
}
