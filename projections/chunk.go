package projections

import (
	"context"
	"slices"
	"time"

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
	idle     bool // has no events: only the checkpoint moves
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

// wanted drops the events that the projector has no use for.
func (c *chunk) wanted(d *Definition) {
	if d.Wants != nil {
		c.events = slices.DeleteFunc(c.events, func(e eventstore.Recorded) bool { return !d.Wants(e) })
	}
}

// gathered is how many events come together at most while a projector paces its commits.
const gathered = 1000

// gather adds what follows until the time for the next commit has come, or somebody wants what there is. What cannot be added
// is next.
func (c *chunk) gather(ctx context.Context, ahead <-chan chunk, due time.Time, wanted, hurry <-chan struct{}) (next *chunk) {
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
				return &more // one of them could not be decoded
			}
			c.events, c.payloads, c.to, c.end = append(c.events, more.events...), append(c.payloads, more.payloads...), more.to, more.end
		case <-enough.C:
			return nil
		case <-wanted:
			return nil
		case <-hurry:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// one is a single event of the chunk.
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
