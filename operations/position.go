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
	return p.logName() + "." + strconv.FormatInt(int64(at), 10)
}

// logName is enough of the log's ID to tell logs apart.
func (p *Pipeline) logName() string {
	id := strings.ReplaceAll(p.LogID, "-", "")
	return id[:min(12, len(id))]
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
	if name != p.logName() {
		return fault.Conflictf("X-Min-Position belongs to another event log.")
	}
	waiting, cancel := context.WithTimeout(ctx, p.Patience)
	defer cancel()
	for _, projector := range c.Operation.Serves {
		if err := p.Reader.Tracker().Wait(waiting, projector, eventstore.Position(at)); err != nil {
			return (&fault.Error{Kind: fault.Unavailable, Message: "The read models have not reached X-Min-Position yet. Please try again in a moment.", RetryAfter: time.Second}).WithCause(err)
		}
	}
	return nil
}
