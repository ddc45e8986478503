// Package mail sends e-mails to a mail server, or writes them to a directory for people and tests.
//
// An e-mail keeps its ID however often it is sent. The ID is the Message-ID, by which mail servers recognize a repetition, and
// the name of the file, which a repetition replaces.
//
// Errors never contain addresses or names, because errors are logged.
package mail
