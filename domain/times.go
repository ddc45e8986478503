package domain

import (
	"strconv"
	"time"
)

// Times are the two times of an event, and by whom it was caused. The times come from different clocks: deciders run on several
// machines, and an event may be backdated or may wait before it is stored.
type Times struct {
	// Occurred is when it happened, by the clock of the decider. Documents show it as createdAt.
	Occurred time.Time
	// Recorded is when the log stored it. It never decreases along the log, so updatedAt and filters on it use this time.
	Recorded time.Time
	By       Actor
}

// Actor is who caused an event, without a name: everybody who may read what was changed may see it.
type Actor struct {
	Kind string // customer, guest, admin, api, service, operator or system
	ID   int64  // of the account, if it has one
}

// String formats an actor, such as "admin 3".
func (a Actor) String() string {
	if a.ID == 0 {
		return a.Kind
	}
	return a.Kind + " " + strconv.FormatInt(a.ID, 10)
}
