// Package faults breaks running shops on purpose and checks the outcome. It has only tests. They run the program itself, as processes on a
// real PostgreSQL, and break it by signals, locks, cut connections and a full disk.
//
// The faults and the expected outcomes:
//
//	kill_test      kill -9 in the middle of load                       everything acknowledged is there, nothing twice
//	checkout_test  kill -9 after each step of checkout                 the order is placed once or not at all
//	instances_test the owner of the projectors dies under load         another one takes over, and nothing is lost or stale
//	fence_test     an owner that lost its lock without knowing         cannot write: its term is over
//	stopped_test   SIGSTOP while holding the head of the log           others get an error in time, and continue
//	restart_test   PostgreSQL shut down and killed under load          503 meanwhile, then all is well by itself
//	               connections cut, also in the middle of a commit     the same
//	disk_test      no room for rows, and then none for the WAL         503, nothing acknowledged that is not stored, no repair
//	scarce_test    kill -9 while the last units are sold               each is sold once, and none is lost
//	sigterm_test   SIGTERM with requests in flight                     each has a whole answer; the program ends with 0
//	connections    all connections of PostgreSQL are taken             503, and at start a message; continues by itself
//	retry_test     one idempotency key, many requests and instances    one order, one answer; also after a crash, a lost
//	                                                                   connection, and an unknown outcome
//	standby_test   a standby that lacks commits takes over             the program ends and names the loss; no number is given twice
//	               a dump restored into a new cluster                  everything continues, keys and tokens too
//	postmaster     the private PostgreSQL killed under load            the program ends at once with the reason
//	recover_test   kill -9 at each step of a recovery to a moment      repeated, it ends where it should, or it changes nothing
//	tamper_test    events changed, deleted, inserted, reordered ...    events verify names it; a checkpoint shows forgery
//	money_model    a gateway that declines, loses answers and is late  its movements equal those of the orders
//	webhooks_test  kill -9 while webhooks are sent                     each change is sent, in the order of its resource
//	rebuild_test   every projector rebuilt, rolled back and compared   no request fails, and no answer is stale
//	               at 200 requests a second
//
// # Verdict
//
// A load is eight clients that place orders and set stock. A request without an answer, or with the answer "later", is repeated with the
// same idempotency key until its outcome is known. So the verdict is exact: the log has each acknowledged order once and no other order,
// and the stock matches.
//
// Every test then checks invariants: no gap in positions and revisions, no event twice, and no open placement or reservation. Seals are
// valid, and rows equal a rebuild. A client also reports every answer that no fault excuses: a 500, a 404 for something that exists, or a
// stale answer. An answer is stale if it is older than a write or an answer that the client knows.
//
// # Method
//
// No test waits for time to pass. It waits for conditions, such as a blocked lock or a number of acknowledged writes, and every wait is
// bounded. The product has no hook for tests of its own processes. To die at a step of checkout, a test runs its own binary again, which
// composes the program and calls commands.Engine.Steps. A small disk is a file system in memory, in a mount namespace that needs no
// privilege.
//
// Tests run in parallel, except for two that depend on the machine's speed. `make test-faults` runs them.
package faults
