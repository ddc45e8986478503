package transports_test

import (
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const keyHeader = "X-Idempotency-Key"

// TestIdempotencyKeys checks valid and invalid keys (conventions §10).
func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	writer := apptest.Bearer(s.Service([]string{"probes/write"}))
	length := refusal{400, "bad_request", "X-Idempotency-Key must be between 1 and 255 characters", false}
	shape := refusal{400, "bad_request", "X-Idempotency-Key may only contain alphanumeric characters, dashes, and underscores", false}
	for key, want := range map[string]refusal{
		"": length, strings.Repeat("k", 256): length, strings.Repeat("ä", 200): length, "a b": shape, "a.b": shape, "ä": shape,
		"a/b": shape, "a,b": shape,
	} {
		refused(t, s, want, "POST", "/probes", body{"name": "x"}, salestest.With(writer, keyHeader, key)...)
		refused(t, s, want, "PUT", "/probes/1", body{"name": "x"}, keyHeader, key)
	}
	for _, key := range []string{"k", "A-_9", strings.Repeat("k", 255), " padded "} {
		s.Must(201, "POST", "/probes", body{"name": "x"}, salestest.With(writer, keyHeader, key)...)
	}
	// GET and some paths ignore keys, even malformed ones.
	s.Must(200, "GET", "/probes", nil, keyHeader, "a b")
	s.Must(204, "DELETE", "/probes/1", nil, salestest.With(writer, keyHeader, "a b")...)
	s.Must(201, "POST", "/auth/logout", nil, keyHeader, "a b")
	s.Must(400, "POST", "/auth/token", "{", keyHeader, strings.Repeat("k", 300))
}

// TestReplays checks that the same key, caller, method and path get the stored answer, whatever the body and query are. A replay tells that
// its body is another.
func TestReplays(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	token := s.Service([]string{"probes/write"})
	writer, key := apptest.Bearer(token), "abc"
	first := s.Must(201, "POST", "/probes", body{"name": "x"}, salestest.With(writer, keyHeader, key, "Accept", "application/ld+json")...)
	before, ran := s.LogSize(), p.runs.Load()
	for i, again := range []apptest.Answer{
		s.Must(201, "POST", "/probes", body{"name": "x"}, salestest.With(writer, keyHeader, key)...),
		s.Must(201, "POST", "/probes?a=b", body{"name": "other"}, salestest.With(writer, keyHeader, key)...),
		s.Must(201, "POST", "/probes", "not even JSON",
			salestest.With(writer, keyHeader, key, "Content-Type", "text/plain", "Accept", "text/html")...),
		s.Must(201, "POST", "/probes", nil, salestest.With(writer, keyHeader, key)...),
	} {
		if string(again.Body) != string(first.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" ||
			again.Header.Get("ETag") != first.Header.Get("ETag") ||
			again.Header.Get("X-Event-Position") != first.Header.Get("X-Event-Position") ||
			(again.Header.Get("X-Idempotency-Body-Differs") == "true") != (i > 0) ||
			again.Header.Get("Content-Type") != "application/ld+json; charset=utf-8" || again.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("replayed as %v %s", again.Header, again.Body)
		}
		tagged(t, again, "POST")
	}
	if p.runs.Load() != ran || s.LogSize() != before || first.Header.Get("X-Idempotency-Replayed") != "" {
		t.Errorf("a replay did something")
	}
	// A token that lost its permission still gets the stored answer.
	other := apptest.Bearer(s.Service([]string{"probes/write", "probes/read"}))
	_, customer := s.Customer("anna@example.com")
	for i, c := range []struct {
		method, path string
		headers      []string
	}{
		{"POST", "/probes", salestest.With(writer, keyHeader, "abcd")}, {"POST", "/probes", salestest.With(other, keyHeader, key)},
		{"PUT", "/probes/1", salestest.With(writer, keyHeader, key)}, {"PUT", "/probes/2", salestest.With(writer, keyHeader, key)},
		{"POST", "/open-probes", salestest.With(writer, keyHeader, key)},
		{"POST", "/open-probes", salestest.With(apptest.Bearer(customer), keyHeader, key)},
		{"POST", "/open-probes", salestest.With(apptest.Bearer(s.Admin("all")), keyHeader, key)},
	} {
		a := s.Do(c.method, c.path, body{"name": "x"}, c.headers...)
		if a.Status >= 300 || a.Header.Get("X-Idempotency-Replayed") != "" || p.runs.Load() != ran+int64(i)+1 {
			t.Errorf("%s %s shares a bucket: %d %v %s", c.method, c.path, a.Status, a.Header, a.Body)
		}
	}
	// Guests never share a bucket, so their keys are ignored.
	ran = p.runs.Load()
	for range 2 {
		if a := s.Must(201, "POST", "/open-probes", body{"name": "x"}, keyHeader, key); a.Header.Get("X-Idempotency-Replayed") != "" {
			t.Errorf("a guest's key was kept: %v", a.Header)
		}
	}
	if p.runs.Load() != ran+2 {
		t.Errorf("ran %d times", p.runs.Load()-ran)
	}
	// A revoked token replays nothing.
	s.Must(201, "POST", "/auth/logout", nil, writer...)
	refused(t, s, refusal{401, "authentication_error", "Token has been revoked", true}, "POST", "/probes", body{"name": "x"},
		salestest.With(writer, keyHeader, key)...)
}

