// Package server speaks the gRPC protocol of EventStoreDB over any eventstore.Store (docs/eventstoredb.md). So the official EventStoreDB
// clients can read a log, append to it and subscribe to it.
//
//	client ── gRPC ──▶ auth.go ──▶ streams: append.go, batch.go ──▶ eventstore.Store
//	                     │                  read.go, subscribe.go ◀──
//	                     └────────▶ persistent subscriptions: persistent.go, group.go
//
// Commit position and prepare position of an event are both its position in the store. Reads from a position include the event there;
// subscriptions from a position start after it. Events have the form of package format.
//
// A panic ends the call or the group in which it happens, and nothing else (panics.go). After a panic in a group its consumers subscribe
// again.
//
// The log is append-only: streams cannot be deleted, and there are no stream metadata, links, or projections.
package server
