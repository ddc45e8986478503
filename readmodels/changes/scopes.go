package changes

import (
	"context"
	"sync"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/eventstore"
)

// history has the scopes of a stream's resource. Scopes change seldom, so there are few.
type history struct {
	mu     sync.Mutex
	next   eventstore.Revision // of the first event that was not read
	upTo   eventstore.Position // all events up to here were read
	moves  []move
	latest change.Scope
}

// move is a scope that a resource has from a position on.
type move struct {
	at    eventstore.Position
	scope change.Scope
}

// within returns a change as a limited reader is told of it; nil if it is none of the reader's. Its resource belonged to one of the
// reader's stores before the event, or belongs to one after it. A resource that has left the reader's stores is told of as deleted, since
// the reader can read it no more.
func (f *Feed) within(ctx context.Context, e *entry, q Query) (*entry, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.scoped {
		var err error
		if e.scopes[0], e.scopes[1], err = f.scopesOf(ctx, e.home, e.position); err != nil {
			return nil, err
		}
		e.scoped = true
	}
	switch before, after := e.scopes[0].Within(q.Stores, q.Websites), e.scopes[1].Within(q.Stores, q.Websites); {
	case after, before && e.told.What == string(change.Deleted):
		return e, nil
	case !before:
		return nil, nil
	}
	if e.left == nil {
		left := entry{position: e.position, event: e.event, ordinal: e.ordinal, at: e.at, told: e.told, home: e.home}
		left.told.What, left.told.Fields = string(change.Deleted), []string{}
		if err := left.encode(); err != nil {
			return nil, err
		}
		e.left = &left
	}
	return e.left, nil
}

// Scope returns the scope of a stream's resource at present, as the log has it. An empty scope: only callers without a limit see
// the resource.
func (f *Feed) Scope(ctx context.Context, stream string) (change.Scope, error) {
	head, err := f.options.Store.Head(ctx)
	if err != nil {
		return change.Scope{}, err
	}
	_, scope, err := f.scopesOf(ctx, stream, head)
	return scope, err
}

// scopesOf returns the scopes of a stream's resource before and after a position.
func (f *Feed) scopesOf(ctx context.Context, stream string, at eventstore.Position) (before, after change.Scope, err error) {
	locate := f.options.Changes.Scopes[domain.Category(stream)]
	if locate == nil {
		return before, after, nil
	}
	f.scoped.Lock()
	h, known := f.histories.Get(stream)
	if !known {
		h = &history{}
		f.histories.Add(stream, h)
	}
	f.scoped.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.upTo < at {
		err = f.replay(ctx, stream, h.next, func(r eventstore.Recorded, e domain.Event) {
			scope := locate(h.latest, stream, e)
			if len(h.moves) == 0 || !scope.Same(h.latest) {
				h.moves = append(h.moves, move{r.Position, scope})
			}
			h.latest, h.next = scope, r.Revision+1
		})
		if err != nil {
			return before, after, err
		}
		h.upTo = at
	}
	for _, m := range h.moves {
		if m.at < at {
			before = m.scope
		}
		if m.at <= at {
			after = m.scope
		}
	}
	return before, after, nil
}
