package eventstore

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Revision is the index of an event in its stream, from 0.
type Revision int64

// Position is the number of an event in the log, from 1. It is opaque: a store reads from 0, which is before the first event, from End, and
// from positions that it has handed out. Compare positions and pass them on. Only a SealedStore, whose positions are dense, allows
// arithmetic.
type Position int64

// Store is an append-only event log. All methods may be used from many goroutines. Callers own what the methods return, except
// for the bytes of data, metadata and seals, which are shared and read-only. After a store was closed, Append and its
// subscriptions fail with ErrClosed.
type Store interface {
	// Append stores events at the end of a stream, all or none. On success every event is durable.
	//
	//   - *WrongRevisionError (errors.Is ErrWrongRevision): not done, another append came first; load and decide again.
	//   - ErrInvalidEvent: not done, the arguments are invalid.
	//   - ErrUnknownOutcome: perhaps done. Repeat with the same event IDs until the append succeeds or fails with
	//     *WrongRevisionError, which then means that it was not done. Any other error of a repeat concerns only the repeat: go on.
	//   - ErrLogLost: not done; nothing can be appended any more, because the log has lost events that this process has seen.
	//   - any other error: not done.
	//
	// If all IDs are stored in this stream already, one after another, the append succeeds whatever it expects and returns their
	// positions (Appended.Repeated). If only some are stored, or in another order, or (with UniqueIDs) in another stream, it fails
	// with *WrongRevisionError.
	//
	// Append copies the events: after it has returned, the caller may change their bytes.
	Append(ctx context.Context, stream string, expected Expected, events ...NewEvent) (Appended, error)

	// ReadStream returns at most max events of a stream: forwards those at or after from, backwards those at or before. A stream
	// that does not exist has no events. Backwards from End reads the newest events. A store has a limit of its own, which also
	// applies if max is below 1. To read a whole stream, read until no more events come.
	ReadStream(ctx context.Context, stream string, from Revision, direction Direction, max int) ([]Recorded, error)

	// ReadStreams returns the events of streams up to a revision, in order; End: all. Streams without events are missing in the answer.
	ReadStreams(ctx context.Context, streams []string, last Revision) (map[string][]Recorded, error)

	// ReadAll returns at most max events of the log that pass the filter: forwards those after from, backwards those before.
	// Page.Next is the position to continue from, even if no event passed the filter. Page.End reports that the read reached the end of the
	// log. As with ReadStream, a store may return fewer events than there are. It fails with ErrNoPosition if from was never handed out,
	// unless positions are dense: then every number is a position of the log.
	ReadAll(ctx context.Context, from Position, direction Direction, max int, filter Filter) (Page, error)

	// ReadPositions returns the events at positions. Any numbers may be asked for: those that are no positions are missing in the answer.
	ReadPositions(ctx context.Context, at []Position) (map[Position]Recorded, error)

	// PositionsBefore returns for each time the position of the newest event that was recorded before it, or 0. A store without OrderedTimes
	// may return that of another event recorded before that time, if times run backwards nearby. It fails with ErrGap if an event is missing
	// on its way.
	PositionsBefore(ctx context.Context, times []time.Time) ([]Position, error)

	// Subscribe delivers every event after from that passes the filter, in position order, once each, and goes on with new
	// ones as they are committed. The context is for opening it; Close it when done. It or its Next may fail with ErrNoPosition, as ReadAll
	// does.
	Subscribe(ctx context.Context, from Position, filter Filter) (Subscription, error)

	// Head returns the position of the newest event, or 0 if the log is empty.
	Head(ctx context.Context) (Position, error)

	// LogID identifies this log, so that positions of another log are recognized.
	LogID() string

	// Capabilities returns the promises of this store beyond the port.
	Capabilities() Capabilities
}

// Capabilities are promises that only some stores make. The conformance suite checks those that a store declares.
type Capabilities struct {
	// DensePositions: positions run 1, 2, 3 ... without a gap, so that a missing event can be noticed.
	DensePositions bool
	// Sealed: every event carries a hash over its predecessor's, so that tampering can be noticed.
	Sealed bool
	// UniqueIDs: an event ID is stored once in the whole log, not only once in its stream.
	UniqueIDs bool
	// OrderedTimes: RecordedAt never runs backwards along the log.
	OrderedTimes bool
	// Turns: a caller that keeps losing races can lock the end of the log. Such a store is a TurnTaker.
	Turns bool
	// Streams: several streams can be appended to at once. Such a store is a StreamsAppender.
	Streams bool
}

