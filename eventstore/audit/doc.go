// Package audit proves that a log is what it was, and moves logs from one store to another.
//
// # Verify
//
// Every event of a sealed log carries SHA-256 over its predecessor's seal and its own canonical bytes (eventstore.Seal),
// so the newest seal stands for the whole log:
//
//	genesis ──▶ seal 1 ──▶ seal 2 ──▶ ... ──▶ seal n  =  log_head  =  checkpoint kept elsewhere
//	            event 1    event 2            event n
//
// Verify reads the log as it lies and computes the seals again. Where one does not follow from its predecessor it collects
// the events around and asks of each where its seal says that it belongs: behind which other event, at which position.
// From that it can tell what happened, not only that something did:
//
//	its seal follows from no other event, and its place is free     changed
//	its seal follows from no other event, and its place is taken    inserted
//	a place that no event belongs to                                removed, or its stream deleted (see below)
//	places that are taken in another order than events lie          reordered
//	the log ends before its head, or before a checkpoint            tail cut
//	all seals follow, but the last is not the head's                forged
//	all seals follow, but not to the checkpoint's                   forged
//
// A removed event leaves a gap in the revisions of its stream. Where none fits, the newest events of a stream were taken,
// or all of it.
//
// What the seals cannot show: whoever can write to the database can compute all of them anew, log_head included. Then
// the log is consistent and another one. Only a checkpoint kept out of reach shows that, and only that it happened at or
// before the checkpoint's position. Take checkpoints often.
//
// # Checkpoints
//
// A checkpoint is a position and its seal, signed with Ed25519 together with the name of the log: one line of JSON, to be
// printed, mailed or kept in another system.
//
// # Export, Import, Copy
//
// An export is lines of JSON: a header, one line for each event, and a trailer with the count, the last seal and a hash of
// all lines before, so that a cut or damaged file is noticed. Data and metadata are the stored bytes. They stand as JSON in
// their line where that keeps every byte, and as a JSON string otherwise ("dataText"): a line break or surrounding
// space in stored data would not survive the first.
//
// Import and Copy bring events into another log in the same order, with their IDs, revisions, data and metadata. They can
// be stopped at any moment and run again: what is there already is compared with the source, and the rest follows. At
// the end the target is read and compared once more. A target that is an eventstore.BulkAppender also keeps the recorded
// times and is much faster; when positions and times are those of the source, the seals come out the same, and a
// checkpoint of the old log is still good but for the log's name.
package audit
