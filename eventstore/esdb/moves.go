package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tradelog/eventstore"
)

// moveStream is the stream that records transfers of other logs into this one: an event when one begins, and one when it has ended.
const moveStream = ownCategory + "-moves"

// The types of its events.
const (
	moveBegun = "LogMoveBegun"
	moveEnded = "LogMoveEnded"
)

// noted is the stored form of a transfer.
type noted struct {
	Source string              `json:"source"`
	Until  eventstore.Position `json:"until"`
	Began  time.Time           `json:"began"`
}

// BeginMove notes the transfer of another log into this one; see eventstore.Log.
func (s *Store) BeginMove(ctx context.Context, m eventstore.Move) error {
	return s.note(ctx, moveBegun, func(there *eventstore.Move) (noted, bool, error) {
		switch {
		case there == nil:
			return noted{m.Source, m.Until, s.options.Clock().UTC()}, true, nil
		case there.Source != m.Source:
			return noted{}, false, &eventstore.UnfinishedError{Move: *there}
		}
		return noted{m.Source, m.Until, there.Began}, m.Until > there.Until, nil
	})
}

// EndMove forgets a transfer that has ended; see eventstore.Log.
func (s *Store) EndMove(ctx context.Context, m eventstore.Move) error {
	return s.note(ctx, moveEnded, func(there *eventstore.Move) (noted, bool, error) {
		if there == nil || there.Source != m.Source || there.Until > m.Until {
			return noted{}, false, nil
		}
		return noted{m.Source, m.Until, there.Began}, true, nil
	})
}

// Unfinished returns the transfer that has not ended; see eventstore.Log.
func (s *Store) Unfinished(ctx context.Context) (*eventstore.Move, error) {
	m, _, err := s.newestMove(ctx)
	return m, err
}

func (s *Store) newestMove(ctx context.Context) (m *eventstore.Move, at eventstore.Revision, err error) {
	events, err := s.readStream(ctx, moveStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(events) == 0 {
		return nil, -1, err
	}
	if events[0].Type == moveEnded {
		return nil, events[0].Revision, nil
	}
	var found noted
	if err := json.Unmarshal(events[0].Data, &found); err != nil {
		return nil, 0, fmt.Errorf("stream %s cannot be read at revision %d: %w", moveStream, events[0].Revision, err)
	}
	return &eventstore.Move{Source: found.Source, Until: found.Until, Began: found.Began}, events[0].Revision, nil
}

// note appends the event that decide returns for the transfer that has not ended; decide may return none. decide runs again if somebody
// else has noted something meanwhile.
func (s *Store) note(ctx context.Context, kind string, decide func(*eventstore.Move) (noted, bool, error)) error {
	for range tries {
		there, at, err := s.newestMove(ctx)
		if err != nil {
			return err
		}
		next, changes, err := decide(there)
		if err != nil || !changes {
			return err
		}
		e, err := ownEvent(kind, next, s.options.Clock())
		if err != nil {
			return err
		}
		if _, err = s.send(ctx, moveStream, at, []eventstore.NewEvent{e}, nil); !errors.Is(err, errWrong) {
			return err
		}
	}
	return &awayError{text: "others note transfers all the time"}
}
