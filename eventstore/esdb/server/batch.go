package server

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/emptypb"

	"tradelog/eventstore"
)

// The limits of one BatchAppend call.
const (
	maxArriving = 100 // appends whose events have not all arrived
	maxUnderWay = 64  // appends that are being stored; the call reads no more meanwhile
	// maxArrivingSize bounds the bytes of all appends that are arriving.
	maxArrivingSize = 2 * eventstore.MaxAppendSize
)

// arriving is an append whose events arrive in several messages.
type arriving struct {
	batch
	options *streams.BatchAppendReq_Options
	failed  error // refused already; the rest of it is ignored
}

// batches is one BatchAppend call: many appends, each with an ID, over one stream of messages. Appends to different streams are stored
// at the same time, those to one stream in the order in which they came.
type batches struct {
	server   *Server
	call     streams.Streams_BatchAppendServer
	arriving map[uuid.UUID]*arriving
	size     int // bytes of all that are arriving

	slots   chan struct{}
	running sync.WaitGroup
	mu      sync.Mutex
	last    map[string]chan struct{} // by stream: closed when the newest append to it has ended
	sending sync.Mutex
	broken  chan struct{} // has a value when an append will not be answered
}

// BatchAppend stores the appends of a call and answers each as soon as it is stored.
func (v *streamsService) BatchAppend(call streams.Streams_BatchAppendServer) error {
	if err := v.server.appendable(); err != nil {
		return err
	}
	b := &batches{server: v.server, call: call, arriving: map[uuid.UUID]*arriving{}, slots: make(chan struct{}, maxUnderWay),
		last: map[string]chan struct{}{}, broken: make(chan struct{}, 1)}
	defer b.running.Wait()
	messages := receive(call.Context(), v.server, call.Recv)
	for {
		select {
		case <-call.Context().Done():
			return call.Context().Err()
		case <-v.server.stopping:
			return errStopping
		case <-b.broken:
			return errInternal
		case m := <-messages:
			if errors.Is(m.err, io.EOF) {
				return nil
			}
			if m.err != nil {
				return m.err
			}
			if err := b.take(m.message); err != nil {
				return err
			}
		}
	}
}

type received[T any] struct {
	message T
	err     error
}

