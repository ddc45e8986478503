// Package faults breaks running shops on purpose and looks at what is left. It has tests only: of the program itself, as
// processes on a real PostgreSQL, spoken to over HTTP and broken by signals, locks, cut connections and a full disk.
//
// What happens to a shop, and what holds all the same:
//
//	kill_test      kill -9 in the middle of load                       everything acknowledged is there, nothing twice
//	checkout_test  kill -9 after each step of checkout                 the order is placed once or not at all
//	instances_test the owner of the projectors dies under load         another one has taken over within 5 s
//	fence_test     an owner that lost its lock without knowing         cannot write: its term is over
//	stopped_test   SIGSTOP while holding the head of the log           others are told so in time, and go on
//	restart_test   PostgreSQL shut down and killed under load          503 meanwhile, then all is well by itself
//	               connections cut, also in the middle of a commit     the same
//	disk_test      no room for rows, and then none for the WAL         503, nothing acknowledged that is not stored, no repair
//	scarce_test    kill -9 while the last units are sold               each is sold once, and none is lost
//	sigterm_test   SIGTERM with requests in flight                     each has a whole answer; the program ends with 0
//	connections    all connections of PostgreSQL are taken             503, and at start a message; goes on by itself
//	retry_test     one idempotency key, many requests and instances    one order, one answer; also after a crash, a client
//	                                                                   that hung up, and an outcome nobody could know
//	standby_test   a standby that lacks commits takes over             the program ends and names the loss; no number is given twice
//	               a dump restored into a new cluster                  all goes on, keys and tokens too
//	postmaster     the private PostgreSQL killed under load            the program ends at once and says why
//	tamper_test    events changed, deleted, inserted, reordered ...    events verify names it; a checkpoint shows forgery
//	money_model    a gateway that declines, loses answers and is late  what it moved is what the orders say
//	rebuild_test   every projector rebuilt, rolled back and compared   no request fails, none is answered with old news
//	               at 200 requests a second
//
// # How it is judged
//
// A load is eight clients that order and count as real ones do: each repeats what got no answer, or one that says "later",
// with the same idempotency key until it knows. So nothing is in doubt at the end, and the verdict is exact: the orders in the
// log are those that were acknowledged, each once, and the stock is what is left of them. Everything that must hold
// whatever happens is checked after each test: positions and revisions without a gap, no event twice, no placement and no reservation
// left open, seals that hold, and rows that a rebuild would make again. A client also blames every answer that no fault
// excuses: a 500, a 404 for what exists, anything older than what the client has written or seen.
//
// # How it is broken
//
// No test waits for time to pass. It waits until something is so (a lock is waited for, a number of writes is acknowledged),
// and everything is bounded. The product has no back door: to die at a step of checkout, a test starts its own binary once
// more, which puts the same parts together and hooks into commands.Commands.Engine.Steps. A small disk is a file system in memory, in
// a mount namespace that needs no privilege.
//
// Tests are parallel, but for the two that depend on how fast the machine is. `make test-faults` runs them.
package faults
