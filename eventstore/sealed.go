package eventstore

import (
	"context"
	"errors"
	"time"
)

// SealedStore is what a log in PostgreSQL does beyond the port: its positions are dense, every event is sealed over its predecessor, and
// questions about many events are answered where they are stored. Sealed finds it.
type SealedStore interface {
	Log
	// HeadSeal returns the position and the seal of the newest event as the head of the log has them, or 0 and GenesisSeal if the
	// log is empty.
	HeadSeal(ctx context.Context) (Position, []byte, error)
	// Seals returns the marks of the events in some ranges, in order of position. An event that is in two ranges may come twice.
	Seals(ctx context.Context, ranges []Range) ([]Mark, error)
	// Scan calls each for all stored events with a position after from, in order of position, up to the end of the log at
	// the time it gets there. It skips the checks that make other reads stop at damage. The event is only valid during the call. An error of
	// each ends the scan and is returned.
	Scan(ctx context.Context, from Position, each func(*Recorded) error) error
	// BrokenStreams returns at most max events, in order of position, that do not directly follow their predecessor in the
	// stream. Events after upTo are ignored.
	BrokenStreams(ctx context.Context, upTo Position, max int) ([]BrokenStream, error)

	// AppendBulk stores events of many streams at the end of the log, in the order given, all or none. The log must end at after.
	// IDs, streams, revisions, data and metadata are kept, and RecordedAt unless it would run backwards. Positions and seals are
	// new.
	//
	//   - ErrHeadMoved: not done, the log does not end at after.
	//   - ErrInvalidEvent: not done, an event is not storable, or a revision does not follow its predecessor's.
	//   - ErrUnknownOutcome: perhaps done; the head tells.
	//   - any other error: not done.
	AppendBulk(ctx context.Context, after Position, events []Recorded) (Position, error)

	// The oldest events can leave their contents, which are data and metadata, to an archive. Every method of Store then reads them there and
	// gives the same answers as before. The remaining part of such an event is enough for appends, which never wait for the archive.

	// Archived names the archive, the zero ArchivedPart if there is none.
	Archived(ctx context.Context) (ArchivedPart, error)
	// NameArchive names the archive, or another location of it. Dropped is ignored. It fails with ErrArchiveAway unless the archive can
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

	// The work of the methods below is bounded by their arguments, and does not grow with the log beyond a logarithm.

	// Streams returns at most max streams whose names begin with a prefix and come after a name, in the order of their bytes.
	Streams(ctx context.Context, prefix, after string, max int) ([]StreamState, error)
	// Shares counts the events of a range by type. It looks at no more than max events, which are spread evenly over the range. all reports
	// that it has looked at every event.
	Shares(ctx context.Context, r Range, max int) (shares []TypeCount, all bool, err error)
	// Count counts the events of a range, and the streams that begin in it, by category and type. The work is that of reading the range.
	Count(ctx context.Context, r Range) ([]Count, error)
	// Size returns the bytes that the events take, indexes included.
	Size(ctx context.Context) (int64, error)
}

// Sealed returns a store as a SealedStore. ok is false if it is none, such as a log in an EventStoreDB.
func Sealed(s Store) (sealed SealedStore, ok bool) {
	sealed, ok = s.(SealedStore)
	return sealed, ok
}

// Range is a range of positions: those after From, up to To.
type Range struct{ From, To Position }

// BrokenStream is an event whose predecessor in the stream is missing or has a later position.
type BrokenStream struct {
	Stream   string
	Revision Revision
	Position Position
	// Previous is the next smaller revision that exists, or -1; PreviousPosition is its position.
	Previous         Revision
	PreviousPosition Position
}

// ArchivedPart describes the archive that has the contents of the oldest events of a log.
type ArchivedPart struct {
	Location string   // directory, or URL of a bucket
	Key      []byte   // public Ed25519 key that the archive is signed with
	End      Mark     // the end of the archive when it was named
	Dropped  Position // contents of events up to here are not in the log
}

// The errors of a log that leaves contents to an archive.
var (
	// ErrArchiveAway: the archive with the contents of old events is not at the location that the log names, or cannot be read.
	ErrArchiveAway = errors.New("eventstore: the archive with the contents of old events cannot be read")
	// ErrOtherEvents: an archive is not of this log, or the log was damaged.
	ErrOtherEvents = errors.New("eventstore: the log has other events than the archive")
)

// StreamState describes a stream by its first and its newest event.
type StreamState struct {
	Stream   string
	Revision Revision // of the newest event, so the stream has one event more than that
	Position Position // of the newest event
	Type     string   // of the newest event
	Began    time.Time
	Newest   time.Time
}

// TypeCount is a number of events of a type.
type TypeCount struct {
	Type   string
	Events int64
}

// Count is a number of events of a type in the streams of a category, and the number of streams that begin with one of them.
type Count struct {
	Category, Type  string
	Events, Streams int64
}
