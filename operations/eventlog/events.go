package eventlog

import (
	"context"
	"encoding/json"
	"errors"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/trail"
	"tradelog/operations"
)

type eventInput struct {
	Position int64  `query:"position" doc:"place of the event in the log"`
	Language string `query:"language" doc:"language of the sentences; by default that of the store view"`
}

// Event is an event of the log.
type Event struct {
	trail.Entry
	SchemaVersion int   `json:"schemaVersion"` // schema version of the stored event
	StoreID       int64 `json:"storeId"`       // store view of the request; 0: none
	Size          int   `json:"size"`          // stored bytes of data and metadata
	// Data has the members that the caller may see; missing if the program does not know the type.
	Data json.RawMessage     `json:"data,omitempty"`
	Head eventstore.Position `json:"head"` // end of the log
	// Before and After are the positions of the neighbours; 0 at an end of the log.
	Before eventstore.Position `json:"before"`
	After  eventstore.Position `json:"after"`
	// Led are direct effects of this event, among those that closely follow.
	Led []trail.Entry `json:"led"`
}

// The bounds of the search for effects of an event.
const (
	ledAmong = 1000
	ledMost  = 20
)

func (h *handlers) event(ctx context.Context, c *operations.Call, in eventInput) (Event, error) {
	at, words := eventstore.Position(in.Position), language(c, in.Language)
	whole, err := h.Reader.At(ctx, at, words, h.opens(c))
	switch {
	case errors.Is(err, eventstore.ErrGap):
		return Event{}, fault.NotFoundf("The log has no event at position %d.", at)
	case err != nil:
		return Event{}, err
	}
	out := Event{
		Entry: whole.Entry, SchemaVersion: whole.SchemaVersion, StoreID: whole.StoreID, Size: whole.Size, Data: whole.Data,
		Led: []trail.Entry{},
	}
	if out.Head, err = h.Store.Head(ctx); err != nil {
		return Event{}, err
	}
	following, err := h.Store.ReadAll(ctx, at, eventstore.Forwards, ledAmong, eventstore.Filter{})
	if err != nil {
		return Event{}, err
	}
	if len(following.Events) > 0 {
		out.After = following.Events[0].Position
	}
	preceding, err := h.Store.ReadAll(ctx, at, eventstore.Backwards, 1, eventstore.Filter{})
	if err != nil {
		return Event{}, err
	}
	if len(preceding.Events) > 0 {
		out.Before = preceding.Events[0].Position
	}
	var led []eventstore.Recorded
	for _, e := range following.Events {
		m, err := e.Meta()
		if err != nil {
			return Event{}, err
		}
		if m.CausationID == whole.EventID && len(led) < ledMost {
			led = append(led, e)
		}
	}
	out.Led, err = h.Reader.Lines(ctx, led, words, h.opens(c))
	return out, err
}
