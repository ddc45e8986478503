// Package lineage tells whether a log is still the one that its read models, and everything else that was made of it, have seen. A database
// that was put back to an earlier moment has lost events, and so has a standby that took over without the newest commits. It also begins a
// new epoch of a log when an operator goes on without the lost events.
//
// A witness records the end of the log that a program has seen, outside of the database. A restored database does not know which events it
// lost; the file does. Each log has one file with one line that is overwritten in place. The line has the epoch of the log (how often it
// was cut), a position, the seal of the event there, and a checksum. The line is written after every append without a flush. After a power
// cut it may be a little behind, which does no harm.
package lineage
