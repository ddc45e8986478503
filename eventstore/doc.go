// Package eventstore is the port to the log: what an append-only event store promises, the envelope an event travels in,
// and the one point where events are encoded, sealed, decoded and upcast.
//
// The log is a sequence of events. Each belongs to one stream and has two numbers: its revision, the place in its stream
// counted from 0, and its position, the place in the whole log. Positions only ever grow; what else a store promises of
// them is a declared capability.
//
//	          append (stream, expected revision)          subscribe (position)
//	decider ─────────────────────────────────▶ log ─────────────────────────────────▶ projector
//	   ▲                                        │
//	   └──────────── read stream ◀──────────────┘
//
// The promises of a Store are written down once more as the conformance suite in storetest, which is the port's real
// definition. There is no transaction over several streams: what must be atomic is one stream.
//
// # Three answers
//
// An append is done, not done, or of unknown outcome. Only the last is a problem, and it is always safe to repeat with
// the same event IDs: appending the same IDs again after success is a success. Callers therefore make the IDs first. Once
// an outcome is unknown, a repeat that cannot reach the store has told nothing about it: only an answer of the log has.
package eventstore
