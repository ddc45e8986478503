// Package archive holds the format of exports and of archives of an event log: writing, reading in order, and reading single events.
//
// # Lines
//
// An export consists of lines of JSON: a header, one line for each event, and a trailer. The trailer has the count, the last seal and a
// hash of all lines before, so that damage is noticed. Each line has the seal of its event over its predecessor's. So a change is noticed
// unless all later seals are recomputed; a signature in the trailer reveals that, too. A log without seals, or of which a filter leaves
// events out, gets seals for the export ("chained"). Data and metadata are the stored bytes. They are written as JSON if that preserves
// every byte, otherwise (with line breaks or surrounding space) as a JSON string, "dataText".
//
// # Segments
//
// An archive is a storage with files: segments, and a signed manifest that lists them. A segment is an export of a range of the log in
// zstd. It consists of frames that can be read alone:
//
//	header │ events │ events │ ... │ trailer │ index
//
// Frames of events have frameSize bytes of lines, and whole lines. The index is a frame that zstd skips. For each frame of events it has
// the first position and the offset in the file, and at the end those of the trailer. All are big-endian 64-bit numbers. The manifest says
// where the index begins. Segments that earlier versions wrote are one frame without an index.
//
// Contents finds single events by position. It reads the index of a segment once, then one frame for each event that is not in memory yet.
package archive
