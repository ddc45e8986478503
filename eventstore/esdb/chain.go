package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// The server gives positions with gaps and seals nothing, so a removed or changed event would not be noticed. Processes that append
// therefore also write links. A link has the seal of an event, computed as if every event up to it were sealed over its predecessor. Links
// are events of a stream of the store's own. Each append of a link expects an exact revision, so that only one of several processes writes
// the next link.
//
// Events appended after the last link are not protected yet: some seconds of a log in use.

// linkStream has the links.
const linkStream = ownCategory + "-seals"

// linkEvery is the interval at which a process that appends writes links.
const linkEvery = 5 * time.Second

// written is a link as it is stored.
type written struct {
	Position eventstore.Position `json:"position"`
	Seal     []byte              `json:"seal"`
	Events   int64               `json:"events"` // since the link before
}

// Links passes all links to each, in order; see eventstore.LinkedStore.
func (s *Store) Links(ctx context.Context, each func(eventstore.Mark) error) error {
	for from := eventstore.Revision(0); ; {
		events, err := s.readStream(ctx, linkStream, from, eventstore.Forwards, maxRead)
		if err != nil || len(events) == 0 {
			return err
		}
		for i := range events {
			mark, err := linkOf(&events[i])
			if err != nil {
				return err
			}
			if err := each(mark); err != nil {
				return err
			}
		}
		from += eventstore.Revision(len(events))
	}
}

// Reached returns the end of the log: the head, or a later linked event that was removed since with the tools of the event store.
func (s *Store) Reached(ctx context.Context) (eventstore.Position, error) {
	head, err := s.Head(ctx)
	if err != nil {
		return 0, err
	}
	last, err := s.readStream(ctx, linkStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(last) == 0 {
		return head, err
	}
	link, err := linkOf(&last[0])
	return max(head, link.Position), err
}

// linkedAt tells whether there is a link to the event at a position. Links are looked through from the newest one on.
func (s *Store) linkedAt(ctx context.Context, at eventstore.Position) (bool, error) {
	for from := eventstore.Revision(eventstore.End); from >= 0; {
		events, err := s.readStream(ctx, linkStream, from, eventstore.Backwards, maxRead)
		if err != nil || len(events) == 0 {
			return false, err
		}
		for i := range events {
			if mark, err := linkOf(&events[i]); err != nil || mark.Position <= at {
				return err == nil && mark.Position == at, err
			}
		}
		from = events[len(events)-1].Revision - 1
	}
	return false, nil
}

// linkBefore returns the position of the last linked event that was recorded before a time, 0 if there is none.
func (s *Store) linkBefore(ctx context.Context, t time.Time) (before eventstore.Position, err error) {
	newest, err := s.readStream(ctx, linkStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(newest) == 0 {
		return 0, err
	}
	for low, high := eventstore.Revision(0), newest[0].Revision; low <= high; {
		middle := low + (high-low)/2
		events, err := s.readStream(ctx, linkStream, middle, eventstore.Forwards, 1)
		if err != nil || len(events) == 0 {
			return before, err
		}
		link, err := linkOf(&events[0])
		if err != nil {
			return 0, err
		}
		m, err := s.messageAt(ctx, link.Position)
		switch {
		case err != nil:
			return 0, err
		case m == nil || m.RecordedAt.Before(t): // without the event, a later link tells more
			low = middle + 1
		default:
			high = middle - 1
		}
		if m != nil && m.RecordedAt.Before(t) {
			before = link.Position
		}
	}
	return before, nil
}

func linkOf(r *eventstore.Recorded) (eventstore.Mark, error) {
	var link written
	if err := json.Unmarshal(r.Data, &link); err != nil {
		return eventstore.Mark{}, fmt.Errorf("stream %s has no link at revision %d: %w", linkStream, r.Revision, err)
	}
	return eventstore.Mark{Position: link.Position, Seal: link.Seal}, nil
}

// link writes links while this process appends, until the context ends. The last one covers all events that it has appended.
func (s *Store) link(ctx context.Context) {
	for ctx.Err() == nil {
		wait.For(ctx, linkEvery)
		if !s.appended.Swap(false) {
			continue
		}
		linking, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTime)
		if err := s.Link(linking); err != nil {
			s.appended.Store(true)
			s.options.Logger.Warn("sealing the log is late; will try again", "error", err)
		}
		cancel()
	}
}

// Link writes a link for the newest event, unless that has one. A link that another process writes meanwhile will do.
func (s *Store) Link(ctx context.Context) error {
	last, err := s.readStream(ctx, linkStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return err
	}
	before, revision := eventstore.Mark{Seal: eventstore.GenesisSeal}, eventstore.Revision(-1)
	if len(last) > 0 {
		revision = last[0].Revision
		if before, err = linkOf(&last[0]); err != nil {
			return err
		}
	}
	end, err := s.Head(ctx)
	if err != nil || end <= before.Position {
		return err
	}
	next := written{Position: before.Position, Seal: before.Seal}
	for at := before.Position; next.Position < end; {
		events, page, err := s.page(ctx, at, eventstore.Forwards, maxRead)
		if err != nil {
			return err
		}
		for i := 0; i < len(events) && events[i].Position <= end; i++ {
			next.Seal = eventstore.Seal(next.Seal, &events[i])
			next.Position = events[i].Position
			next.Events++
		}
		if at = page.Next; page.End {
			break
		}
	}
	if next.Events == 0 {
		return nil
	}
	made, err := ownEvent("LogSealed", next, s.options.Clock())
	if err != nil {
		return err
	}
	if _, err := s.send(ctx, linkStream, revision, []eventstore.NewEvent{made}, nil); err != nil && !errors.Is(err, errWrong) {
		return err
	}
	return nil
}
