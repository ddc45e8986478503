package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb/format"
)

// maxRead is the greatest number of events one read returns.
const maxRead = 4096

// readTime bounds one read. The client has no limit of its own for reads.
const readTime = 30 * time.Second

func limit(most int) uint64 {
	if most <= 0 || most > maxRead {
		return maxRead
	}
	return uint64(most)
}

// ReadStream reads a stream; see eventstore.Store.
func (s *Store) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, most int,
) ([]eventstore.Recorded, error) {
	return s.readStream(ctx, stream, from, direction, most)
}

func (s *Store) readStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, most int,
) ([]eventstore.Recorded, error) {
	options := esdb.ReadStreamOptions{From: esdb.Revision(uint64(max(from, 0)))}
	if direction == eventstore.Backwards {
		options.Direction = esdb.Backwards
		switch {
		case from < 0:
			return nil, ctx.Err()
		case from == eventstore.End:
			options.From = esdb.End{}
		}
	}
	var events []eventstore.Recorded
	err := s.read(ctx, func(ctx context.Context, client *esdb.Client) (*esdb.ReadStream, error) {
		return client.ReadStream(ctx, stream, options, limit(most))
	}, func(r *eventstore.Recorded) { events = append(events, *r) })
	if hasCode(err, esdb.ErrorCodeResourceNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", stream, err)
	}
	return events, nil
}

// read passes the events of one read to each.
func (s *Store) read(
	ctx context.Context, open func(context.Context, *esdb.Client) (*esdb.ReadStream, error), each func(*eventstore.Recorded),
) error {
	bounded, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	err := s.connection.use(bounded, func(client *esdb.Client) error {
		stream, err := open(bounded, client)
		if err != nil {
			return err
		}
		defer stream.Close()
		for {
			event, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			if original := event.OriginalEvent(); original != nil {
				r := recorded(original)
				each(&r)
			}
		}
	})
	return withCause(ctx, err)
}

// withCause makes an error also one of the caller's context when that has ended. The client does not.
func withCause(ctx context.Context, err error) error {
	if cause := ctx.Err(); err != nil && cause != nil && !errors.Is(err, cause) {
		return errors.Join(cause, err)
	}
	return err
}

// recorded turns an event of the client into one of the log.
func recorded(e *esdb.RecordedEvent) eventstore.Recorded {
	version, metadata := format.Split(e.UserMetadata)
	return eventstore.Recorded{
		NewEvent: eventstore.NewEvent{ID: e.EventID, Type: e.EventType, SchemaVersion: version, Data: e.Data, Metadata: metadata},
		Stream:   e.StreamID, Revision: eventstore.Revision(e.EventNumber), Position: position(e.Position),
		RecordedAt: e.CreatedDate.UTC().Truncate(time.Microsecond),
	}
}

func position(p esdb.Position) eventstore.Position {
	return eventstore.Position(min(p.Commit, math.MaxInt64))
}

// place is a position as the client takes it. Transactions of several streams do not exist any more, so both its parts are the same.
func place(p eventstore.Position) esdb.AllPosition {
	switch {
	case p <= 0:
		return esdb.Start{}
	case p == eventstore.End:
		return esdb.End{}
	}
	return esdb.Position{Commit: uint64(p), Prepare: uint64(p)}
}

// ReadAll reads the log; see eventstore.Store. The filter is applied here.
func (s *Store) ReadAll(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, most int, filter eventstore.Filter,
) (eventstore.Page, error) {
	next := from
	if direction == eventstore.Forwards {
		next = max(from, 0)
	}
	for at := from; ; {
		events, page, err := s.page(ctx, at, direction, limit(most))
		if err != nil {
			return eventstore.Page{}, fmt.Errorf("read the log: %w", err)
		}
		if n := len(events); n > 0 || page.End {
			if n > 0 {
				next = events[n-1].Position // readers never stand at an event of the server or the store
			}
			return eventstore.Page{Events: filter.Keep(events), Next: next, End: page.End}, nil
		}
		at = page.Next
	}
}

// page reads at most count events of the server after a position, or before it, and returns those of the log.
func (s *Store) page(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, count uint64,
) (events []eventstore.Recorded, page eventstore.Page, err error) {
	forwards := direction == eventstore.Forwards
	page.Next = from
	if forwards {
		page.Next = max(from, 0)
	}
	if !forwards && from <= 0 || forwards && from == eventstore.End {
		page.End = true
		return nil, page, ctx.Err()
	}
	var got, taken uint64
	// A read may begin with the event at the position, which is one too many then.
	err = s.readFrom(ctx, from, direction, count+1, func(r *eventstore.Recorded) {
		got++
		if forwards && r.Position <= page.Next || !forwards && r.Position >= page.Next || taken == count {
			return
		}
		taken++
		page.Next = r.Position
		if visible(r) {
			events = append(events, *r)
		}
	})
	page.End = got <= count
	return events, page, err
}

// readFrom passes at most count events of the server to each, from a position on.
func (s *Store) readFrom(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, count uint64, each func(*eventstore.Recorded),
) error {
	options := esdb.ReadAllOptions{From: place(from)}
	if direction == eventstore.Backwards {
		options.Direction = esdb.Backwards
	}
	return s.read(ctx, func(ctx context.Context, client *esdb.Client) (*esdb.ReadStream, error) {
		return client.ReadAll(ctx, options, count)
	}, each)
}
