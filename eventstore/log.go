package eventstore

import (
	"context"
	"fmt"
	"time"
)

// Log is a store as a program keeps it open. It remembers which events this process has seen, and notices when they are gone. It also
// remembers that the transfer of another log into it has begun and not ended, so that nobody takes it for whole.
type Log interface {
	Store
	// Newest returns the mark of the newest event, the zero Mark if there is none.
	Newest(ctx context.Context) (Mark, error)
	// Note registers a function that is told how far this process has seen the log. It must not block.
	Note(f func(Mark))
	// Lost returns a channel that is closed when events that this process has seen are gone.
	Lost() <-chan struct{}
	// LostEvents returns nil, or a *LostError with the lost events. After a loss nothing is appended, and subscriptions end with that error.
	LostEvents() error
	// BeginMove notes a transfer. It fails with an *UnfinishedError if that of another log has not ended.
	BeginMove(ctx context.Context, m Move) error
	// EndMove forgets the transfer of a log, unless a transfer of that log went further.
	EndMove(ctx context.Context, m Move) error
	// Unfinished returns the transfer that has not ended, nil if there is none.
	Unfinished(ctx context.Context) (*Move, error)
	// Close lets go of the log. Appends under way are finished.
	Close()
}

// Move is the transfer of another log into one.
type Move struct {
	Source string    // ID of the other log
	Until  Position  // in the other log
	Began  time.Time // the time when its first event was stored here
}

// UnfinishedError reports that the transfer of a log has not ended.
type UnfinishedError struct{ Move Move }

// Error tells the operator how to continue.
func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("the transfer of the log %s into this one began at %s and has not ended, so events are missing. Repeat the command, "+
		"tradelog events import or copy, which goes on where it ended; or drop what is there: remove the data directory, the database, or the "+
		"contents of the event store, and begin anew", e.Move.Source, e.Move.Began.UTC().Format(time.DateTime))
}

// LinkedStore is what a log in an EventStoreDB does beyond the port. The server's clock gives recorded times, and no event has a seal. From
// time to time the log keeps a link: the seal that its newest event would have if every event were sealed over its predecessor.
type LinkedStore interface {
	Log
	// Links passes the links to each, in the order in which they were written.
	Links(ctx context.Context, each func(Mark) error) error
	// AppendMoved appends like Append. IDs, data and metadata are those of the events, and reading gives their RecordedAt back. Streams,
	// revisions, positions and seals are ignored.
	AppendMoved(ctx context.Context, stream string, expected Expected, events ...Recorded) (Appended, error)
}
