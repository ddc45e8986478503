// Package domain defines the terms that all parts of tradelog share: events, declarations of event types, and names of streams.
//
// The sub-packages hold the rules of the shop. Each kind of stream is a state, a fold (evolve) and functions that
// decide:
//
//	func (o Order) Hold(reason string) ([]domain.Event, error)
//
// They are pure: the clock, identifiers and looked-up facts are arguments, and nothing here reads or writes outside of the program. A
// decision is therefore tested as a table: given these events, when this command, then these events or this error.
//
// The JSON tags in these packages define how an event is stored, never how a transport shows it. The golden files under testdata/events
// detect accidental changes of a stored format.
package domain