// receive receives the messages of a call in a goroutine, so that the reader of the channel can also wait for something else. It ends with
// the call. When the client has gone it reports nothing: the reader also waits for the call's context.
func receive[T any](ctx context.Context, s *Server, next func() (T, error)) <-chan received[T] {
	const what = "receiving the messages of a call"
	out := make(chan received[T])
	s.start(what, func() {
		for {
			var m T
			err := s.guarded(what, func() (err error) {
				m, err = next()
				return err
			})
			select {
			case out <- received[T]{m, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	})
	return out
}

// take handles a message. It fails only if the whole call is to fail.
func (b *batches) take(m *streams.BatchAppendReq) error {
	id := readID(m.GetCorrelationId())
	if id == uuid.Nil {
		return status.Error(codes.InvalidArgument, "an append of a batch needs a correlation ID")
	}
	a := b.arriving[id]
	if a == nil {
		if len(b.arriving) == maxArriving {
			return status.Errorf(codes.ResourceExhausted, "finish some appends first: at most %d may be unfinished", maxArriving)
		}
		a = &arriving{options: m.GetOptions(), batch: batch{limit: b.server.options.MaxAppendSize}}
		a.failed = a.begin()
		b.arriving[id] = a
	}
	before := a.size
	for _, p := range m.GetProposedMessages() {
		if a.failed == nil {
			a.failed = a.add(p)
		}
	}
	if a.failed != nil {
		a.events, a.size = nil, 0
	}
	if b.size += a.size - before; b.size > maxArrivingSize {
		return status.Error(codes.ResourceExhausted, "the unfinished appends of this call are too large")
	}
	if !m.GetIsFinal() {
		return nil
	}
	b.size -= a.size
	delete(b.arriving, id)
	return b.start(m.GetCorrelationId(), a)
}

// begin reads the options of an append.
func (a *arriving) begin() error {
	if a.options == nil {
		return status.Error(codes.InvalidArgument, "an append begins with its options")
	}
	a.stream = string(a.options.GetStreamIdentifier().GetStreamName())
	switch e := a.options.ExpectedStreamPosition.(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		a.expected = eventstore.Exactly(revision(e.StreamPosition))
	case *streams.BatchAppendReq_Options_NoStream:
		a.expected = eventstore.NoStream
	case *streams.BatchAppendReq_Options_Any:
		a.expected = eventstore.Any
	case *streams.BatchAppendReq_Options_StreamExists:
		a.expected = eventstore.StreamExists
	default:
		return errNoExpectation
	}
	return nil
}

// start stores an append after the earlier ones to the same stream, and answers it.
func (b *batches) start(id *shared.UUID, a *arriving) error {
	select {
	case b.slots <- struct{}{}:
	case <-b.call.Context().Done():
		return b.call.Context().Err()
	}
	ended := make(chan struct{})
	b.mu.Lock()
	before := b.last[a.stream]
	b.last[a.stream] = ended
	b.mu.Unlock()
	b.running.Go(func() {
		defer func() { <-b.slots }()
		if b.server.guarded(streams.Streams_BatchAppend_FullMethodName, func() error {
			answer := b.storeAfter(before, a, ended)
			answer.CorrelationId = id
			b.sending.Lock()
			defer b.sending.Unlock()
			_ = b.call.Send(answer) // an error means that the call has ended
			return nil
		}) != nil {
			signal(b.broken)
		}
	})
	return nil
}

// storeAfter stores an append once the earlier one to its stream has ended, and lets the next one begin.
func (b *batches) storeAfter(before <-chan struct{}, a *arriving, ended chan struct{}) *streams.BatchAppendResp {
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.last[a.stream] == ended {
			delete(b.last, a.stream)
		}
		close(ended)
	}()
	if before != nil {
		<-before
	}
	return b.store(a)
}

// store stores an append within its deadline, and makes the answer.
func (b *batches) store(a *arriving) *streams.BatchAppendResp {
	answer := &streams.BatchAppendResp{StreamIdentifier: a.options.GetStreamIdentifier()}
	switch e := a.options.GetExpectedStreamPosition().(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		answer.ExpectedStreamPosition = &streams.BatchAppendResp_StreamPosition{StreamPosition: e.StreamPosition}
	case *streams.BatchAppendReq_Options_NoStream:
		answer.ExpectedStreamPosition = &streams.BatchAppendResp_NoStream{NoStream: e.NoStream}
	case *streams.BatchAppendReq_Options_Any:
		answer.ExpectedStreamPosition = &streams.BatchAppendResp_Any{Any: e.Any}
	case *streams.BatchAppendReq_Options_StreamExists:
		answer.ExpectedStreamPosition = &streams.BatchAppendResp_StreamExists{StreamExists: e.StreamExists}
	}
	var done eventstore.Appended
	err := a.failed
	if err == nil {
		err = b.server.guarded(streams.Streams_BatchAppend_FullMethodName, func() (err error) {
			ctx, cancel := a.deadline(b.call.Context())
			defer cancel()
			done, err = b.server.append(ctx, &a.batch)
			return err
		})
	}
	if err != nil {
		answer.Result = &streams.BatchAppendResp_Error{Error: b.failure(a, err).Proto()}
		return answer
	}
	p := uint64(done.Position)
	answer.Result = &streams.BatchAppendResp_Success_{Success: &streams.BatchAppendResp_Success{
		CurrentRevisionOption: &streams.BatchAppendResp_Success_CurrentRevision{CurrentRevision: uint64(done.Last)},
		PositionOption: &streams.BatchAppendResp_Success_Position{
			Position: &shared.AllStreamPosition{CommitPosition: p, PreparePosition: p},
		},
	}}
	return answer
}

func (a *arriving) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	switch d := a.options.GetDeadlineOption().(type) {
	case *streams.BatchAppendReq_Options_Deadline:
		return context.WithTimeout(ctx, d.Deadline.AsDuration())
	case *streams.BatchAppendReq_Options_Deadline_21_10_0:
		return context.WithDeadline(ctx, d.Deadline_21_10_0.AsTime())
	}
	return context.WithCancel(ctx)
}

// failure describes the error of an append with the message that clients expect in its details.
func (b *batches) failure(a *arriving, err error) *status.Status {
	var wrong *eventstore.WrongRevisionError
	if errors.As(err, &wrong) {
		return failed(codes.FailedPrecondition, wrong.Error(), wrongPosition(a.expected, wrong.Actual))
	}
	large, isLarge := errors.AsType[*tooLargeError](err)
	if isLarge {
		err = status.Error(codes.InvalidArgument, large.Error())
	}
	err = b.server.status(b.call.Context(), streams.Streams_BatchAppend_FullMethodName, err)
	b.server.options.Observe(streams.Streams_BatchAppend_FullMethodName, status.Code(err))
	c, text := status.Code(err), status.Convert(err).Message()
	var details protoadapt.MessageV1 = &shared.Unknown{}
	switch {
	case isLarge:
		details = &shared.MaximumAppendSizeExceeded{MaxAppendSize: uint32(large.limit)}
	case c == codes.InvalidArgument:
		details = &shared.BadRequest{Message: text}
	case c == codes.PermissionDenied:
		details = &shared.AccessDenied{}
	case c == codes.DeadlineExceeded:
		details = &shared.Timeout{}
	}
	return failed(c, text, details)
}

func failed(c codes.Code, text string, details protoadapt.MessageV1) *status.Status {
	plain := status.New(c, text)
	if detailed, err := plain.WithDetails(details); err == nil {
		return detailed
	}
	return plain
}

// wrongPosition is the counterpart of wrongRevision for BatchAppend.
func wrongPosition(expected eventstore.Expected, actual eventstore.Revision) *shared.WrongExpectedVersion {
	out := &shared.WrongExpectedVersion{
		CurrentStreamRevisionOption: &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}},
	}
	if actual >= 0 {
		out.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: uint64(actual)}
	}
	switch expected {
	case eventstore.Any:
		out.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: &emptypb.Empty{}}
	case eventstore.StreamExists:
		out.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &emptypb.Empty{}}
	case eventstore.NoStream:
		out.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &emptypb.Empty{}}
	default:
		r, _ := expected.Revision()
		out.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: uint64(r)}
	}
	return out
}
