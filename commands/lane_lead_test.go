package commands

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

// TestTheLeadIsNotLost: a caller whose context ends at the moment at which it gets the lead hands it on.
func TestTheLeadIsNotLost(t *testing.T) {
	t.Parallel()
	r, _ := counters(t)
	for range 50 { // the result depends on the signal that the caller sees first
		l := r.lane("counter-1")
		l.mu.Lock()
		l.led = true // as if somebody led it
		l.mu.Unlock()
		ctx, giveUp := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() {
			_, err := r.Decide(ctx, "counter-1", add(1))
			left <- err
		}()
		for queued := false; !queued; runtime.Gosched() {
			l.mu.Lock()
			queued = len(l.queue) == 1
			l.mu.Unlock()
		}
		l.mu.Lock()
		giveUp()
		l.queue[0].wake <- lead // as handOn does
		l.mu.Unlock()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Fatalf("a caller that has given up: %v", err)
		}
		next, cancel := context.WithTimeout(t.Context(), time.Minute)
		if _, err := r.Decide(next, "counter-1", add(1)); err != nil {
			t.Fatalf("nobody leads the lane any more: %v", err)
		}
		cancel()
	}
}
