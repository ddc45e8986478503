package console

import (
	"testing"
	"time"

	"tradelog/eventstore/trail"
)

// TestTell: stories extend from their earliest to their latest time, also if the times of events are out of order, and tell their first
// events.
func TestTell(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	said := func(at time.Duration, request, what string) entry {
		return entry{Entry: trail.Entry{Time: noon.Add(at), What: what, Actor: trail.Actor{Name: "robot", With: "helper"},
			Cause: trail.Cause{RequestID: request}}}
	}
	all := groupStories([]entry{
		said(5*time.Minute, "c", "fifth"), said(4*time.Minute, "c", "fourth"), said(-time.Minute, "b", "third"),
		said(
			2*time.Minute,
			"b",
			"second",
		), said(2*time.Minute, "a", "second"), said(time.Minute, "a", "first"), said(-2*time.Hour, "z", "before"),
	})
	if len(all) != 2 {
		t.Fatalf("%d stories, want 2: %+v", len(all), all)
	}
	recent, old := all[0], all[1]
	if from, to := noon.Add(-time.Minute), noon.Add(5*time.Minute); !recent.From.Equal(from) || !recent.To.Equal(to) || recent.Moment() {
		t.Errorf("from %s to %s, want %s and %s", recent.From, recent.To, from, to)
	}
	if told := recent.Summary(); told != "first; second; third; …" || len(recent.Requests) != 3 {
		t.Errorf("%q of %d requests", told, len(recent.Requests))
	}
	if told := old.Summary(); told != "before" || !old.Moment() {
		t.Errorf("%q, one moment: %v", told, old.Moment())
	}
}