// TestAFailedRequestFreesItsKey checks that a failure releases the key at once.
func TestAFailedRequestFreesItsKey(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := salestest.With(apptest.Bearer(s.Service([]string{"probes/write"})), keyHeader, "k")
	for _, c := range []struct {
		body    any
		headers []string
		status  int
	}{
		{body{"name": "bad"}, nil, 422}, {"{", nil, 400}, {"{}", []string{"Content-Type", "text/plain"}, 415},
		{"{}", []string{"Accept", "text/html"}, 406},
	} {
		s.Must(c.status, "POST", "/probes", c.body, append(writer, c.headers...)...)
	}
	reader := salestest.With(apptest.Bearer(s.Service([]string{"probes/read"})), keyHeader, "k")
	s.Must(403, "POST", "/probes", body{"name": "x"}, reader...)
	s.Must(403, "POST", "/probes", body{"name": "x"}, reader...)
	s.Must(404, "PUT", "/probes/99", body{"name": "x"}, writer...)
	s.Must(201, "POST", "/probes", body{"name": "x"}, writer...)
	if p.runs.Load() != 1 || s.Must(201, "POST", "/probes", body{"name": "bad"}, writer...).Header.Get("X-Idempotency-Replayed") != "true" {
		t.Errorf("ran %d times", p.runs.Load())
	}
}

// TestADuplicateWhileTheFirstRuns checks that a duplicate is told to wait and later gets the answer.
func TestADuplicateWhileTheFirstRuns(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := salestest.With(apptest.Bearer(s.Service([]string{"probes/write"})), keyHeader, "k")
	first := make(chan apptest.Answer)
	go func() { first <- s.Do("POST", "/slow-probes", body{"name": "x"}, writer...) }()
	<-p.started
	busy := refusal{409, "conflict", "A request with this idempotency key is already being processed", false}
	refused(t, s, busy, "POST", "/slow-probes", body{"name": "x"}, writer...)
	refused(t, s, busy, "POST", "/slow-probes", "{", writer...)
	p.release <- struct{}{}
	answered := <-first
	if answered.Status != 201 {
		t.Fatalf("the first: %d %s", answered.Status, answered.Body)
	}
	again := s.Must(201, "POST", "/slow-probes", body{"name": "x"}, writer...)
	if string(again.Body) != string(answered.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" || p.runs.Load() != 1 {
		t.Errorf("the duplicate: %v %s, ran %d times", again.Header, again.Body, p.runs.Load())
	}
}

// TestLargeAnswersAreNotStored checks that an answer over 64 KiB is not stored and that the key is released. The limit applies to the
// stored document, which is larger than plain JSON.
func TestLargeAnswersAreNotStored(t *testing.T) {
	t.Parallel()
	p := newProbe()
	s := p.start(t)
	writer := apptest.Bearer(s.Service([]string{"probes/write"}))
	around := len(s.Must(201, "POST", "/large-probes", body{"count": 0}, writer...).Body)
	for name, c := range map[string]struct {
		size int
		kept string
	}{"fits": {65_536 - 100, "true"}, "too-large": {65_536 + 1, ""}} {
		var a apptest.Answer
		for range 2 {
			a = s.Must(201, "POST", "/large-probes", body{"count": c.size - around}, salestest.With(writer, keyHeader, name)...)
		}
		if len(a.Body) != c.size || a.Header.Get("X-Idempotency-Replayed") != c.kept {
			t.Errorf("%s: %d bytes, replayed %q", name, len(a.Body), a.Header.Get("X-Idempotency-Replayed"))
		}
	}
	if p.runs.Load() != 4 {
		t.Errorf("ran %d times", p.runs.Load())
	}
}
