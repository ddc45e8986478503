// Package mails sends the shop's e-mails, which events cause.
//
// A kind of e-mail names the events that cause one, and makes the values of a letter from such an event. Package domain/letter has the
// texts. The rest is the same for all kinds:
//
//	log --> reaction: a line in the outbox --> sweep: compose, render --> mail server or directory --> line closed, event noted
//
// The outbox (table reaction_mails) has one line for each kind and event, so an event that is handled again causes no second
// e-mail. A line holds no personal data. The letter is made from the event when it is sent, and an erased person gets none.
//
// An e-mail that cannot be sent is retried with growing pauses for three days. If the mail server is unavailable, all e-mails
// pause for a moment. Failures never reach the request that placed or shipped an order. If the process dies between the mail
// server's acceptance and its record, the e-mail is sent again with the same Message-ID.
//
// Events that were recorded long after they happened, such as imports and demo data, cause no e-mails.
package mails
