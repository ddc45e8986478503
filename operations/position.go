package operations

import (
	"context"
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

// logName identifies the log by part of its ID and by how often it lost events.
func (p *Pipeline) logName(epoch int) string {
	id := strings.ReplaceAll(p.LogID, "-", "")
	id = id[:min(12, len(id))]
	if epoch > 0 {
		id += "-" + strconv.Itoa(epoch)
	}
	return id
}

// ours reports whether a token's position belongs to this log. A position from before a loss of events counts if its event
// still exists.
func (p *Pipeline) ours(name string, at eventstore.Position) bool {
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

// waitForPosition makes a GET with X-Min-Position wait until its read models have reached that position.
func (p *Pipeline) waitForPosition(ctx context.Context, c *Call) error {
	token := c.Caller.MinPosition
	if token == "" {
		return nil
	}
	name, number, ok := strings.Cut(token, ".")
	at, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || at < 0 {
		return fault.Invalidf("X-Min-Position must be a value of X-Event-Position.")
	}
	if !p.ours(name, eventstore.Position(at)) {
		return fault.Conflictf("X-Min-Position belongs to another event log.")
	}
	waiting, cancel := context.WithTimeout(ctx, p.Patience)
	defer cancel()
	for _, projector := range c.Operation.Serves {
		if err := p.Reader.Tracker().Wait(waiting, projector, eventstore.Position(at)); err != nil {
			return (&fault.Error{
				Kind: fault.Unavailable, Message: "The read models have not reached X-Min-Position yet. Please try again in a moment.",
				RetryAfter: time.Second,
			}).WithCause(err)
		}
	}
	return nil
}
