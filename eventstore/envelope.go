package eventstore

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	gojson "github.com/goccy/go-json"
	"github.com/google/uuid"

	"tradelog/domain"
)

// NewEvent is an event to be appended.
type NewEvent struct {
	ID            uuid.UUID
	Type          string
	SchemaVersion int
	Data          []byte // JSON
	Metadata      []byte // JSON, see Metadata
}

// Recorded is an event of the log.
type Recorded struct {
	NewEvent
	Stream     string
	Revision   Revision
	Position   Position
	RecordedAt time.Time // UTC, microseconds; never runs backwards with Capabilities.OrderedTimes
	Seal       []byte    // nil where the store does not seal
}

// Metadata records who did what, when and why. It is stored with every event.
type Metadata struct {
	// CorrelationID is the same for all events that one request led to. CausationID names the direct cause: the request, or the
	// event that a reaction handled.
	CorrelationID string `json:"correlationId,omitempty"`
	CausationID   string `json:"causationId,omitempty"`
	// CausationPosition is where the log had the causing event when this one was appended. It is 0 if a request is the cause, and in events of
	// earlier versions. A copy of the log may have the event elsewhere, so compare its ID.
	CausationPosition Position `json:"causationPosition,omitempty"`

	Command     string       `json:"command,omitempty"` // the decision, such as "HoldOrder"
	Reason      string       `json:"reason,omitempty"`
	Actor       Actor        `json:"actor,omitzero"`
	StoreID     int64        `json:"storeId,omitempty"`
	RequestID   string       `json:"requestId,omitempty"`
	TraceParent string       `json:"traceparent,omitempty"` // W3C trace context of what led to the event, if it was traced
	Client      string       `json:"client,omitempty"`      // the program that sent the request, if it gave a name
	Token       string       `json:"token,omitempty"`       // identifier of the token of the request, if it had one
	Agent       int64        `json:"agent,omitempty"`       // number of the program that the account has let act for it, if the token is its
	Via         string       `json:"via,omitempty"`         // the interface of the request: rest, mcp, soap, cli or page
	Idempotency *Idempotency `json:"idempotency,omitempty"`
	OccurredAt  time.Time    `json:"occurredAt"`
}

// Actor is the party that caused an event. It names no person in plain: customers and accounts appear by number only.
type Actor struct {
	Kind string `json:"kind,omitempty"` // customer, guest, admin, api, service, operator, system
	ID   int64  `json:"id,omitempty"`
	// Name is the part of the system that acts, or the sealed name of an operator, see Codec.SealActor. Earlier versions stored the names of
	// accounts and operators in plain.
	Name string `json:"name,omitempty"`
}

// String formats an actor, such as "admin 3 (anna)".
func (a Actor) String() string {
	var b strings.Builder
	b.WriteString(a.Kind)
	if a.ID != 0 {
		fmt.Fprintf(&b, " %d", a.ID)
	}
	if a.Name != "" {
		fmt.Fprintf(&b, " (%s)", a.Name)
	}
	if b.Len() == 0 {
		return "unknown"
	}
	return b.String()
}

// Idempotency ties an event to the request that was sent with an idempotency key, so that the record of the request
// commits with the append itself.
type Idempotency struct {
	Scope   string `json:"scope"`   // digest of key, caller, path and method
	Command int    `json:"command"` // index of the command within the request, from 0
}

// Meta reads the metadata of a recorded event.
func (r Recorded) Meta() (Metadata, error) {
	var m Metadata
	if err := gojson.Unmarshal(r.Metadata, &m); err != nil {
		return m, fmt.Errorf("metadata of %s: %w", r.ID, err)
	}
	return m, nil
}

// Times returns when the event happened, when it was stored, and who caused it. Without a time of its own it happened when it was
// stored.
func (r Recorded) Times() domain.Times {
	t := domain.Times{Occurred: r.RecordedAt, Recorded: r.RecordedAt, Position: int64(r.Position)}
	var m struct {
		OccurredAt time.Time    `json:"occurredAt"`
		Actor      domain.Actor `json:"actor"`
	}
	if gojson.Unmarshal(r.Metadata, &m) != nil {
		return t
	}
	t.By = m.Actor
	if !m.OccurredAt.IsZero() {
		t.Occurred = m.OccurredAt
	}
	return t
}

// Category is the stream's category.
func (r Recorded) Category() string { return domain.Category(r.Stream) }

