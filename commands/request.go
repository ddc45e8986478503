package commands

import (
	"context"
	"time"

	"tradelog/eventstore"
)

// Cause says who causes events and why. It becomes the metadata of every event of a request, and does not change while its commands run.
type Cause struct {
	Actor         eventstore.Actor
	CorrelationID string
	CausationID   string
	CausedAt      eventstore.Position // of the causing event; 0 if a request is the cause
	RequestID     string
	StoreID       int64
	Client        string
	Token         string // identifier of the token
	Agent         int64  // program that acts for the account, see eventstore.Metadata
	Via           string // interface, see eventstore.Metadata
	// At backdates the events, for demo data and imports. No transport sets it.
	At time.Time
	// Key identifies the use of an idempotency key; empty: none. Event IDs are derived from it, so that a repetition after an unknown outcome
	// makes the same IDs.
	Key string
}

// Request is a request on its way through commands: its cause, the attempt to carry it out, and the notes for its answer. NewRequest
// creates it.
type Request struct {
	Cause
	*Attempt
	*Notes
}

// NewRequest returns the first attempt of a request.
func NewRequest(c Cause) *Request { return &Request{c, &Attempt{}, &Notes{}} }

type requestKey struct{}

// WithRequest puts a request into the context. Few of the use cases, guards, read models and libraries between a transport and the commands
// need to know the request.
func WithRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// WithCause puts a request into the context whose notes are not needed.
func WithCause(ctx context.Context, c Cause) context.Context { return WithRequest(ctx, NewRequest(c)) }

// RequestFrom returns the request of a context. Without one, it returns a request of the system itself.
func RequestFrom(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return NewRequest(Cause{Actor: eventstore.Actor{Kind: "system"}})
}

// As returns a context whose request has the same correlation but another actor and cause, for commands of the system that follow from
// another request. The answer of that request shows their events, too.
func As(ctx context.Context, actor eventstore.Actor, cause string) context.Context {
	from := RequestFrom(ctx)
	c := Cause{
		Actor: actor, CorrelationID: from.CorrelationID, CausationID: cause, RequestID: from.RequestID, StoreID: from.StoreID,
		Client: from.Client, At: from.At,
	}
	if cause == from.CausationID {
		c.CausedAt = from.CausedAt
	}
	return WithRequest(ctx, &Request{c, &Attempt{Trial: from.Trial, Expects: from.Expects}, from.Notes})
}

// Apart returns a context for the steps that follow from a command. They are not counted among the request's commands, because a repeated
// attempt does not know which of them remain. The state of its stream makes each step happen once.
func Apart(ctx context.Context) context.Context {
	r := RequestFrom(ctx)
	return As(ctx, r.Actor, r.CausationID)
}
