// Package postgres keeps the event log in PostgreSQL.
//
// One table holds the events. One row (log_head) holds the end of the log. The lock of the row orders the appends. So positions
// have no gaps, commit order is position order, and a reader can ask for "position > last".
//
// Appends of one process are combined: callers queue, and one appender goroutine stores all queued requests together.
//
//	callers ──▶ queue ──▶ appender ──▶ one statement: compare-and-set log_head, check revisions, insert ──▶ commit
//	                                        │ head moved, or a check failed
//	                                        ▼
//	                                   lock log_head, look everything up, insert, commit
//
// While one batch is being flushed the next one gathers, so the number of disk flushes does not grow with the load. The usual
// case is a single round trip: this process made the last append, so it knows the head and can seal the next events in advance.
// The compare-and-set makes this safe against other processes.
//
// Subscribers of the same process read from the memory of the appender (the tail) if they are close to the end, otherwise from
// the table. NOTIFY wakes other processes, and a slow poll makes up for lost notifications, which carry no data. As long as no
// other process has appended, the end of the tail is the end of the log. What another process has appended is read once for all
// subscribers that are close to the end (the news).
//
// # What became of an append
//
//	the server reported an error              it rolled back: not done
//	... about the data of a batch             the batch is halved until the request at fault stands alone
//	the connection was lost, or ended         perhaps committed: once more on a new connection, where the lock on the head
//	                                          is waited for and the event IDs are looked up
//	and that attempt failed, however          ErrUnknownOutcome; the caller repeats with the same IDs
//
// # Fairness
//
// A caller that keeps losing races, because another process appends to the same stream all the time, uses AppendInTurn. It locks
// the head before it reads the stream and decides, so nobody can come first. One caller of a process at a time does so. It holds
// the lock for one decision longer than an append does.
//
// # A log that lost events
//
// The store remembers the newest event that this process has seen. An append that finds a moved head looks for that event under
// the lock, and the listener looks for it once a second. If it is gone or was replaced, the database was restored or exchanged.
// Then nothing is appended any more, subscriptions end, and Lost is closed. AcceptCut begins a new epoch.
//
// # Dropped contents
//
// The contents of old events may be in an archive only (eventstore.SealedStore). Such a row has neither data nor metadata. The rest of it
// stays, so that appends, checks of IDs and revisions, and filters work as before and without the archive. A read that meets such
// a row looks in log_archive where the archive is, and adds the contents of that position, if the archive has the same seal there. So
// running instances need not be told of a drop: log_archive names the archive before the first contents leave.
//
// # Taking over events
//
// AppendBulk imports events by COPY under the same lock on the head. The appender then finds the head moved and looks it up
// again. Scan and BrokenStreams read the stored rows unchecked, for package audit.
package postgres
