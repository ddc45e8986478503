package eventstore

import "context"

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

// WatchedLog is a store that remembers which events this process has seen, and notices when they are gone. Programs need it of their log.
type WatchedLog interface {
	Store
	// Newest is the place of the newest event, the zero Mark if there is none.
	Newest(ctx context.Context) (Mark, error)
	// Note registers a function that is told how far this process has seen the log. It must not block.
	Note(f func(Mark))
	// Lost is closed when events that this process has seen are gone.
	Lost() <-chan struct{}
	// LostEvents tells which: nil, or a *LostError. From then on nothing is appended, and subscriptions end with it.
	LostEvents() error
	// Close lets go of the log. Appends under way are finished.
	Close()
}
