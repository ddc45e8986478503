package trail

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/eventstore"
)

// Entry is an event of a trail.
type Entry struct {
	Position   eventstore.Position `json:"position" doc:"place in the log"`
	Stream     string              `json:"stream" doc:"stream of the event"`
	Resource   string              `json:"resource" doc:"kind of the thing that the stream is about, as in paths, such as products; empty for others"`
	ID         int64               `json:"id" doc:"number of the thing; 0 if it has none"`
	Name       string              `json:"name" doc:"name of the thing after the event, such as the number of an order that people see; empty if there is none" writer:"public"`
	Revision   eventstore.Revision `json:"revision" doc:"place in the stream, from 0"`
	Type       string              `json:"type" doc:"type of the event"`
	EventID    string              `json:"eventId" doc:"identifier of the event"`
	Time       time.Time           `json:"time" doc:"when it happened"`
	RecordedAt time.Time           `json:"recordedAt" doc:"when the log stored it"`
	What       string              `json:"what" doc:"what happened, in a sentence" writer:"public"`
	Changes    []Change            `json:"changes" doc:"what differs between the documents before and after it"`
	Withheld   []string            `json:"withheld" doc:"members that are not shown: personal ones without the permission to see them, and secrets"`
	Forgotten  bool                `json:"forgotten" doc:"the person in the event is forgotten; what was personal reads forgotten"`
	Actor      Actor               `json:"actor" doc:"who did it"`
	Command    string              `json:"command" doc:"the decision that led to it, such as HoldOrder"`
	Reason     string              `json:"reason" doc:"why, if somebody said so" writer:"public"`
	Cause      Cause               `json:"cause" doc:"what led to it"`
	Seal       string              `json:"seal" doc:"hexadecimal seal of the event in the chain of the log; empty where the log has none"`
}

// Actor is the author of an event.
type Actor struct {
	Kind  string `json:"kind" doc:"guest, customer, admin, api, operator or system"`
	ID    int64  `json:"id" doc:"number of the customer or account; 0 for none"`
	Name  string `json:"name" doc:"name at that time; empty if it is unknown, not shown to the caller, or forgotten" writer:"public"`
	Token string `json:"token" doc:"identifier of the token; empty if there was none"`
	Via   string `json:"via" doc:"interface: rest, mcp, soap, cli or page; empty if it is not known"`
	With  string `json:"with" doc:"program that sent the request, as it named itself" writer:"public"`
	Agent int64  `json:"agent,omitempty" doc:"number of the program that the account has let act for it; missing if the account acted itself"`
}

// Cause is the request or the event that led to an event.
type Cause struct {
	RequestID     string `json:"requestId" doc:"request; empty if there was none"`
	EventID       string `json:"eventId" doc:"event that a reaction handled; empty if there was none"`
	CorrelationID string `json:"correlationId" doc:"the same for all that one request led to"`
	Trace         string `json:"trace" doc:"trace of the request, if it was traced"`
	// The event that a reaction handled, unless it is unknown where the log has it.
	Position eventstore.Position `json:"position,omitempty" doc:"place of the event in the log; missing if it is not known"`
	Stream   string              `json:"stream,omitempty" doc:"stream of the event"`
	Type     string              `json:"type,omitempty" doc:"type of the event"`
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
	// Sees selects the store views whose own values are shown. Nil: of all.
	Sees func(store int64) bool
}

// Reader reads trails. Make it with New.
type Reader struct {
	// Reads, if not nil, is called with each stream before it is read whole.
	Reads func(ctx context.Context, stream string) error

	store eventstore.Store
	codec *eventstore.Codec
}

// New makes a reader of a log.
func New(store eventstore.Store, codec *eventstore.Codec) *Reader {
	return &Reader{store: store, codec: codec}
}

// whole reads a stream.
func (r *Reader) whole(ctx context.Context, stream string) ([]eventstore.Recorded, error) {
	if r.Reads != nil {
		if err := r.Reads(ctx, stream); err != nil {
			return nil, err
		}
	}
	all, err := eventstore.CachedStreams(ctx, r.store, []string{stream})
	return all[stream], err
}

// event is an event on its way to an entry.
type event struct {
	eventstore.Recorded
	eventstore.DisclosedEvent
	times         domain.Times
	open          bool // personal fields were asked for
	kind          Kind // of the thing that the stream is about; empty: it is about none
	name          string
	before, after map[string]json.RawMessage
	folded        bool            // before and after are there; else the members of the event stand for its change
	changes       []Change        // the differences, once compare has found them
	shown         json.RawMessage // the result of data; nil: not encoded yet
}

