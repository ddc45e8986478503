package trail

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tradelog/eventstore"
)

// Entry is an event of a trail.
type Entry struct {
	Position   eventstore.Position `json:"position" doc:"place in the log"`
	Stream     string              `json:"stream" doc:"stream of the event"`
	Revision   eventstore.Revision `json:"revision" doc:"place in the stream, from 0"`
	Type       string              `json:"type" doc:"type of the event"`
	EventID    string              `json:"eventId" doc:"identifier of the event"`
	Time       time.Time           `json:"time" doc:"when it happened"`
	RecordedAt time.Time           `json:"recordedAt" doc:"when the log stored it"`
	What       string              `json:"what" doc:"what happened, in a sentence"`
	Changes    []Change            `json:"changes" doc:"what differs between the documents before and after it"`
	Withheld   []string            `json:"withheld" doc:"members that are not shown: personal ones without the permission to see them, and secrets"`
	Forgotten  bool                `json:"forgotten" doc:"the person in the event is forgotten; what was personal reads forgotten"`
	Actor      Actor               `json:"actor" doc:"who did it"`
	Command    string              `json:"command" doc:"the decision that led to it, such as HoldOrder"`
	Reason     string              `json:"reason" doc:"why, if somebody said so"`
	Cause      Cause               `json:"cause" doc:"what led to it"`
	Seal       string              `json:"seal" doc:"hexadecimal seal of the event in the chain of the log; empty where the log has none"`
}

// Actor is who did something.
type Actor struct {
	Kind  string `json:"kind" doc:"guest, customer, admin, api, operator or system"`
	ID    int64  `json:"id" doc:"number of the customer or account; 0 for none"`
	Name  string `json:"name" doc:"name at that time; empty if it is unknown, not shown to the caller, or forgotten"`
	Token string `json:"token" doc:"identifier of the token; empty if there was none"`
	Via   string `json:"via" doc:"interface: rest, mcp, soap, cli or page; empty if it is not known"`
	With  string `json:"with" doc:"program that sent the request, as it named itself"`
}

// Cause is what led to an event.
type Cause struct {
	RequestID     string `json:"requestId" doc:"request; empty if there was none"`
	EventID       string `json:"eventId" doc:"event that a reaction handled; empty if there was none"`
	CorrelationID string `json:"correlationId" doc:"the same for all that one request led to"`
	Trace         string `json:"trace" doc:"trace of the request, if it was traced"`
}

// Page is a part of a trail.
type Page struct {
	Entries []Entry `json:"entries" doc:"the entries, in the order that was asked for"`
	// Next continues after the last entry.
	Next eventstore.Position `json:"next" doc:"position to send as after for the next part; 0: there is no more"`
}

// Query says which part of a trail is wanted. Zero values are no conditions.
type Query struct {
	Language    Language
	Open        bool // with personal fields
	OldestFirst bool
	After       eventstore.Position // the entry to continue after, in the order of the answer
	Limit       int                 // 0: all
	Field       string              // entries that change this member, or a member below it
	ActorKind   string
	ActorID     int64
	From, To    time.Time // when it happened; To is exclusive
}

// Reader reads trails. Make it with New.
type Reader struct {
	store eventstore.Store
	codec *eventstore.Codec
}

// New makes a reader of a log.
func New(store eventstore.Store, codec *eventstore.Codec) *Reader { return &Reader{store, codec} }

// event is an event on its way to an entry.
type event struct {
	eventstore.Recorded
	eventstore.DisclosedEvent
	meta          eventstore.Metadata
	before, after map[string]json.RawMessage
}

// Read returns a part of the trail of a thing, and its document as of the last event. ErrNotFound: it has no events.
func (r *Reader) Read(ctx context.Context, k Kind, at Place, q Query) (page Page, document any, err error) {
	recorded, err := eventstore.ReadWhole(ctx, r.store, at.Stream)
	if err != nil {
		return Page{}, nil, err
	}
	recorded = slices.DeleteFunc(recorded, func(e eventstore.Recorded) bool { return !r.known(e.Type) })
	disclosed, err := r.codec.DiscloseEvents(ctx, recorded, q.Open)
	if err != nil {
		return Page{}, nil, err
	}
	events, err := wanted(recorded, disclosed, at, q)
	if err != nil {
		return Page{}, nil, err
	}
	about := func(e eventstore.DisclosedEvent) bool { return at.About == nil || at.About(e.Event) }
	if !slices.ContainsFunc(disclosed, about) {
		return Page{}, nil, ErrNotFound
	}
	document, err = fold(k, recorded, disclosed, events)
	if err != nil {
		return Page{}, nil, err
	}
	page, err = r.entries(ctx, k, events, q)
	return page, document, err
}

func (r *Reader) known(eventType string) bool {
	_, known := r.codec.Spec(eventType)
	return known
}

// wanted selects the events of a query, in its order. If no condition needs their documents, there is at most one more than it wants.
func wanted(recorded []eventstore.Recorded, disclosed []eventstore.DisclosedEvent, at Place, q Query) ([]*event, error) {
	var events []*event
	for n := range recorded {
		i := n
		if !q.OldestFirst {
			i = len(recorded) - 1 - n
		}
		e := &event{Recorded: recorded[i], DisclosedEvent: disclosed[i]}
		if at.About != nil && !at.About(e.Event) || q.passed(e.Position) {
			continue
		}
		var err error
		if e.meta, err = e.Meta(); err != nil {
			return nil, err
		}
		if !q.matches(e.meta, e.RecordedAt) {
			continue
		}
		if events = append(events, e); q.Field == "" && q.Limit > 0 && len(events) > q.Limit {
			break
		}
	}
	return events, nil
}

