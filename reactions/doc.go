// Package reactions does what follows from events outside of the request that caused them: side effects and the ends of
// processes that a crash interrupted.
//
// A reaction is a handler on a Watermill router, fed from a catch-up subscription of the log. Its checkpoint is stored after
// the handler has succeeded, so an event is handled at least once; handlers make their effect happen once for an event (by
// its ID, or because the command refuses a repetition). A handler that keeps failing has its event parked, and later
// events of the same stream are parked behind it, so that their order holds.
//
//	log ──▶ subscription ──▶ router: correlation, retry with backoff, park ──▶ handler ──▶ checkpoint
//
// A new reaction starts at the end of the log unless it says otherwise. Rebuilding projections never touches reactions.
// Of several instances one runs them, chosen by a lock. The checkpoint also moves through events that a reaction did not ask for,
// so its lag is 0 when there is nothing to do. A checkpoint after the end of the log is an error: the log has lost events.
//
// Sweeps are the other half: they look at what is still open (placements, reservations) and end it.
package reactions
