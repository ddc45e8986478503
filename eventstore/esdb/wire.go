package esdb

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb/format"
)

// byLeader restricts a call to the leader of a cluster. Other nodes name the leader, or say that there is none.
func byLeader(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}

// message is an event as a server sends it.
type message struct {
	eventstore.Recorded
	// explicit: it was written in an explicit transaction, as servers before version 20 had them. All events of one have the commit
	// position of the transaction.
	explicit bool
}

// errNoStream: there is no such stream.
var errNoStream = errors.New("there is no such stream")

// receive passes the events of a read to each. It ends with the read, or with an error of each.
func receive(from streams.Streams_ReadClient, each func(*streams.ReadResp) error) error {
	for {
		answer, err := from.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return &failure{err: err, trailer: from.Trailer()}
		}
		if err := each(answer); err != nil {
			return err
		}
	}
}

// events passes the events of a read to each.
func (n *node) events(ctx context.Context, request *streams.ReadReq, each func(*message) error) error {
	ctx, cancel := context.WithCancel(ctx) // a call that is not read to its end must be cancelled
	defer cancel()
	from, err := n.streams.Read(ctx, request)
	if err != nil {
		return &failure{err: err}
	}
	return receive(from, func(answer *streams.ReadResp) error {
		if answer.GetStreamNotFound() != nil {
			return errNoStream
		}
		m, err := received(answer.GetEvent())
		if m == nil || err != nil {
			return err // other answers tell nothing of events
		}
		return each(m)
	})
}

// received reads an event; nil if there is none.
func received(answer *streams.ReadResp_ReadEvent) (*message, error) {
	e := answer.GetLink()
	if e == nil {
		e = answer.GetEvent()
	}
	if e == nil {
		return nil, nil
	}
	ticks, err := strconv.ParseInt(e.GetMetadata()["created"], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the event store sends an event of stream %.300q without the time when it was recorded",
			e.GetStreamIdentifier().GetStreamName())
	}
	kept, metadata := format.Read(e.GetCustomMetadata())
	m := &message{Recorded: eventstore.Recorded{
		NewEvent: eventstore.NewEvent{
			ID: readID(e.GetId()), Type: e.GetMetadata()["type"], SchemaVersion: kept.SchemaVersion, Data: e.GetData(), Metadata: metadata,
		},
		Stream: string(e.GetStreamIdentifier().GetStreamName()), Revision: eventstore.Revision(e.GetStreamRevision()),
		Position: position(e.GetCommitPosition()), RecordedAt: kept.RecordedAt,
	}}
	if m.RecordedAt.IsZero() {
		m.RecordedAt = time.Unix(0, ticks*tick).UTC().Truncate(time.Microsecond)
	}
	m.explicit = e.GetPreparePosition() > 0 && e.GetPreparePosition() < e.GetCommitPosition()
	return m, nil
}

// tick is the unit of recorded times in ns.
const tick = 100

func readID(id *shared.UUID) (read uuid.UUID) {
	if parts := id.GetStructured(); parts != nil {
		binary.BigEndian.PutUint64(read[:8], uint64(parts.GetMostSignificantBits()))
		binary.BigEndian.PutUint64(read[8:], uint64(parts.GetLeastSignificantBits()))
		return read
	}
	read, _ = uuid.Parse(id.GetString_()) // an ID of none is like no other
	return read
}

func wireID(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

func position(commit uint64) eventstore.Position {
	return eventstore.Position(min(commit, math.MaxInt64))
}

// readRequest returns the part of a request that all reads share.
func readRequest(direction eventstore.Direction, count uint64) *streams.ReadReq {
	options := &streams.ReadReq_Options{
		CountOption:  &streams.ReadReq_Options_Count{Count: count},
		FilterOption: &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption: &streams.ReadReq_Options_UUIDOption{
			Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}},
		},
	}
	if direction == eventstore.Backwards {
		options.ReadDirection = streams.ReadReq_Options_Backwards
	}
	return &streams.ReadReq{Options: options}
}

