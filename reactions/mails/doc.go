// Package mails writes the shop's e-mails: what follows from events for people outside of it.
//
// A kind of e-mail says which events call for one and makes a letter of such an event. The rest is the same for all of them:
//
//	log --> reaction: a line in the outbox --> sweep: compose --> mail server or directory --> line closed, event noted
//
// The outbox (table reaction_mails) has one line for each kind and event, so an event that is handled again does not call for
// another e-mail. A line holds nothing personal: the letter is made of the event when it is sent, and a person who was
// forgotten meanwhile gets none.
//
// What cannot be sent is tried again later and later, for three days; a mail server that is away stops all of them for a
// moment. Whatever happens, nobody who places an order or ships it hears of it. If the process dies between the mail
// server's yes and the note of it, an e-mail is sent once more with the same Message-ID.
//
// What happened long before it was recorded, as imports and demo data did, is no news and calls for no e-mail.
package mails
