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

// locate adds where the log has the causing event. The log has no index of identifiers, so it is looked for where it costs little: among
// the events that are read already, and at the position that the event itself names. A copy of a log may have another event there.
func (t *telling) locate(ctx context.Context, e *event, c *Cause) error {
	if c.EventID == "" {
		return nil
	}
	is := func(r eventstore.Recorded) bool { return r.ID.String() == c.EventID }
	if i := slices.IndexFunc(t.read, is); i >= 0 {
		c.at(t.read[i])
		return nil
	}
	m, err := e.Meta()
	if err != nil || m.CausationPosition <= 0 {
		return err
	}
	r, err := eventstore.ReadAt(ctx, t.store, m.CausationPosition)
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

// at sets where the causing event is.
func (c *Cause) at(r eventstore.Recorded) {
	c.Position, c.Stream, c.Type = r.Position, r.Stream, r.Type
}
