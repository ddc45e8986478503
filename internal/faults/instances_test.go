package faults

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/internal/testing/servetest"
)

// TestAnotherInstanceTakesOver kills the instance that runs the projectors while clients write to both and read back on
// both. It is not parallel to other tests, because the time to take over is bounded.
func TestAnotherInstanceTakesOver(t *testing.T) {
	url, auth := database(t)
	first := serve(t, url) // alone, so it is the owner
	second := serve(t, url)
	var both atomic.Pointer[[]*servetest.Server]
	both.Store(&[]*servetest.Server{first, second})
	at := func(client int) *servetest.Server {
		s := *both.Load()
		return s[client%len(s)]
	}
	l := newLoad(t, auth, at)
	l.readers = func() []*servetest.Server { return *both.Load() }
	l.strict.Store(true) // a write on either is read back at once on both
	l.start()
	l.reach(120)

	l.strict.Store(false)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	first.Kill()
	both.Store(&[]*servetest.Server{second})
	if !within(ctx, func() bool { return projects(second, auth) }) || ctx.Err() != nil {
		t.Error("nobody has taken over within 5 s")
	}
	l.reach(80)
	l.strict.Store(true)
	l.reach(40)
	third := serve(t, url)
	both.Store(&[]*servetest.Server{second, third})
	l.reach(80)
	l.end()
	l.check(t, third, connect(t, url))
}

// projects tells whether what is written now can be read: somebody runs the projectors.
func projects(s *servetest.Server, auth []string) bool {
	written, err := s.Do("PUT", "/inventory", object{"sku": counted(clients), "qty": rounds.Add(1)}, auth...)
	if err != nil || written.Status != 200 {
		return false
	}
	read, err := s.Do("GET", "/orders?itemsPerPage=1", nil, append([]string{"X-Min-Position", written.Header.Get("X-Event-Position")},
		auth...)...)
	return err == nil && read.Status == 200
}