// streamRequest reads a stream from a revision on, or from its end if that is eventstore.End.
func streamRequest(stream string, from eventstore.Revision, direction eventstore.Direction, count uint64) *streams.ReadReq {
	one := &streams.ReadReq_Options_StreamOptions{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream)},
		RevisionOption:   &streams.ReadReq_Options_StreamOptions_Revision{Revision: uint64(max(from, 0))},
	}
	if from == eventstore.End {
		one.RevisionOption = &streams.ReadReq_Options_StreamOptions_End{End: &shared.Empty{}}
	}
	request := readRequest(direction, count)
	request.Options.StreamOption = &streams.ReadReq_Options_Stream{Stream: one}
	return request
}

// allRequest reads the log from a position on. Transactions of several streams do not exist any more, so both parts of it are the same.
func allRequest(from eventstore.Position, direction eventstore.Direction, count uint64) *streams.ReadReq {
	all := &streams.ReadReq_Options_AllOptions{}
	switch {
	case from <= 0:
		all.AllOption = &streams.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}
	case from == eventstore.End:
		all.AllOption = &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}}
	default:
		all.AllOption = &streams.ReadReq_Options_AllOptions_Position{
			Position: &streams.ReadReq_Options_Position{CommitPosition: uint64(from), PreparePosition: uint64(from)},
		}
	}
	request := readRequest(direction, count)
	request.Options.StreamOption = &streams.ReadReq_Options_All{All: all}
	return request
}

// subscribeRequest subscribes to all events after a position but system events. The server reports its position every few events.
func subscribeRequest(from eventstore.Position) *streams.ReadReq {
	request := allRequest(from, eventstore.Forwards, 0)
	request.Options.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
	request.Options.FilterOption = &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{
		Filter: &streams.ReadReq_Options_FilterOptions_EventType{
			EventType: &streams.ReadReq_Options_FilterOptions_Expression{Regex: `^[^\$].*`},
		},
		Window:                       &streams.ReadReq_Options_FilterOptions_Max{Max: searchWindow},
		CheckpointIntervalMultiplier: 1,
	}}
	return request
}

// proposed returns the message that appends an event.
func proposed(e *eventstore.NewEvent, recordedAt time.Time) *streams.AppendReq_ProposedMessage {
	return &streams.AppendReq_ProposedMessage{
		Id: wireID(e.ID), Data: e.Data, Metadata: map[string]string{"type": e.Type, "content-type": "application/json"},
		CustomMetadata: format.Write(format.Kept{SchemaVersion: e.SchemaVersion, RecordedAt: recordedAt}, e.Metadata),
	}
}

// size returns the bytes of an event that count for the limits of servers.
func size(e *streams.AppendReq_ProposedMessage) int {
	return len(e.GetData()) + len(e.GetCustomMetadata()) + 2*len(e.GetMetadata()["type"])
}

// append appends events to a stream after a revision, and returns the position of the last one. It fails with errWrong if the stream is at
// another one.
func (n *node) append(
	ctx context.Context, stream string, last eventstore.Revision, events []*streams.AppendReq_ProposedMessage,
) (eventstore.Position, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	call, err := n.streams.Append(ctx)
	if err != nil {
		return 0, &failure{err: err, unsent: true}
	}
	options := &streams.AppendReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(stream)},
		ExpectedStreamRevision: &streams.AppendReq_Options_NoStream{NoStream: &shared.Empty{}},
	}
	if last >= 0 {
		options.ExpectedStreamRevision = &streams.AppendReq_Options_Revision{Revision: uint64(last)}
	}
	err = call.Send(&streams.AppendReq{Content: &streams.AppendReq_Options_{Options: options}})
	for i := 0; i < len(events) && err == nil; i++ {
		err = call.Send(&streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: events[i]}})
	}
	unsent := err != nil
	if unsent && !errors.Is(err, io.EOF) {
		return 0, &failure{err: err, unsent: true}
	}
	// After io.EOF the server has ended the call early, and the answer tells why.
	answer, err := call.CloseAndRecv()
	switch {
	case err != nil:
		return 0, &failure{err: err, trailer: call.Trailer(), unsent: unsent}
	case answer.GetWrongExpectedVersion() != nil:
		return 0, errWrong
	case answer.GetSuccess() == nil:
		return 0, &failure{err: status.Error(codes.Internal, "the event store neither appended nor refused")}
	}
	return position(answer.GetSuccess().GetPosition().GetCommitPosition()), nil
}
