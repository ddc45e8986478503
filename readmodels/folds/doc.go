// Package folds makes documents: of the events of a stream, and of the state of a plain record.
//
// A document of one stream is a pure function of its events: Apply(document, event). So the same code makes the rows that projectors store,
// the past an audit asks for, and the answer while a projector is behind. The package reads and writes nothing outside of the program.
package folds
