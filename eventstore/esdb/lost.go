package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"tradelog/eventstore"
)

// memory is the newest event that this process has seen. A server that was restored from a backup lacks it, or has another one in its
// place. Then nothing is appended any more.
type memory struct {
	seen    atomic.Pointer[seenEvent]
	missing atomic.Pointer[time.Time] // since when the server lacks it; nil: it has it
	note    atomic.Pointer[func(eventstore.Mark)]
	lost    atomic.Pointer[eventstore.LostError]
	closing sync.Once
	signal  chan struct{} // closed when events are found to be gone
}

// seenEvent is an event that was seen.
type seenEvent struct {
	eventstore.Mark
	stream   string
	revision eventstore.Revision
}

// doubtful reports that the server lacks an event that was seen, and that the reason is not known yet.
func (m *memory) doubtful() bool { return m.missing.Load() != nil && m.lost.Load() == nil }

// markOf returns the mark of an event. Its ID takes the place of a seal.
func markOf(r *eventstore.Recorded) eventstore.Mark {
	return eventstore.Mark{Position: r.Position, Seal: r.ID[:]}
}

// Note registers a function that is told how far this process has seen the log. It must not block.
func (s *Store) Note(f func(eventstore.Mark)) { s.memory.note.Store(&f) }

// Lost returns a channel that is closed when events that this process has seen are gone; LostEvents tells which.
func (s *Store) Lost() <-chan struct{} { return s.memory.signal }

// LostEvents returns nil while the log has all events that this process has seen. Otherwise nothing is appended, and subscriptions end with
// this *eventstore.LostError.
func (s *Store) LostEvents() error {
	if lost := s.memory.lost.Load(); lost != nil {
		return lost
	}
	return nil
}

// see notes the newest event that has arrived. Only the feed calls it.
func (s *Store) see(newest *eventstore.Recorded) {
	s.memory.seen.Store(&seenEvent{Mark: markOf(newest), stream: newest.Stream, revision: newest.Revision})
	if note := s.memory.note.Load(); note != nil {
		(*note)(markOf(newest))
	}
}

// errBehind: the server lacks events that were seen before, and it is not known yet whether they are lost.
var errBehind = &awayError{text: "the event store lacks events that were seen before; it is looked at again until its node has caught up"}

// look compares the log with what this process has seen, after the connection was lost. A node that lacks the newest event may be behind.
// So the log is lost only when the leader has lacked the event for as long as Options.Patience. Only the feed calls it, again and again.
func (s *Store) look(ctx context.Context) error {
	seen := s.memory.seen.Load()
	if seen == nil {
		return nil
	}
	there, err := s.has(ctx, seen)
	if err != nil {
		return err
	}
	if there {
		s.memory.missing.Store(nil)
		return nil
	}
	now := time.Now()
	since := s.memory.missing.Load()
	if since == nil {
		since = &now
		s.memory.missing.Store(since)
	}
	if now.Sub(*since) < s.options.Patience {
		return errBehind
	}
	if leads, err := s.connection.leads(ctx); err != nil || !leads {
		return errors.Join(errBehind, err)
	}
	end, err := s.readHead(ctx, 0)
	if err != nil {
		return err
	}
	if end >= seen.Position { // it may have caught up in between
		if there, err := s.has(ctx, seen); err != nil || there {
			return errors.Join(errBehind, err)
		}
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

// check refuses appends through a new connection until the log there has the newest event that was seen. look decides whether a node
// without that event is behind or has lost it.
func (s *Store) check(ctx context.Context, n *node) error {
	seen := s.memory.seen.Load()
	if seen == nil || n.checked.Load() {
		return nil
	}
	there, err := s.has(ctx, seen)
	switch {
	case err != nil:
		return &awayError{cannotReach, err}
	case !there:
		return errBehind
	}
	n.checked.Store(true)
	return nil
}

// has reports whether the log has an event that was seen before, or had it until an administrator of the server removed it. After such a
// removal its stream is deleted, or goes on behind the event.
func (s *Store) has(ctx context.Context, seen *seenEvent) (bool, error) {
	there, err := s.MarkAt(ctx, seen.Position)
	if err != nil || there.Is(seen.Mark) {
		return err == nil, err
	}
	if there.Position != 0 { // another event has its place
		return false, nil
	}
	removed, err := s.removed(ctx, seen)
	if removed {
		s.options.Logger.Warn("the newest event that was seen is not in the log any more: its stream was deleted or truncated at the event "+
			"store, and scavenged. Read models still have what it told; tradelog events verify tells more", "stream", seen.stream,
			"revision", seen.revision, "position", seen.Position)
	}
	return removed, err
}

// removed reports whether an event that is not in the log was removed from its stream with the tools of the server.
func (s *Store) removed(ctx context.Context, seen *seenEvent) (bool, error) {
	newest, err := s.readStream(ctx, seen.stream, eventstore.End, eventstore.Backwards, 1)
	switch {
	case exception(err) == streamDeleted:
		return true, nil
	case err != nil:
		return false, err
	case len(newest) > 0 && newest[0].Revision > seen.revision:
		at, err := s.readStream(ctx, seen.stream, seen.revision, eventstore.Forwards, 1)
		return err == nil && (len(at) == 0 || at[0].Revision > seen.revision), err
	}
	settings, err := s.readStream(ctx, "$$"+seen.stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(settings) == 0 {
		return false, err
	}
	var truncated struct {
		Before uint64 `json:"$tb"`
	}
	if json.Unmarshal(settings[0].Data, &truncated) != nil {
		return false, nil // settings of a kind that truncates nothing
	}
	return truncated.Before > uint64(seen.revision), nil
}

// MarkAt returns the mark of the event at a position, or the zero Mark if there is none.
func (s *Store) MarkAt(ctx context.Context, at eventstore.Position) (m eventstore.Mark, err error) {
	found, err := s.messageAt(ctx, at)
	if found != nil {
		m = markOf(&found.Recorded)
	}
	return m, err
}

// Has reports whether the log has an event that was seen, or had it until an administrator of the server removed it. In the latter case
// there is a link to it.
func (s *Store) Has(ctx context.Context, seen eventstore.Mark) (bool, error) {
	there, err := s.MarkAt(ctx, seen.Position)
	if err != nil || there.Position != 0 || seen.Position == 0 {
		return there.Is(seen), err
	}
	sealed, err := s.linkedAt(ctx, seen.Position)
	if sealed {
		s.options.Logger.Warn("the newest event that was seen is not in the log any more, which was sealed there: it was removed by the means "+
			"of the event store; tradelog events verify tells more", "position", seen.Position)
	}
	return sealed, err
}

// Newest returns the mark of the newest event, or the zero Mark if the log is empty.
func (s *Store) Newest(ctx context.Context) (eventstore.Mark, error) {
	head, err := s.Head(ctx)
	if err != nil {
		return eventstore.Mark{}, err
	}
	return s.MarkAt(ctx, head)
}
