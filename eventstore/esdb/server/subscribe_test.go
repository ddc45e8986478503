package server

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"tradelog/eventstore"
)

// next returns the next message of a subscription, as text: an event, "checkpoint 7", "caught up", or why it was dropped.
func next(t *testing.T, sub *esdb.Subscription) string {
	t.Helper()
	told := make(chan *esdb.SubscriptionEvent, 1)
	go func() { told <- sub.Recv() }()
	select {
	case e := <-told:
		switch {
		case e.EventAppeared != nil:
			return name(e.EventAppeared.Event)
		case e.CheckPointReached != nil:
			return fmt.Sprint("checkpoint ", e.CheckPointReached.Commit)
		case e.CaughtUp != nil:
			return "caught up"
		case e.FellBehind != nil:
			return "fell behind"
		}
		return fmt.Sprint("dropped: ", e.SubscriptionDropped.Error)
	case <-time.After(time.Minute):
		t.Fatal("the subscription tells nothing")
		return ""
	}
}

// tells checks the next message of a subscription.
func tells(t *testing.T, sub *esdb.Subscription, want ...string) {
	t.Helper()
	for _, w := range want {
		if got := next(t, sub); got != w {
			t.Fatalf("%s, not %s", got, w)
		}
	}
}

func subscribe(t *testing.T, client *esdb.Client, o esdb.SubscribeToAllOptions) *esdb.Subscription {
	t.Helper()
	sub, err := client.SubscribeToAll(context.WithoutCancel(t.Context()), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sub.Close() })
	return sub
}

// TestSubscribeToAll: a subscription starts after its position, catches up, and goes on with new events.
func TestSubscribeToAll(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		first := stored(t, client, "order-1", numbered("Placed", 1)...)
		stored(t, client, "order-1", numbered("Held", 1)...)
		start := subscribe(t, client, esdb.SubscribeToAllOptions{From: esdb.Start{}})
		after := subscribe(t, client, esdb.SubscribeToAllOptions{
			From: esdb.Position{Commit: first.CommitPosition, Prepare: first.PreparePosition},
		})
		end := subscribe(t, client, esdb.SubscribeToAllOptions{From: esdb.End{}})
		tells(t, start, "order-1@0 Placed", "order-1@1 Held", "caught up")
		tells(t, after, "order-1@1 Held", "caught up")
		tells(t, end, "caught up")
		stored(t, client, "cart-7", numbered("Opened", 1)...)
		for _, sub := range []*esdb.Subscription{start, after, end} {
			tells(t, sub, "cart-7@0 Opened")
		}
	})
}

// TestFilters: each kind of filter, and that checkpoints come at the interval and never pass the last considered event.
func TestFilters(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		stored(t, client, "order-1", numbered("OrderPlaced", 3)...)
		stored(t, client, "cart-1", numbered("CartOpened", 4)...)
		for name, c := range map[string]struct {
			filter *esdb.SubscriptionFilter
			want   []string
		}{
			"type prefix": {
				&esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"X", "Order"}},
				[]string{"order-1@0 OrderPlaced", "order-1@1 OrderPlaced", "checkpoint 2", "order-1@2 OrderPlaced", "checkpoint 4", "checkpoint 6",
					"checkpoint 7", "caught up"},
			},
			"stream prefix": {
				&esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"stock-", "nothing-"}},
				[]string{"checkpoint 2", "checkpoint 4", "checkpoint 6", "checkpoint 7", "caught up"},
			},
			"stream regex": {
				&esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: `^[a-c].*-1$`},
				[]string{"checkpoint 2", "cart-1@0 CartOpened", "checkpoint 4", "cart-1@1 CartOpened", "cart-1@2 CartOpened", "checkpoint 6",
					"cart-1@3 CartOpened", "caught up"},
			},
			"no system events": {
				esdb.ExcludeSystemEventsFilter(),
				[]string{"order-1@0 OrderPlaced", "order-1@1 OrderPlaced", "checkpoint 2", "order-1@2 OrderPlaced", "cart-1@0 CartOpened",
					"checkpoint 4"},
			},
		} {
			sub := subscribe(t, client, esdb.SubscribeToAllOptions{From: esdb.Start{}, MaxSearchWindow: 2, CheckpointInterval: 1, Filter: c.filter})
			t.Log(name)
			tells(t, sub, c.want...)
		}
		_, err := client.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{
			From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: `^(?!\$)`},
		})
		if err == nil {
			t.Error("an expression with a lookahead is accepted")
		}
	})
}

