// Package lineage tells whether a log is still the one that its read models, and everything else that was made of it, have seen: a database
// that was put back to an earlier moment, or a standby that took over without the newest commits, has lost events. It also begins a new
// epoch of a log when an operator goes on without the lost events.
package lineage
