// Package projections keeps read tables in step with the log.
//
// A projector declares the events it handles and the tables it owns, and turns events into row changes. The engine does the rest. It feeds
// each projector from a subscription of its own, writes rows, versions and checkpoint in one transaction, and announces each commit.
//
//	log ──subscription──▶ decode ──▶ Apply ──▶ one transaction: rows + versions + checkpoint ──▶ signal
//
// A table with more than a few columns is declared by a struct of readmodels/tables: TableOf writes its rows, and PerStream reads them.
//
// An event is never applied twice and never skipped. The checkpoint moves in the transaction of the rows, by a compare-and-set on its
// former position and on the owner's term. A lock chooses the instance that runs the projectors. The term decides who may commit, so that
// an instance which lost its lock without knowing cannot write.
//
// A projector that fails stops alone, with its error, event and position on record. The others go on.
//
// Commits do not wait for the disk (synchronous_commit off). After a crash rows and checkpoint have gone back together, and the events are
// still there.
//
// # Rebuild
//
//	         live tables (schema read) ────────── serve all the time ──────────┐
//	                                                                           │ swap, in one transaction
//	log ──▶ shadow tables (schema shadow_NAME) ──▶ catch up ──▶ caught up ──────┘
//	                                                 the old tables stay in schema old_NAME: rollback
package projections
