package transports_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"tradelog/domain/access"
	operationsaccess "tradelog/operations/access"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestKeysExpire checks that keys expire after a day.
func TestKeysExpire(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	p := newProbe()
	s := p.start(t, apptest.WithClock(clock))
	role, err := s.Commands.Access.SaveRole(apptest.Operator(), 0, "writer", false, []string{"probes/write"},
		func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	account, err := s.Commands.Access.CreateAccount(apptest.Operator(),
		access.AccountCreated{Kind: access.Service, Username: "writer", RoleID: role})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	send := func() apptest.Answer { // a new token of the same account
		token, _, err := s.Logins.Signer.Issue(
			t.Context(),
			operationsaccess.Claims{Type: operationsaccess.TypeAPI, APIUserID: account},
			time.Hour,
		)
		if err != nil {
			t.Fatal(err)
		}
		return s.Must(201, "POST", "/probes", body{"name": "x"}, append(apptest.Bearer(token), keyHeader, "k")...)
	}
	send()
	clock.Advance(24 * time.Hour)
	if send().Header.Get("X-Idempotency-Replayed") != "true" {
		t.Error("the answer was not kept for a day")
	}
	clock.Advance(time.Second)
	if send().Header.Get("X-Idempotency-Replayed") != "" || p.runs.Load() != 2 {
		t.Error("the answer was kept for more than a day")
	}
	if send().Header.Get("X-Idempotency-Replayed") != "true" {
		t.Error("the new answer is not kept")
	}
}

// TestAbandonedKeys checks that a reservation is taken over at once if its instance is dead, and after ten minutes otherwise. The first
// attempt's events are not repeated.
func TestAbandonedKeys(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	p := newProbe()
	s := p.start(t, apptest.WithClock(clock))
	writer := salestest.With(apptest.Bearer(s.Service([]string{"probes/write"})), keyHeader, "k")
	var holder int64
	// crash changes the record as if its instance had died before it answered.
	crash := func(holder int64) {
		t.Helper()
		tag, err := s.Pool.Exec(t.Context(),
			`UPDATE idempotency_keys SET finished_at = NULL, status = NULL, headers = NULL, body = NULL, holder = $1`, holder)
		if err != nil || tag.RowsAffected() != 1 {
			t.Fatal(tag, err)
		}
	}
	s.Must(201, "POST", "/probes", body{"name": "x"}, writer...)
	if err := s.Pool.QueryRow(t.Context(), `SELECT holder FROM idempotency_keys`).Scan(&holder); err != nil {
		t.Fatal(err)
	}
	before := s.LogSize()
	crash(1)
	a := s.Must(201, "POST", "/probes", body{"name": "x"}, writer...)
	if a.Header.Get("X-Idempotency-Replayed") != "" || p.runs.Load() != 2 {
		t.Errorf("the request of a dead instance was not taken over: %v", a.Header)
	}
	if s.LogSize() != before {
		t.Error("what the first attempt had done was done again")
	}
	crash(holder)
	busy := refusal{409, "conflict", "A request with this idempotency key is already being processed", false}
	refused(t, s, busy, "POST", "/probes", body{"name": "x"}, writer...)
	clock.Advance(10 * time.Minute)
	refused(t, s, busy, "POST", "/probes", body{"name": "x"}, writer...)
	clock.Advance(time.Second)
	s.Must(201, "POST", "/probes", body{"name": "x"}, writer...)
	if s.LogSize() != before {
		t.Error("what the first attempt had done was done again")
	}
	if s.Must(201, "POST", "/probes", body{"name": "x"}, writer...).Header.Get("X-Idempotency-Replayed") != "true" {
		t.Error("the answer was not kept")
	}
}

// TestAFailureKeepsWhatWasDone checks that a failure releases the key at once and that the next request with it continues.
func TestAFailureKeepsWhatWasDone(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := salestest.With(apptest.Bearer(s.Service([]string{"probes/write"})), keyHeader, "k")
	s.Must(500, "POST", "/probes", body{"name": "half"}, writer...)
	before := s.LogSize()
	a := s.Must(201, "POST", "/probes", body{"name": "half"}, writer...)
	if s.LogSize() != before || p.runs.Load() != 2 || a.Header.Get("X-Idempotency-Replayed") != "" {
		t.Errorf("ran %d times, %d events were added: %v", p.runs.Load(), s.LogSize()-before, a.Header)
	}
}

// TestAnAnswerIsKeptThroughAnOutage checks that an answer is stored once the database is available again. Until then the key is in use.
func TestAnAnswerIsKeptThroughAnOutage(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := salestest.With(apptest.Bearer(s.Service([]string{"probes/write"})), keyHeader, "k")
	first := make(chan apptest.Answer)
	go func() { first <- s.Do("POST", "/slow-probes", body{"name": "x"}, writer...) }()
	<-p.started
	rename := func(from, to string) {
		t.Helper()
		if _, err := s.Pool.Exec(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
			t.Fatal(err)
		}
	}
	rename("idempotency_keys", "away")
	p.release <- struct{}{}
	answered := <-first
	refused(t, s, refusal{409, "conflict", "A request with this idempotency key is already being processed", false}, "POST", "/slow-probes",
		body{"name": "x"}, writer...)
	rename("away", "idempotency_keys")
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	again := s.Do("POST", "/slow-probes", body{"name": "x"}, writer...)
	for again.Status == 409 && ctx.Err() == nil {
		again = s.Do("POST", "/slow-probes", body{"name": "x"}, writer...)
	}
	if answered.Status != 201 || string(again.Body) != string(answered.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" ||
		p.runs.Load() != 1 {
		t.Errorf("the answer: %d %s, repeated: %d %s, ran %d times", answered.Status, answered.Body, again.Status, again.Body, p.runs.Load())
	}
}

// TestOneOfManyTakesOver checks that one of several requests takes over an abandoned key and that the others are told to wait.
func TestOneOfManyTakesOver(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := salestest.With(apptest.Bearer(s.Service([]string{"probes/write"})), keyHeader, "k")
	p.release <- struct{}{}
	s.Must(201, "POST", "/slow-probes", body{"name": "x"}, writer...)
	<-p.started
	if _, err := s.Pool.Exec(t.Context(),
		`UPDATE idempotency_keys SET finished_at = NULL, status = NULL, headers = NULL, body = NULL, holder = 1`); err != nil {
		t.Fatal(err)
	}
	answers := make(chan int, 8)
	for range cap(answers) {
		go func() { answers <- s.Do("POST", "/slow-probes", body{"name": "x"}, writer...).Status }()
	}
	for range cap(answers) - 1 {
		if status := <-answers; status != 409 {
			t.Errorf("one of those who lost got %d", status)
		}
	}
	p.release <- struct{}{}
	if status := <-answers; status != 201 {
		t.Errorf("the one who won got %d", status)
	}
}

// TestKeysAreKeptAsDigests checks that the table reveals neither the key nor the caller.
func TestKeysAreKeptAsDigests(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	s.Must(201, "POST", "/probes", body{"name": "x"}, append(apptest.Bearer(s.Service([]string{"probes/write"})), keyHeader, "abc")...)
	var scope string
	if err := s.Pool.QueryRow(context.Background(), `SELECT scope FROM idempotency_keys`).Scan(&scope); err != nil {
		t.Fatal(err)
	}
	if b, err := hex.DecodeString(scope); err != nil || len(b) != 32 {
		t.Error(fmt.Sprintf("scope %q", scope), err)
	}
}
