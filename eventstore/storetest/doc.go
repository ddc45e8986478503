// Package storetest is the conformance suite of eventstore.Store. It has a check for every sentence of the port's documentation.
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, open, storetest.Features{DensePositions: true, Instances: true})
//	}
//
// # Capabilities, not skips
//
// A store declares its promises in Features, which must equal its Capabilities. Each declared feature adds its checks. Other
// checks do not run, and no check is ever skipped.
//
// # Visibility
//
// Readers of the log, such as projectors, remember one number and ask for "position > last". Such a query is correct only if no event
// becomes visible below a position that may have been read. A store that takes numbers before it commits, like a plain sequence, breaks
// this under load. Two writers take 7 and 8, the second commits first, a reader passes 8 and never sees 7. So the suite runs writers in
// several goroutines and instances against readers and subscribers that ask in this way, and compares at the end.
//
// # No sleeping
//
// A check waits for answers and events, never for time to pass. To prove that something does not arrive, it appends another event
// and waits for that. A timeout only bounds how long a check can hang on a store that never answers.
//
// # Proof that the suite notices
//
// Memory is a correct store in memory that can be broken in many ways (Fault). The tests of this package run the suite against
// each fault, with a T that records failures, and name the check that must catch it. Try does the same for other stores.
//
// Tests of other packages may use Memory if any store will do.
package storetest
