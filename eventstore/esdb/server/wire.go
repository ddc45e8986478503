package server

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb/format"
)

// jsonType is the content type of all events.
const jsonType = "application/json"

// ticks of 100 ns since 1970 are the unit of the protocol's "created".
const tick = 100

func wireID(id uuid.UUID, text bool) *shared.UUID {
	if text {
		return &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}
	}
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

// readID reads an ID in either form. uuid.Nil means that there is none, or none that can be read.
func readID(id *shared.UUID) uuid.UUID {
	switch value := id.GetValue().(type) {
	case *shared.UUID_Structured_:
		var out uuid.UUID
		binary.BigEndian.PutUint64(out[:8], uint64(value.Structured.GetMostSignificantBits()))
		binary.BigEndian.PutUint64(out[8:], uint64(value.Structured.GetLeastSignificantBits()))
		return out
	case *shared.UUID_String_:
		if out, err := uuid.Parse(value.String_); err == nil {
			return out
		}
	}
	return uuid.Nil
}

func wireStream(name string) *shared.StreamIdentifier {
	return &shared.StreamIdentifier{StreamName: []byte(name)}
}

// systemMetadata returns the metadata that the protocol defines for an event, beside the event's own.
func systemMetadata(e *eventstore.Recorded) map[string]string {
	return map[string]string{
		"type": e.Type, "content-type": jsonType, "created": strconv.FormatInt(e.RecordedAt.UnixNano()/tick, 10),
	}
}

func customMetadata(e *eventstore.Recorded) []byte { return format.Join(e.SchemaVersion, e.Metadata) }

// position converts a position of the wire. Values beyond all positions, with which clients mean the end, become the greatest position.
func position(p uint64) eventstore.Position { return eventstore.Position(min(p, math.MaxInt64)) }

func revision(r uint64) eventstore.Revision { return eventstore.Revision(min(r, math.MaxInt64)) }

// proposed is an event of a client as both ways of appending send it.
type proposed interface {
	GetId() *shared.UUID
	GetMetadata() map[string]string
	GetCustomMetadata() []byte
	GetData() []byte
}

// newEvent reads an event of a client. Empty metadata becomes an empty object.
func newEvent(p proposed) (eventstore.NewEvent, error) {
	system := p.GetMetadata()
	if given := system["content-type"]; given != jsonType {
		return eventstore.NewEvent{}, status.Errorf(codes.InvalidArgument, "events must have the content type %s, not %.100q", jsonType, given)
	}
	id := readID(p.GetId())
	if id == uuid.Nil {
		return eventstore.NewEvent{}, status.Error(codes.InvalidArgument, "an event has no ID, or one that is no UUID")
	}
	e := eventstore.NewEvent{ID: id, Type: system["type"], SchemaVersion: 1, Data: p.GetData(), Metadata: []byte("{}")}
	if custom := p.GetCustomMetadata(); len(custom) > 0 {
		e.SchemaVersion, e.Metadata = format.Split(custom)
	}
	return e, nil
}

// size returns the bytes of an event that count for limits, as servers count them.
func size(e *eventstore.NewEvent) int { return len(e.Data) + len(e.Metadata) + 2*len(e.Type) }
