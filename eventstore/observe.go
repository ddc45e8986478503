package eventstore

import (
	"errors"
	"time"
)

// Observer hears what a store does, for metrics. Its methods must not block.
type Observer interface {
	// Appended hears of every append: how long its caller waited and how it ended, see Outcome.
	Appended(took time.Duration, err error)
	// Stored hears how many events of how many appends were committed together.
	Stored(events, appends int)
	// Locked hears how long a writer waited for the end of the log. A writer that knows the end has nothing to look up and is not
	// counted.
	Locked(waited time.Duration)
	// Subscribed hears that a number of subscriptions were opened, or closed if it is negative.
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

// Unobserved is the Observer of stores that nobody observes.
type Unobserved struct{}

// Appended does nothing.
func (Unobserved) Appended(time.Duration, error) {}

// Stored does nothing.
func (Unobserved) Stored(int, int) {}

// Locked does nothing.
func (Unobserved) Locked(time.Duration) {}

// Subscribed does nothing.
func (Unobserved) Subscribed(int) {}
