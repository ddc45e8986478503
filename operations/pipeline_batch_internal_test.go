package operations

import (
	"context"
	"testing"
	"time"
)

// TestBatch checks the bounds on the calls of one message.
func TestBatch(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	p := (&Pipeline{Clock: func() time.Time { return now }}).Init()
	ctx, cancel := context.WithCancel(t.Context())
	b := p.NewBatch(ctx, 10)
	if b.Gone() || b.Full() || b.Expired() != nil || !b.Add(6) || !b.Add(4) {
		t.Error("a call is refused although there is time and room")
	}
	if b.Add(1) || !b.Full() || b.Add(0) {
		t.Error("an answer fits that is beyond the limit")
	}
	now = now.Add(batchTime)
	if b.Expired() == nil {
		t.Error("a call may begin when the time is over")
	}
	cancel()
	if !b.Gone() {
		t.Error("a batch goes on without its client")
	}
	over, release := context.WithDeadline(t.Context(), now)
	defer release()
	if <-over.Done(); p.NewBatch(over, 10).Gone() {
		t.Error("a client whose time is up gets no answer")
	}
}
