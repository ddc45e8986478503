package domain

import "time"

// Times are the two times of an event. Their clocks differ: deciders may run on several machines, and what is decided may be
// backdated or wait before it is stored.
type Times struct {
	// Occurred is when it happened, by the clock of whoever decided it. Documents show it as createdAt.
	Occurred time.Time
	// Recorded is when the log stored it. It never runs backwards along the log, so updatedAt and what filters by it follow it.
	Recorded time.Time
}
