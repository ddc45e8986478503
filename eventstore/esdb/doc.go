// Package esdb is an event store on EventStoreDB or KurrentDB, for shops that outgrow the log in PostgreSQL. It uses the messages and the
// connection strings of the official Go client, and makes the calls itself. The client (4.2.0) never says that a call needs the leader, and
// does not tell why a server ends an append early. It looks for nodes regardless of contexts, and ends the process on an event without a
// time.
//
// # What differs from the store in PostgreSQL
//
//   - Positions are commit positions. They grow and have gaps, so a missing event cannot be noticed by its position. A chain of seals
//     in a stream of its own replaces the seals of single events; see chain.go.
//   - An event ID is looked for in its stream only.
//   - The server's clock gives the recorded times. They may run backwards when the clock is set back or a cluster elects another leader.
//   - Nobody can lock the end of the log. Commands that lose races try again.
//
// # Appends
//
// EventStoreDB recognizes a repeated append by the event IDs only if it expects the same revision again. The port promises more: a repeat
// is found whatever it expects, anywhere in the stream. So the store knows the IDs of the streams it has appended to: it reads a stream
// once, and then follows it. Every append names the exact revision, and a refused one looks at the stream again.
//
// Two processes that append the same events to the same stream within the same moment may both be told that theirs was the first append.
// The events are stored once.
//
// # Reading
//
// One subscription to all events of the server feeds all subscribers of the process. A subscriber that starts further behind reads pages of
// the log until the feed has its next event. System events, whose types begin with a dollar sign, are left out by the server in the feed,
// and by this package in pages.
//
// # Nodes
//
// Appends, and reads for decisions, require the leader of a cluster (requires-leader). A follower refuses them and names the leader, which
// is used from then on. During an election calls wait. The subscription that feeds readers may be served by any node.
//
// A node that lacks the newest event that was seen is behind. If the leader lacks the event for Options.Patience, the event is lost, see
// lost.go. Nothing is appended meanwhile. The stream of an event tells whether the event was scavenged or lost.
//
// A node that refuses an append as too large names its limit. Later appends are compared with the limit before they are sent. An append
// that the node ends early is asked for its status: eventstore.TooLargeError.
//
// # What was tried
//
// The tests run against the server of package server, which speaks the protocol over the log in PostgreSQL or in memory. They also run
// against nodes of package esdbtest, which are behind, silent, full, or without a leader. No real server was at hand. A real server needs
// version 22.10 or newer, because older ones do not tell positions when a stream is read.
package esdb
