package esdb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// maxRead is the greatest number of events one read returns.
const maxRead = 4096

// readTime bounds one read. gRPC has no limit of its own.
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
	if direction == eventstore.Backwards && from < 0 {
		return nil, ctx.Err()
	}
	if direction == eventstore.Forwards && from == eventstore.End {
		return nil, ctx.Err()
	}
	var events []eventstore.Recorded
	err := s.read(byLeader(ctx), streamRequest(stream, from, direction, limit(most)), func(m *message) error {
		events = append(events, m.Recorded)
		return nil
	})
	if errors.Is(err, errNoStream) || status.Code(err) == codes.NotFound && !Outage(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", stream, err)
	}
	return events, nil
}

// read passes the events of one read to each.
func (s *Store) read(ctx context.Context, request *streams.ReadReq, each func(*message) error) error {
	bounded, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	err := s.connection.use(bounded, func(n *node) error { return n.events(bounded, request, each) })
	return withCause(ctx, err)
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
		events, page, err := s.page(byLeader(ctx), at, direction, limit(most))
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
	err = s.readFrom(ctx, from, direction, count+1, func(m *message) error {
		got++
		shown := visible(&m.Recorded)
		switch {
		case shown && m.explicit:
			return explicit(m)
		case forwards && m.Position <= page.Next || !forwards && m.Position >= page.Next || taken == count:
			return nil
		}
		taken++
		page.Next = m.Position
		if shown {
			events = append(events, m.Recorded)
		}
		return nil
	})
	page.End = got <= count
	return events, page, err
}

// noRecord is what servers say of a position at which no record begins.
const noRecord = "Unexpected ReadAllResult: Error"

// readFrom passes at most count events of the server to each, from a position on. It fails with eventstore.ErrNoPosition if no event has
// the position.
func (s *Store) readFrom(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, count uint64, each func(*message) error,
) error {
	err := s.read(ctx, allRequest(from, direction, count), each)
	if status.Code(err) == codes.Unknown && strings.Contains(err.Error(), noRecord) {
		return fmt.Errorf("%w: %d", eventstore.ErrNoPosition, from)
	}
	return err
}

// messageAt returns the event of the server at a position, nil if there is none.
func (s *Store) messageAt(ctx context.Context, at eventstore.Position) (m *message, err error) {
	if at <= 0 || at == eventstore.End {
		return nil, ctx.Err()
	}
	err = s.readFrom(byLeader(ctx), at, eventstore.Forwards, 1, func(found *message) error {
		if found.Position == at {
			m = found
		}
		return nil
	})
	if errors.Is(err, eventstore.ErrNoPosition) {
		return nil, nil
	}
	return m, err
}

// ReadStreams reads streams one after another; see eventstore.Store.
func (s *Store) ReadStreams(ctx context.Context, streams []string, last eventstore.Revision) (map[string][]eventstore.Recorded, error) {
	return eventstore.ReadEach(ctx, s, streams, last)
}

// ReadPositions reads events one after another; see eventstore.Store.
func (s *Store) ReadPositions(ctx context.Context, at []eventstore.Position) (map[eventstore.Position]eventstore.Recorded, error) {
	all := make(map[eventstore.Position]eventstore.Recorded, len(at))
	for _, p := range at {
		m, err := s.messageAt(ctx, p)
		switch {
		case err != nil:
			return nil, fmt.Errorf("read the event at position %d: %w", p, err)
		case m == nil || !visible(&m.Recorded):
		case m.explicit:
			return nil, explicit(m)
		default:
			all[p] = m.Recorded
		}
	}
	return all, ctx.Err()
}

// PositionsBefore looks for times by way of the links, whose revisions can be halved, and then among the events behind one; see
// eventstore.Store.
func (s *Store) PositionsBefore(ctx context.Context, times []time.Time) ([]eventstore.Position, error) {
	all := make([]eventstore.Position, len(times))
	for i, t := range times {
		at, err := s.linkBefore(ctx, t)
		if err == nil {
			all[i], err = s.lastBefore(ctx, at, t)
		}
		if err != nil {
			return nil, fmt.Errorf("look for the events before %s: %w", t.UTC().Format(time.RFC3339), err)
		}
	}
	return all, ctx.Err()
}

// lastBefore returns the position of the last event behind a position before one that was recorded at a time or later.
func (s *Store) lastBefore(ctx context.Context, last eventstore.Position, t time.Time) (eventstore.Position, error) {
	for at := last; ; {
		events, page, err := s.page(byLeader(ctx), at, eventstore.Forwards, batchEvents)
		if err != nil {
			return 0, err
		}
		for i := range events {
			if !events[i].RecordedAt.Before(t) {
				return last, nil
			}
			last = events[i].Position
		}
		if page.End {
			return last, nil
		}
		at = page.Next
	}
}

// errExplicit: positions cannot tell such events apart.
var errExplicit = errors.New("the event store has events of an explicit transaction, as servers before version 20 wrote them: several of " +
	"them share one position, so this program cannot follow the log; copy the log to a new server with the tools of the server")

// explicit refuses an event of the log that was written in an explicit transaction.
func explicit(m *message) error {
	return fmt.Errorf("%w (stream %.300s, revision %d, position %d)", errExplicit, m.Stream, m.Revision, m.Position)
}
