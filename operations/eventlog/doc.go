// Package eventlog declares operations that show the event log itself: its streams, its events one by one and as they come, how many there
// are and when, how it is proved, and verifications of the whole of it.
//
//	log.counts    events and streams by category and type       log.rates         events per minute, hour or day
//	log.streams   streams of a category, by prefix              log.state         size, head, seals
//	log.stream    events of one stream                          log.checkpoints   signed checkpoints, archive
//	log.event     one event whole                               log.verifications, log.verify, log.verify.cancel
//	log.tail      the newest events, and new ones as they come
//
// None has a route: programs read the log as the search of the trail, as the feed of changes, or with the clients of an event store. The
// permission audit/read is enough for all, with the rule of trails for personal fields. Tokens that are restricted to stores are refused,
// because the log is of all stores. The work of each is bounded, however long the log is.
package eventlog