// StreamsAppender is a store that appends to several streams, all or none.
type StreamsAppender interface {
	Store
	// AppendStreams stores events at the ends of several streams if all expectations hold, and nothing otherwise. Each stream is named once.
	// The events stand in the log together, in the order of the call, and become visible at once. The answers are in that order, too.
	//
	// The errors are those of Append. *WrongRevisionError names the first stream whose expectation does not hold, or whose events cannot be
	// stored because IDs are taken.
	//
	// If the events of all streams are stored already, as Append defines it for one, the append succeeds whatever it expects. If those of
	// some streams are and those of others are not, it fails with *WrongRevisionError for one that has them.
	AppendStreams(ctx context.Context, appends ...StreamAppend) ([]Appended, error)
}

// StreamAppend is what an append to several streams stores in one of them.
type StreamAppend struct {
	Stream   string
	Expected Expected
	Events   []NewEvent
}

// TurnTaker is a store that lets a caller decide while nobody else appends. It is slower than Append and delays all other
// appends. Use it after losing the race for a stream several times.
type TurnTaker interface {
	Store
	// AppendInTurn locks the end of the log, reads the stream from a revision on, and appends the events that decide returns.
	// decide must be quick and must not call the store. It may return no events.
	//
	//   - an error of decide is returned unchanged; nothing is stored.
	//   - *WrongRevisionError: not done, the IDs of some events are taken; see Append.
	//   - other errors are those of Append. After ErrUnknownOutcome repeat with Append and the same events.
	AppendInTurn(ctx context.Context, stream string, from Revision, decide Decision) (Appended, error)
}

// Decision returns the events to append after the newer events of the stream.
type Decision func(newer []Recorded) ([]NewEvent, error)

// Subscription is a catch-up subscription that goes live. One goroutine calls Next; any may call Close.
type Subscription interface {
	// Next waits for the next batch. Batches come in position order and leave nothing out. It fails with the context's error when
	// ctx ends, with ErrClosed after Close, and with ErrGap if a store with dense positions finds one missing. After an error the
	// next call continues where the last batch ended.
	Next(ctx context.Context) (Batch, error)
	Close() error
}

// Batch is the unit that a subscription delivers.
type Batch struct {
	Events []Recorded
	// Position is the end of what has been read of the log. It also advances past events that the filter leaves out.
	Position Position
	// CaughtUp reports that Position was the end of the log, as known to this instance, when the batch was read. It is set each
	// time the subscription reaches the end, if necessary in a batch without events.
	CaughtUp bool
}

// Page is the result of one read.
type Page struct {
	Events []Recorded
	Next   Position
	End    bool
}

// ReadWhole returns all events of a stream.
func ReadWhole(ctx context.Context, s Store, stream string) ([]Recorded, error) {
	all, err := s.ReadStreams(ctx, []string{stream}, End)
	return all[stream], err
}

// ReadEach reads streams one after another. It is ReadStreams of stores that read one stream at a time.
func ReadEach(ctx context.Context, s Store, streams []string, last Revision) (map[string][]Recorded, error) {
	all := make(map[string][]Recorded, len(streams))
	for _, stream := range streams {
		events, err := ReadRest(ctx, s, stream, nil, last)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			all[stream] = events
		}
	}
	return all, nil
}

// ReadRest returns events that a stream begins with, and those that follow them up to a revision; End: all.
func ReadRest(ctx context.Context, s Store, stream string, all []Recorded, last Revision) ([]Recorded, error) {
	for next := Revision(len(all)); next <= last; next = Revision(len(all)) {
		part, err := s.ReadStream(ctx, stream, next, Forwards, int(min(999, last-next))+1)
		if err != nil || len(part) == 0 {
			return all, err
		}
		all = append(all, part...)
	}
	return all, nil
}

// ReadAt returns the event at a position. It fails with ErrGap if there is none.
func ReadAt(ctx context.Context, s Store, at Position) (Recorded, error) {
	there, err := s.ReadPositions(ctx, []Position{at})
	if err != nil {
		return Recorded{}, err
	}
	e, is := there[at]
	if !is {
		return Recorded{}, fmt.Errorf("%w: there is no position %d", ErrGap, at)
	}
	return e, nil
}

// CheckPosition fails with ErrNoPosition if the log cannot be read from a position that a client names.
func CheckPosition(ctx context.Context, s Store, at Position) error {
	if s.Capabilities().DensePositions {
		return nil
	}
	_, err := s.ReadAll(ctx, at, Forwards, 1, Filter{})
	return err
}

// Direction of a read.
type Direction int

// The two directions.
const (
	Forwards Direction = iota
	Backwards
)

// End is the start of a backwards read of the newest events.
const End = 1<<63 - 1

// Filter selects events. The zero Filter selects all. With both lists an event must be in both.
type Filter struct {
	Categories []string // stream categories, the part of the stream name before the first dash
	Types      []string // event type names
}

