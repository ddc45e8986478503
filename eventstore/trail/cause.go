package trail

import (
	"context"
	"errors"
	"slices"

	"tradelog/eventstore"
)

// causeOf reads the cause of an event. Reactions name the event that they handled, requests are their own cause.
func causeOf(m eventstore.Metadata) Cause {
	c := Cause{RequestID: m.RequestID, CorrelationID: m.CorrelationID, Trace: m.TraceParent}
	if m.CausationID != m.RequestID {
		c.EventID = m.CausationID
	}
	return c
}

// locate adds the position of the causing event in the log. The log has no index of identifiers, so the event is looked for where it costs
// little. These positions are the events that are read already, and the position that the event itself names. A copy of a log may have
// another event there.
func (t *pageBuilder) locate(ctx context.Context, e *event, c *Cause) error {
	if c.EventID == "" {
		return nil
	}
	is := func(r eventstore.Recorded) bool { return r.ID.String() == c.EventID }
	if i, here := t.here(c.EventID); here {
		c.at(t.read[i])
		return nil
	}
	m, err := e.Meta()
	if err != nil || m.CausationPosition <= 0 {
		return err
	}
	r, read := t.causes[m.CausationPosition]
	if !read {
		r, err = eventstore.ReadAt(ctx, t.store, m.CausationPosition)
	}
	switch {
	case errors.Is(err, eventstore.ErrGap), errors.Is(err, eventstore.ErrArchiveAway):
		return nil
	case err != nil:
		return err
	case is(r):
		c.at(r)
	}
	return nil
}

// here returns the position of the event with an identifier among those that are read already.
func (t *pageBuilder) here(id string) (at int, is bool) {
	if t.ids == nil {
		t.ids = make(map[string]int, len(t.read))
		for i, r := range t.read {
			t.ids[r.ID.String()] = i
		}
	}
	at, is = t.ids[id]
	return at, is
}

// readAhead reads everything at once that the entries of events need. These are the streams of their actors, and causes that are not among
// the events that are read already.
func (t *pageBuilder) readAhead(ctx context.Context, events []*event) error {
	var streams []string
	var causes []eventstore.Position
	for _, e := range events {
		m, err := e.Meta()
		if err != nil {
			return err
		}
		streams = append(streams, t.names.stream(m.Actor))
		id := causeOf(m).EventID
		if id == "" || m.CausationPosition <= 0 {
			continue
		}
		if _, here := t.here(id); !here {
			causes = append(causes, m.CausationPosition)
		}
	}
	var err error
	if t.names.ahead, err = t.readStreams(ctx, streams); err != nil {
		return err
	}
	slices.Sort(causes)
	causes = slices.Compact(causes)
	there, err := t.store.ReadPositions(ctx, causes)
	if errors.Is(err, eventstore.ErrArchiveAway) {
		return nil // each is read alone, as some may be there
	}
	t.causes = make(map[eventstore.Position]eventstore.Recorded, len(causes))
	for _, at := range causes {
		t.causes[at] = there[at] // without an ID: there is no event
	}
	return err
}

// at sets the position of the causing event.
func (c *Cause) at(r eventstore.Recorded) {
	c.Position, c.Stream, c.Type = r.Position, r.Stream, r.Type
}
