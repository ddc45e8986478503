package trail

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"

	"tradelog/domain/record"
	"tradelog/eventstore"
)

// Lines tells events in short: without the positions of their causes and without differences. So it reads nothing but the names of actors,
// and serves readers who look at many events at once. Events of types that the program does not know are told without a sentence. opens is
// that of Search.
func (r *Reader) Lines(ctx context.Context, recorded []eventstore.Recorded, language Language, opens func(category string) bool) (
	[]Entry, error,
) {
	known := slices.DeleteFunc(slices.Clone(recorded), func(e eventstore.Recorded) bool { return !r.known(e.Type) })
	open := func(e eventstore.Recorded) bool { return opens(e.Category()) }
	disclosed, err := r.codec.DiscloseEvents(ctx, known, open)
	if err != nil {
		return nil, err
	}
	entries, names, next := make([]Entry, 0, len(recorded)), map[bool]*Names{true: r.Names(true), false: r.Names(false)}, 0
	var streams []string
	for _, e := range recorded {
		m, err := e.Meta()
		if err != nil {
			return nil, err
		}
		streams = append(streams, names[open(e)].stream(m.Actor))
	}
	ahead, err := r.readStreams(ctx, streams)
	if err != nil {
		return nil, err
	}
	names[true].ahead, names[false].ahead = ahead, ahead
	for _, e := range recorded {
		entry, err := r.line(ctx, e, names[open(e)])
		if err != nil {
			return nil, err
		}
		if r.known(e.Type) {
			of := &event{Recorded: e, DisclosedEvent: disclosed[next], open: open(e)}
			if entry.What, err = of.briefly(language); err != nil {
				return nil, err
			}
			entry.Withheld = append(entry.Withheld, of.Withheld...)
			entry.Forgotten = of.open && r.forgets(of)
			next++
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// briefly describes an event without the documents before and after. For a record that changed it lists the values that were set.
func (e *event) briefly(language Language) (string, error) {
	data, err := e.data()
	if err != nil {
		return "", err
	}
	var set struct {
		Set map[string]json.RawMessage `json:"set"`
	}
	if _, changed := e.Event.(interface{ Kind() *record.Kind }); changed {
		if err := json.Unmarshal(data, &set); err != nil {
			return "", err
		}
	}
	changes := difference(nil, set.Set, nil)
	for i := range changes {
		changes[i].Label = language.label(changes[i].Field)
	}
	return language.sentence(e.Type, data, changes), nil
}

// line returns the data in the envelope of an event.
func (r *Reader) line(ctx context.Context, e eventstore.Recorded, names *Names) (Entry, error) {
	m, err := e.Meta()
	if err != nil {
		return Entry{}, err
	}
	actor, err := names.Of(ctx, m.Actor, e.Position)
	if err != nil {
		return Entry{}, err
	}
	return Entry{
		Position: e.Position, Stream: e.Stream, Revision: e.Revision, Type: e.Type, EventID: e.ID.String(), Time: e.Times().Occurred,
		RecordedAt: e.RecordedAt, Changes: []Change{}, Withheld: []string{}, Command: m.Command, Actor: actorOf(actor, m), Reason: m.Reason,
		Cause: causeOf(m), Seal: hex.EncodeToString(e.Seal),
	}, nil
}

// Newest returns events of the log in short, newest first, by the conditions of Find and with its bounds.
func (r *Reader) Newest(ctx context.Context, s Search) (Page, error) {
	found, next, err := r.scan(ctx, s)
	if err != nil {
		return Page{}, err
	}
	entries, err := r.Lines(ctx, found, s.Language, s.Opens)
	return Page{Entries: entries, Next: next}, err
}

// Matches tells whether an event meets the conditions of a search.
func (s Search) Matches(e eventstore.Recorded) (bool, error) {
	if !(eventstore.Filter{Categories: s.Categories, Types: s.Types}).Matches(e.Category(), e.Type) {
		return false, nil
	}
	ok, _, err := s.takes(e)
	return ok, err
}

// Whole is an event as the log has it, except for members that the caller may not see.
type Whole struct {
	Entry
	SchemaVersion int             // that it was stored with
	StoreID       int64           // store view of the request; 0: none
	Data          json.RawMessage // members that the caller may see; nil: the program does not know the type
	Size          int             // bytes of data and metadata as they are stored
}

// At tells the event at a position whole. It fails with eventstore.ErrGap if there is none. opens is that of Search.
func (r *Reader) At(ctx context.Context, at eventstore.Position, language Language, opens func(category string) bool) (Whole, error) {
	recorded, err := eventstore.ReadAt(ctx, r.store, at)
	if err != nil {
		return Whole{}, err
	}
	m, err := recorded.Meta()
	if err != nil {
		return Whole{}, err
	}
	whole := Whole{
		SchemaVersion: recorded.SchemaVersion, StoreID: m.StoreID, Size: len(recorded.Data) + len(recorded.Metadata),
	}
	if !r.known(recorded.Type) {
		whole.Entry, err = r.line(ctx, recorded, r.Names(opens(recorded.Category())))
		return whole, err
	}
	open := opens(recorded.Category())
	one := []eventstore.Recorded{recorded}
	disclosed, err := r.codec.DiscloseEvents(ctx, one, func(eventstore.Recorded) bool { return open })
	if err != nil {
		return Whole{}, err
	}
	t := r.newPage(Kind{}, Query{Language: language, Open: open})
	t.read = one
	e := &event{Recorded: recorded, DisclosedEvent: disclosed[0], times: recorded.Times(), open: open}
	if _, err := t.add(ctx, []*event{e}); err != nil {
		return Whole{}, err
	}
	whole.Entry = t.page.Entries[0]
	whole.Data, err = e.data()
	return whole, err
}
