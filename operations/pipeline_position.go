package operations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore"
)

// Token formats a position for clients. It contains the name of the log, so positions of other logs are recognized.
func (p *Pipeline) Token(at eventstore.Position) string {
	return p.logName(len(p.Cuts)) + "." + strconv.FormatInt(int64(at), 10)
}

// logName identifies the log by part of its ID and by the number of its losses of events.
func (p *Pipeline) logName(epoch int) string {
	id := strings.ReplaceAll(p.LogID, "-", "")
	id = id[:min(12, len(id))]
	if epoch > 0 {
		id += "-" + strconv.Itoa(epoch)
	}
	return id
}

// ofThisLog reports whether a token's position belongs to this log. A position from before a loss of events is valid if its event still
// exists.
func (p *Pipeline) ofThisLog(name string, at eventstore.Position) bool {
	for epoch := len(p.Cuts); epoch >= 0; epoch-- {
		if name == p.logName(epoch) {
			return true
		}
		if epoch > 0 && at > p.Cuts[epoch-1] {
			return false
		}
	}
	return false
}

// minimum reads X-Min-Position: a GET waits until the data that it reads has reached that position.
func (p *Pipeline) minimum(token string) (eventstore.Position, error) {
	if token == "" {
		return 0, nil
	}
	name, number, ok := strings.Cut(token, ".")
	at, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || at < 0 {
		return 0, fault.Invalidf("X-Min-Position must be a value of X-Event-Position.")
	}
	if !p.ofThisLog(name, eventstore.Position(at)) {
		return 0, fault.Conflictf("X-Min-Position belongs to another event log.")
	}
	return eventstore.Position(at), nil
}

// Position parses a client's position: a number or, with the name of its log, a token of Token. name is that of the parameter.
func (c *Call) Position(name, text string) (eventstore.Position, error) {
	at, err := strconv.ParseInt(text, 10, 64)
	if err == nil && at >= 0 {
		return eventstore.Position(at), nil
	}
	log, number, _ := strings.Cut(text, ".")
	if at, err = strconv.ParseInt(number, 10, 64); err != nil || at < 0 {
		return 0, fault.Invalidf("%s must be a position: a number from 0, or a value of cursor or X-Event-Position.", fault.Name(name)).
			About(fault.Format, name)
	}
	if !c.pipeline.ofThisLog(log, eventstore.Position(at)) {
		return 0, fault.Conflictf("%s belongs to another event log.", fault.Name(name)).About(fault.Other, name)
	}
	return eventstore.Position(at), nil
}

// await waits until a projector has reached the minimum position before it is read.
func (c *Call) await(ctx context.Context, projector string) error {
	if c.minimum == 0 {
		return nil
	}
	if err := c.pipeline.Reader.Tracker().Wait(ctx, projector, c.minimum); err != nil {
		return (&fault.Error{
			Kind: fault.Unavailable, Message: "The read models have not reached X-Min-Position yet. Please try again in a moment.",
			RetryAfter: time.Second,
		}).WithCause(fmt.Errorf("%w: %w", errMinimum, err))
	}
	return nil
}

// errMinimum refuses a read whose data has not reached the minimum position. A position that does not exist yet gets it too, so it is no
// failure of the shop.
var errMinimum = errors.New("X-Min-Position is not reached")

// accepts tells whether the data of an answer has reached the call's minimum position.
func (c *Call) accepts(m MadeOf) bool {
	return c.minimum == 0 || !slices.ContainsFunc(m.projectors, func(projector string) bool {
		return c.pipeline.Reader.Tracker().Position(projector) < c.minimum
	})
}

// WithReadCache returns a context for calls that belong together, such as those of one page. They read the head of the log once.
func WithReadCache(ctx context.Context) context.Context { return eventstore.WithReadCache(ctx) }
