package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

type streamsService struct {
	streams.UnimplementedStreamsServer
	server *Server
}

// maxEvents bounds the number of events of one append.
const maxEvents = 20_000

// batch is an append while its events arrive.
type batch struct {
	limit    int // of its size
	stream   string
	expected eventstore.Expected
	events   []eventstore.NewEvent
	size     int
}

// tooLargeError reports an append of more bytes than its limit.
type tooLargeError struct{ limit int }

func (e *tooLargeError) Error() string {
	return fmt.Sprintf("one append may have %d bytes at most", e.limit)
}

// errTooMany refuses an append of more than maxEvents events.
var errTooMany = status.Errorf(codes.InvalidArgument, "one append may have %d events at most; send more in several appends", maxEvents)

// add adds an event of a client.
func (b *batch) add(p proposed) error {
	e, err := newEvent(p)
	if err != nil {
		return err
	}
	if len(b.events) == maxEvents {
		return errTooMany
	}
	if b.size += size(&e); b.size > b.limit {
		return &tooLargeError{b.limit}
	}
	b.events = append(b.events, e)
	return nil
}

// append stores a batch after it has checked the rights of the caller, the names of the stream and the event types, and Options.Check.
func (s *Server) append(ctx context.Context, b *batch) (eventstore.Appended, error) {
	if err := s.appendable(); err != nil {
		return eventstore.Appended{}, err
	}
	if err := s.mayAppend(ctx, b.stream); err != nil {
		return eventstore.Appended{}, err
	}
	if by := s.rights(ctx).Actor; by != (eventstore.Actor{}) {
		for i := range b.events {
			b.events[i].Metadata = authored(b.events[i].Metadata, by)
		}
	}
	if err := eventstore.CheckAppend(b.stream, b.events); err != nil {
		return eventstore.Appended{}, err
	}
	if system(b.stream) {
		return eventstore.Appended{}, status.Errorf(codes.InvalidArgument, "there are no system streams such as %.300q", b.stream)
	}
	for i := range b.events {
		if system(b.events[i].Type) {
			return eventstore.Appended{}, status.Errorf(codes.InvalidArgument, "the names of event types must not begin with $, as %.300q does",
				b.events[i].Type)
		}
	}
	done, err := s.store(ctx, b)
	if wrong, is := errors.AsType[*eventstore.WrongRevisionError](err); is && b.expected.Met(wrong.Actual) {
		// The stream is where the client expects it: the log has some of the events already.
		return done, status.Errorf(codes.InvalidArgument, "the log has an event with the ID of one of these, in another stream or at another "+
			"place of %s; a new event needs a new ID", b.stream)
	}
	return done, err
}

// authored returns the metadata of an event with its author in place of any other. Metadata that are no object are returned unchanged.
func authored(metadata []byte, by eventstore.Actor) []byte {
	var members map[string]json.RawMessage
	author, err := json.Marshal(by)
	if err != nil || json.Unmarshal(metadata, &members) != nil {
		return metadata
	}
	named := len(members)
	maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool { return strings.EqualFold(name, "actor") })
	rest := bytes.TrimSpace(metadata)
	if len(members) != named {
		if rest, err = json.Marshal(members); err != nil {
			return metadata
		}
	}
	out := append([]byte(`{"actor":`), author...)
	if len(members) == 0 {
		return append(out, '}')
	}
	return append(append(out, ','), rest[1:]...)
}

// raceTries is the number of times that a batch is checked and appended again because others append to its stream.
const raceTries = 10

// store stores a batch that Options.Check accepts. A batch whose expectation is not met fails with that, whatever Check says.
func (s *Server) store(ctx context.Context, b *batch) (eventstore.Appended, error) {
	if s.options.Check == nil {
		return s.options.Store.Append(ctx, b.stream, b.expected, b.events...)
	}
	for try := 1; ; try++ {
		next, err := s.streamEnd(ctx, b.stream)
		if err != nil {
			return eventstore.Appended{}, err
		}
		events := make([]eventstore.Recorded, len(b.events))
		for i := range b.events {
			events[i] = eventstore.Recorded{NewEvent: b.events[i], Stream: b.stream}
		}
		judged, err := s.options.Check(ctx, b.stream, events)
		expected := b.expected
		switch met := b.expected.Met(next - 1); {
		case err != nil && !met:
			return eventstore.Appended{}, &eventstore.WrongRevisionError{Stream: b.stream, Expected: b.expected, Actual: next - 1}
		case err != nil:
			return eventstore.Appended{}, err
		case judged && met:
			expected = eventstore.Exactly(next - 1)
		}
		done, err := s.options.Store.Append(ctx, b.stream, expected, b.events...)
		wrong, is := errors.AsType[*eventstore.WrongRevisionError](err)
		if !is || expected.Met(wrong.Actual) || !b.expected.Met(wrong.Actual) || try == raceTries {
			return done, err
		}
	}
}

