package transports_test

import (
	"testing"

	"tradelog/test/apptest"
)

// TestRequestsThatAreEnded checks that a stopping server ends a long request, that the client is told to retry, and that its key is
// released.
func TestRequestsThatAreEnded(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := append(apptest.Bearer(s.Service([]string{"probes/write"})), "X-Idempotency-Key", "once")
	answers := make(chan apptest.Answer, 1)
	go func() { answers <- s.Do("POST", "/waiting-probes", body{"name": "x"}, writer...) }()
	<-p.started
	s.HTTP.EndRequests()
	if a := <-answers; a.Status != 503 || a.Header.Get("Retry-After") == "" {
		t.Errorf("a request that was ended: %d %v %s", a.Status, a.Header, a.Body)
	}
	other := p.start(t, apptest.OnDatabase(s))
	p.release <- struct{}{}
	other.Must(201, "POST", "/slow-probes", body{"name": "x"}, writer...)
}
