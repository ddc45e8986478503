package eventlog

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/trail"
	"tradelog/operations"
)

type tailInput struct {
	After     string `query:"after" doc:"live: position after which events are told, by default the end of the log; otherwise next of the last part"`
	Type      string `query:"type" doc:"types of events, separated by commas"`
	Resource  string `query:"resource" doc:"categories of streams, separated by commas"`
	Stream    string `query:"stream" doc:"name of a stream"`
	ActorKind string `query:"actorKind" enum:"guest,customer,admin,api,operator,system" doc:"kind of who did it"`
	ActorID   int64  `query:"actorId" doc:"number of the customer or account who did it"`
	RequestID string `query:"requestId" doc:"request that led to the events, or their correlation"`
	Cause     string `query:"cause" doc:"event or request that directly led to the events"`
	Agent     int64  `query:"agent" doc:"number of the program that acted for an account"`
	Limit     int    `query:"limit" doc:"events of the answer, 1 to 200; by default 50"`
	Language  string `query:"language" doc:"language of the sentences; by default that of the store view"`
}

// after returns the position to begin at; 0: none.
func (in tailInput) after(c *operations.Call) (eventstore.Position, error) {
	if in.After == "" {
		return 0, nil
	}
	return c.Position("after", in.After)
}

// search parses the conditions.
func (h *handlers) search(c *operations.Call, in tailInput) trail.Search {
	return trail.Search{
		Query:      trail.Query{Language: language(c, in.Language), ActorKind: in.ActorKind, ActorID: in.ActorID},
		Categories: list(in.Resource), Types: list(in.Type), RequestID: in.RequestID, Cause: in.Cause, Agent: in.Agent, Opens: h.opens(c),
		Brief: c.Caller.Brief,
	}
}

// Tail is a part of the log, the newest event first.
type Tail struct {
	Entries []trail.Entry       `json:"entries"`
	Next    eventstore.Position `json:"next"` // to send as after for older events; 0: there are none
	Head    eventstore.Position `json:"head"` // position from which a live answer continues
}

// newest returns the newest events. With a stream as a condition, it reads the stream.
func (h *handlers) newest(ctx context.Context, c *operations.Call, in tailInput) (out Tail, err error) {
	s := h.search(c, in)
	if s.Limit, err = bounded(in.Limit, 50, 200); err != nil {
		return out, err
	}
	if s.After, err = in.after(c); err != nil {
		return out, err
	}
	// The head is read first, so that a live answer from there leaves nothing out. Events in between are in both answers, with the same
	// positions.
	if out.Head, err = h.Store.Head(ctx); err != nil {
		return out, err
	}
	page := trail.Page{Entries: []trail.Entry{}}
	if in.Stream == "" {
		page, err = h.Reader.Newest(ctx, s)
	} else {
		page, err = h.newestOf(ctx, in.Stream, s)
	}
	out.Entries, out.Next = page.Entries, page.Next
	return out, err
}

// streamScanned bounds the events of a stream that one answer reads.
const streamScanned = 1000

// newestOf returns the newest events of a stream that meet the conditions.
func (h *handlers) newestOf(ctx context.Context, stream string, s trail.Search) (page trail.Page, err error) {
	events, err := h.Store.ReadStream(ctx, stream, eventstore.End, eventstore.Backwards, streamScanned)
	if err != nil {
		return page, err
	}
	var found []eventstore.Recorded
	for _, e := range events {
		ok, err := s.Matches(e)
		if err != nil {
			return page, err
		}
		if !ok || s.After > 0 && e.Position >= s.After {
			continue
		}
		if len(found) == s.Limit {
			page.Next = found[len(found)-1].Position
			break
		}
		found = append(found, e)
	}
	page.Entries, err = h.Reader.Lines(ctx, found, s.Language, s.Opens)
	return page, err
}

// Batch is a message of the live answer.
type Batch struct {
	Entries []trail.Entry `json:"entries"` // in the order of the log
	// Skipped counts matching events that are left out, because more came at once than anybody can read.
	Skipped  int                 `json:"skipped"`
	Position eventstore.Position `json:"position"` // position up to which the log was read
}

// Ending ends the live answers of a program.
type Ending struct {
	ctx   context.Context
	leave context.CancelFunc
}

