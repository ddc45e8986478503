package projections

import (
	"context"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/eventstore"
)

// chunk is a part of the log on its way to a projector.
type chunk struct {
	events []eventstore.Recorded
	// payloads holds the decoded events, nil where the projector does not know the type. If it is empty, the events are decoded when they are
	// applied, which also finds an event that cannot be decoded.
	payloads []domain.Event
	to       eventstore.Position
	end      bool // of the log, as it was
	idle     bool // has no events: only the checkpoint moves
	err      error
}

// decode decodes the events ahead of time. An event that fails here fails again when it is applied.
func (c *chunk) decode(ctx context.Context, r *runner) {
	if len(c.events) == 0 || r.definition.Raw {
		return
	}
	if payloads, err := r.engine.options.Codec.DecodeAll(ctx, c.events, true); err == nil {
		c.payloads = payloads
	}
}

// wanted drops the events that Definition.Wants excludes.
func (c *chunk) wanted(d *Definition) {
	if d.Wants != nil {
		c.events = slices.DeleteFunc(c.events, func(e eventstore.Recorded) bool { return !d.Wants(e) })
	}
}

// gathered is the greatest number of events that one commit of a paced projector gathers.
const gathered = 1000

// gather adds the following chunks until the time for the next commit has come, or somebody waits for the events at hand. It returns a
// chunk that cannot be added as next.
func (c *chunk) gather(ctx context.Context, ahead <-chan chunk, due time.Time, wanted, flush <-chan struct{}) (next *chunk) {
	select {
	case <-wanted:
		return nil
	default:
	}
	left := time.Until(due)
	if left <= 0 {
		return nil
	}
	enough := time.NewTimer(left)
	defer enough.Stop()
	for len(c.events) < gathered {
		select {
		case more := <-ahead:
			if more.err != nil {
				return &more
			}
			if len(more.events) > 0 && (c.payloads == nil) != (more.payloads == nil) {
				return &more // an event could not be decoded
			}
			c.events, c.payloads, c.to, c.end = append(c.events, more.events...), append(c.payloads, more.payloads...), more.to, more.end
		case <-enough.C:
			return nil
		case <-wanted:
			return nil
		case <-flush:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// one returns a chunk with a single event.
func (c *chunk) one(i int) chunk {
	return chunk{events: c.events[i : i+1], to: c.events[i].Position}
}

// traces yields the traces of the requests that led to the events.
func (c *chunk) traces(yield func(string) bool) {
	for i := range c.events {
		if meta, err := c.events[i].Meta(); err == nil && !yield(meta.TraceParent) {
			return
		}
	}
}
