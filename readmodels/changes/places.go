package changes

import (
	"context"
	"sync"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/eventstore"
)

// history has the places of a stream's resource. Places change seldom, so there are few.
type history struct {
	mu     sync.Mutex
	next   eventstore.Revision // of the first event that was not read
	upTo   eventstore.Position // all events up to here were read
	moves  []move
	latest change.Place
}

// move is a place that a resource has from a position on.
type move struct {
	at    eventstore.Position
	place change.Place
}

// within reports whether a change is one of the reader's. Its resource belonged to one of the reader's stores before the event, or belongs
// to one after it. So a reader is also told that a resource has left its stores.
func (f *Feed) within(ctx context.Context, e *entry, q Query) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.located {
		var err error
		if e.places[0], e.places[1], err = f.placesOf(ctx, e.home, e.position); err != nil {
			return false, err
		}
		e.located = true
	}
	return e.places[0].Within(q.Stores, q.Websites) || e.places[1].Within(q.Stores, q.Websites), nil
}

// Place returns the place of a stream's resource at present, as the log has it. The zero place, Nowhere: only callers without a limit see
// the resource.
func (f *Feed) Place(ctx context.Context, stream string) (change.Place, error) {
	head, err := f.options.Store.Head(ctx)
	if err != nil {
		return change.Place{}, err
	}
	_, place, err := f.placesOf(ctx, stream, head)
	return place, err
}

// placesOf returns the places of a stream's resource before and after a position.
func (f *Feed) placesOf(ctx context.Context, stream string, at eventstore.Position) (before, after change.Place, err error) {
	locate := f.options.Changes.Places[domain.Category(stream)]
	if locate == nil {
		return before, after, nil
	}
	f.located.Lock()
	h, known := f.histories.Get(stream)
	if !known {
		h = &history{}
		f.histories.Add(stream, h)
	}
	f.located.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.upTo < at {
		err = f.replay(ctx, stream, h.next, func(r eventstore.Recorded, e domain.Event) {
			place := locate(h.latest, stream, e)
			if len(h.moves) == 0 || !place.Same(h.latest) {
				h.moves = append(h.moves, move{r.Position, place})
			}
			h.latest, h.next = place, r.Revision+1
		})
		if err != nil {
			return before, after, err
		}
		h.upTo = at
	}
	for _, m := range h.moves {
		if m.at < at {
			before = m.place
		}
		if m.at <= at {
			after = m.place
		}
	}
	return before, after, nil
}
