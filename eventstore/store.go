package eventstore

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Revision is the place of an event in its stream, from 0.
type Revision int64

// Position is the place of an event in the log, from 1. Compare it and pass it on; only a store with DensePositions
// allows arithmetic. 0 is before the first event.
type Position int64

// Store is an append-only event log. All methods may be used from many goroutines. What they return is the caller's,
// but for the bytes of data, metadata and seals, which may be shared: read them, do not write to them. A store that can
// be closed answers ErrClosed to Append and to its subscriptions from then on.
type Store interface {
	// Append stores events at the end of a stream, all or none. On success every event is durable.
	//
	//   - *WrongRevisionError (errors.Is ErrWrongRevision): not done, somebody else was first; load again and decide again.
	//   - ErrInvalidEvent: not done, the call itself is wrong.
	//   - ErrUnknownOutcome: perhaps done. Repeat with the same event IDs until it succeeds or is a *WrongRevisionError, which
	//     then means that it was not done. Any other error of a repeat tells of the repeat alone: go on.
	//   - ErrLogLost: not done, and nothing will be: the log has lost events that this process has seen.
	//   - any other error: not done.
	//
	// When the events' IDs are already stored in this stream, one after another, the append succeeds again whatever it
	// expects and returns where they are (Appended.Repeated). IDs that are taken in any other way, some of them only or in
	// another order (or in another stream, with UniqueIDs), are a *WrongRevisionError: a decision made of an old state.
	//
	// The events are copied: once Append has returned, with whatever answer, the caller may change their bytes.
	Append(ctx context.Context, stream string, expected Expected, events ...NewEvent) (Appended, error)

	// ReadStream returns at most max events of a stream: forwards those at or after from, backwards those at or before.
	// A stream that does not exist has no events. From End backwards reads the newest. A store has a limit of its own, which
	// also stands for a max below 1; so to read a whole stream, read on until nothing more comes.
	ReadStream(ctx context.Context, stream string, from Revision, direction Direction, max int) ([]Recorded, error)

	// ReadAll returns at most max events of the log that pass the filter: forwards those after from, backwards those
	// before. Page.Next continues where the read stopped, even when the filter let nothing through; Page.End tells that
	// there is nothing further now. As with ReadStream a store may return fewer events than there are.
	ReadAll(ctx context.Context, from Position, direction Direction, max int, filter Filter) (Page, error)

	// Subscribe delivers every event after from that passes the filter, in position order, once each, and goes on with new
	// ones as they are committed. The context is for opening it; Close it when done.
	Subscribe(ctx context.Context, from Position, filter Filter) (Subscription, error)

	// Head is the position of the newest event, 0 when the log is empty.
	Head(ctx context.Context) (Position, error)

	// LogID names this log, so that a position of another one can be told apart.
	LogID() string

	// Capabilities tells what this store promises beyond the port.
	Capabilities() Capabilities
}

// Capabilities are promises only some stores make. The conformance suite holds a store to what it declares.
type Capabilities struct {
	// DensePositions: positions run 1, 2, 3 ... without a gap, so that a missing event can be noticed.
	DensePositions bool
	// Sealed: every event carries a hash over its predecessor's, so that tampering can be noticed. Such a store is a
	// SealedLog.
	Sealed bool
	// UniqueIDs: an event ID is stored once in the whole log, not only once in its stream.
	UniqueIDs bool
	// OrderedTimes: RecordedAt never runs backwards along the log.
	OrderedTimes bool
	// Turns: a caller that others keep overtaking can have the end of the log to itself. Such a store is a TurnTaker.
	Turns bool
}

// TurnTaker is a store whose caller can decide while nobody else appends. It is slower than Append and holds everybody up, so
// it is for a caller that has lost the race for its stream several times.
type TurnTaker interface {
	Store
	// AppendInTurn locks the end of the log, reads the stream from a revision on, and stores what decide returns behind its
	// newest event. decide must be quick and must not call the store. No events: nothing is stored.
	//
	//   - an error of decide comes back as it is; nothing is stored.
	//   - *WrongRevisionError: not done, the IDs of some events are taken; see Append.
	//   - other errors are those of Append. After ErrUnknownOutcome repeat the same events with Append.
	AppendInTurn(ctx context.Context, stream string, from Revision, decide Decision) (Appended, error)
}

// Decision is what to append behind the events it is shown.
type Decision func(newer []Recorded) ([]NewEvent, error)

// Subscription is a catch-up subscription that goes live. One goroutine calls Next; any may call Close.
type Subscription interface {
	// Next waits for the next batch. Batches come in position order and leave nothing out. It returns the context's
	// error when ctx ends, ErrClosed after Close, and ErrGap when a store with dense positions finds one missing. An error
	// loses nothing: the next call goes on where the last batch ended.
	Next(ctx context.Context) (Batch, error)
	Close() error
}

// Batch is what a subscription delivers at once.
type Batch struct {
	Events []Recorded
	// Position is how far the log has been considered, at or after the last event: it also moves through stretches that
	// the filter leaves out.
	Position Position
	// CaughtUp tells that Position was the end of the log, as far as this instance had heard, when the batch was read. It is
	// told each time the subscription gets there, in a batch without events if need be.
	CaughtUp bool
}

// Page is a stretch of the log.
type Page struct {
	Events []Recorded
	Next   Position
	End    bool
}

// Direction of a read.
type Direction int

// The two directions.
const (
	Forwards Direction = iota
	Backwards
)

// End as the start of a backwards read means the newest event.
const End = 1<<63 - 1

// Filter chooses events. The zero Filter lets everything through; with both lists an event must pass both.
type Filter struct {
	Categories []string // stream categories, the part of the stream name before the first dash
	Types      []string // event type names
}

// Matches tells whether an event passes.
func (f Filter) Matches(category, eventType string) bool {
	return (len(f.Categories) == 0 || contains(f.Categories, category)) && (len(f.Types) == 0 || contains(f.Types, eventType))
}

// IsZero tells whether the filter lets everything through.
func (f Filter) IsZero() bool { return len(f.Categories) == 0 && len(f.Types) == 0 }

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
	// RecordedAt is when the last event was stored, as reading it tells.
	RecordedAt time.Time
	Repeated   bool // the same events had been stored before
}

// Expected is what an append expects of its stream.
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

// Met tells whether a stream whose newest revision is current (-1 when there is none) meets the expectation.
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

// Revision is the revision the expectation names, -1 for NoStream; ok is false for Any and StreamExists.
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
	// ErrUnknownEvent: a stored event has a type or version this binary does not know. A decider must refuse.
	ErrUnknownEvent = errors.New("eventstore: unknown event type or version")
)

// WrongRevisionError tells which expectation was not met.
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
