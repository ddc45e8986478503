package commands

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/internal/tracing"
)

// Option changes how one command is carried out.
type Option func(*call)

// Named sets the name of the command for the audit trail, such as "HoldOrder".
func Named(name string) Option { return func(c *call) { c.meta.Command = name } }

// Because sets the stated reason of the command.
func Because(reason string) Option { return func(c *call) { c.meta.Reason = reason } }

// Once makes the command happen once for a reference. Its event IDs are derived from the reference alone, and the log stores an ID only
// once. The derivation never changes, since reactions repeat such commands for all events of a log.
func Once(reference string) Option { return func(c *call) { c.reference = reference } }

// First skips reading the stream, which has no event yet because its identifier is new.
func First() Option { return func(c *call) { c.first = true } }

// call is one command in progress: its metadata and the source of its event IDs.
type call struct {
	meta      eventstore.Metadata
	ordinal   ordinal
	reference string // see Once; empty: none
	executed  *Result
	request   *Request
	first     bool
	expects   *Expectation // of the stream; nil for none
}

// done tells the request of the result of its command.
func (c *call) done(result Result) {
	// Without events, another request may just have made the change, and the response must show it.
	c.request.Note(result.Stream, result.Position, result.types()...)
	c.request.keep(result, c.meta)
	if len(result.Events) > 0 {
		c.expects.appended(result.Stream)
	}
}

// isFirst tells whether the stream is known to be empty. A repeated command may have filled it.
func (c *call) isFirst() bool { return c != nil && c.first && !c.repeatable() }

// repeatable tells whether a repetition of the command makes the same event IDs.
func (c *call) repeatable() bool { return c.reference != "" || c.request.Key != "" }

func newCall(ctx context.Context, now time.Time, stream string, options []Option) *call {
	r := RequestFrom(ctx)
	if !r.At.IsZero() {
		now = r.At
	}
	c := &call{request: r, ordinal: r.count(stream), meta: eventstore.Metadata{
		CorrelationID: r.CorrelationID, CausationID: r.CausationID, CausationPosition: r.CausedAt, RequestID: r.RequestID,
		TraceParent: tracing.Parent(ctx),
		Actor:       r.Actor, StoreID: r.StoreID, Client: r.Client, Token: r.Token, Agent: r.Agent, Via: r.Via,
		OccurredAt: now.UTC().Truncate(time.Microsecond),
	}}
	if r.Key != "" {
		c.meta.Idempotency = &eventstore.Idempotency{Scope: r.Key, Command: c.ordinal.number}
		if done, ok := r.executed(c.ordinal); ok {
			c.executed = &done
		}
	}
	for _, o := range options {
		o(c)
	}
	return c
}

// id returns the ID of the call's i-th event.
func (c *call) id(i int) (uuid.UUID, error) {
	switch {
	case c.reference != "":
		return formerID(c.reference, 0, i), nil
	case c.request.Key != "":
		return c.ordinal.id(c.request.Key, i), nil
	}
	return uuid.NewV7()
}

// encode encodes decided events with their metadata and IDs.
func (c *call) encode(ctx context.Context, codec *eventstore.Codec, events []domain.Event) ([]eventstore.NewEvent, error) {
	meta := c.meta
	var err error
	if meta.Actor, err = codec.SealActor(ctx, meta.Actor); err != nil {
		return nil, err
	}
	metadata, err := json.Marshal(meta)
	if err != nil {
		return nil, err
	}
	out := make([]eventstore.NewEvent, len(events))
	for i, event := range events {
		if out[i], err = codec.Encode(ctx, event); err != nil {
			return nil, err
		}
		if out[i].ID, err = c.id(i); err != nil {
			return nil, err
		}
		out[i].Metadata = metadata
	}
	return out, nil
}

// Result is the result of a command.
type Result struct {
	Stream   string
	Revision eventstore.Revision // of the stream's newest event after the command
	// Position is the position of the command's last event, or of the newest event it decided on if it appended none.
	Position eventstore.Position
	// RecordedAt is the time at which the append was recorded; zero if nothing was stored.
	RecordedAt time.Time
	Events     []domain.Event
	// Repeated tells that an earlier attempt has stored the events.
	Repeated bool
	// Number is the number of a command that an earlier attempt has carried out, see eventstore.Idempotency.
	Number int

	newest string              // type of the stream's newest event after the command
	last   eventstore.Position // of the command's own last event
}

// types returns the event types of the command. If it appended none, it returns the type of the newest event it decided on, since that
// event made the command unnecessary.
func (r Result) types() []string {
	if len(r.Events) == 0 {
		return []string{r.newest}
	}
	types := make([]string, len(r.Events))
	for i, e := range r.Events {
		types[i] = e.EventName()
	}
	return types
}
