// Package reactions carries out consequences of events outside of the request that caused them. They are side effects, and the completion
// of processes that a crash interrupted.
//
// A reaction is a handler on a Watermill router, fed by a catch-up subscription of the log. Its checkpoint is stored after the
// handler has succeeded, so an event is handled at least once. Handlers are idempotent for each event: by its ID, or because
// the command refuses a repetition. If a handler keeps failing, its event is parked. Later events of the same stream are
// parked behind it, which keeps their order.
//
//	log --> subscription --> router: correlation, retry with backoff, park --> handler --> checkpoint
//
// A new reaction starts at the end of the log unless it says otherwise. Rebuilding projections never touches reactions. A lock
// selects the instance that runs them. The checkpoint also moves past events of other kinds, so the lag is 0 if there is
// nothing to do. A checkpoint after the end of the log is an error: the log has lost events.
//
// Sweeps look at intervals for unfinished work, such as placements and reservations, and finish it. One without an interval goes on until
// it is stopped. A table in docs/operating.md compares the guarantees of all work in the background.
package reactions
