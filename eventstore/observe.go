package eventstore

import (
	"errors"
	"time"
)

// Observer receives the measurements of a store, for metrics. Its methods must not block.
type Observer interface {
	// Appended is called for every append: how long its caller waited and how it ended, see Outcome.
	Appended(took time.Duration, err error)
	// Stored is called with the number of events and of appends that were committed together.
	Stored(events, appends int)
	// Locked is called with the time that a writer waited for the lock on the end of the log. A writer that knows the end needs no look-up
	// and is not counted.
	Locked(waited time.Duration)
	// Subscribed is called with the number of subscriptions that were opened, or closed if it is negative.
	Subscribed(n int)
}

// Outcome names how an append ended: done, conflict (another append came first), unknown or failed.
func Outcome(err error) string {
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, ErrWrongRevision):
		return "conflict"
	case errors.Is(err, ErrUnknownOutcome):
		return "unknown"
	}
	return "failed"
}

// Unobserved is an Observer that does nothing.
type Unobserved struct{}

// Appended does nothing.
func (Unobserved) Appended(time.Duration, error) {}

// Stored does nothing.
func (Unobserved) Stored(int, int) {}

// Locked does nothing.
func (Unobserved) Locked(time.Duration) {}

// Subscribed does nothing.
func (Unobserved) Subscribed(int) {}
