// Package mail sends e-mails: to a mail server, or into a directory where people and tests can read them.
//
// An e-mail has an ID that stays the same however often it is sent. It is the Message-ID, by which mail servers and programs
// know a repetition, and the name of the file in a directory, where a repetition replaces what is there.
//
// Addresses and names never reach the text of an error: errors are logged, and who gets mail from a shop is personal.
package mail
