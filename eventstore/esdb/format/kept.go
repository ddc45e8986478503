package format

import (
	"bytes"
	"time"
)

// Kept holds the values that stored metadata carries beside the event's own metadata.
type Kept struct {
	SchemaVersion int
	// RecordedAt is the recorded time of an event that was moved here from another log; zero for others, whose time the server gives.
	RecordedAt time.Time
}

// The beginning of the metadata of a moved event, behind its schema version:
//
//	{"schemaVersion":2,"recordedAt":"2026-01-02T03:04:05.678Z","actor":{...}}
//
// Metadata that is no object, or that begins with one of these names itself, is a member of its own.
const (
	moved  = `"recordedAt":"`
	within = `"bareMetadata":`
)

// Write adds to metadata, which is JSON.
func Write(k Kept, metadata []byte) []byte {
	collides := bytes.HasPrefix(metadata, []byte("{"+moved)) || bytes.HasPrefix(metadata, []byte("{"+within))
	if k.RecordedAt.IsZero() && !collides {
		return Join(k.SchemaVersion, metadata)
	}
	own := append(make([]byte, 0, len(metadata)+len(moved)+len(within)+40), '{')
	if !k.RecordedAt.IsZero() {
		own = k.RecordedAt.UTC().AppendFormat(append(own, moved...), time.RFC3339Nano)
		own = append(own, '"')
	}
	if collides || len(metadata) == 0 || metadata[0] != '{' {
		if len(own) > 1 {
			own = append(own, ',')
		}
		own = append(append(append(own, within...), metadata...), '}')
	} else {
		own = appendMembers(own, metadata)
	}
	return Join(k.SchemaVersion, own)
}

// appendMembers appends the members of an object to others, and closes the object.
func appendMembers(others, object []byte) []byte {
	members := object[1:]
	if bytes.TrimLeft(members, " \t\r\n")[0] != '}' {
		others = append(others, ',')
	}
	return append(others, members...)
}

// Read undoes Write. Metadata of another program is returned as it is.
func Read(written []byte) (k Kept, metadata []byte) {
	k.SchemaVersion, metadata = Split(written)
	if !bytes.HasPrefix(written, []byte(object)) {
		return k, metadata
	}
	rest := metadata
	if after, ok := bytes.CutPrefix(rest, []byte("{"+moved)); ok {
		text, after, ok := bytes.Cut(after, []byte{'"'})
		at, err := time.Parse(time.RFC3339Nano, string(text))
		if !ok || err != nil {
			return k, metadata
		}
		k.RecordedAt = at.UTC()
		after = bytes.TrimPrefix(after, []byte(","))
		rest = append([]byte{'{'}, after...)
		metadata = rest
	}
	if bare, ok := bytes.CutPrefix(rest, []byte("{"+within)); ok {
		metadata = bytes.TrimSuffix(bare, []byte("}"))
	}
	return k, metadata
}
