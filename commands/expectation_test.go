package commands

import (
	"context"
	"errors"
	"sync"
	"testing"

	"tradelog/eventstore"
)

// TestExpectation: a command fails on a stream that changed since its caller saw it.
func TestExpectation(t *testing.T) {
	t.Parallel()
	own, _ := counters(t)
	infra := own.infra
	shared := counting
	shared.Category, shared.Shared = "ledger", true
	ledger := NewRepository(infra, shared)
	change := func(r Repository[counter], x *Expectation, stream string) error {
		request := NewRequest(Cause{})
		request.Expects = x
		_, err := r.Decide(WithRequest(t.Context(), request), stream, add(1))
		return err
	}
	head := func() eventstore.Position {
		at, err := infra.Store.Head(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	must(change(own, nil, "counter-1"))
	seen := head()
	must(change(own, nil, "counter-2"))
	must(change(ledger, nil, "ledger-1"))

	x := Expect(seen, "counter-1", "orders")
	must(change(ledger, x, "ledger-1")) // serves many resources
	must(change(own, x, "counter-1"))   // nobody changed it
	must(change(own, x, "counter-1"))   // only the request itself has
	if err := change(own, x, "counter-2"); !errors.Is(err, errChanged) {
		t.Errorf("the first other stream was changed: %v", err)
	}
	must(change(own, x, "counter-3")) // further streams are not checked
	if err := change(own, Expect(seen, "counter-1"), "counter-1"); !errors.Is(err, errChanged) {
		t.Errorf("the stream was changed: %v", err)
	}

	// Another process has changed the stream, and the state in memory is older.
	elsewhere := NewRepository(infra, counting)
	seen = head()
	must(change(elsewhere, nil, "counter-1"))
	if err := change(own, Expect(seen, "counter-1"), "counter-1"); !errors.Is(err, errChanged) {
		t.Errorf("another process changed the stream: %v", err)
	}
}

// TestOneOfManyExpectations: of many commands in one lane that expect the same position, one is carried out.
func TestOneOfManyExpectations(t *testing.T) {
	t.Parallel()
	own, store := counters(t)
	if _, err := own.Decide(t.Context(), "counter-1", add(1)); err != nil {
		t.Fatal(err)
	}
	head, err := store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	done, refused := 0, 0
	for range 50 {
		all.Go(func() {
			request := NewRequest(Cause{})
			request.Expects = Expect(head, "counter-1")
			ctx := WithRequest(t.Context(), request)
			_, err := own.Decide(ctx, "counter-1", add(1))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				done++
			case errors.Is(err, errChanged):
				refused++
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if done != 1 || refused != 49 {
		t.Errorf("%d commands were carried out, %d refused", done, refused)
	}
}
