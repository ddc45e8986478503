// Package domain is the vocabulary every part of tradelog shares: what an event is, how an event type is declared,
// and how a stream is named.
//
// The sub-packages hold the rules of the shop. Each kind of stream is a state, a fold (evolve) and functions that
// decide:
//
//	func (o Order) Hold(reason string) ([]domain.Event, error)
//
// They are pure: the clock, identifiers and looked-up facts come in as arguments, and nothing here reads or writes
// anything. A decision is therefore tested as a table: given these events, when this command, then these events or
// this error.
//
// The JSON tags found in these packages describe how an event is stored, never how a transport shows it; the golden
// files under testdata/events make an accidental change of a stored format fail the build.
package domain
