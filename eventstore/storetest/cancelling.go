package storetest

import (
	"context"
	"errors"
	"fmt"

	"tradelog/eventstore"
)

var cancellationChecks = []check{
	{name: "an append with a cancelled context is one of the three answers", run: cancelledAppend},
	{name: "appends cancelled at any moment are stored once after a repeat", run: cancelledAnyTime},
	{name: "reads end with their context", run: cancelledReads},
	{name: "a closed store takes no appends and ends its subscriptions", run: closedStore},
}

func cancelledAppend(t *trial) {
	gone, cancel := context.WithCancel(t.ctx)
	cancel()
	for i := range 20 {
		stream := fmt.Sprintf("order-%d", i)
		e := some(2)
		_, err := t.store.Append(gone, stream, eventstore.NoStream, e...)
		t.failIf(!errors.Is(err, context.Canceled), "append with a cancelled context: error %v, want %v", err, context.Canceled)
		again := t.append(stream, eventstore.NoStream, e...)
		t.failIf(again.Repeated && !errors.Is(err, eventstore.ErrUnknownOutcome),
			"append with a cancelled context was answered %q, which means not done, and was stored", err)
		t.holds(stream, e...)
	}
}

func cancelledAnyTime(t *trial) {
	const callers, appends = 6, 20
	t.concurrently(callers, func(i int) error {
		stream := fmt.Sprintf("order-%d", i)
		for n := range appends {
			e := some(2)
			expected := eventstore.Exactly(eventstore.Revision(2*n - 1))
			ctx, cancel := context.WithCancel(t.ctx)
			go cancel()
			first, err := t.store.Append(ctx, stream, expected, e...)
			cancel()
			second, repeatErr := t.store.Append(t.ctx, stream, expected, e...)
			switch {
			case repeatErr != nil:
				return fmt.Errorf("append %d to %s, after %v: %w", n, stream, err, repeatErr)
			case second.First != eventstore.Revision(2*n) || err == nil && (first.First != second.First || !second.Repeated):
				return fmt.Errorf("append %d to %s: first %+v with error %v, then %+v", n, stream, first, err, second)
			case err != nil && second.Repeated && !errors.Is(err, eventstore.ErrUnknownOutcome):
				return fmt.Errorf("append %d to %s was answered %q, which means not done, and was stored", n, stream, err)
			}
		}
		return nil
	})
	for i := range callers {
		if got := t.stream(t.store, fmt.Sprintf("order-%d", i)); len(got) != 2*appends {
			t.Fatalf("%d events were appended, the stream has %d", 2*appends, len(got))
		}
	}
}

func cancelledReads(t *trial) {
	t.append("order-1", eventstore.NoStream, some(2)...)
	gone, cancel := context.WithCancel(t.ctx)
	cancel()
	want := func(what string, err error) {
		t.Helper()
		t.failIf(!errors.Is(err, context.Canceled), "%s with a cancelled context: error %v, want %v", what, err, context.Canceled)
	}
	_, err := t.store.ReadStream(gone, "order-1", 0, eventstore.Forwards, 10)
	want("ReadStream", err)
	_, err = t.store.ReadAll(gone, 0, eventstore.Forwards, 10, eventstore.Filter{})
	want("ReadAll", err)
	_, err = t.store.ReadAll(gone, eventstore.End, eventstore.Backwards, 10, eventstore.Filter{Types: []string{"Happened"}})
	want("ReadAll backwards", err)
	_, err = t.store.Head(gone)
	want("Head", err)
	_, err = t.store.Subscribe(gone, 0, eventstore.Filter{})
	want("Subscribe", err)
	sub := t.subscribe(t.store, 0, eventstore.Filter{})
	_, err = sub.Next(gone)
	want("Next", err)
	if got, _ := t.rest(sub); len(got) != 3 {
		t.Fatalf("a cancelled Next took %d events with it", 3-len(got))
	}
}

func closedStore(t *trial) {
	kept := some(2)
	t.append("order-1", eventstore.NoStream, kept...)
	sub := t.subscribe(t.store, 0, eventstore.Filter{})
	t.catchUp(sub, 0, 0)
	ended := make(chan error, 1)
	go func() {
		_, err := sub.Next(t.ctx)
		ended <- err
	}()
	t.log.Close()
	if err := <-ended; !errors.Is(err, eventstore.ErrClosed) {
		t.Fatalf("Next while the store is closed: %v, want %v", err, eventstore.ErrClosed)
	}
	if _, err := sub.Next(t.ctx); !errors.Is(err, eventstore.ErrClosed) {
		t.Fatalf("Next after the store was closed: %v, want %v", err, eventstore.ErrClosed)
	}
	t.refused(eventstore.ErrClosed, "order-1", eventstore.Any, some(1)...)
	t.refused(eventstore.ErrClosed, "order-1", eventstore.Any, kept...)
	t.log.Close() // once more
	if t.features.Instances {
		if got := t.stream(t.log.Again(), "order-1"); len(got) != 2 {
			t.Fatalf("after the store was closed another instance sees %d events, want 2", len(got))
		}
	}
}
