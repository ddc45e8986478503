// Package trail tells what the log has of one thing, such as an order: who changed what, when and why. An entry is an event with a sentence
// about it, and the difference between the document before and after it (docs/trail.md).
//
// Nothing is stored for trails. They are read from the streams of the log, so they cost what the stream is long.
package trail
