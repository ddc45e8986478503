// Package trail tells the history that the log has of one thing, such as an order: who changed what, when and why. An entry is an event
// with a sentence about it, and the difference between the document before and after it (docs/trail.md).
//
// Nothing is stored for trails. They are read from the streams of the log, so their cost grows with the length of the stream.
package trail
