package esdb

import (
	"context"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

// followed is the known part of a stream: the IDs of its events, up to a revision. One caller has it at a time.
type followed struct {
	turn   chan struct{} // holds one value while nobody has the stream
	stream string
	ids    map[uuid.UUID]eventstore.Revision
	last   eventstore.Revision // of the newest known event; -1 for none
	whole  bool                // it was read to its end once
}

// followed waits for a stream, and reads it if nothing is known of it. The caller must unlock it.
func (s *Store) followed(ctx context.Context, stream string) (*followed, error) {
	f, ok := s.streams.Get(stream)
	if !ok {
		f = &followed{turn: make(chan struct{}, 1), stream: stream, ids: map[uuid.UUID]eventstore.Revision{}, last: -1}
		f.unlock()
		// Of several callers that find nothing, one stores it.
		if had, stored, _ := s.streams.PeekOrAdd(stream, f); stored {
			f = had
		}
	}
	select {
	case <-f.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !f.whole {
		if err := f.read(ctx, s); err != nil {
			f.unlock()
			return nil, err
		}
	}
	return f, nil
}

func (f *followed) unlock() { f.turn <- struct{}{} }

// read reads the events that were appended since the last known one.
func (f *followed) read(ctx context.Context, s *Store) error {
	for {
		events, err := s.readStream(ctx, f.stream, f.last+1, eventstore.Forwards, maxRead)
		if err != nil {
			return err
		}
		for i := range events {
			f.ids[events[i].ID] = events[i].Revision
			f.last = events[i].Revision
		}
		if len(events) < maxRead {
			f.whole = true
			return nil
		}
	}
}

// add notes events that were appended after the last known one.
func (f *followed) add(events []eventstore.NewEvent) {
	for i := range events {
		f.last++
		f.ids[events[i].ID] = f.last
	}
}

// found is the result of a search for events: the position of events that are stored already, or the revision to append after.
type found struct {
	repeated bool
	first    eventstore.Revision // of repeated events
	last     eventstore.Revision // after which others are appended
}

// find looks for events in the stream. It returns a *WrongRevisionError if they cannot be appended. It looks at the stream again before it
// refuses.
func (f *followed) find(
	ctx context.Context, s *Store, expected eventstore.Expected, events []eventstore.NewEvent,
) (found, error) {
	for again := false; ; again = true {
		known, together := 0, true
		first := f.ids[events[0].ID]
		for i := range events {
			revision, ok := f.ids[events[i].ID]
			if ok {
				known++
			}
			together = together && ok && revision == first+eventstore.Revision(i)
		}
		switch {
		case together:
			return found{repeated: true, first: first}, nil
		case known == 0 && expected.Met(f.last):
			return found{last: f.last}, nil
		case again:
			return found{}, &eventstore.WrongRevisionError{Stream: f.stream, Expected: expected, Actual: f.last}
		}
		if err := f.read(ctx, s); err != nil {
			return found{}, err
		}
	}
}
