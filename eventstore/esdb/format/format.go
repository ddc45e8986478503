// Package format defines the form of this program's events in an EventStoreDB log. The adapter writes and reads that form, and the server
// sends and accepts it.
//
// Data is JSON. The metadata is JSON, too. It has the version of the event's schema as its first member, because EventStoreDB has no field
// of its own for it:
//
//	{"schemaVersion":2,"actor":{...},"occurredAt":"..."}
//
// Metadata that does not begin with it is another program's, and its schema has version 1.
package format

import (
	"bytes"
	"strconv"
)

// The beginnings of joined metadata: of an object that has the original metadata as its other members, or in its only other member.
const (
	object = `{"schemaVersion":`
	bare   = `{"bareSchemaVersion":`
	inside = `,"metadata":`
)

// Join adds the schema version to metadata, which is JSON.
func Join(version int, metadata []byte) []byte {
	joined := make([]byte, 0, len(bare)+len(inside)+len(metadata)+12)
	if len(metadata) == 0 || metadata[0] != '{' {
		joined = strconv.AppendInt(append(joined, bare...), int64(version), 10)
		return append(append(append(joined, inside...), metadata...), '}')
	}
	return appendMembers(strconv.AppendInt(append(joined, object...), int64(version), 10), metadata)
}

// Split undoes Join: it returns the schema version, and the metadata byte for byte. Other metadata is returned as it is, with version 1.
func Split(joined []byte) (version int, metadata []byte) {
	if version, rest, ok := cut(joined, object); ok {
		rest = bytes.TrimPrefix(rest, []byte(","))
		return version, append([]byte{'{'}, rest...)
	}
	if version, rest, ok := cut(joined, bare); ok {
		if rest, ok = bytes.CutPrefix(rest, []byte(inside)); ok {
			return version, bytes.TrimSuffix(rest, []byte("}"))
		}
	}
	return 1, joined
}

func cut(joined []byte, prefix string) (version int, rest []byte, ok bool) {
	rest, ok = bytes.CutPrefix(joined, []byte(prefix))
	digits := 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		digits++
	}
	version, err := strconv.Atoi(string(rest[:digits]))
	return version, rest[digits:], ok && err == nil && version > 0 && digits < len(rest)
}