// data returns the members of the event that may be shown.
func (e *event) data() (json.RawMessage, error) {
	if e.shown == nil {
		var err error
		if e.shown, err = eventstore.Show(e.Event); err != nil {
			return nil, err
		}
	}
	return e.shown, nil
}

// Read returns a part of the trail of a thing. ErrNotFound: it has no events, which only things without a stream of their own may have.
func (r *Reader) Read(ctx context.Context, k Kind, at Source, q Query) (Page, error) {
	if at.List != nil {
		return r.list(ctx, k, at.List, q)
	}
	recorded, err := r.whole(ctx, at.Stream)
	if err != nil {
		return Page{}, err
	}
	return r.PageOf(ctx, k, recorded, at.About, q)
}

// PageOf is Read for somebody who has read the stream, all of it. about tells which events are about the thing; nil: all.
func (r *Reader) PageOf(ctx context.Context, k Kind, recorded []eventstore.Recorded, about func(domain.Event) bool, q Query) (Page, error) {
	unknown := func(e eventstore.Recorded) bool { return !r.known(e.Type) }
	if slices.ContainsFunc(recorded, unknown) {
		recorded = slices.DeleteFunc(slices.Clone(recorded), unknown)
	}
	disclosed, err := r.codec.DiscloseEvents(ctx, recorded, func(eventstore.Recorded) bool { return q.Open })
	if err != nil {
		return Page{}, err
	}
	if about == nil {
		about = func(domain.Event) bool { return true }
	}
	if !slices.ContainsFunc(disclosed, func(e eventstore.DisclosedEvent) bool { return about(e.Event) }) {
		return Page{}, ErrNotFound
	}
	events := wanted(k, recorded, disclosed, about, q)
	if err := fold(k, q, recorded, disclosed, events); err != nil {
		return Page{}, err
	}
	t := r.newPage(k, q)
	t.read = recorded
	_, err = t.add(ctx, events)
	return t.page, err
}

func (r *Reader) known(eventType string) bool {
	_, known := r.codec.Spec(eventType)
	return known
}

// wanted selects the events of a query, in its order. If no condition needs their documents, there is at most one more than it wants.
func wanted(
	k Kind, recorded []eventstore.Recorded, disclosed []eventstore.DisclosedEvent, about func(domain.Event) bool, q Query,
) (events []*event) {
	for n := range recorded {
		i := n
		if !q.OldestFirst {
			i = len(recorded) - 1 - n
		}
		if !about(disclosed[i].Event) || q.passed(recorded[i].Position) {
			continue
		}
		e := &event{Recorded: recorded[i], DisclosedEvent: disclosed[i], times: recorded[i].Times(), open: q.Open}
		if recorded[i].Category() == k.Category {
			e.kind = k
		}
		if !q.matches(e.times) {
			continue
		}
		if events = append(events, e); q.Field == "" && q.Limit > 0 && len(events) > q.Limit {
			break
		}
	}
	return events
}

// passed tells whether a position comes before the entry that the query continues after.
func (q Query) passed(at eventstore.Position) bool {
	return q.After > 0 && (q.OldestFirst && at <= q.After || !q.OldestFirst && at >= q.After)
}

// matches tells whether an event meets the conditions on actor and time.
func (q Query) matches(at domain.Times) bool {
	return (q.ActorKind == "" || at.By.Kind == q.ActorKind) && (q.ActorID == 0 || at.By.ID == q.ActorID) &&
		!at.Occurred.Before(q.From) && (q.To.IsZero() || at.Occurred.Before(q.To))
}

// fold finds the changes of the wanted events in the document. It keeps no documents, of which there may be as many as events.
func fold(k Kind, q Query, recorded []eventstore.Recorded, disclosed []eventstore.DisclosedEvent, events []*event) (err error) {
	if k.Fold == nil {
		return nil
	}
	around := make(map[eventstore.Revision]*event, len(events))
	for _, e := range events {
		around[e.Revision] = e
	}
	apply := k.Fold()
	var document any
	var last map[string]json.RawMessage
	encoded := false // last is the document as it is
	for i := range recorded {
		e := around[recorded[i].Revision]
		if k.Empty != nil && document != nil {
			k.Empty(document)
			encoded = false
		}
		if e != nil && !encoded {
			if last, err = members(document); err != nil {
				return err
			}
		}
		at := recorded[i].Times()
		at.Position = 0 // the entry names its actor, so documents need not
		document, encoded = apply(disclosed[i].Event, at), false
		if e != nil {
			e.before = last
			if last, err = members(document); err != nil {
				return err
			}
			e.after, e.folded, encoded = last, true, true
			e.name = nameIn(e.after, e.before)
			if err := e.compare(k, q); err != nil {
				return err
			}
			e.before, e.after = nil, nil
		}
	}
	return nil
}

