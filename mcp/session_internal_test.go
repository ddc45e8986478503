package mcp

import (
	"fmt"
	"testing"
	"time"
)

// TestAHostPushesOutItsOwnSessionsOnly checks that a host with many sessions evicts only its own.
func TestAHostPushesOutItsOwnSessionsOnly(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := newSessions(func() time.Time { return now }, 10)
	alive := func(id string) bool {
		_, ok := s.renew(id)
		return ok
	}
	quiet := []session{s.begin("192.0.2.1", "a", false), s.begin("192.0.2.2", "b", false), s.begin("192.0.2.2", "c", false)}
	var flood []session
	for i := range 1000 {
		flood = append(flood, s.begin("198.51.100.9", fmt.Sprint(i), false))
	}
	for _, q := range quiet {
		if !alive(q.id) {
			t.Errorf("session %s of a quiet host was pushed out", q.client)
		}
	}
	for i, f := range flood {
		if want := i >= 993; alive(f.id) != want {
			t.Errorf("session %d of the loud host: alive is %v, want %v", i, !want, want)
		}
	}
	// If many hosts have one session each, the longest idle session is evicted. The busy host then has only one left.
	var hosts []session
	for i := range 20 {
		hosts = append(hosts, s.begin(fmt.Sprint("203.0.113.", i), "one", false))
	}
	if alive(hosts[0].id) || !alive(hosts[19].id) || len(s.open) != 10 {
		t.Errorf("%d sessions; the first of many hosts is alive: %v, the last: %v", len(s.open), alive(hosts[0].id), alive(hosts[19].id))
	}

	s.end(hosts[19].id)
	s.end(hosts[19].id)
	now = now.Add(sessionLife)
	if alive(hosts[18].id) {
		t.Error("a session outlives its hour")
	}
	last := s.begin("192.0.2.1", "d", false)
	if len(s.open) != 1 || len(s.hosts) != 1 || len(s.byEntries) != 1 || s.used.Len() != 1 || !alive(last.id) {
		t.Errorf("what has expired is still there: %d sessions, %d hosts, %d and %d in order", len(s.open), len(s.hosts),
			len(s.byEntries), s.used.Len())
	}
}
