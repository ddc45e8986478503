package archive

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	gojson "github.com/goccy/go-json"
	"github.com/google/uuid"

	"tradelog/eventstore"
)

// Header is the first line of an export.
type Header struct {
	Format  string              `json:"format"`
	Version int                 `json:"version"`
	LogID   string              `json:"logId"`
	From    eventstore.Position `json:"from"`               // events after this position
	Head    eventstore.Position `json:"head"`               // end of the log when the export began
	Dense   bool                `json:"dense"`              // positions are 1, 2, 3 ...
	Partial bool                `json:"filtered,omitempty"` // a filter left events out
	// Before is the seal of the event at From, hexadecimal; empty: of none, or an earlier version wrote the export.
	Before string `json:"before,omitempty"`
	// Chained: the seals of the lines are over the lines of this export, because the log has none or a filter left events out.
	Chained bool `json:"chained,omitempty"`
}

// unsealed tells that the lines have no chain of seals: earlier versions wrote such exports of some logs.
func (h Header) unsealed() bool { return !h.Chained && (h.Partial || !h.Dense) }

const (
	linesFormat  = "tradelog events"
	linesVersion = 1
)

// trailer is the last line of an export.
type trailer struct {
	End    bool   `json:"end"` // distinguishes it from an event
	Count  int64  `json:"count"`
	Seal   string `json:"seal,omitempty"` // of the last event
	SHA256 string `json:"sha256"`         // of all lines before
	// Signature is an Ed25519 signature over the statement about the export; see statement.
	Signature []byte `json:"signature,omitempty"`
}

// statement returns the text that the signature covers, with one line for each field. The hash is over all lines, the header included.
func statement(count int64, seal, sum string) []byte {
	return fmt.Appendf(nil, "tradelog export 1\nevents %d\nseal %s\nsha256 %s\n", count, seal, sum)
}

// line is an event of an export, or the trailer.
type line struct {
	Position      eventstore.Position `json:"position"`
	Stream        string              `json:"stream"`
	Revision      eventstore.Revision `json:"revision"`
	ID            uuid.UUID           `json:"id"`
	Type          string              `json:"type"`
	SchemaVersion int                 `json:"schemaVersion"`
	RecordedAt    time.Time           `json:"recordedAt"`
	Seal          string              `json:"seal"`
	Data          json.RawMessage     `json:"data"`
	DataText      *string             `json:"dataText"`
	Metadata      json.RawMessage     `json:"metadata"`
	MetadataText  *string             `json:"metadataText"`

	End       bool   `json:"end"`
	Count     int64  `json:"count"`
	SHA256    string `json:"sha256"`
	Signature []byte `json:"signature"`
}

// appendEvent writes an event as a line. It does not use encoding/json, which would reformat data and metadata.
func appendEvent(b []byte, r *eventstore.Recorded) []byte {
	b = append(b, `{"position":`...)
	b = strconv.AppendInt(b, int64(r.Position), 10)
	b = append(b, `,"stream":`...)
	b = appendText(b, r.Stream)
	b = append(b, `,"revision":`...)
	b = strconv.AppendInt(b, int64(r.Revision), 10)
	b = append(b, `,"id":"`...)
	b = append(b, r.ID.String()...)
	b = append(b, `","type":`...)
	b = appendText(b, r.Type)
	b = append(b, `,"schemaVersion":`...)
	b = strconv.AppendInt(b, int64(r.SchemaVersion), 10)
	b = append(b, `,"recordedAt":"`...)
	b = r.RecordedAt.UTC().AppendFormat(b, time.RFC3339Nano)
	b = append(b, '"')
	if r.Seal != nil {
		b = append(b, `,"seal":"`...)
		b = hex.AppendEncode(b, r.Seal)
		b = append(b, '"')
	}
	b = appendJSON(b, "data", r.Data)
	b = appendJSON(b, "metadata", r.Metadata)
	return append(b, "}\n"...)
}

// appendJSON writes stored JSON unchanged if a line can hold it, otherwise as a string.
func appendJSON(b []byte, name string, stored []byte) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	if bytes.ContainsAny(stored, "\r\n") || len(bytes.TrimSpace(stored)) != len(stored) {
		b = append(b, `Text":`...)
		return appendText(b, string(stored))
	}
	b = append(b, `":`...)
	return append(b, stored...)
}

// appendText writes a JSON string.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			quoted, _ := json.Marshal(s) // cannot fail for a string
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// parse reads a line into l and copies its values.
func (l *line) parse(text []byte) error {
	*l = line{}
	if err := gojson.Unmarshal(text, l); err != nil { // three times as fast; CheckEvent validates data and metadata
		return fmt.Errorf("not an event: %w", err)
	}
	return nil
}

func (l *line) event() (eventstore.Recorded, error) {
	r := eventstore.Recorded{
		NewEvent: eventstore.NewEvent{ID: l.ID, Type: l.Type, SchemaVersion: l.SchemaVersion, Data: l.Data, Metadata: l.Metadata},
		Stream:   l.Stream, Revision: l.Revision, Position: l.Position, RecordedAt: l.RecordedAt.UTC(),
	}
	if l.DataText != nil {
		r.Data = []byte(*l.DataText)
	}
	if l.MetadataText != nil {
		r.Metadata = []byte(*l.MetadataText)
	}
	if l.Seal != "" {
		seal, err := hex.DecodeString(l.Seal)
		if err != nil {
			return r, errors.New("a seal that is not hexadecimal")
		}
		r.Seal = seal
	}
	if err := eventstore.CheckStream(r.Stream); err != nil {
		return r, err
	}
	return r, eventstore.CheckEvent(&r.NewEvent)
}
