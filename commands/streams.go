package commands

import (
	"context"
	"fmt"
	"slices"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/record"
)

// Streams declares a category of streams: its events and the fold. Each area declares its own, so that imported events can be checked
// against them. Declare and DeclareRecords create it.
type Streams struct {
	Category string
	// Events lists the types of the streams' events.
	Events []string
	// Opens lists the types in Events that begin a stream and occur only there. If it is empty, a stream may begin with any type.
	Opens []string
	// Sequence names the sequence of the identifiers in stream names; empty: the identifiers are not drawn from a sequence.
	Sequence string

	fold func(ctx context.Context, infra Infrastructure, stream string, events []domain.Event) error
}

// Declare declares the streams of a decider.
func Declare[S any](d Decider[S], sequence string, events []domain.EventSpec, opens ...domain.Event) Streams {
	s := Streams{Category: d.Category, Sequence: sequence, fold: func(
		ctx context.Context, infra Infrastructure, stream string, events []domain.Event,
	) error {
		// A separate repository leaves the lanes' states as they are.
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

// Error names the event and the stream.
func (e *NotFoldedError) Error() string {
	return fmt.Sprintf("%s does not follow from what %s has", e.Event, e.Stream)
}

// Has reports whether the streams have events of a type.
func (s Streams) Has(eventType string) bool { return slices.Contains(s.Events, eventType) }

// MayHave reports whether an event of a type may occur at the beginning of a stream, or after it.
func (s Streams) MayHave(eventType string, beginning bool) bool {
	return len(s.Opens) == 0 || slices.Contains(s.Opens, eventType) == beginning
}

// Fold folds events onto the present state of a stream, and discards the result. It fails with *NotFoldedError if the decider cannot fold
// one.
func (s Streams) Fold(ctx context.Context, infra Infrastructure, stream string, events []domain.Event) error {
	return s.fold(ctx, infra, stream, events)
}
