// Package lineage tells whether a log is still the one that its read models, and everything else that was made of it, have seen. A database
// that was put back to an earlier moment has lost events, and so has a standby that took over without the newest commits. It also begins a
// new epoch of a log when an operator goes on without the lost events.
package lineage
