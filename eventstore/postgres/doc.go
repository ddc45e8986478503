// Package postgres keeps the event log in PostgreSQL.
//
// One table holds the events, one row (log_head) the end of the log. The row's lock is the order of appends, so positions
// have no gaps, commit order is position order, and a reader can simply ask for "position > last".
//
// Appends of one process are combined: callers queue, one appender goroutine takes what is queued and stores it at once.
//
//	callers ──▶ queue ──▶ appender ──▶ one statement: compare-and-set log_head, check revisions, insert ──▶ commit
//	                                        │ head moved, or a check failed
//	                                        ▼
//	                                   lock log_head, look everything up, insert, commit
//
// While one batch is being made durable the next one gathers, so throughput grows with load instead of being one disk
// flush per event. The usual case is a single round trip: this process made the last append, therefore it knows the head
// and can seal the next events before asking; the compare-and-set makes that guess safe against other processes.
//
// Subscribers of the same process are fed from the appender's memory (the tail) when they are that close to the end, and
// from the table otherwise. Other processes are woken by NOTIFY, with a slow poll as the safety net; notifications wake,
// they never carry data. As long as no other process was heard of, a subscriber that has reached the end of the tail has
// reached the end of the log and need not ask.
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
// A caller whose appends always come too late, because another process appends to the same stream all the time, uses
// AppendInTurn. It locks the head first, reads the stream and decides then, so there is no race left to lose. One caller of a
// process does so at a time, and it holds the head for one decision longer than an append does.
//
// # A log that lost events
//
// The store remembers the newest event that this process has seen. An append that finds the head elsewhere looks for that event
// under the lock, and the listener looks for it once a second. If it is gone, or another one stands there, the database was put
// back or replaced: nothing is appended any more, subscriptions end, and Lost is closed. AcceptCut begins a new epoch.
//
// # Taking over events
//
// AppendBulk brings in events recorded elsewhere by COPY, under the same lock on the head. It leaves the appender alone:
// that one finds the head moved and looks again. Scan and BrokenStreams show the log as it lies, for package audit.
package postgres
