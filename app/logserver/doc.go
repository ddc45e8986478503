// Package logserver serves an event log to EventStoreDB clients: who may call, what they may read and append, and which events the log of a
// shop takes from them. The protocol is in eventstore/esdb/server.
package logserver
