// Package audit verifies logs and moves them from one store to another.
//
// # Verify
//
// Every event of a sealed log carries SHA-256 over its predecessor's seal and its own canonical bytes (eventstore.Seal). So the newest seal
// stands for the whole log:
//
//	genesis ──▶ seal 1 ──▶ seal 2 ──▶ ... ──▶ seal n  =  log_head  =  checkpoint kept elsewhere
//	            event 1    event 2            event n
//
// Verify reads the stored events and computes the seals again. If a seal does not follow from its predecessor's, it examines the events
// around. For each it finds out behind which event, and at which position, its seal is valid. The result shows the kind of change:
//
//	its seal follows from no other event, and its position is free     changed
//	its seal follows from no other event, and its position is taken    inserted
//	a position that no event belongs to                                removed, or its stream deleted (see below)
//	positions that are taken in another order than events lie          reordered
//	the log ends before its head, or before a checkpoint               tail cut
//	all seals follow, but the last is not the head's                   forged
//	all seals follow, but not to the checkpoint's                      forged
//
// A removed event leaves a gap in the revisions of its stream. If no stream has a gap, the newest events of a stream were
// removed, or the whole stream.
//
// Somebody who can write to the database can recompute all seals and log_head. Seals alone do not show that. A checkpoint stored
// out of reach does, for positions up to its own. Take checkpoints often.
//
// # Checkpoints
//
// A checkpoint is a position and its seal, signed with Ed25519 together with the name of the log. The checkpoint is one line of JSON, to be
// stored in another system.
//
// # Export, Import, Copy
//
// Package archive has the format of an export and of the segments of an archive.
//
// Import and Copy append the events to another log in the same order, with their IDs, revisions, data and metadata. They can be
// stopped at any time and run again: existing events are compared with the source, and the rest is appended. At the end the
// target is read and compared once more. An eventstore.SealedStore as a target keeps the recorded times and is much faster; an
// eventstore.LinkedStore keeps them too. With the same positions and times the seals are the same, and checkpoints and archives of the
// old log hold for the new one. An eventstore.Log remembers a transfer that has not ended.
//
// Import computes the seals of the lines again, so an export that was changed is refused unless all of them were recomputed. A signature
// shows that, too.
//
// # Archives
//
// WriteArchive writes old events to an archive, VerifyArchive checks one without its log, and ImportArchive makes a log of it. Drop leaves
// the contents of archived events to the archive, for a log that is an eventstore.SealedStore.
//
// # Verifications on demand
//
// Verifications carries out verifications of the whole log that somebody has asked for, one at a time in an installation:
//
//	Start ──▶ running ──▶ intact | damaged       the log was read to its end
//	             │──────▶ cancelled              somebody called Cancel, at any instance
//	             │──────▶ failed                 the log cannot be read
//	             └──────▶ interrupted            the process has ended, or is ending
//
// The row of a run tells every instance its progress. A running one moves its time along; one that stands still has ended with its process.
package audit
