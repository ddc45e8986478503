package eventstore

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The interfaces below are not part of the port. A store implements those it can. Verification, export and import use them if
// they are there.

// SealedLog is implemented by every store with Capabilities.Sealed.
type SealedLog interface {
	// HeadSeal returns the position and the seal of the newest event as the head of the log has them, or 0 and GenesisSeal if the
	// log is empty.
	HeadSeal(ctx context.Context) (Position, []byte, error)
}

// LinkedLog is a log without a seal for each event. From time to time it keeps the seal that its newest event would have if every event
// were sealed over its predecessor.
type LinkedLog interface {
	// Links passes these marks to each, in the order in which they were written.
	Links(ctx context.Context, each func(Mark) error) error
}

// RawLog reads the stored events without the checks that make other reads stop at damage.
type RawLog interface {
	// Scan calls each for all stored events with a position after from, in order of position, up to the end of the log at
	// the time it gets there. The event is only valid during the call. An error of each ends the scan and is returned.
	Scan(ctx context.Context, from Position, each func(*Recorded) error) error
}

// SealReader reads seals without the events.
type SealReader interface {
	// Seals returns the marks of the events in some ranges, in order of position. An event that is in two ranges may come twice.
	Seals(ctx context.Context, ranges []Range) ([]Mark, error)
}

// Range is a range of positions: those after From, up to To.
type Range struct{ From, To Position }

// StreamChecker finds streams with missing or misplaced events without holding all streams in memory.
type StreamChecker interface {
	// BrokenStreams returns at most max events, in order of position, that do not directly follow their predecessor in the
	// stream. Events after upTo are ignored.
	BrokenStreams(ctx context.Context, upTo Position, max int) ([]BrokenStream, error)
}

// BrokenStream is an event whose predecessor in the stream is missing or has a later position.
type BrokenStream struct {
	Stream   string
	Revision Revision
	Position Position
	// Previous is the next smaller revision that exists, or -1; PreviousPosition is its position.
	Previous         Revision
	PreviousPosition Position
}

// BulkAppender imports events that were recorded elsewhere. It is faster than one append for each stream.
type BulkAppender interface {
	// AppendBulk stores events of many streams at the end of the log, in the order given, all or none. The log must end at after.
	// IDs, streams, revisions, data and metadata are kept, and RecordedAt unless it would run backwards. Positions and seals are
	// new.
	//
	//   - ErrHeadMoved: not done, the log does not end at after.
	//   - ErrInvalidEvent: not done, an event is not storable, or a revision does not follow its predecessor's.
	//   - ErrUnknownOutcome: perhaps done; the head tells.
	//   - any other error: not done.
	AppendBulk(ctx context.Context, after Position, events []Recorded) (Position, error)
}

// MovedAppender is a store whose own clock gives recorded times, and that can keep the recorded times of events from another log.
type MovedAppender interface {
	// AppendMoved appends like Store.Append. IDs, data and metadata are those of the events, and reading gives their RecordedAt back. Streams,
	// revisions, positions and seals are ignored.
	AppendMoved(ctx context.Context, stream string, expected Expected, events ...Recorded) (Appended, error)
}

// Move is the transfer of another log into one.
type Move struct {
	Source string    // ID of the other log
	Until  Position  // in the other log
	Began  time.Time // the time when its first event was stored here
}

// MovingLog is a store that remembers that the transfer of another log into it has begun and not ended, so that nobody takes the log for
// whole.
type MovingLog interface {
	// BeginMove notes a transfer. It fails with an *UnfinishedError if that of another log has not ended.
	BeginMove(ctx context.Context, m Move) error
	// EndMove forgets the transfer of a log, unless a transfer of that log went further.
	EndMove(ctx context.Context, m Move) error
	// Unfinished returns the transfer that has not ended, nil if there is none.
	Unfinished(ctx context.Context) (*Move, error)
}

// UnfinishedError reports that the transfer of a log has not ended.
type UnfinishedError struct{ Move Move }

// Error tells the operator how to continue.
func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("the transfer of the log %s into this one began at %s and has not ended, so events are missing. Repeat the command, "+
		"tradelog events import or copy, which goes on where it ended; or drop what is there: remove the data directory, the database, or the "+
		"contents of the event store, and begin anew", e.Move.Source, e.Move.Began.UTC().Format(time.DateTime))
}

// WatchedLog is a store that remembers which events this process has seen, and notices when they are gone. A program needs this of its
// log.
type WatchedLog interface {
	Store
	// Newest returns the mark of the newest event, the zero Mark if there is none.
	Newest(ctx context.Context) (Mark, error)
	// Note registers a function that is told how far this process has seen the log. It must not block.
	Note(f func(Mark))
	// Lost returns a channel that is closed when events that this process has seen are gone.
	Lost() <-chan struct{}
	// LostEvents returns nil, or a *LostError with the lost events. After a loss nothing is appended, and subscriptions end with that error.
	LostEvents() error
	// Close lets go of the log. Appends under way are finished.
	Close()
}

// DroppingLog is a log that can leave the contents of its oldest events, their data and metadata, to an archive. It then reads them there:
// every method of Store gives the same answers as before. The remaining part of such an event is enough for appends, which never wait for
// the archive.
type DroppingLog interface {
	Store
	SealedLog
	// Archived names the archive, the zero ArchivedPart if there is none.
	Archived(ctx context.Context) (ArchivedPart, error)
	// NameArchive names the archive, or another place of it. Dropped is ignored. It fails with ErrArchiveAway unless the archive can
	// be read there, with ErrOtherEvents if the log has another event at End, and if more events were dropped than the archive has.
	NameArchive(ctx context.Context, part ArchivedPart) error
	// Drop removes the contents of the next events, which follow the position up to which contents were dropped, and returns the number of
	// events that still had contents. Running readers notice nothing. It removes nothing and fails with ErrOtherEvents if the seal of an
	// event differs from its mark, and with another error if the named archive ends before the last event, or if somebody else drops at the
	// same time.
	Drop(ctx context.Context, next []Mark) (dropped int, err error)
	// PutBack restores the contents of at most the given number of events, the newest ones first, and returns the position up to which
	// contents are still missing. At 0 the log names no archive any more.
	PutBack(ctx context.Context, most int) (left Position, err error)
	// Reclaim frees the space of removed contents for new events.
	Reclaim(ctx context.Context) error
	// Readable fails with ErrArchiveAway if contents were dropped and their archive cannot be read.
	Readable(ctx context.Context) error
	// CheckArchive reads the whole archive, beyond Readable, and names each segment that is missing or damaged.
	CheckArchive(ctx context.Context) error
}

// ArchivedPart describes the archive that has the contents of the oldest events of a log.
type ArchivedPart struct {
	Place   string   // directory, or URL of a bucket
	Key     []byte   // public Ed25519 key that the archive is signed with
	End     Mark     // the end of the archive when it was named
	Dropped Position // contents of events up to here are not in the log
}

// The errors of a DroppingLog.
var (
	// ErrArchiveAway: the archive with the contents of old events is not at the place that the log names, or cannot be read.
	ErrArchiveAway = errors.New("eventstore: the archive with the contents of old events cannot be read")
	// ErrOtherEvents: an archive is not of this log, or the log was damaged.
	ErrOtherEvents = errors.New("eventstore: the log has other events than the archive")
)
