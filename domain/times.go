package domain

import (
	"strconv"
	"strings"
	"time"
)

// Times holds the two times of an event, and its actor. The times come from different clocks: deciders run on several machines, and an
// event may be backdated or may wait before it is stored.
type Times struct {
	// Occurred is the time of the decision, by the decider's clock. Documents show it as createdAt.
	Occurred time.Time
	// Recorded is the time at which the log stored the event. It never decreases along the log, so updatedAt and filters on it use this time.
	Recorded time.Time
	By       Actor
	// Position is the number of the event in the log, from 1. Position is 0 for an event that is not stored, as in a dry run.
	Position int64
}

// Actor is the account that caused an event, without a name: everybody who may read the changed resource may see it.
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

// ActorOf is the inverse of String.
func ActorOf(text string) Actor {
	kind, number, _ := strings.Cut(text, " ")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return Actor{Kind: text}
	}
	return Actor{Kind: kind, ID: id}
}
