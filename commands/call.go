package commands

import (
	"context"
	"encoding/json"
	"fmt"
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

// Once makes the command happen once for a reference, whoever repeats it: its event IDs are derived from the reference, and the log
// stores an ID only once.
func Once(reference string) Option { return func(c *call) { c.scope, c.number = reference, 0 } }

// First tells that the stream has no event yet, because its identifier is new. The stream is then not read.
func First() Option { return func(c *call) { c.first = true } }

// call is one command in progress: its metadata and the source of its event IDs.
type call struct {
	meta     eventstore.Metadata
	scope    string
	number   int
	executed *Result
	request  *Request
	first    bool
	expects  *Expectation // of the stream; nil for none
}

// done tells the request of the result of its command.
func (c *call) done(result Result) {
	// Even if there was nothing to do: the response must show what another request has just done.
	c.request.Note(result.Stream, result.Position, result.types()...)
	c.request.keep(result, c.meta)
	if len(result.Events) > 0 {
		c.expects.appended(result.Stream)
	}
}

// isFirst tells whether the stream is known to be empty. A repeated command may have filled it.
func (c *call) isFirst() bool { return c != nil && c.first && c.scope == "" }

// eventIDs is the namespace of derived event IDs.
var eventIDs = uuid.MustParse("6f1c0f0e-9a1d-5b57-8a6e-0d6a2f2a7c11")

func newCall(ctx context.Context, now time.Time, options []Option) *call {
	r := RequestFrom(ctx)
	if !r.At.IsZero() {
		now = r.At
	}
	c := &call{request: r, meta: eventstore.Metadata{
		CorrelationID: r.CorrelationID, CausationID: r.CausationID, CausationPosition: r.CausedAt, RequestID: r.RequestID,
		TraceParent: tracing.Parent(ctx),
		Actor:       r.Actor, StoreID: r.StoreID, Client: r.Client, Token: r.Token, Agent: r.Agent, Via: r.Via,
		OccurredAt: now.UTC().Truncate(time.Microsecond),
	}}
	number := int(r.commands.Add(1) - 1)
	if r.Key != "" {
		c.scope, c.number = r.Key, number
		c.meta.Idempotency = &eventstore.Idempotency{Scope: r.Key, Command: c.number}
		if done, ok := r.Executed[c.number]; ok {
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
	if c.scope == "" {
		return uuid.NewV7()
	}
	return uuid.NewSHA1(eventIDs, fmt.Appendf(nil, "%s/%d/%d", c.scope, c.number, i)), nil
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

	newest string              // type of the stream's newest event after the command
	last   eventstore.Position // of the command's own last event
}

// types returns the event types of the command. If it appended none, it returns the type of the newest event it decided on: that event did
// what the command was to do.
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
