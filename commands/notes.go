package commands

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"tradelog/domain"
	"tradelog/eventstore"
)

// Notes collects facts about a request's commands for its answer: the positions that it must show, and events that need not be read again.
// Several goroutines may write them.
type Notes struct {
	// Saw, if not nil, is called with each stream that the request has decided on and its position.
	Saw func(stream string, at eventstore.Position)
	// Reads, if not nil, is called with each stream before the request reads it.
	Reads func(ctx context.Context, stream string) error

	mu       sync.Mutex
	last     eventstore.Position
	shows    map[string]eventstore.Position
	streams  map[string]bool
	made     map[string][]appended
	kept     int // events so far, see keptEvents
	collided bool
}

// reads calls Reads of the request in a context.
func reads(ctx context.Context, stream string) error {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok && r.Reads != nil {
		return r.Reads(ctx, stream)
	}
	return nil
}

// LastPosition returns the position of the newest event that the request has appended, or found appended already; 0 if it has decided
// nothing. The response must be at least as new.
func (n *Notes) LastPosition() eventstore.Position {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.last
}

// Shows returns the event types that the request has appended or found appended already, each with the newest position that the response
// must show. The type of an unknown event is empty.
func (n *Notes) Shows() map[string]eventstore.Position {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.shows)
}

// Streams returns the streams that the request has decided on, sorted.
func (n *Notes) Streams() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.streams))
}

// Note records that the response must show a stream up to a position with events of the given types.
func (n *Notes) Note(stream string, p eventstore.Position, types ...string) {
	n.mu.Lock()
	if n.shows == nil {
		n.shows, n.streams = map[string]eventstore.Position{}, map[string]bool{}
	}
	for _, t := range types {
		n.shows[t] = max(n.shows[t], p)
	}
	n.streams[stream] = true
	n.last = max(n.last, p)
	n.mu.Unlock()
	if n.Saw != nil {
		n.Saw(stream, p)
	}
}

// appended holds the events that a command of a request has appended to a stream.
type appended struct {
	first  eventstore.Revision // of the events
	events []domain.Event
	at     domain.Times // of the last event
}

// keptEvents is the number of events that a request keeps for its answer. A request that appends more, such as an import, keeps none.
const keptEvents = 200

// keep stores the events of a command for Whole. meta is their metadata.
func (n *Notes) keep(result Result, meta eventstore.Metadata) {
	if len(result.Events) == 0 || result.Repeated || result.RecordedAt.IsZero() {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.kept += len(result.Events); n.kept > keptEvents {
		n.made = nil
		return
	}
	if n.made == nil {
		n.made = map[string][]appended{}
	}
	n.made[result.Stream] = append(n.made[result.Stream], appended{
		first: result.Revision - eventstore.Revision(len(result.Events)) + 1, events: result.Events,
		at: domain.Times{
			Occurred: meta.OccurredAt, Recorded: result.RecordedAt, Position: int64(result.last),
			By: domain.Actor{Kind: meta.Actor.Kind, ID: meta.Actor.ID},
		},
	})
}

// Whole calls f for each event of a stream that this request began, and returns true. It returns false if the request did not begin the
// stream, which must then be read.
func (n *Notes) Whole(stream string, f func(e domain.Event, at domain.Times)) bool {
	n.mu.Lock()
	parts := slices.Clone(n.made[stream])
	n.mu.Unlock()
	slices.SortFunc(parts, func(a, b appended) int { return cmp.Compare(a.first, b.first) })
	next := eventstore.Revision(0)
	for _, p := range parts {
		if p.first != next {
			return false
		}
		next += eventstore.Revision(len(p.events))
	}
	for _, p := range parts {
		for i, e := range p.events {
			at := p.at
			at.Position -= int64(len(p.events) - 1 - i)
			f(e, at)
		}
	}
	return next > 0
}

// Collide records that a name which the request wants to claim is taken; see Collided.
func (n *Notes) Collide() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.collided = true
}

// Collided tells whether a name that the request wanted to claim was taken.
func (n *Notes) Collided() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.collided
}
