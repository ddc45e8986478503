package storetest

import (
	"context"
	"fmt"
	"time"

	"tradelog/eventstore"
)

// Sparse is a log over another one, with positions that are far apart as those of an EventStoreDB are. It fails at every position that it
// has not handed out, so that it reveals callers who make positions by arithmetic.
type Sparse struct{ Dense eventstore.Store }

// The position of an event in the log below is multiplied by apart and moved by shift.
const apart, shift = 1009, 77

// sparsely returns the position of an event.
func sparsely(p eventstore.Position) eventstore.Position {
	if p <= 0 || p == eventstore.End {
		return p
	}
	return p*apart + shift
}

// densely returns the position in the log below. It fails with eventstore.ErrNoPosition if the position was not handed out.
func densely(p eventstore.Position) (eventstore.Position, error) {
	switch {
	case p <= 0 || p == eventstore.End:
		return p, nil
	case p <= shift || (p-shift)%apart != 0:
		return 0, fmt.Errorf("%w: %d", eventstore.ErrNoPosition, p)
	}
	return (p - shift) / apart, nil
}

// spread gives events their positions here. They have no seals, which are over positions.
func spread(events []eventstore.Recorded) []eventstore.Recorded {
	for i := range events {
		events[i].Position, events[i].Seal = sparsely(events[i].Position), nil
	}
	return events
}

// Append stores events; see eventstore.Store.
func (s Sparse) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	a, err := s.Dense.Append(ctx, stream, expected, events...)
	a.Position, a.FirstPosition = sparsely(a.Position), sparsely(a.FirstPosition)
	return a, err
}

// ReadStream reads a stream; see eventstore.Store.
func (s Sparse) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, most int,
) ([]eventstore.Recorded, error) {
	events, err := s.Dense.ReadStream(ctx, stream, from, direction, most)
	return spread(events), err
}

// ReadStreams reads streams; see eventstore.Store.
func (s Sparse) ReadStreams(ctx context.Context, streams []string, last eventstore.Revision) (map[string][]eventstore.Recorded, error) {
	all, err := s.Dense.ReadStreams(ctx, streams, last)
	for _, events := range all {
		spread(events)
	}
	return all, err
}

// ReadAll reads the log; see eventstore.Store.
func (s Sparse) ReadAll(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, most int, filter eventstore.Filter,
) (eventstore.Page, error) {
	from, err := densely(from)
	if err != nil {
		return eventstore.Page{}, err
	}
	page, err := s.Dense.ReadAll(ctx, from, direction, most, filter)
	page.Events, page.Next = spread(page.Events), sparsely(page.Next)
	return page, err
}

// ReadPositions reads events; see eventstore.Store.
func (s Sparse) ReadPositions(ctx context.Context, at []eventstore.Position) (map[eventstore.Position]eventstore.Recorded, error) {
	var there []eventstore.Position
	for _, p := range at {
		if below, err := densely(p); err == nil {
			there = append(there, below)
		}
	}
	found, err := s.Dense.ReadPositions(ctx, there)
	all := make(map[eventstore.Position]eventstore.Recorded, len(found))
	for p, e := range found {
		e.Position, e.Seal = sparsely(p), nil
		all[e.Position] = e
	}
	return all, err
}

// PositionsBefore finds times; see eventstore.Store.
func (s Sparse) PositionsBefore(ctx context.Context, times []time.Time) ([]eventstore.Position, error) {
	all, err := s.Dense.PositionsBefore(ctx, times)
	for i := range all {
		all[i] = sparsely(all[i])
	}
	return all, err
}

// Subscribe starts after a position; see eventstore.Store.
func (s Sparse) Subscribe(ctx context.Context, from eventstore.Position, filter eventstore.Filter) (eventstore.Subscription, error) {
	from, err := densely(from)
	if err != nil {
		return nil, err
	}
	sub, err := s.Dense.Subscribe(ctx, from, filter)
	return sparseSubscription{sub}, err
}

type sparseSubscription struct{ eventstore.Subscription }

// Next returns the next batch.
func (s sparseSubscription) Next(ctx context.Context) (eventstore.Batch, error) {
	b, err := s.Subscription.Next(ctx)
	b.Events, b.Position = spread(b.Events), sparsely(b.Position)
	return b, err
}

// Head returns the position of the newest event.
func (s Sparse) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := s.Dense.Head(ctx)
	return sparsely(head), err
}

// LogID returns the ID of the log below.
func (s Sparse) LogID() string { return s.Dense.LogID() }

// Capabilities returns those of the log below that do not depend on its positions.
func (s Sparse) Capabilities() eventstore.Capabilities {
	c := s.Dense.Capabilities()
	return eventstore.Capabilities{UniqueIDs: c.UniqueIDs, OrderedTimes: c.OrderedTimes}
}
