package eventstore

import (
	"context"
	"time"
)

// SurveyedLog is a log that answers questions about its streams, types and times where it is stored, without reading the events. It is not
// part of the port. The work of every method is bounded by its arguments, and does not grow with the log beyond a logarithm.
type SurveyedLog interface {
	Store
	// Streams returns at most max streams whose names begin with a prefix and come after a name, in the order of their bytes.
	Streams(ctx context.Context, prefix, after string, max int) ([]StreamState, error)
	// Places returns for each time the position of the newest event that was recorded before it, or 0. It needs DensePositions and
	// OrderedTimes, and fails with ErrGap if an event is missing on its way.
	Places(ctx context.Context, at []time.Time) ([]Position, error)
	// Shares counts the events of a range by type. It looks at no more than max events, which are spread evenly over the range. all reports
	// that it has looked at every event.
	Shares(ctx context.Context, r Range, max int) (shares []TypeCount, all bool, err error)
	// Count counts the events of a range, and the streams that begin in it, by category and type. The work is that of reading the range.
	Count(ctx context.Context, r Range) ([]Count, error)
	// Size returns the bytes that the events take, indexes included.
	Size(ctx context.Context) (int64, error)
}

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
