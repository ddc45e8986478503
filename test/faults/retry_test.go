package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// filledCart makes a guest's cart with a line and returns its path.
func filledCart(t testing.TB, s *servetest.Server) string {
	t.Helper()
	mask, _ := s.Must(201, "POST", "/guest-carts", nil).Object()["maskedId"].(string)
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": goods[0], "qty": 2})
	return "/guest-carts/" + mask
}

const key = "only-once"

// place sends a server the placement of a cart.
func place(s *servetest.Server, cart string) (servetest.Answer, error) {
	return s.Do("POST", cart+"/place-order", placement, "X-Idempotency-Key", key)
}

// TestTheSameKeyAtOnce sends requests with the same keys at once, over several connections to two instances. Each is carried out once.
// Every client gets the same answer, or the answer that the request is in progress.
func TestTheSameKeyAtOnce(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	instances := []*servetest.Server{serve(t, url), serve(t, url)}
	db := connect(t, url)
	const rounds = 8
	for round := range rounds {
		cart := filledCart(t, instances[round%2])
		placed := atOnce(t, 201, func(i int) (servetest.Answer, error) { return place(instances[i%2], cart) })
		id, _ := numbers(placed)
		comment := append([]string{"X-Idempotency-Key", key}, auth...)
		atOnce(t, 201, func(i int) (servetest.Answer, error) {
			return instances[i%2].Do("POST", fmt.Sprintf("/orders/%d/comments", id), object{"comment": "Ring twice"}, comment...)
		})
	}
	for what, n := range map[string]int{"OrderPlaced": rounds, "OrderCommented": rounds, "StockReserved": rounds} {
		if got := query[int](t, db, `SELECT count(*) FROM events WHERE type = $1`, what); got != n {
			t.Errorf("%s is in the log %d times, want %d", what, got, n)
		}
	}
	whole(t, instances[0], db)
}

// atOnce lets eight clients retry until each has succeeded, compares their answers, and returns one.
func atOnce(t testing.TB, want int, ask func(i int) (servetest.Answer, error)) servetest.Answer {
	t.Helper()
	answers := make([]servetest.Answer, 8)
	var asking sync.WaitGroup
	for i := range answers {
		asking.Go(func() { answers[i] = untilDone(t, want, func() (servetest.Answer, error) { return ask(i) }) })
	}
	asking.Wait()
	fresh := 0
	for _, a := range answers {
		if a.Header.Get("X-Idempotency-Replayed") == "" {
			fresh++
		}
		if !bytes.Equal(a.Body, answers[0].Body) {
			t.Errorf("two answers to one key:\n%s\n%s", answers[0].Body, a.Body)
		}
	}
	if fresh != 1 {
		t.Errorf("%d of %d answers were not replayed", fresh, len(answers))
	}
	return answers[0]
}

// untilDone repeats a request until it succeeds. Only "in progress" and "later" may come before.
func untilDone(t testing.TB, want int, ask func() (servetest.Answer, error)) (last servetest.Answer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if !within(ctx, func() bool {
		a, err := ask()
		last = a
		if err != nil || a.Status != want && a.Status != 409 && a.Status != 503 {
			t.Errorf("a repeated request: %v, %d %s", err, a.Status, a.Body)
			return true
		}
		return a.Status == want
	}) {
		t.Errorf("a repeated request never succeeded: %d %s", last.Status, last.Body)
	}
	return last
}

// TestACrashWhileInFlight kills an instance during a placement. The client retries at once on the other instance.
func TestACrashWhileInFlight(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	for _, step := range []string{"started", "stock reserved", "order placed"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			url, auth := database(t)
			dying, other := serveDying(t, url, "checkout: "+step, false), serve(t, url)
			cart := filledCart(t, dying)
			if a, err := place(dying, cart); err == nil {
				t.Fatalf("the instance survived: %d %s", a.Status, a.Body)
			}
			onlyOrder(t, url, auth, other, cart)
		})
	}
}

// onlyOrder repeats a placement until it succeeds, and checks that there is one order and one answer.
func onlyOrder(t testing.TB, url string, auth []string, s *servetest.Server, cart string) {
	t.Helper()
	first := untilDone(t, 201, func() (servetest.Answer, error) { return place(s, cart) })
	again := untilDone(t, 201, func() (servetest.Answer, error) { return place(s, cart) })
	if !bytes.Equal(first.Body, again.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" {
		t.Errorf("the second answer differs:\n%s\n%s", first.Body, again.Body)
	}
	db := connect(t, url)
	whole(t, s, db)
	id, increment := numbers(first)
	if got, want := strings.Join(ordersOf(t, s, auth), ", "), fmt.Sprintf("%d %s", id, increment); got != want {
		t.Errorf("there are the orders %s, want %s", got, want)
	}
	if got := left(t, db, goods[0]); got != units-2 {
		t.Errorf("%d units are left, want %d", got, units-2)
	}
	s.Must(404, "GET", cart, nil)
}

// TestARetryAfterTheClientHungUp cancels a request that waits for the log, and retries it.
func TestARetryAfterTheClientHungUp(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	s := serve(t, url)
	db := connect(t, url)
	cart := filledCart(t, s)
	release := lockHead(t, url)
	ctx, hangUp := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() { gone <- send(ctx, s, cart) }()
	await(t, "the placement waits for the log", func() bool { return waiting(t, db, "tradelog appender") == 1 })
	hangUp()
	if err := <-gone; err == nil {
		t.Fatal("the request was answered")
	}
	release()
	onlyOrder(t, url, auth, s, cart)
}

// send is place with a context.
func send(ctx context.Context, s *servetest.Server, cart string) error {
	body, err := json.Marshal(placement)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/api/rest/v2"+cart+"/place-order", bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Idempotency-Key", key)
	response, err := http.DefaultClient.Do(r)
	if err == nil {
		err = response.Body.Close()
	}
	return err
}

// TestARetryAfterAnUnknownOutcome stops PostgreSQL during the first append of a placement. The program cannot know the outcome, and its
// answer says that.
func TestARetryAfterAnUnknownOutcome(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	pg := pgtest.Private(t)
	s := serve(t, pg.URL())
	auth := open(t, s)
	db := connect(t, pg.URL())
	cart := filledCart(t, s)
	lockHead(t, pg.URL())
	answered := make(chan servetest.Answer, 1)
	go func() {
		a, _ := place(s, cart)
		answered <- a
	}()
	await(t, "the placement waits for the log", func() bool { return waiting(t, db, "tradelog appender") == 1 })
	pg.Kill()
	a := <-answered
	if a.Status != 503 || !strings.Contains(message(a), "outcome of this request is not known") {
		t.Errorf("a placement that was cut off: %d %s", a.Status, a.Body)
	}
	startAgain(t, pg)
	onlyOrder(t, pg.URL(), auth, s, cart)
}
