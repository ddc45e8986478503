package format

import (
	"encoding/json"
	"testing"
	"time"
)

// TestKept: the time of a moved event and its metadata come back, byte for byte, also through a server that knows of schema versions alone.
func TestKept(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{{}, time.Date(2026, 1, 2, 3, 4, 5, 678_901_000, time.UTC), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} {
		for _, metadata := range []string{`{}`, `{ }`, "{\n}", `{"actor":1}`, `{ "actor" : {"id":1} } `, `[1]`, ` {"a":1}`, `null`, `1`,
			`{"recordedAt":"2020-01-01T00:00:00Z"}`, `{"recordedAt":7,"a":1}`, `{"bareMetadata":{"recordedAt":"2020-01-01T00:00:00Z"}}`} {
			written := Write(Kept{SchemaVersion: 3, RecordedAt: at}, []byte(metadata))
			for _, stored := range [][]byte{written, Join(Split(written))} {
				kept, read := Read(stored)
				if kept.SchemaVersion != 3 || !kept.RecordedAt.Equal(at) || string(read) != metadata || !json.Valid(stored) {
					t.Errorf("%s of %s came back as %s of %v, out of %s", metadata, at, read, kept, stored)
				}
			}
		}
	}
	if kept, read := Read([]byte(`{"recordedAt":"2020-01-01T00:00:00Z"}`)); !kept.RecordedAt.IsZero() || len(read) != 37 {
		t.Errorf("metadata of another program became %s, recorded at %s", read, kept.RecordedAt)
	}
}

// TestJoinAndSplit: metadata comes back byte for byte, and what lies between is JSON.
func TestJoinAndSplit(t *testing.T) {
	t.Parallel()
	for _, metadata := range []string{`{}`, `{ }`, "{\n}", `{"actor":1}`, `{ "actor" : {"id":1} } `, `{"schemaVersion":7}`,
		`{"bareSchemaVersion":7,"metadata":1}`, `[1]`, ` {"a":1}`, `null`, `"text"`, `1`} {
		joined := Join(12, []byte(metadata))
		version, split := Split(joined)
		if version != 12 || string(split) != metadata {
			t.Errorf("%s came back as %s with version %d, out of %s", metadata, split, version, joined)
		}
		if !json.Valid(joined) {
			t.Errorf("%s became %s", metadata, joined)
		}
	}
}

// TestOthers: metadata of other programs stays as it is.
func TestOthers(t *testing.T) {
	t.Parallel()
	for _, metadata := range []string{"", `{}`, `{"$correlationId":"1"}`, `{"schemaVersion":"2"}`, `{"schemaVersion":0}`, `{"schemaVersion":`,
		`{"schemaVersion":2`, `{"bareSchemaVersion":2}`} {
		if version, split := Split([]byte(metadata)); version != 1 || string(split) != metadata {
			t.Errorf("%s became %s with version %d", metadata, split, version)
		}
	}
}
