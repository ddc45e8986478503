package domain

import "time"

// Times are the two times of an event. They come from different clocks: deciders run on several machines, and an event may be
// backdated or may wait before it is stored.
type Times struct {
	// Occurred is when it happened, by the clock of the decider. Documents show it as createdAt.
	Occurred time.Time
	// Recorded is when the log stored it. It never decreases along the log, so updatedAt and filters on it use this time.
	Recorded time.Time
}
