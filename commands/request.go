package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/internal/tracing"
)

// Request holds the caller and the reason of a request. It becomes the metadata of every event of the request.
type Request struct {
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
	// Trial makes the commands decide but store nothing.
	Trial *Trial

	// Scope identifies one attempt to carry out the request of an idempotency key. Event IDs are then derived from it, so that a repetition
	// after an unknown outcome makes the same events.
	Scope string
	// Expects is what the request requires of the streams it decides on; nil for nothing.
	Expects *Expectation
	// Executed holds the commands of this scope that an earlier attempt has committed, by their number.
	Executed map[int]Result
	// Saw, if not nil, is called with each stream that the request has decided on and its position.
	Saw func(stream string, at eventstore.Position)
	// Reads, if not nil, is called with each stream before the request reads it.
	Reads func(ctx context.Context, stream string) error

	commands atomic.Int64
	last     atomic.Int64
	mu       sync.Mutex
	shows    map[string]eventstore.Position
	streams  map[string]bool
	made     map[string][]appended
	kept     int      // events that were to be kept in made
	from     *Request // parent request, whose response shows the events of this one
	collided atomic.Bool
}

// reads calls Reads of the request in a context.
func reads(ctx context.Context, stream string) error {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok && r.Reads != nil {
		return r.Reads(ctx, stream)
	}
	return nil
}

// LastPosition returns the position of the newest event that this request has appended, or found appended already; 0 if it has decided
// nothing. The response must be at least as new.
func (r *Request) LastPosition() eventstore.Position { return eventstore.Position(r.last.Load()) }

// Shows returns the event types that this request has appended or found appended already, each with the newest position that the response
// must show. The type of an unknown event is empty.
func (r *Request) Shows() map[string]eventstore.Position {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.shows)
}

// Streams returns the streams that this request has decided on, sorted.
func (r *Request) Streams() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.streams))
}

// Note records that the response must show a stream up to a position with events of the given types.
func (r *Request) Note(stream string, p eventstore.Position, types ...string) {
	r.mu.Lock()
	if r.shows == nil {
		r.shows = map[string]eventstore.Position{}
	}
	for _, t := range types {
		r.shows[t] = max(r.shows[t], p)
	}
	if r.streams == nil {
		r.streams = map[string]bool{}
	}
	r.streams[stream] = true
	r.mu.Unlock()
	for {
		was := r.last.Load()
		if int64(p) <= was || r.last.CompareAndSwap(was, int64(p)) {
			break
		}
	}
	if r.Saw != nil {
		r.Saw(stream, p)
	}
	if r.from != nil {
		r.from.Note(stream, p, types...)
	}
}

// appended is what a command of a request has appended to a stream.
type appended struct {
	first  eventstore.Revision // of the events
	events []domain.Event
	at     domain.Times // of the last event
}

// keptEvents is the number of events that a request keeps for its answer. A request that appends more, such as an import, keeps none.
const keptEvents = 200

// keep remembers what a command has appended. meta is the metadata of its events.
func (r *Request) keep(result Result, meta eventstore.Metadata) {
	if len(result.Events) == 0 || result.Repeated || result.RecordedAt.IsZero() {
		return
	}
	if r.from != nil {
		r.from.keep(result, meta)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept += len(result.Events); r.kept > keptEvents {
		r.made = nil
		return
	}
	if r.made == nil {
		r.made = map[string][]appended{}
	}
	r.made[result.Stream] = append(r.made[result.Stream], appended{
		first: result.Revision - eventstore.Revision(len(result.Events)) + 1, events: result.Events,
		at: domain.Times{
			Occurred: meta.OccurredAt, Recorded: result.RecordedAt, Position: int64(result.last),
			By: domain.Actor{Kind: meta.Actor.Kind, ID: meta.Actor.ID},
		},
	})
}

// Whole calls f for each event of a stream that this request has begun, and returns true if there is such a stream. An answer with what was
// written to it need not read it.
func (r *Request) Whole(stream string, f func(e domain.Event, at domain.Times)) bool {
	r.mu.Lock()
	parts := slices.Clone(r.made[stream])
	r.mu.Unlock()
	slices.SortFunc(parts, func(a, b appended) int { return cmp.Compare(a.first, b.first) })
	next := eventstore.Revision(0)
	for _, p := range parts {
		if p.first != next {
			return false
		}
		next += eventstore.Revision(len(p.events))
	}
	for _, p := range parts {
		for i, e := range p.events {
			at := p.at
			at.Position -= int64(len(p.events) - 1 - i)
			f(e, at)
		}
	}
	return next > 0
}

// Collide records that a name the request asked for belongs to somebody else; Collided tells so.
func (r *Request) Collide() {
	r.collided.Store(true)
	if r.from != nil {
		r.from.Collide()
	}
}

// Collided tells whether a name that the request asked for belongs to somebody else.
func (r *Request) Collided() bool { return r.collided.Load() }

// Repeats tells whether an earlier attempt has carried out the next command.
func (r *Request) Repeats() bool { return r.repeats(1) }

// repeats tells whether an earlier attempt has carried out any of the next n commands.
func (r *Request) repeats(n int) bool {
	for next := int(r.commands.Load()); n > 0; n-- {
		if _, done := r.Executed[next+n-1]; done {
			return true
		}
	}
	return false
}

// uncount takes back the number of a command that decided nothing and is decided again, so that a repeated attempt counts the same
// commands.
func (r *Request) uncount() {
	if r.Scope != "" {
		r.commands.Add(-1)
	}
}

// Found adds the last command to those that an earlier attempt has carried out.
func (r *Request) Found(result Result) {
	r.Executed = map[int]Result{int(r.commands.Load()) - 1: result}
}

// StartOver records that the commands of an earlier attempt were undone. Further commands get new numbers.
func (r *Request) StartOver() {
	next := r.commands.Load()
	for n := range r.Executed {
		next = max(next, int64(n)+1)
	}
	r.commands.Store(next)
	r.Executed = nil
}

type requestKey struct{}

// WithRequest puts a request into the context.
func WithRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// RequestFrom returns the request of a context. Without one, it returns a request of the system itself.
func RequestFrom(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{Actor: eventstore.Actor{Kind: "system"}}
}

// As returns a context whose request has the same correlation but another actor and cause, for commands of the system that follow from
// another request.
func As(ctx context.Context, actor eventstore.Actor, cause string) context.Context {
	from := RequestFrom(ctx)
	var at eventstore.Position
	if cause == from.CausationID {
		at = from.CausedAt
	}
	return WithRequest(ctx, &Request{
		Actor: actor, CorrelationID: from.CorrelationID, CausationID: cause, CausedAt: at, RequestID: from.RequestID, StoreID: from.StoreID,
		Client: from.Client, At: from.At,
		Trial: from.Trial, Expects: from.Expects, from: from,
	})
}

// Apart returns a context for the steps that follow from a command. These steps have no numbers among the request's commands, because a
// repeated attempt does not know which of them are still to be done. Each step relies on its stream to happen once.
func Apart(ctx context.Context) context.Context {
	r := RequestFrom(ctx)
	return As(ctx, r.Actor, r.CausationID)
}

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
	if r.Scope != "" {
		c.scope, c.number = r.Scope, int(r.commands.Add(1)-1)
		c.meta.Idempotency = &eventstore.Idempotency{Scope: r.Scope, Command: c.number}
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
