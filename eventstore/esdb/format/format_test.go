package format

import (
	"encoding/json"
	"testing"
)

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