// The bounds of an append.
const (
	MaxStreamName = 255      // bytes of a stream name
	MaxTypeName   = 255      // bytes of an event type name
	MaxAppendSize = 64 << 20 // bytes of data and metadata in one append
)

// CheckAppend refuses an append that no store may accept: an unusable stream name, no events, more than MaxAppendSize, an
// event without an ID of its own, or one that CheckEvent refuses. Stores call it first. Every error is ErrInvalidEvent.
func CheckAppend(stream string, events []NewEvent) error {
	if err := CheckStream(stream); err != nil {
		return err
	}
	if len(events) == 0 {
		return fmt.Errorf("%w: no events", ErrInvalidEvent)
	}
	size := 0
	for i := range events {
		size += len(events[i].Data) + len(events[i].Metadata)
	}
	if size > MaxAppendSize {
		return &TooLargeError{Stream: stream, Events: len(events), Size: size, Limit: MaxAppendSize}
	}
	seen := make(map[uuid.UUID]bool, len(events))
	for i := range events {
		e := &events[i]
		if e.ID == uuid.Nil || seen[e.ID] {
			return fmt.Errorf("%w: event %d needs an ID of its own", ErrInvalidEvent, i)
		}
		if err := CheckEvent(e); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
		seen[e.ID] = true
	}
	return nil
}

// CheckAppends refuses an append to several streams that no store may accept: none at all, a stream that is named twice, an event ID that
// is used twice, more than MaxAppendSize together, or what CheckAppend refuses for one of them. Every error is ErrInvalidEvent.
func CheckAppends(appends []StreamAppend) error {
	if len(appends) == 0 {
		return fmt.Errorf("%w: no streams", ErrInvalidEvent)
	}
	size, events := 0, 0
	streams, ids := make(map[string]bool, len(appends)), map[uuid.UUID]bool{}
	for _, a := range appends {
		if err := CheckAppend(a.Stream, a.Events); err != nil {
			return err
		}
		if streams[a.Stream] {
			return fmt.Errorf("%w: stream %s is named twice", ErrInvalidEvent, a.Stream)
		}
		streams[a.Stream] = true
		for i := range a.Events {
			e := &a.Events[i]
			if ids[e.ID] {
				return fmt.Errorf("%w: event %d of %s needs an ID of its own", ErrInvalidEvent, i, a.Stream)
			}
			ids[e.ID] = true
			size += len(e.Data) + len(e.Metadata)
		}
		events += len(a.Events)
	}
	if size > MaxAppendSize {
		return &TooLargeError{Stream: appends[0].Stream, Events: events, Size: size, Limit: MaxAppendSize}
	}
	return nil
}

// CheckStream refuses a stream name that is not category-id, too long, or not text.
func CheckStream(stream string) error {
	category, id, found := strings.Cut(stream, "-")
	if !found || category == "" || id == "" || len(stream) > MaxStreamName || !isText(stream) {
		return fmt.Errorf("%w: stream name %.300q must be category-id, at most %d bytes", ErrInvalidEvent, stream, MaxStreamName)
	}
	return nil
}

// CheckEvent refuses an event with an unusable type name or schema version, or with data or metadata that is not JSON in UTF-8.
func CheckEvent(e *NewEvent) error {
	if err := CheckType(e); err != nil {
		return err
	}
	if !utf8.Valid(e.Data) || !json.Valid(e.Data) || !utf8.Valid(e.Metadata) || !json.Valid(e.Metadata) {
		return fmt.Errorf("%w: %s has data or metadata that is not JSON", ErrInvalidEvent, e.Type)
	}
	return nil
}

// CheckType is CheckEvent without a look at data and metadata, for stores that refuse what is not JSON themselves.
func CheckType(e *NewEvent) error {
	switch {
	case e.Type == "" || len(e.Type) > MaxTypeName || !isText(e.Type):
		return fmt.Errorf("%w: type name %.300q must be text of at most %d bytes", ErrInvalidEvent, e.Type, MaxTypeName)
	case e.SchemaVersion < 1 || e.SchemaVersion > math.MaxInt32:
		return fmt.Errorf("%w: %s has schema version %d", ErrInvalidEvent, e.Type, e.SchemaVersion)
	}
	return nil
}

// isText reports whether s is UTF-8 without a zero byte, which every store can keep.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
