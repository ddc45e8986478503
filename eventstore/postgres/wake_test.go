package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"tradelog/eventstore"
)

// TestLostNotification: appends of an instance whose notifications are ignored, because it has the same name, are found by
// polling.
func TestLostNotification(t *testing.T) {
	t.Parallel()
	pool := database(t)
	reader, writer := open(t, pool, Options{PollInterval: 10 * time.Millisecond}), open(t, pool, Options{})
	writer.instance = reader.instance
	sub := subscribe(t, reader, 0, eventstore.Filter{})
	for range 5 {
		e := some(2)
		at := mustAppend(t, writer, "order-1", eventstore.Any, e...)
		wantIDs(t, "found by looking", idsOf(follow(t, sub, at.Position)), idsOf(e))
	}
}

// TestNotificationIsEnough: with a poll interval of hours, only notifications wake.
func TestNotificationIsEnough(t *testing.T) {
	t.Parallel()
	pool := database(t)
	reader, writer := open(t, pool, Options{PollInterval: time.Hour}), open(t, pool, Options{})
	await(t, "the listener", func() bool {
		return reader.wake.wait().foreign > 0
	})
	sub := subscribe(t, reader, 0, eventstore.Filter{})
	for i := range 10 {
		e := some(1)
		done := make(chan error, 1)
		go func() {
			_, err := writer.Append(t.Context(), "order-1", eventstore.Any, e...)
			done <- err
		}()
		wantIDs(t, "heard", idsOf(follow(t, sub, eventstore.Position(i+1))), idsOf(e))
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

// TestLastWordOfAnInstance: an instance notifies the others of an append just before it is closed.
func TestLastWordOfAnInstance(t *testing.T) {
	t.Parallel()
	pool := database(t)
	reader := open(t, pool, Options{PollInterval: time.Hour})
	await(t, "the listener", func() bool {
		return reader.wake.wait().foreign > 0
	})
	sub := subscribe(t, reader, 0, eventstore.Filter{})
	for i := range 5 {
		writer := open(t, pool, Options{})
		done := make(chan error, 1)
		go func() {
			_, err := writer.Append(t.Context(), "order-1", eventstore.Any, some(1)...)
			writer.Close()
			done <- err
		}()
		follow(t, sub, eventstore.Position(i+1))
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func TestSubscriptionEnds(t *testing.T) {
	t.Parallel()
	store := open(t, database(t), Options{PollInterval: time.Hour})
	// A Close between the check of the store's state and the wait must not be missed.
	sub := subscribe(t, store, 0, eventstore.Filter{})
	if batch, err := sub.Next(t.Context()); err != nil || !batch.CaughtUp {
		t.Fatalf("%+v, error %v", batch, err)
	}
	woken := store.wake.wait()
	if woken.closed {
		t.Fatal("closed too early")
	}
	store.wake.close()
	select {
	case <-woken.next:
	default:
		t.Error("whoever waits is not woken by the end of the store")
	}
	if _, err := sub.Next(t.Context()); !errors.Is(err, eventstore.ErrClosed) {
		t.Errorf("next after the store has closed: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if sub, err := store.Subscribe(gone, 0, eventstore.Filter{}); err == nil || sub != nil {
		t.Errorf("subscribe with a cancelled context: %v, error %v", sub, err)
	}
}
