// Package platform_test tests on whole shops the common parts of all areas. These are the log and its readers, feeds and webhooks, the
// engine and its reactions, records, and the opening of a shop.
package platform_test

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m, func() error { return goleak.Find() }) }

type fields = salestest.Fields

// caller is an account with permissions.
func caller(kind operations.Kind, id int64, grants ...string) operations.Caller {
	return operations.Caller{Via: "page", Principal: &operations.Principal{Kind: kind, ID: id, Grants: grants}}
}

// ask invokes an operation by its name.
func ask[T any](t testing.TB, s *apptest.Shop, as operations.Caller, name string, in fields) (answer T, err error) {
	t.Helper()
	o := s.Pipeline.Registry.Find(name)
	if o == nil {
		t.Fatalf("there is no operation %s", name)
	}
	input, err := representation.Arguments(o, in)
	if err != nil {
		return answer, err
	}
	r, err := s.Pipeline.Invoke(t.Context(), as, o, input)
	if err == nil {
		err = r.Decode(&answer)
	}
	return answer, err
}

// must invokes an operation that has to succeed.
func must[T any](t testing.TB, s *apptest.Shop, as operations.Caller, name string, in fields) T {
	t.Helper()
	answer, err := ask[T](t, s, as, name, in)
	if err != nil {
		t.Fatalf("%s %v: %v", name, in, err)
	}
	return answer
}

// recorded reads the log, or its events of some types.
func recorded(t testing.TB, s *apptest.Shop, types ...string) []eventstore.Recorded {
	t.Helper()
	page, err := s.Store.ReadAll(t.Context(), 0, eventstore.Forwards, 10_000, eventstore.Filter{Types: types})
	if err != nil || !page.End {
		t.Fatalf("the log does not end: %v", err)
	}
	return page.Events
}

// until polls until a condition is met.
func until(t testing.TB, what string, met func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !met() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("waiting for %s: %v", what, ctx.Err())
		}
	}
}

// await reads a document until it meets a condition.
func await(t testing.TB, s *apptest.Shop, path string, headers []string, wanted func(fields) bool) (document fields) {
	t.Helper()
	until(t, path, func() bool {
		document = s.Must(200, "GET", path, nil, headers...).Object(t)
		return wanted(document)
	})
	return document
}
