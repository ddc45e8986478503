package projections

import (
	"context"

	"tradelog/domain"
	"tradelog/eventstore"
)

// chunk is a stretch of the log on its way to a projector.
type chunk struct {
	events []eventstore.Recorded
	// payloads are the decoded events, nil where the projector does not know one. Without any they are decoded when they are
	// applied, which also finds the one that cannot be.
	payloads []domain.Event
	to       eventstore.Position
	end      bool // of the log, as it was
	err      error
}

// decode decodes the events ahead of time. What fails here fails again when it is applied.
func (c *chunk) decode(ctx context.Context, r *runner) {
	if len(c.events) == 0 || r.definition.Raw {
		return
	}
	if payloads, err := r.engine.options.Codec.DecodeAll(ctx, c.events, true); err == nil {
		c.payloads = payloads
	}
}

// one is a single event of the chunk.
func (c *chunk) one(i int) chunk {
	return chunk{events: c.events[i : i+1], to: c.events[i].Position}
}