// system reports whether EventStoreDB reserves a name for itself. Clients leave out events with such names.
func system(name string) bool { return strings.HasPrefix(name, "$") }

func (s *Server) appendable() error {
	if s.options.ReadOnly {
		return status.Error(codes.PermissionDenied, "this server is read-only")
	}
	return nil
}

// Append stores the events of one call. An expectation that is not met is an answer, not an error. A call that is refused is read to its
// end first, because a client that is still sending would not read the reason. A call that is too large ends at once, as with real
// servers.
func (v *streamsService) Append(call streams.Streams_AppendServer) error {
	err := v.append(call)
	if err == nil {
		return nil
	}
	if large, is := errors.AsType[*tooLargeError](err); is {
		return refuse(codes.InvalidArgument, large.Error(), "maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(large.limit))
	}
	for range maxEvents {
		if _, ended := call.Recv(); ended != nil {
			break
		}
	}
	return err
}

func (v *streamsService) append(call streams.Streams_AppendServer) error {
	if err := v.server.appendable(); err != nil {
		return err
	}
	first, err := call.Recv()
	if err != nil {
		return unfinished(err)
	}
	options := first.GetOptions()
	if options == nil {
		return status.Error(codes.InvalidArgument, "an append begins with its options")
	}
	b := &batch{limit: v.server.options.MaxAppendSize, stream: string(options.GetStreamIdentifier().GetStreamName())}
	switch e := options.ExpectedStreamRevision.(type) {
	case *streams.AppendReq_Options_Revision:
		b.expected = eventstore.Exactly(revision(e.Revision))
	case *streams.AppendReq_Options_NoStream:
		b.expected = eventstore.NoStream
	case *streams.AppendReq_Options_Any:
		b.expected = eventstore.Any
	case *streams.AppendReq_Options_StreamExists:
		b.expected = eventstore.StreamExists
	default:
		return errNoExpectation
	}
	for {
		next, err := call.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		message := next.GetProposedMessage()
		if message == nil {
			return status.Error(codes.InvalidArgument, "the options of an append are sent once")
		}
		if err := b.add(message); err != nil {
			return err
		}
	}
	done, err := v.server.append(call.Context(), b)
	var wrong *eventstore.WrongRevisionError
	switch {
	case errors.As(err, &wrong):
		return call.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{
			WrongExpectedVersion: wrongRevision(b.expected, wrong.Actual),
		}})
	case err != nil:
		return err
	}
	p := uint64(done.Position)
	return call.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_Success_{Success: &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(done.Last)},
		PositionOption: &streams.AppendResp_Success_Position{
			Position: &streams.AppendResp_Position{CommitPosition: p, PreparePosition: p},
		},
	}}})
}

var errNoExpectation = status.Error(codes.InvalidArgument, "an append needs an expected revision")

// unfinished returns the error of a stream of messages that ended too early.
func unfinished(err error) error {
	if errors.Is(err, io.EOF) {
		return status.Error(codes.InvalidArgument, "the call has no message")
	}
	return err
}

// wrongRevision describes an expectation that was not met, in the fields of new and of old clients.
func wrongRevision(expected eventstore.Expected, actual eventstore.Revision) *streams.AppendResp_WrongExpectedVersion {
	out := &streams.AppendResp_WrongExpectedVersion{
		CurrentRevisionOption:        &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}},
		CurrentRevisionOption_20_6_0: &streams.AppendResp_WrongExpectedVersion_NoStream_20_6_0{NoStream_20_6_0: &shared.Empty{}},
	}
	if actual >= 0 {
		out.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(actual)}
		out.CurrentRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_CurrentRevision_20_6_0{
			CurrentRevision_20_6_0: uint64(actual),
		}
	}
	switch expected {
	case eventstore.Any:
		out.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
		out.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_Any_20_6_0{Any_20_6_0: &shared.Empty{}}
	case eventstore.StreamExists:
		out.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
		out.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_StreamExists_20_6_0{
			StreamExists_20_6_0: &shared.Empty{},
		}
	case eventstore.NoStream:
		out.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	default:
		r, _ := expected.Revision()
		out.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: uint64(r)}
		out.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{
			ExpectedRevision_20_6_0: uint64(r),
		}
	}
	return out
}

// Delete is refused: the log is append-only.
func (v *streamsService) Delete(context.Context, *streams.DeleteReq) (*streams.DeleteResp, error) {
	return nil, errAppendOnly
}

// Tombstone is refused: the log is append-only.
func (v *streamsService) Tombstone(context.Context, *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	return nil, errAppendOnly
}

var errAppendOnly = status.Error(codes.Unimplemented, "the log is append-only: streams cannot be deleted or tombstoned")
