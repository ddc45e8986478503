package commands

import (
	"context"
	"fmt"

	"tradelog/domain"
	"tradelog/domain/person"
	"tradelog/eventstore"
)

// recorder is a repository with any type of state.
type recorder interface {
	record(ctx context.Context, stream string, e domain.Event, options ...Option) error
	forgetStates()
}

// record appends an event to a stream, whatever its state.
func (r *repository[S]) record(ctx context.Context, stream string, e domain.Event, options ...Option) error {
	_, err := r.Decide(ctx, stream, func(S) ([]domain.Event, error) { return []domain.Event{e}, nil }, options...)
	return err
}

func (r *repository[S]) forgetStates() { r.lanes.Purge() }

// ForgetStates drops the cached states of all streams. They are folded again when they are needed.
func (e *Engine) ForgetStates() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range e.repositories {
		r.(recorder).forgetStates()
	}
}

// MarkForgotten records in a stream that the keys of subjects were deleted, unless the stream has such an event; again records it in any
// case. It does nothing for categories that no read model shows, which have no such event.
func (e *Engine) MarkForgotten(ctx context.Context, stream string, again bool, subjects []string) error {
	forgotten := person.ForgottenIn(domain.Category(stream), subjects)
	if _, declared := e.infra.Codec.Spec(forgotten.EventName()); !declared {
		return nil
	}
	marked := false
	if err := e.EachEvent(ctx, stream, func(event domain.Event, _ domain.Times) {
		_, is := event.(person.Forgotten)
		marked = marked || is
	}); err != nil || marked && !again {
		return err
	}
	e.mu.Lock()
	r, opened := e.repositories[domain.Category(stream)].(recorder)
	e.mu.Unlock()
	if !opened {
		return fmt.Errorf("no commands are open on %s", stream)
	}
	return r.record(ctx, stream, forgotten, Named("ForgetPerson"))
}

// Scan calls f with the events of some types, each with its public part but without personal data. It starts at the beginning of the log
// and stops at its end.
func (e *Engine) Scan(ctx context.Context, types []string, f func(r eventstore.Recorded, public domain.Event) error) error {
	for from := eventstore.Position(0); ; {
		page, err := e.infra.Store.ReadAll(ctx, from, eventstore.Forwards, readChunk, eventstore.Filter{Types: types})
		if err != nil {
			return err
		}
		for _, r := range page.Events {
			public, err := e.infra.Codec.Public(r)
			if err == nil {
				err = f(r, public)
			}
			if err != nil {
				return fmt.Errorf("position %d: %w", r.Position, err)
			}
		}
		if page.End {
			return nil
		}
		from = page.Next
	}
}

// PersonalTypes returns the event types that have personal data.
func (e *Engine) PersonalTypes() []string { return e.infra.Codec.Personal() }

// Open decodes events with their personal data.
func (e *Engine) Open(ctx context.Context, events []eventstore.Recorded) ([]domain.Event, error) {
	return e.infra.Codec.DecodeAll(ctx, events, true)
}
