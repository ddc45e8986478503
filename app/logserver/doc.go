// Package logserver serves an event log to EventStoreDB clients. It has their accounts, their rights to read and append, and the checks of
// the events that they append to the log of a shop. The protocol is in eventstore/esdb/server.
package logserver
