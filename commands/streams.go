package commands

import (
	"context"
	"fmt"
	"slices"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/record"
)

// Streams declares the streams of a category that the program decides on: their events, and the fold. Areas declare theirs, so that
// events from elsewhere can be held against them. Make it with Declare or DeclareRecords.
type Streams struct {
	Category string
	// Events are the types of their events.
	Events []string
	// Opens are those of Events that begin a stream, and come nowhere else. Without any, a stream may begin with each of them.
	Opens []string
	// Sequence is where the identifiers in their names come from; empty: their names have none that are counted.
	Sequence string

	fold func(ctx context.Context, infra Infrastructure, stream string, events []domain.Event) error
}

// Declare declares the streams that a decider decides on.
func Declare[S any](d Decider[S], sequence string, events []domain.EventSpec, opens ...domain.Event) Streams {
	s := Streams{Category: d.Category, Sequence: sequence, fold: func(
		ctx context.Context, infra Infrastructure, stream string, events []domain.Event,
	) error {
		// A repository of its own, whose states no lane has.
		l, err := newRepository(infra, d).load(ctx, stream)
		if err != nil {
			return err
		}
		state := l.state
		for _, e := range events {
			if err := protect(func() error {
				state = d.Evolve(state, e)
				return nil
			}); err != nil {
				return &NotFoldedError{Event: e.EventName(), Stream: stream}
			}
		}
		return nil
	}}
	for _, e := range events {
		s.Events = append(s.Events, e.Name)
	}
	for _, e := range opens {
		s.Opens = append(s.Opens, e.EventName())
	}
	return s
}

// DeclareRecords declares the streams of a kind of plain record.
func DeclareRecords(kind *record.Kind, sequence string) Streams {
	s := Declare(ofRecords(kind), sequence, kind.EventSpecs())
	if !kind.Open {
		s.Opens = kind.EventNames()[:1]
	}
	return s
}

// ClaimStreams declares the streams of unique values.
func ClaimStreams() Streams { return Declare(claims, "", claim.EventSpecs()) }

// NotFoldedError is an event that a decider cannot fold.
type NotFoldedError struct{ Event, Stream string }

// Error names both.
func (e *NotFoldedError) Error() string {
	return fmt.Sprintf("%s does not follow from what %s has", e.Event, e.Stream)
}

// Has reports whether the streams have events of a type.
func (s Streams) Has(eventType string) bool { return slices.Contains(s.Events, eventType) }

// MayHave reports whether an event of a type may come at the beginning of a stream, or after it.
func (s Streams) MayHave(eventType string, beginning bool) bool {
	return len(s.Opens) == 0 || slices.Contains(s.Opens, eventType) == beginning
}

// Fold folds further events onto a stream as it is, and forgets the result. It fails with *NotFoldedError if the decider cannot.
func (s Streams) Fold(ctx context.Context, infra Infrastructure, stream string, events []domain.Event) error {
	return s.fold(ctx, infra, stream, events)
}
