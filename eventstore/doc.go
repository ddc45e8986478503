// Package eventstore is the port to the log: what an append-only event store promises, the envelope an event travels in,
// and the one point where events are encoded, sealed, decoded and upcast.
//
// The log is a sequence of events. Each belongs to one stream and has two numbers: its revision, its index in the stream, counted
// from 0, and its position, its number in the whole log. Positions only grow, and callers do not count with them. A store declares its
// further promises about them as capabilities.
//
//	          append (stream, expected revision)          subscribe (position)
//	decider ---------------------------------> log ---------------------------------> projector
//	   ^                                        |
//	   +------------ read stream <--------------+
//
// The conformance suite in storetest checks every promise of a Store and is the real definition of the port. No command depends on a
// transaction over several streams: what must be atomic belongs in one stream.
//
// A program opens a Log, which is a Store that notices lost events. A log in PostgreSQL is a SealedStore, too; Sealed finds it.
//
// # Three answers
//
// An append is done, not done, or of unknown outcome. After an unknown outcome it is safe to repeat the append with the same
// event IDs: appending the same IDs again succeeds. Callers therefore create the IDs first. The outcome stays unknown until the
// log has answered a repeat.
package eventstore