// passed tells whether a position comes before what the query continues after.
func (q Query) passed(at eventstore.Position) bool {
	return q.After > 0 && (q.OldestFirst && at <= q.After || !q.OldestFirst && at >= q.After)
}

// matches tells whether an event meets the conditions on actor and time.
func (q Query) matches(m eventstore.Metadata, recordedAt time.Time) bool {
	at := m.OccurredAt
	if at.IsZero() {
		at = recordedAt
	}
	return (q.ActorKind == "" || m.Actor.Kind == q.ActorKind) && (q.ActorID == 0 || m.Actor.ID == q.ActorID) &&
		!at.Before(q.From) && (q.To.IsZero() || at.Before(q.To))
}

// fold makes the documents around the wanted events, and returns the last document.
func fold(k Kind, recorded []eventstore.Recorded, disclosed []eventstore.DisclosedEvent, events []*event) (document any, err error) {
	if k.Fold == nil {
		return nil, nil
	}
	around := make(map[eventstore.Revision]*event, len(events))
	for _, e := range events {
		around[e.Revision] = e
	}
	apply := k.Fold()
	var last map[string]json.RawMessage
	encoded := false // last is the document as it is
	for i := range recorded {
		e := around[recorded[i].Revision]
		if e != nil && !encoded {
			if last, err = members(document); err != nil {
				return nil, err
			}
		}
		at := recorded[i].Times()
		at.Position = 0 // the entry names its actor, so documents need not
		document, encoded = apply(disclosed[i].Event, at), false
		if e != nil {
			e.before = last
			if last, err = members(document); err != nil {
				return nil, err
			}
			e.after, encoded = last, true
		}
	}
	return document, nil
}

// entries makes the entries of a page.
func (r *Reader) entries(ctx context.Context, k Kind, events []*event, q Query) (Page, error) {
	page := Page{Entries: []Entry{}}
	names := newNames(r, q.Open)
	for _, e := range events {
		changes, err := e.changes(k, q)
		if err != nil {
			return Page{}, err
		}
		if q.Field != "" && !slices.ContainsFunc(changes, func(c Change) bool { return below(c.Field, q.Field) }) {
			continue
		}
		if q.Limit > 0 && len(page.Entries) == q.Limit {
			page.Next = page.Entries[q.Limit-1].Position
			break
		}
		entry, err := r.entry(ctx, e, changes, names, q)
		if err != nil {
			return Page{}, err
		}
		page.Entries = append(page.Entries, entry)
	}
	return page, nil
}

// below tells whether a member is the wanted one or inside it.
func below(field, wanted string) bool {
	rest, is := strings.CutPrefix(field, wanted)
	return is && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// changes returns what the event changed, with labels.
func (e *event) changes(k Kind, q Query) ([]Change, error) {
	before, after := e.before, e.after
	if k.Fold == nil {
		data, err := eventstore.Show(e.Event)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &after); err != nil {
			return nil, err
		}
	}
	changes := difference(before, after, k.Hidden)
	for i := range changes {
		changes[i].Label = q.Language.label(changes[i].Field)
	}
	return changes, nil
}

// forgotten is what the personal fields of a forgotten person read.
const forgotten = "forgotten"

func (r *Reader) entry(ctx context.Context, e *event, changes []Change, names *names, q Query) (Entry, error) {
	actor, err := names.of(ctx, e.meta.Actor, e.Position)
	if err != nil {
		return Entry{}, err
	}
	data, err := eventstore.Show(e.Event)
	if err != nil {
		return Entry{}, err
	}
	m := e.meta
	entry := Entry{
		Position: e.Position, Stream: e.Stream, Revision: e.Revision, Type: e.Type, EventID: e.ID.String(),
		Time: e.Times().Occurred, RecordedAt: e.RecordedAt, Changes: changes, Withheld: e.Withheld, Command: m.Command,
		Actor:  Actor{Kind: actor.Kind, ID: actor.ID, Name: actor.Name, Token: m.Token, Via: m.Via, With: m.Client},
		Reason: m.Reason, Cause: causeOf(m), Seal: hex.EncodeToString(e.Seal),
	}
	if len(entry.Withheld) == 0 {
		entry.Withheld = []string{}
	}
	if q.Open && len(e.Withheld) > 0 {
		if entry.Forgotten, err = r.forgets(e); err != nil {
			return Entry{}, err
		}
	}
	if entry.Forgotten {
		for _, field := range e.Withheld {
			entry.Changes = append(entry.Changes,
				Change{Field: field, Label: q.Language.label(field), After: json.RawMessage(`"` + forgotten + `"`)})
		}
	}
	if entry.Changes == nil {
		entry.Changes = []Change{}
	}
	entry.What = q.Language.sentence(e.Type, data, entry.Changes)
	return entry, nil
}

// forgets tells whether the person in an event, whose fields were left out although they were asked for, is forgotten. Otherwise what was
// left out are secrets.
func (r *Reader) forgets(e *event) (bool, error) {
	personal := r.codec.PersonalFields(e.Type)
	return slices.ContainsFunc(e.Withheld, func(field string) bool { return slices.Contains(personal, field) }), nil
}

// causeOf reads the cause of an event. Reactions name the event that they handled, requests are their own cause.
func causeOf(m eventstore.Metadata) Cause {
	c := Cause{RequestID: m.RequestID, CorrelationID: m.CorrelationID, Trace: m.TraceParent}
	if m.CausationID != m.RequestID {
		c.EventID = m.CausationID
	}
	return c
}
