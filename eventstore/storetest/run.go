package storetest

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tradelog/eventstore"
)

// Features lists the promises of a store beyond the port; see eventstore.Capabilities.
type Features struct {
	DensePositions bool
	Sealed         bool
	UniqueIDs      bool
	OrderedTimes   bool
	Turns          bool
	Streams        bool
	// Instances: several instances of the store can work on one log; Log.Again opens them.
	Instances bool
}

// Capabilities returns the capabilities that a store with these features must declare.
func (f Features) Capabilities() eventstore.Capabilities {
	return eventstore.Capabilities{DensePositions: f.DensePositions, Sealed: f.Sealed, UniqueIDs: f.UniqueIDs, OrderedTimes: f.OrderedTimes,
		Turns: f.Turns, Streams: f.Streams}
}

// Log is a fresh and empty log under test.
type Log struct {
	Store eventstore.Store
	// Close closes Store. Store is also closed when the test ends.
	Close func()
	// Again opens another instance of the store on the same log, like another process. Again is nil without Features.Instances.
	Again func() eventstore.Store
}

// T is the part of testing.T that a check needs. *rapid.T has it as well.
type T interface {
	rapid.TB
	Cleanup(func())
	Context() context.Context
}

// DefaultPatience is the timeout of one check. Stores behind a network are slow with the race detector on a busy machine.
const DefaultPatience = 5 * time.Minute

// Run checks that a store keeps the promises of the port and of the declared features. Every check gets a log of its own and runs
// in parallel.
func Run(t *testing.T, open func(t *testing.T) Log, features Features) {
	for _, c := range checks {
		if c.needs != nil && !c.needs(features) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			carryOut(c, t, func() Log { return open(t) }, features, DefaultPatience)
		})
	}
}

// check proves one promise of the port.
type check struct {
	name  string
	needs func(Features) bool // nil: of every store
	run   func(*trial)
}

var checks = concat(
	appendChecks,
	expectationChecks,
	repeatChecks,
	refusalChecks,
	keepingChecks,
	streamReadChecks,
	logReadChecks,
	filterChecks,
	subscriptionChecks,
	liveChecks,
	concurrencyChecks,
	turnChecks,
	streamsChecks,
	visibilityChecks,
	cancellationChecks,
	promiseChecks,
	modelChecks,
)

func concat(lists ...[]check) (all []check) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func withInstances(f Features) bool { return f.Instances }

func carryOut(c check, t T, open func() Log, features Features, patience time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	log := open()
	c.run(&trial{T: t, ctx: ctx, log: log, store: log.Store, open: open, features: features})
}