// Matches reports whether an event passes.
func (f Filter) Matches(category, eventType string) bool {
	return (len(f.Categories) == 0 || contains(f.Categories, category)) && (len(f.Types) == 0 || contains(f.Types, eventType))
}

// IsZero tells whether the filter lets everything through.
func (f Filter) IsZero() bool { return len(f.Categories) == 0 && len(f.Types) == 0 }

// Keep keeps the events that pass, in place.
func (f Filter) Keep(events []Recorded) []Recorded {
	if f.IsZero() {
		return events
	}
	kept := events[:0]
	for i := range events {
		if f.Matches(events[i].Category(), events[i].Type) {
			kept = append(kept, events[i])
		}
	}
	return kept
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// Appended tells where events were stored.
type Appended struct {
	First, Last   Revision
	Position      Position // of the last event
	FirstPosition Position // of the first event
	// RecordedAt is the recorded time of the last event, as reads return it.
	RecordedAt time.Time
	Repeated   bool // the same events had been stored before
}

// Expected is the state that an append requires of its stream.
type Expected struct {
	kind expectedKind
	rev  Revision
}

type expectedKind int8

const (
	expectAny expectedKind = iota
	expectNoStream
	expectStreamExists
	expectExact
)

// The expectations that name no revision.
var (
	Any          = Expected{kind: expectAny}
	NoStream     = Expected{kind: expectNoStream, rev: -1}
	StreamExists = Expected{kind: expectStreamExists}
)

// Exactly expects the newest event of the stream to have this revision; -1 is NoStream.
func Exactly(rev Revision) Expected {
	if rev < 0 {
		return NoStream
	}
	return Expected{kind: expectExact, rev: rev}
}

// Met reports whether a stream with this newest revision, or -1 for none, meets the expectation.
func (e Expected) Met(current Revision) bool {
	switch e.kind {
	case expectAny:
		return true
	case expectStreamExists:
		return current >= 0
	default:
		return current == e.rev
	}
}

// Revision returns the revision that the expectation names, -1 for NoStream. ok is false for Any and StreamExists.
func (e Expected) Revision() (rev Revision, ok bool) {
	return e.rev, e.kind == expectExact || e.kind == expectNoStream
}

// String names the expectation in the words event stores use.
func (e Expected) String() string {
	switch e.kind {
	case expectAny:
		return "any"
	case expectNoStream:
		return "no_stream"
	case expectStreamExists:
		return "stream_exists"
	default:
		return fmt.Sprint(int64(e.rev))
	}
}

// The errors of the port.
var (
	ErrWrongRevision  = errors.New("eventstore: wrong expected revision")
	ErrUnknownOutcome = errors.New("eventstore: the append may or may not have been done; repeat it with the same event IDs")
	ErrInvalidEvent   = errors.New("eventstore: invalid append")
	ErrGap            = errors.New("eventstore: positions have a gap; an event is missing")
	ErrClosed         = errors.New("eventstore: closed")
	ErrHeadMoved      = errors.New("eventstore: the log does not end where it was said to")
	// ErrNoPosition: the log has never handed out the position from which it is to be read.
	ErrNoPosition = errors.New("eventstore: no event has this position")
	// ErrUnknownEvent: this binary does not know the type or version of a stored event. A decider must not ignore it.
	ErrUnknownEvent = errors.New("eventstore: unknown event type or version")
)

// WrongRevisionError describes an expectation that was not met.
type WrongRevisionError struct {
	Stream   string
	Expected Expected
	Actual   Revision // -1 when the stream does not exist
}

// Error names the stream and both revisions.
func (e *WrongRevisionError) Error() string {
	return fmt.Sprintf("stream %s: expected %s, is at %d", e.Stream, e.Expected, e.Actual)
}

// Unwrap makes errors.Is(err, ErrWrongRevision) true.
func (e *WrongRevisionError) Unwrap() error { return ErrWrongRevision }

// TooLargeError: the store cannot take an append of this size. It is an ErrInvalidEvent, so nothing was stored.
type TooLargeError struct {
	Stream      string
	Events      int
	Size, Limit int // bytes, as the store counts them; 0: not known
}

// Error names the stream, and the limit if that is known.
func (e *TooLargeError) Error() string {
	if e.Limit == 0 {
		return fmt.Sprintf("stream %s: the append is larger than the event store takes at once", e.Stream)
	}
	return fmt.Sprintf("stream %s: %d bytes at once in %d events, and the event store takes at most %d", e.Stream, e.Size, e.Events, e.Limit)
}

// Unwrap makes errors.Is(err, ErrInvalidEvent) true.
func (e *TooLargeError) Unwrap() error { return ErrInvalidEvent }
