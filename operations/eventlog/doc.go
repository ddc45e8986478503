// Package eventlog declares operations that show the event log itself: its streams, single events, new events as they come, and counts over
// time. They also show its seals and checkpoints, and verify the whole log. Further operations show trails, and the engine that follows the
// log.
//
//	log.counts    events and streams by category and type       log.rates         events per minute, hour or day
//	log.streams   streams of a category, by prefix              log.state         size, head, seals
//	log.stream    events of one stream                          log.checkpoints   signed checkpoints, archive
//	log.event     one event whole                               log.verifications, log.verify, log.verify.cancel
//	log.tail      the newest events, and new ones as they come
//
// None has a route. Programs read the log by the search of the trail, by the feed of changes, or with the clients of an event store. The
// permission audit/read is enough for all, with the rule of trails for personal fields. Tokens that are restricted to stores are refused,
// because the log has events of all stores. The work of each is bounded, however long the log is.
package eventlog