// TestSubscribeToStream: a stream is read, and then followed, without a gap or a repetition.
func TestSubscribeToStream(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		stored(t, client, "order-1", numbered("Placed", 2)...)
		stored(t, client, "order-2", numbered("Placed", 1)...)
		var subs []*esdb.Subscription
		for _, from := range []esdb.StreamPosition{esdb.Start{}, esdb.Revision(0), esdb.End{}} {
			sub, err := client.SubscribeToStream(t.Context(), "order-1", esdb.SubscribeToStreamOptions{From: from})
			if err != nil {
				t.Fatal(err)
			}
			defer sub.Close()
			subs = append(subs, sub)
		}
		missing, err := client.SubscribeToStream(t.Context(), "order-3", esdb.SubscribeToStreamOptions{From: esdb.Start{}})
		if err != nil {
			t.Fatal(err)
		}
		defer missing.Close()
		tells(t, subs[0], "order-1@0 Placed", "order-1@1 Placed", "caught up")
		tells(t, subs[1], "order-1@1 Placed", "caught up")
		tells(t, subs[2], "caught up")
		tells(t, missing, "caught up")
		stored(t, client, "order-2", numbered("Held", 1)...)
		stored(t, client, "order-1", numbered("Held", 1)...)
		stored(t, client, "order-3", numbered("Placed", 1)...)
		for _, sub := range subs {
			tells(t, sub, "order-1@2 Held")
		}
		tells(t, missing, "order-3@0 Placed")
	})
}

// TestFallingBehind: a subscription that is far behind the end again says so, and when it has caught up.
func TestFallingBehind(t *testing.T) {
	t.Parallel()
	store := memory(t)
	client := over(t, store)
	sub := subscribe(t, client, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	tells(t, sub, "caught up")
	events := make([]eventstore.NewEvent, 3*fellBehind)
	for i, e := range numbered("Counted", len(events)) {
		events[i] = eventstore.NewEvent{ID: e.EventID, Type: e.EventType, SchemaVersion: 1, Data: e.Data, Metadata: []byte("{}")}
	}
	if _, err := store.Append(t.Context(), "stock-1", eventstore.Any, events...); err != nil {
		t.Fatal(err)
	}
	var told []string
	for len(told) < len(events)+2 {
		told = append(told, next(t, sub))
	}
	if behind := slices.Index(told, "fell behind"); behind < fellBehind || told[len(told)-1] != "caught up" {
		t.Errorf("fell behind after %d of %d, and at last %s", behind, len(told), told[len(told)-1])
	}
}

// TestSubscriptionsAreLimited: more than the allowed number is refused, and one that ends makes room.
func TestSubscriptionsAreLimited(t *testing.T) {
	t.Parallel()
	s, address := serve(t, Options{Store: memory(t), MaxSubscriptions: 1})
	client := connect(t, address)
	first := subscribe(t, client, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	tells(t, first, "caught up")
	if _, err := client.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{}); err == nil {
		t.Error("a second subscription is open")
	}
	if s.Subscriptions() != 1 {
		t.Errorf("%d are counted", s.Subscriptions())
	}
	_ = first.Close()
	for {
		second, err := client.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.Start{}})
		if err == nil {
			tells(t, second, "caught up")
			return
		}
	}
}

// TestStop: the server ends its subscriptions and then itself, without waiting for clients.
func TestStop(t *testing.T) {
	t.Parallel()
	s, address := serve(t, Options{Store: memory(t)})
	client := connect(t, address)
	sub := subscribe(t, client, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	tells(t, sub, "caught up")
	s.Stop(t.Context())
	if t.Context().Err() != nil {
		t.Error("it waited for the subscription")
	}
	tells(t, sub, "dropped: rpc error: code = Unavailable desc = the server is stopping")
	if n := s.Subscriptions(); n != 0 {
		t.Errorf("%d subscriptions are open", n)
	}
}
