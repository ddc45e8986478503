package faults

import (
	"sync/atomic"
	"testing"
	"time"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestAnotherInstanceTakesOver kills the instance that runs the projectors while clients write to and read from both.
func TestAnotherInstanceTakesOver(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	first := serve(t, url) // alone, so it runs the projectors
	second := serve(t, url)
	var both atomic.Pointer[[]*servetest.Server]
	both.Store(&[]*servetest.Server{first, second})
	at := func(client int) *servetest.Server {
		s := *both.Load()
		return s[client%len(s)]
	}
	l := newLoad(t, auth, at)
	l.readers = func() []*servetest.Server { return *both.Load() }
	l.strict.Store(true) // a write on either instance must be readable on both at once
	l.start()
	l.reach(120)

	l.strict.Store(false)
	killed := time.Now()
	first.Kill()
	both.Store(&[]*servetest.Server{second})
	await(t, "the other instance has taken over", func() bool { return projects(second, auth) })
	t.Logf("taken over after %s", time.Since(killed).Round(time.Millisecond))
	l.reach(80)
	l.strict.Store(true)
	l.reach(40)
	third := serve(t, url)
	both.Store(&[]*servetest.Server{second, third})
	l.reach(80)
	l.end()
	l.check(t, third, connect(t, url))
}

// projects reports whether a new write becomes readable, so some instance runs the projectors.
func projects(s *servetest.Server, auth []string) bool {
	written, err := s.Do("PUT", "/inventory", object{"sku": counted(clients), "qty": rounds.Add(1)}, auth...)
	if err != nil || written.Status != 200 {
		return false
	}
	read, err := s.Do("GET", "/orders?itemsPerPage=1", nil, append([]string{"X-Min-Position", written.Header.Get("X-Event-Position")},
		auth...)...)
	return err == nil && read.Status == 200
}
