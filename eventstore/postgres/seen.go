package postgres

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// memory is the newest mark that this process has seen. A restored database, or a standby that lacks commits, has fewer events, or other
// events at the same positions. Then nothing is appended any more.
type memory struct {
	seen    atomic.Pointer[eventstore.Mark]
	note    atomic.Pointer[func(eventstore.Mark)]
	lost    atomic.Pointer[eventstore.LostError]
	closing sync.Once
	signal  chan struct{} // closed when events are found to be gone
}

// Note registers a function that is told how far this process has seen the log: after each own append, before the caller gets its
// answer, and from time to time after appends of others. It must not block.
func (s *Store) Note(f func(eventstore.Mark)) { s.memory.note.Store(&f) }

// Lost returns a channel that is closed when events that this process has seen are gone; LostEvents tells which.
func (s *Store) Lost() <-chan struct{} { return s.memory.signal }

// LostEvents returns nil while the log has all events that this process has seen. Otherwise nothing is appended, and
// subscriptions end with this *eventstore.LostError.
func (s *Store) LostEvents() error {
	if lost := s.memory.lost.Load(); lost != nil {
		return lost
	}
	return nil
}

// see remembers a mark, unless a later one was seen.
func (s *Store) see(m eventstore.Mark) {
	for {
		had := s.memory.seen.Load()
		if had != nil && had.Position >= m.Position {
			return
		}
		if s.memory.seen.CompareAndSwap(had, &m) {
			break
		}
	}
	if note := s.memory.note.Load(); note != nil {
		(*note)(m)
	}
}

// seen returns the newest mark that this process has seen, or the zero eventstore.Mark.
func (s *Store) seen() eventstore.Mark {
	if m := s.memory.seen.Load(); m != nil {
		return *m
	}
	return eventstore.Mark{}
}

// compare compares the end of the log, and the seal at the position seen before, with what this process remembers. If they
// contradict each other, it records and returns a *eventstore.LostError.
func (s *Store) compare(before eventstore.Mark, end eventstore.Position, there []byte) error {
	if before.Position == 0 || end >= before.Position && bytes.Equal(there, before.Seal) {
		return nil
	}
	lost := &eventstore.LostError{Seen: before.Position, End: end}
	s.memory.lost.CompareAndSwap(nil, lost)
	s.memory.closing.Do(func() {
		s.options.Logger.Error("the log is not the one that was seen before; nothing is appended any more", "error", lost)
		close(s.memory.signal)
	})
	s.wake.wakeForeign() // subscriptions end
	return lost
}

// sealAt reads the seal of one event.
const sealAt = `SELECT seal FROM events WHERE position = $1`

// look reads the end of the log and compares it with what this process has seen.
func (s *Store) look(ctx context.Context, conn *pgx.Conn) error {
	before := s.seen()
	var end eventstore.Position
	var last, there []byte
	if err := conn.QueryRow(ctx, `SELECT h.position, (SELECT e.seal FROM events e WHERE e.position = h.position),
		(SELECT e.seal FROM events e WHERE e.position = $1)
		FROM log_head h ORDER BY h.position DESC LIMIT 1`, int64(before.Position)).Scan(&end, &last, &there); err != nil {
		return err
	}
	if err := s.compare(before, end, there); err != nil {
		return err
	}
	if last != nil {
		s.see(eventstore.Mark{Position: end, Seal: last})
	}
	return nil
}
