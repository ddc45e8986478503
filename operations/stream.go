package operations

import (
	"context"
	"errors"
	"reflect"
	"time"

	"tradelog/domain/fault"
)

// Live describes the live answer of an operation.
type Live struct {
	Message reflect.Type // of its messages
	Resume  string       // parameter that takes the name of the last message
	begin   func(ctx context.Context, c *Call) (Stream, error)
}

// Stream is a live answer. One goroutine reads it.
type Stream interface {
	// Next waits for messages for at most patience; it may return none. last is the position from which a stream of a later call continues.
	// ErrStreamEnds: there are no more, because the program ends or the caller's rights have changed. A fault: the caller is not admitted any
	// more.
	Next(ctx context.Context, patience time.Duration) (messages []Message, last string, err error)
}

// ErrStreamEnds means that a live answer is over because the program ends, or because the caller's rights have changed. A client that
// connects again gets what its present rights allow.
var ErrStreamEnds = errors.New("the live answer has ended")

// Message is a part of a live answer.
type Message struct {
	Name string // position after it; empty if it can only be repeated together with the messages that follow
	Data []byte // JSON in one line
}

// DefineStreamed defines an operation, as Define does, that also has a live answer. Transports without live answers offer the other answer.
func DefineStreamed[In, Out any](
	d Declaration, live Live, handler Handler[In, Out], stream func(ctx context.Context, c *Call, in In) (Stream, error),
) *Operation {
	defined := Define(d, handler)
	defined.Live = &live
	live.begin = func(ctx context.Context, c *Call) (Stream, error) {
		in := reflect.New(defined.Input)
		if err := c.input.Bind(c, in.Elem()); err != nil {
			return nil, err
		}
		return stream(ctx, c, *in.Interface().(*In))
	}
	return defined
}

// Stream begins the live answer of an admitted call.
func (c *Call) Stream(ctx context.Context) (s Stream, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = c.pipeline.panicked(c.Operation, v)
		}
		err = c.pipeline.failed(ctx, c.Operation, c.Caller, err)
	}()
	if err := c.checkTexts(); err != nil {
		return nil, err
	}
	if err := c.limit(true, nil); err != nil {
		return nil, err
	}
	begun, err := c.Operation.Live.begin(ctx, c)
	if err != nil {
		return nil, err
	}
	return &guarded{begun, c}, nil
}

// guarded is a live answer whose caller is admitted again before any message is passed on. So a right that has ended ends the answer at the
// next message, or when patience ends.
type guarded struct {
	Stream
	call *Call
}

// Next implements Stream.
func (g *guarded) Next(ctx context.Context, patience time.Duration) ([]Message, string, error) {
	messages, last, err := g.Stream.Next(ctx, patience)
	if err != nil {
		return nil, "", err
	}
	same, err := g.call.readmit(ctx)
	if err != nil {
		return nil, "", err
	}
	if !same {
		return nil, "", ErrStreamEnds
	}
	return messages, last, nil
}

// readmit admits the caller again. It reports whether the rights are those that the call began with.
func (c *Call) readmit(ctx context.Context) (same bool, err error) {
	now, err := c.pipeline.Admit(ctx, c.Caller, c.Operation, c.input)
	return err == nil && now.Principal.sameRights(c.Principal), err
}

// Waited admits the caller again after a wait, in which a right may have ended. Unavailable: the rights have changed, and the call must be
// made again.
func (c *Call) Waited(ctx context.Context) error {
	if same, err := c.readmit(ctx); err != nil || same {
		return err
	}
	return &fault.Error{
		Kind: fault.Unavailable, Message: "The rights of this token have just changed. Please try again.", RetryAfter: time.Second,
	}
}
