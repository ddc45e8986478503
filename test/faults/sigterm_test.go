package faults

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestToldToStopWithRequestsInFlight sends SIGTERM while requests are being carried out. New connections are refused. Each running request
// gets a complete answer: its result, or "later" with nothing done. The program ends with 0, and everything that it acknowledged is stored.
//
//	requests:  sent ── wait for the log ─────────────────────── answered
//	program:              └─ SIGTERM ── refuses connections        └─ ends with 0
func TestToldToStopWithRequestsInFlight(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	s := serve(t, url)
	db := connect(t, url)
	cart := filledCart(t, s)
	set := func(s *servetest.Server, client int) (servetest.Answer, error) {
		headers := append([]string{"X-Idempotency-Key", fmt.Sprintf("set-%d", client)}, auth...)
		return s.Do("PUT", "/inventory", object{"sku": counted(client), "qty": client + 1}, headers...)
	}
	release := lockHead(t, url)
	var inFlight sync.WaitGroup
	answers, errs := make([]servetest.Answer, clients+1), make([]error, clients+1)
	for client := range clients {
		inFlight.Go(func() { answers[client], errs[client] = set(s, client) })
	}
	inFlight.Go(func() { answers[clients], errs[clients] = place(s, cart) })
	await(t, "all requests are being carried out", func() bool {
		return query[int](t, db, `SELECT count(*) FROM idempotency_keys WHERE finished_at IS NULL`) == len(answers)
	})
	await(t, "the first waits for the log", func() bool { return waiting(t, db, "tradelog appender") == 1 })
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	await(t, "connections are refused", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
	release()
	inFlight.Wait()
	if err := s.Wait(); err != nil {
		t.Errorf("the program ended with %v\n%s", err, s.Log())
	}

	next := serve(t, url)
	acknowledged := 0
	for i, a := range answers {
		switch {
		case errs[i] != nil:
			t.Errorf("request %d got no answer: %v", i, errs[i])
		case a.Status == http.StatusServiceUnavailable && a.Header.Get("Retry-After") != "":
		case a.Status == 200 || a.Status == 201:
			acknowledged++
			if i < clients && left(t, db, counted(i)) != i+1 {
				t.Errorf("the stock of %s was set to %d and is %d", counted(i), i+1, left(t, db, counted(i)))
			}
		default:
			t.Errorf("request %d was answered with %d %s", i, a.Status, a.Body)
		}
	}
	if acknowledged == 0 {
		t.Error("no request was carried out")
	}
	t.Logf("%d of %d requests were acknowledged", acknowledged, len(answers))
	// Every client retries, and each request is done once.
	for client := range clients {
		again := untilDone(t, 200, func() (servetest.Answer, error) { return set(next, client) })
		if first := answers[client]; first.Status == 200 && string(again.Body) != string(first.Body) {
			t.Errorf("client %d was told %s and then %s", client, first.Body, again.Body)
		}
	}
	placed := untilDone(t, 201, func() (servetest.Answer, error) { return place(next, cart) })
	if first := answers[clients]; first.Status == 201 && string(placed.Body) != string(first.Body) {
		t.Errorf("the order was %s and then %s", first.Body, placed.Body)
	}
	if got := ordersOf(t, next, auth); len(got) != 1 {
		t.Errorf("the orders are %v", got)
	}
	whole(t, next, db)
}
