package reactions

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/parking"
)

// Parking has the commands that record decisions about parked events.
type Parking struct {
	reactions commands.Repository[parking.State]
}

// NewParking returns the commands.
func NewParking(e *commands.Engine) *Parking { return &Parking{commands.Open(e, parkedDecisions)} }

var parkedDecisions = commands.Decider[parking.State]{
	Category: parking.Category, Initial: parking.New, Evolve: parking.Evolve, Cached: 100,
}

// ParkingStreams declares the streams of the area.
func ParkingStreams() []commands.Streams {
	return []commands.Streams{commands.Declare(parkedDecisions, "", parking.EventSpecs())}
}

// Skip records that a reaction will not handle a parked event.
func (p *Parking) Skip(ctx context.Context, reaction string, e parking.Skipped) error {
	return p.note(ctx, reaction, "SkipParkedEvent", e)
}

// Retry records that parked events of a reaction were handled again.
func (p *Parking) Retry(ctx context.Context, reaction string, e parking.Retried) error {
	return p.note(ctx, reaction, "RetryParkedEvents", e)
}

func (p *Parking) note(ctx context.Context, reaction, name string, e domain.Event) error {
	_, err := p.reactions.Decide(ctx, parking.Stream(reaction), func(parking.State) ([]domain.Event, error) {
		return []domain.Event{e}, nil
	}, commands.Named(name))
	return err
}
