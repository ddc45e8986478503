package esdb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"tradelog/eventstore"
)

// errWrong: the stream is not at the expected revision.
var errWrong = errors.New("the stream is at another revision")

// tries is the number of times that an append is decided again because others append to the same stream.
const tries = 50

// Append stores events; see eventstore.Store.
func (s *Store) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	began := time.Now()
	appended, err := s.append(ctx, stream, expected, events, nil)
	s.options.Observer.Appended(time.Since(began), err)
	return appended, err
}

// AppendMoved stores events that were recorded elsewhere, and keeps their times; see eventstore.LinkedStore.
func (s *Store) AppendMoved(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.Recorded,
) (eventstore.Appended, error) {
	moved, times := make([]eventstore.NewEvent, len(events)), make([]time.Time, len(events))
	for i := range events {
		moved[i], times[i] = events[i].NewEvent, events[i].RecordedAt
	}
	return s.append(ctx, stream, expected, moved, times)
}

func (s *Store) append(
	ctx context.Context, stream string, expected eventstore.Expected, events []eventstore.NewEvent, times []time.Time,
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
	if s.memory.doubtful() {
		return eventstore.Appended{}, fmt.Errorf("append: %w", errBehind)
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
			return s.positionsOf(ctx, stream, found.first, len(events), 0, true)
		}
		at, err := s.send(ctx, stream, found.last, events, times)
		if errors.Is(err, errWrong) {
			if err := followed.read(ctx, s); err != nil {
				return eventstore.Appended{}, err
			}
			continue
		}
		if err != nil {
			if errors.Is(err, eventstore.ErrUnknownOutcome) {
				followed.whole = false // a repeat looks first whether it was done
			}
			return eventstore.Appended{}, err
		}
		followed.add(events)
		s.appended.Store(true)
		return s.positionsOf(ctx, stream, found.last+1, len(events), at, false)
	}
	return eventstore.Appended{}, &awayError{text: "others append to stream " + stream + " all the time"}
}

// send appends events to a stream behind a revision, and returns the position of the last one. It fails with errWrong if the stream is at
// another one. times are when the events were recorded elsewhere; nil: they are recorded here.
func (s *Store) send(
	ctx context.Context, stream string, last eventstore.Revision, events []eventstore.NewEvent, times []time.Time,
) (at eventstore.Position, err error) {
	messages, total := make([]*streams.AppendReq_ProposedMessage, len(events)), 0
	for i := range events {
		var recordedAt time.Time
		if times != nil {
			recordedAt = times[i]
		}
		messages[i] = proposed(&events[i], recordedAt)
		total += size(messages[i])
		if n := proto.Size(messages[i]); n > maxMessage-messageFrame {
			return 0, &eventstore.TooLargeError{Stream: stream, Events: 1, Size: n, Limit: maxMessage - messageFrame}
		}
	}
	err = s.connection.use(ctx, func(n *node) (err error) {
		if most := int(n.maxAppend.Load()); most > 0 && total > most {
			return &eventstore.TooLargeError{Stream: stream, Events: len(events), Size: total, Limit: most}
		}
		if err := s.check(ctx, n); err != nil {
			return err
		}
		bounded, cancel := context.WithTimeout(byLeader(ctx), s.connection.appendTime())
		defer cancel()
		at, err = n.append(bounded, stream, last, messages)
		switch exception(err) {
		case wrongVersion:
			return errWrong
		case tooLarge, tooLargeEvent:
			return &eventstore.TooLargeError{Stream: stream, Events: len(events), Size: total, Limit: n.learn(err)}
		}
		return err
	})
	return at, outcome(ctx, stream, err)
}

// messageFrame is the allowance in bytes for the protocol's fields around an event in a message.
const messageFrame = 64

// learn returns the limit in bytes that a node names when it refuses an append, or 0 if it names none. A limit of whole appends is
// remembered for the node.
func (n *node) learn(err error) int {
	var failed *failure
	if !errors.As(err, &failed) {
		return 0
	}
	if most, _ := strconv.Atoi(failed.trailing("maximum-append-size")); most > 0 {
		n.maxAppend.Store(int64(most))
		return most
	}
	most, _ := strconv.Atoi(failed.trailing("maximum-append-event-size"))
	return max(most, 0)
}

// appendTime bounds one append, as the URL says (defaultDeadline).
func (c *connection) appendTime() time.Duration {
	if c.config.DefaultDeadline != nil && *c.config.DefaultDeadline > 0 {
		return *c.config.DefaultDeadline
	}
	return 10 * time.Second
}

// outcome turns the answer to an append into one of the port.
func outcome(ctx context.Context, stream string, err error) error {
	var away *awayError
	var failed *failure
	switch {
	case !errors.As(err, &away) && !errors.As(err, &failed): // done, or refused before it was sent
		return err
	case away != nil:
		return fmt.Errorf("append: %w", withCause(ctx, err))
	}
	switch status.Code(failed.err) {
	case codes.PermissionDenied, codes.Unauthenticated:
		return errors.New("append: the event store does not let this user append; see the user and password of its URL")
	case codes.InvalidArgument:
		return fmt.Errorf("%w: the event store refuses it: %w", eventstore.ErrInvalidEvent, err)
	case codes.ResourceExhausted:
		if text := strings.ToLower(err.Error()); strings.Contains(text, "message") && strings.Contains(text, "size") {
			return fmt.Errorf("%w: %w", &eventstore.TooLargeError{Stream: stream}, err)
		}
		return fmt.Errorf("append: %w", err)
	case codes.Unimplemented, codes.FailedPrecondition, codes.NotFound:
		return fmt.Errorf("append: %w", err)
	}
	if failed.unsent {
		return fmt.Errorf("append: %w", &awayError{cannotReach, withCause(ctx, err)})
	}
	return fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, withCause(ctx, err))
}

// placedTime is the time that an append waits for its events to arrive in the feed before it reads them itself.
const placedTime = time.Second

// positionsOf returns the positions of n events of a stream, from a revision on. at is the position of the last one, 0 if it is not known.
func (s *Store) positionsOf(
	ctx context.Context, stream string, first eventstore.Revision, n int, at eventstore.Position, repeated bool,
) (eventstore.Appended, error) {
	var events []eventstore.Recorded
	if at > 0 {
		s.feed.noteEvent(at)
		waiting, cancel := context.WithTimeout(ctx, placedTime)
		events = s.feed.upTo(waiting, at, n)
		cancel()
	}
	if len(events) != n || events[0].Stream != stream || events[0].Revision != first || events[n-1].Stream != stream {
		// A stored event stays stored, whatever happens to the caller.
		reading, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTime)
		defer cancel()
		var err error
		events, err = s.readStream(reading, stream, first, eventstore.Forwards, n)
		if err != nil || len(events) != n {
			return eventstore.Appended{}, fmt.Errorf("%w: %d of %d events were read back: %w", eventstore.ErrUnknownOutcome, len(events), n, err)
		}
		s.feed.noteEvent(events[n-1].Position)
	}
	return eventstore.Appended{
		First: first, Last: first + eventstore.Revision(n) - 1, FirstPosition: events[0].Position, Position: events[n-1].Position,
		RecordedAt: events[n-1].RecordedAt, Repeated: repeated,
	}, nil
}
