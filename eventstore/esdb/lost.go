package esdb

import (
	"context"
	"sync"
	"sync/atomic"

	"tradelog/eventstore"
)

// memory is the newest event that this process has seen. A server that was restored from a backup lacks it, or has another one in its
// place. Then nothing is appended any more.
type memory struct {
	seen    atomic.Pointer[eventstore.Mark]
	note    atomic.Pointer[func(eventstore.Mark)]
	lost    atomic.Pointer[eventstore.LostError]
	closing sync.Once
	signal  chan struct{} // closed when events are found to be gone
}

// markOf is the place of an event. Its ID takes the place of a seal.
func markOf(r *eventstore.Recorded) eventstore.Mark {
	return eventstore.Mark{Position: r.Position, Seal: r.ID[:]}
}

// Note registers a function that is told how far this process has seen the log. It must not block.
func (s *Store) Note(f func(eventstore.Mark)) { s.memory.note.Store(&f) }

// Lost is closed when events that this process has seen are gone; LostEvents tells which.
func (s *Store) Lost() <-chan struct{} { return s.memory.signal }

// LostEvents returns nil while the log has all events that this process has seen. Otherwise nothing is appended, and subscriptions end with
// this *eventstore.LostError.
func (s *Store) LostEvents() error {
	if lost := s.memory.lost.Load(); lost != nil {
		return lost
	}
	return nil
}

// see notes the newest event that has come. Only the feed calls it.
func (s *Store) see(newest *eventstore.Recorded) {
	m := markOf(newest)
	s.memory.seen.Store(&m)
	if note := s.memory.note.Load(); note != nil {
		(*note)(m)
	}
}

// look compares the log with what this process has seen, after the connection was lost.
func (s *Store) look(ctx context.Context) error {
	seen := s.memory.seen.Load()
	if seen == nil {
		return nil
	}
	there, err := s.MarkAt(ctx, seen.Position)
	if err != nil || there.Is(*seen) {
		return err
	}
	end, err := s.readHead(ctx, 0)
	if err != nil {
		return err
	}
	lost := &eventstore.LostError{Seen: seen.Position, End: end}
	s.memory.lost.CompareAndSwap(nil, lost)
	s.memory.closing.Do(func() {
		s.options.Logger.Error("the log is not the one that was seen before; nothing is appended any more", "error", lost)
		close(s.memory.signal)
	})
	s.feed.change(func() {}) // subscriptions end
	return lost
}

// MarkAt is the place of the event at a position, or of none.
func (s *Store) MarkAt(ctx context.Context, at eventstore.Position) (m eventstore.Mark, err error) {
	if at <= 0 {
		return m, nil
	}
	err = s.readFrom(ctx, at, eventstore.Forwards, 1, func(r *eventstore.Recorded) {
		if r.Position == at {
			m = markOf(r)
		}
	})
	return m, err
}

// Newest is the place of the newest event, or of none.
func (s *Store) Newest(ctx context.Context) (eventstore.Mark, error) {
	head, err := s.Head(ctx)
	if err != nil {
		return eventstore.Mark{}, err
	}
	return s.MarkAt(ctx, head)
}
