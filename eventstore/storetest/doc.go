// Package storetest is the conformance suite of eventstore.Store, and with it the port's real definition: every sentence
// of the port's documentation is a check here.
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, open, storetest.Features{DensePositions: true, Instances: true})
//	}
//
// # Capabilities, not skips
//
// A store states what it promises in Features, and is held to it: what is declared must be what Capabilities tells, and
// brings its checks with it. What is not declared is not looked at. A check is never skipped because it failed somewhere.
//
// # The law of visibility
//
// Everything downstream of the log, projectors first, remembers one number and asks for "position > last". That is only
// right if no event ever becomes visible below a position somebody may already have read. A store that takes its numbers
// before it commits, as a plain sequence does, breaks this under load and in no other way: two writers take 7 and 8, the
// second commits first, a reader passes 8, and 7 is lost to it for ever. So the suite lets writers of several goroutines
// and several instances work against readers and subscribers that ask in just this way, and compares at the end.
//
// # No waiting for time to pass
//
// A check waits for answers and for events. Where something must not arrive, another event is appended behind it: when
// that one arrives, the other has not. Patience only bounds how long a check can hang on a store that never answers.
//
// # Proof that the suite notices
//
// Memory is a correct store in memory, with a list of ways to break it (Fault). The tests of this package run the whole
// suite against every one of them, through a T that records failures instead of failing, and name the check that must
// catch it. Try is that machinery, for proofs about other stores.
//
// Memory is also what tests of other packages may use where any store will do.
package storetest
