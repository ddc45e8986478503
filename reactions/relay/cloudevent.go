package relay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"tradelog/eventstore"
)

// ContentType is the media type of messages: one CloudEvent in structured mode.
const ContentType = "application/cloudevents+json"

// The metadata of messages, which brokers turn into properties or headers.
const (
	KeyMetadata      = "key"       // same for the messages of one stream, which keep their order: the stream's name
	CategoryMetadata = "category"  // of the stream
	EventMetadata    = "eventtype" // the event type's name in the log
	TimeMetadata     = "time"      // as in the CloudEvent
)

// CloudEvent is an event in the JSON format of CloudEvents 1.0. Names of extensions are in lower case, as the specification
// wants it, and Integers have 32 bits there: therefore positions are Strings.
type CloudEvent struct {
	SpecVersion     string          `json:"specversion"`
	ID              string          `json:"id"`
	Source          string          `json:"source"` // /logs/ and the ID of the log
	Type            string          `json:"type"`   // tradelog. and the name of the event type
	Subject         string          `json:"subject"`
	Time            string          `json:"time"` // RFC 3339: when it happened
	DataContentType string          `json:"datacontenttype"`
	DataSchema      string          `json:"dataschema"` // urn:tradelog:event:TYPE:VERSION
	PartitionKey    string          `json:"partitionkey"`
	Position        string          `json:"position"`
	Revision        int64           `json:"revision"`
	RecordedTime    string          `json:"recordedtime"` // RFC 3339: when it was stored
	CorrelationID   string          `json:"correlationid,omitempty"`
	CausationID     string          `json:"causationid,omitempty"`
	TraceParent     string          `json:"traceparent,omitempty"` // extension "distributed tracing"
	Actor           string          `json:"actor,omitempty"`       // such as admin-3; names are left out
	Command         string          `json:"command,omitempty"`
	StoreID         int64           `json:"storeid,omitempty"`
	Withheld        string          `json:"withheld,omitempty"` // fields left out of data, joined by commas
	Data            json.RawMessage `json:"data"`
}

// message makes the message of an event.
func (r *Relay) message(e eventstore.Recorded, shown eventstore.Disclosed) (*message.Message, error) {
	meta, err := e.Meta()
	if err != nil {
		return nil, err
	}
	at := e.Times()
	event := CloudEvent{
		SpecVersion: "1.0", ID: e.ID.String(), Source: "/logs/" + r.Store.LogID(), Type: "tradelog." + e.Type, Subject: e.Stream,
		Time: at.Occurred.UTC().Format(time.RFC3339Nano), DataContentType: "application/json",
		DataSchema:   fmt.Sprintf("urn:tradelog:event:%s:%d", e.Type, shown.SchemaVersion),
		PartitionKey: e.Stream, Position: strconv.FormatInt(int64(e.Position), 10), Revision: int64(e.Revision),
		RecordedTime:  at.Recorded.UTC().Format(time.RFC3339Nano),
		CorrelationID: meta.CorrelationID, CausationID: meta.CausationID, TraceParent: meta.TraceParent,
		Actor: actor(meta.Actor), Command: meta.Command, StoreID: meta.StoreID, Withheld: strings.Join(shown.Withheld, ","), Data: shown.Data,
	}
	var payload bytes.Buffer
	encoder := json.NewEncoder(&payload)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(event); err != nil {
		return nil, fmt.Errorf("position %d: %w", e.Position, err)
	}
	m := message.NewMessage(event.ID, bytes.TrimRight(payload.Bytes(), "\n"))
	m.Metadata = message.Metadata{
		KeyMetadata: e.Stream, CategoryMetadata: e.Category(), EventMetadata: e.Type, TimeMetadata: event.Time,
	}
	return m, nil
}

// actor names an actor by kind and number. The user names of the back office are left out.
func actor(a eventstore.Actor) string {
	if a.ID == 0 {
		return a.Kind
	}
	return fmt.Sprintf("%s-%d", cmp.Or(a.Kind, "unknown"), a.ID)
}
