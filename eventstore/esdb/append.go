package esdb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb/format"
)

// errWrong: the stream is not at the expected revision.
var errWrong = errors.New("the stream is at another revision")

// tries is how often an append is decided again because others append to the same stream, or because a cluster changes its leader.
const tries = 50

// Append stores events; see eventstore.Store.
func (s *Store) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	began := time.Now()
	appended, err := s.append(ctx, stream, expected, events)
	s.options.Observer.Appended(time.Since(began), err)
	return appended, err
}

func (s *Store) append(
	ctx context.Context, stream string, expected eventstore.Expected, events []eventstore.NewEvent,
) (eventstore.Appended, error) {
	if err := eventstore.CheckAppend(stream, events); err != nil {
		return eventstore.Appended{}, err
	}
	if strings.HasPrefix(stream, ownCategory+"-") {
		return eventstore.Appended{}, fmt.Errorf("%w: streams of the category %s belong to the event store", eventstore.ErrInvalidEvent,
			ownCategory)
	}
	if err := errors.Join(s.LostEvents(), ctx.Err()); err != nil {
		return eventstore.Appended{}, err
	}
	if s.feed.ended() {
		return eventstore.Appended{}, eventstore.ErrClosed
	}
	followed, err := s.followed(ctx, stream)
	if err != nil {
		return eventstore.Appended{}, err
	}
	defer followed.unlock()
	for try := 0; try < tries; try++ {
		found, err := followed.find(ctx, s, expected, events)
		if err != nil {
			return eventstore.Appended{}, err
		}
		if found.repeated {
			return s.placed(ctx, stream, found.first, len(events), 0, true)
		}
		at, err := s.send(ctx, stream, found.last, events)
		if errors.Is(err, errWrong) {
			if err := followed.read(ctx, s); err != nil {
				return eventstore.Appended{}, err
			}
			continue
		}
		if err != nil {
			return eventstore.Appended{}, err
		}
		followed.add(events)
		s.appended.Store(true)
		return s.placed(ctx, stream, found.last+1, len(events), at, false)
	}
	return eventstore.Appended{}, &awayError{fmt.Errorf("others append to stream %s all the time", stream)}
}

// send appends events to a stream at a revision, and returns the position of the last one. It fails with errWrong if the stream is at
// another one.
func (s *Store) send(
	ctx context.Context, stream string, last eventstore.Revision, events []eventstore.NewEvent,
) (eventstore.Position, error) {
	proposed := make([]esdb.EventData, len(events))
	for i := range events {
		e := &events[i]
		proposed[i] = esdb.EventData{EventID: e.ID, EventType: e.Type, ContentType: esdb.ContentTypeJson, Data: e.Data,
			Metadata: format.Join(e.SchemaVersion, e.Metadata)}
	}
	options := esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}
	if last >= 0 {
		options.ExpectedRevision = esdb.Revision(uint64(last))
	}
	for try := 0; ; try++ {
		var at eventstore.Position
		err := s.connection.use(ctx, func(client *esdb.Client) error {
			result, err := client.AppendToStream(ctx, stream, options, proposed...)
			if err == nil {
				at = position(esdb.Position{Commit: result.CommitPosition})
			}
			return err
		})
		if hasCode(err, esdb.ErrorCodeNotLeader) && try < tries {
			continue // the client has gone to the leader
		}
		return at, outcome(ctx, err)
	}
}

// outcome turns the answer to an append into one of the port.
func outcome(ctx context.Context, err error) error {
	switch {
	case err == nil, errors.Is(err, eventstore.ErrClosed):
		return err
	case hasCode(err, esdb.ErrorCodeWrongExpectedVersion):
		return errWrong
	case notSent(err), hasCode(err, esdb.ErrorCodeNotLeader):
		return fmt.Errorf("append: %w", withCause(ctx, err))
	case hasCode(err, esdb.ErrorCodeAccessDenied), hasCode(err, esdb.ErrorCodeUnauthenticated):
		return errors.New("append: the event store does not let this user append; see the user and password of its URL")
	case hasCode(err, esdb.ErrorCodeStreamDeleted):
		return fmt.Errorf("append: %w", err)
	case status.Code(cause(err)) == codes.InvalidArgument, status.Code(cause(err)) == codes.ResourceExhausted:
		return fmt.Errorf("%w: the event store refuses it: %w", eventstore.ErrInvalidEvent, err)
	}
	var unsent *esdb.Error
	if ctx.Err() != nil && !errors.As(err, &unsent) { // it waited for a connection
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, withCause(ctx, err))
}

// cause is the error of the connection behind one of the client.
func cause(err error) error {
	var failed *esdb.Error
	if errors.As(err, &failed) && failed.Err() != nil {
		return failed.Err()
	}
	return err
}

// placedTime is how long an append waits for its events to arrive in the feed before it reads them itself.
const placedTime = time.Second

// placed tells where n events of a stream are, from a revision on. The last one is at a position, if that is known.
func (s *Store) placed(
	ctx context.Context, stream string, first eventstore.Revision, n int, at eventstore.Position, repeated bool,
) (eventstore.Appended, error) {
	var events []eventstore.Recorded
	if at > 0 {
		s.feed.know(at)
		waiting, cancel := context.WithTimeout(ctx, placedTime)
		events = s.feed.upTo(waiting, at, n)
		cancel()
	}
	if len(events) != n || events[0].Stream != stream || events[0].Revision != first || events[n-1].Stream != stream {
		// What is stored stays stored, whatever happens to the caller.
		reading, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTime)
		defer cancel()
		var err error
		events, err = s.readStream(reading, stream, first, eventstore.Forwards, n)
		if err != nil || len(events) != n {
			return eventstore.Appended{}, fmt.Errorf("%w: %d of %d events were read back: %w", eventstore.ErrUnknownOutcome, len(events), n, err)
		}
		s.feed.know(events[n-1].Position)
	}
	return eventstore.Appended{
		First: first, Last: first + eventstore.Revision(n) - 1, FirstPosition: events[0].Position, Position: events[n-1].Position,
		RecordedAt: events[n-1].RecordedAt, Repeated: repeated,
	}, nil
}
