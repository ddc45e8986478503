package webhooks

import (
	"testing"
	"time"

	"tradelog/eventstore"
)

// TestRestoredDeliveriesWaitForTheirLane: a delivery that is due already begins when the lane is in use, not while its rows are read.
func TestRestoredDeliveriesWaitForTheirLane(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)
	l := &lane{
		of:     &Dispatcher{options: Options{Clock: func() time.Time { return now }}},
		closed: true, // nothing is sent
		chains: map[string]*chain{},
	}
	later := now.Add(time.Hour)
	for n, due := range []*time.Time{nil, &now, &later} {
		l.restore(&item{position: eventstore.Position(n + 1), resource: "orders", id: string(rune('1' + n))}, retrying, due)
	}
	l.restore(&item{position: 4, resource: "orders", id: "1"}, retrying, nil) // behind the first
	if l.open != 4 || len(l.restored) != 3 {
		t.Fatalf("%d items, of which %d are the first of their chains", l.open, len(l.restored))
	}
	for key, c := range l.chains {
		if c.timer != nil {
			t.Errorf("%s has begun", key)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resume()
	for key, c := range l.chains {
		if c.timer == nil {
			t.Errorf("%s has not begun", key)
		} else {
			c.timer.Stop()
		}
	}
	if l.restored != nil {
		t.Error("what was restored begins once")
	}
}
