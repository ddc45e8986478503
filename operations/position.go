package operations

import (
	"context"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore"
)

// Token prints a position for clients: it names the log, so that one of another log can be told apart.
func (p *Pipeline) Token(at eventstore.Position) string {
	return p.logName(len(p.Cuts)) + "." + strconv.FormatInt(int64(at), 10)
}

// logName is enough of the log's ID to tell logs apart, and how often the log had been cut.
func (p *Pipeline) logName(epoch int) string {
	id := strings.ReplaceAll(p.LogID, "-", "")
	id = id[:min(12, len(id))]
	if epoch > 0 {
		id += "-" + strconv.Itoa(epoch)
	}
	return id
}

// ours tells whether a token's position is of this log. One that was given out before the log lost events counts if its event
// was left.
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

// waitForPosition makes a GET with X-Min-Position wait until what it reads from is at least that new.
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