// pageBuilder makes a page of entries.
type pageBuilder struct {
	*Reader
	kind  Kind
	query Query
	names *Names
	read  []eventstore.Recorded // events that are read already, where causes are looked for first
	ids   map[string]int        // where read has an event, by its identifier; nil: not made
	page  Page
	// causes are what readAhead has found at the positions of causes.
	causes map[eventstore.Position]eventstore.Recorded
}

func (r *Reader) newPage(k Kind, q Query) *pageBuilder {
	return &pageBuilder{Reader: r, kind: k, query: q, names: r.Names(q.Open), page: Page{Entries: []Entry{}}}
}

// add adds the entries of events, except those that do not change the wanted member. The result full says that the page has as many entries
// as it may, and that an event belongs to the next page. Nothing is read for events that are not shown.
func (t *pageBuilder) add(ctx context.Context, events []*event) (full bool, err error) {
	q, page := t.query, &t.page
	var shown []*event
	for _, e := range events {
		if e.changes == nil {
			if err := e.compare(t.kind, q); err != nil {
				return false, err
			}
		}
		if q.Field != "" && !slices.ContainsFunc(e.changes, func(c Change) bool { return below(c.Field, q.Field) }) {
			continue
		}
		if full = q.Limit > 0 && len(page.Entries)+len(shown) == q.Limit; full {
			break
		}
		shown = append(shown, e)
	}
	if err := t.readAhead(ctx, shown); err != nil {
		return false, err
	}
	for _, e := range shown {
		entry, err := t.entry(ctx, e, t.names, q)
		if err != nil {
			return false, err
		}
		if err := t.locate(ctx, e, &entry.Cause); err != nil {
			return false, err
		}
		page.Entries = append(page.Entries, entry)
	}
	if full {
		page.Next = page.Entries[q.Limit-1].Position
	}
	return full, nil
}

// below tells whether a member is the wanted one or inside it.
func below(field, wanted string) bool {
	rest, is := strings.CutPrefix(field, wanted)
	return is && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// compare finds the changes of the event, with labels.
func (e *event) compare(k Kind, q Query) error {
	before, after := e.before, e.after
	if !e.folded {
		data, err := e.data()
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, &after); err != nil {
			return err
		}
	}
	changes := difference(before, after, k.Hidden)
	if q.Sees != nil {
		changes = slices.DeleteFunc(changes, func(c Change) bool { return c.StoreID != 0 && !q.Sees(c.StoreID) })
	}
	for i := range changes {
		changes[i].Label = q.Language.label(changes[i].Field)
	}
	if e.changes = changes; changes == nil {
		e.changes = []Change{}
	}
	return nil
}

// forgotten is the text that stands for the personal fields of a forgotten person.
const forgotten = "forgotten"

func (r *Reader) entry(ctx context.Context, e *event, names *Names, q Query) (Entry, error) {
	m, err := e.Meta()
	if err != nil {
		return Entry{}, err
	}
	actor, err := names.Of(ctx, m.Actor, e.Position)
	if err != nil {
		return Entry{}, err
	}
	data, err := e.data()
	if err != nil {
		return Entry{}, err
	}
	entry := Entry{
		Position: e.Position, Stream: e.Stream, Resource: e.kind.resource(), ID: e.kind.number(e.Stream), Name: e.name,
		Revision: e.Revision, Type: e.Type, EventID: e.ID.String(), Time: e.times.Occurred, RecordedAt: e.RecordedAt,
		Changes: e.changes, Withheld: e.Withheld, Command: m.Command,
		Actor: actorOf(actor, m), Reason: m.Reason, Cause: causeOf(m), Seal: hex.EncodeToString(e.Seal),
	}
	if len(entry.Withheld) == 0 {
		entry.Withheld = []string{}
	}
	if entry.Forgotten = e.open && r.forgets(e); entry.Forgotten {
		for _, field := range e.Withheld {
			entry.Changes = append(entry.Changes,
				Change{Field: field, Label: q.Language.label(field), After: json.RawMessage(`"` + forgotten + `"`)})
		}
	}
	entry.What = q.Language.sentence(e.Type, data, entry.Changes)
	return entry, nil
}

func actorOf(named eventstore.Actor, m eventstore.Metadata) Actor {
	return Actor{Kind: named.Kind, ID: named.ID, Name: named.Name, Token: m.Token, Via: m.Via, With: m.Client, Agent: m.Agent}
}

// forgets tells whether the person in an event, whose fields were left out although they were asked for, is forgotten. Otherwise the fields
// that were left out are secrets.
func (r *Reader) forgets(e *event) bool {
	personal := r.codec.PersonalFields(e.Type)
	return slices.ContainsFunc(e.Withheld, func(field string) bool { return slices.Contains(personal, field) })
}