// NewEnding makes an Ending.
func NewEnding() *Ending {
	e := &Ending{}
	e.ctx, e.leave = context.WithCancel(context.Background())
	return e
}

// Leave ends all live answers, also those that are begun later.
func (e *Ending) Leave() { e.leave() }

// The bounds of a live answer. Events are sent at most once in gather, so that a browser draws few times a second, and at most most of them
// at once. A reader that starts more than behind events back gets only the newest ones.
const (
	gather = 250 * time.Millisecond
	most   = 200
	behind = 1000
)

// follow begins the live answer.
func (h *handlers) follow(ctx context.Context, c *operations.Call, in tailInput) (operations.Stream, error) {
	if err := h.admits(c); err != nil {
		return nil, err
	}
	head, err := h.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	from, err := in.after(c)
	if err != nil {
		return nil, err
	}
	switch {
	case from > head:
		return nil, fault.Conflictf("The position %d is after the end of this log, which is %d.", from, head).About(fault.Range, "after")
	case from == 0:
		from = head
	default:
		if err := eventstore.CheckPosition(ctx, h.Store, from); err != nil {
			return nil, err
		}
	}
	first, err := h.latest(ctx, from, head)
	if err != nil {
		return nil, err
	}
	s := h.search(c, in)
	subscription, err := h.Store.Subscribe(ctx, first, eventstore.Filter{Categories: s.Categories, Types: s.Types})
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = subscription.Close() })
	return &live{handlers: h, subscription: subscription, stream: in.Stream, search: s, at: from, token: c.Token}, nil
}

// latest returns from, or a later position that few enough events follow.
func (h *handlers) latest(ctx context.Context, from, head eventstore.Position) (eventstore.Position, error) {
	if h.sealed != nil || from == head {
		return max(from, head-behind), nil
	}
	newest, err := h.Store.ReadAll(ctx, eventstore.End, eventstore.Backwards, behind, eventstore.Filter{})
	if err != nil || newest.End {
		return from, err
	}
	return max(from, newest.Next), nil
}

// live is a live answer.
type live struct {
	*handlers
	subscription eventstore.Subscription
	stream       string
	search       trail.Search
	at           eventstore.Position
	token        func(eventstore.Position) string // of a position that the client sends back
}

// Next waits for events that meet the conditions, and collects those that follow shortly.
func (l *live) Next(ctx context.Context, patience time.Duration) ([]operations.Message, string, error) {
	found, skipped, err := l.gather(ctx, patience)
	last := l.token(l.at)
	if err != nil || len(found) == 0 {
		return nil, last, err
	}
	b := Batch{Skipped: skipped, Position: l.at}
	if b.Entries, err = l.Reader.Lines(ctx, found, l.search.Language, l.search.Opens); err != nil {
		return nil, last, err
	}
	data, err := json.Marshal(b)
	return []operations.Message{{Name: last, Data: data}}, last, err
}

// gather reads the subscription until patience ends, or for a moment after the first event that meets the conditions.
func (l *live) gather(ctx context.Context, patience time.Duration) (found []eventstore.Recorded, skipped int, err error) {
	until := time.Now().Add(patience)
	for {
		batch, err := l.read(ctx, until)
		switch {
		case err == nil:
		case l.Ending.ctx.Err() != nil, errors.Is(err, eventstore.ErrClosed):
			return nil, 0, operations.ErrStreamEnds
		case ctx.Err() != nil:
			return nil, 0, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			return found, skipped, nil
		default:
			return nil, 0, err
		}
		first := len(found) == 0
		for _, e := range batch.Events {
			ok, err := l.search.Matches(e)
			if err != nil {
				return nil, 0, err
			}
			if ok && (l.stream == "" || e.Stream == l.stream) {
				found = append(found, e)
			}
		}
		if over := len(found) - most; over > 0 {
			found, skipped = found[over:], skipped+over
		}
		l.at = batch.Position
		if soon := time.Now().Add(gather); first && len(found) > 0 && soon.Before(until) {
			until = soon
		}
	}
}

// read waits for the next batch until a time, or until the program ends.
func (l *live) read(ctx context.Context, until time.Time) (eventstore.Batch, error) {
	waiting, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	defer context.AfterFunc(l.Ending.ctx, cancel)()
	return l.subscription.Next(waiting)
}
