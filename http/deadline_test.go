package http

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestDeadline checks that the context behaves like context.WithTimeout and starts its timer at the first wait.
func TestDeadline(t *testing.T) {
	t.Parallel()
	hour := func() time.Time { return time.Now().Add(time.Hour) }
	over := &deadline{Context: t.Context(), at: time.Now().Add(-time.Second)}
	<-over.Done()
	for name, c := range map[string]struct {
		ctx  context.Context
		want error
	}{
		"it runs":                            {&deadline{Context: t.Context(), at: hour()}, nil},
		"its time is up":                     {&deadline{Context: t.Context(), at: time.Now().Add(-time.Second)}, context.DeadlineExceeded},
		"its time is up, and somebody waits": {over, context.DeadlineExceeded},
	} {
		if err := c.ctx.Err(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for _, waits := range []string{"before", "after", "never"} {
		d := &deadline{Context: t.Context(), at: hour()}
		if waits == "before" {
			d.Done()
		}
		d.end()
		if waits == "after" {
			<-d.Done()
		}
		if err := d.Err(); !errors.Is(err, context.Canceled) {
			t.Errorf("ended, waited for %s: %v", waits, err)
		}
	}
	parent, cancel := context.WithCancel(t.Context())
	child := &deadline{Context: parent, at: hour()}
	waits := &deadline{Context: parent, at: hour()}
	waiting := waits.Done()
	cancel()
	<-waiting
	if !errors.Is(child.Err(), context.Canceled) || !errors.Is(waits.Err(), context.Canceled) {
		t.Error("a request goes on whose client has gone")
	}
	soon, stop := context.WithDeadline(t.Context(), time.Now().Add(time.Minute))
	defer stop()
	if at, ok := (&deadline{Context: soon, at: hour()}).Deadline(); !ok || at.After(hour().Add(-time.Minute)) {
		t.Errorf("the deadline is %v", at)
	}
	inner, release := context.WithTimeout(&deadline{Context: t.Context(), at: hour()}, time.Nanosecond)
	defer release()
	<-inner.Done()
	if !errors.Is(inner.Err(), context.DeadlineExceeded) {
		t.Error(inner.Err())
	}
}
