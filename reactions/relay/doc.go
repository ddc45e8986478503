// Package relay publishes the log to a message broker, as CloudEvents, for programs outside of the shop.
//
//	log --> subscription --> CloudEvents --> lanes by stream --> broker confirms --> checkpoint
//
// Events are published at least once: the checkpoint is stored after the broker has confirmed every event before it. Events of one
// stream share a lane, and a lane publishes an event after the one before it was confirmed, so a stream keeps its order. Streams
// pass each other.
//
// One process publishes under a name. It holds an advisory lock on the connection that also stores the checkpoint. A process that
// loses the connection therefore loses lock and checkpoint together. Others of the same name wait for the lock.
//
// An outage of the broker or of the database ends a turn, and with it the lock. The next turn begins after a pause, at the
// checkpoint. Package brokers has the brokers; this package knows only Watermill's publishers.
package relay
