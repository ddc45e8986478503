package eventstore

import "context"

// The interfaces below are not part of the port. A store meets those it can; what verifies, exports and imports logs
// asks for them and makes do without.

// SealedLog is met by every store with Capabilities.Sealed.
type SealedLog interface {
	// HeadSeal returns the position and the seal of the newest event, as the log's head has them; 0 and GenesisSeal when
	// the log is empty.
	HeadSeal(ctx context.Context) (Position, []byte, error)
}

// RawLog reads the log as it lies, without the checks that make every other read stop at damage.
type RawLog interface {
	// Scan calls each for all stored events with a position after from, in order of position, up to the end of the log at
	// the time it gets there. The event is only valid during the call. An error of each ends the scan and is returned.
	Scan(ctx context.Context, from Position, each func(*Recorded) error) error
}

// StreamChecker finds streams with events missing or out of order, without holding all streams in memory.
type StreamChecker interface {
	// BrokenStreams returns the first events, in order of position and at most max, that do not stand directly after their
	// predecessor in the stream. Events after upTo are not looked at.
	BrokenStreams(ctx context.Context, upTo Position, max int) ([]BrokenStream, error)
}

// BrokenStream is an event whose predecessor in its stream is missing or stands behind it in the log.
type BrokenStream struct {
	Stream   string
	Revision Revision
	Position Position
	// Previous is the next smaller revision there is, -1 when there is none; PreviousPosition is where it stands.
	Previous         Revision
	PreviousPosition Position
}

// BulkAppender takes over events that were recorded elsewhere, faster than one append for each stream can.
type BulkAppender interface {
	// AppendBulk stores events of many streams at the end of the log in the order given, all or none, when the log ends at
	// after. IDs, streams, revisions, data and metadata are kept. So is RecordedAt, as far as it does not run backwards.
	// Positions and seals are given anew.
	//
	//   - ErrHeadMoved: not done, the log does not end at after.
	//   - ErrInvalidEvent: not done, an event is not storable, or a revision does not follow its predecessor's.
	//   - ErrUnknownOutcome: perhaps done; the head tells.
	//   - any other error: not done.
	AppendBulk(ctx context.Context, after Position, events []Recorded) (Position, error)
}
