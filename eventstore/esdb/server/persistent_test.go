package server

import (
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"tradelog/eventstore"
)

// given returns the next event of a persistent subscription and how often it was tried before.
func given(t *testing.T, sub *esdb.PersistentSubscription) (*esdb.ResolvedEvent, int) {
	t.Helper()
	e := sub.Recv()
	if e.EventAppeared == nil {
		t.Fatalf("dropped: %v", e.SubscriptionDropped.Error)
	}
	return e.EventAppeared.Event, e.EventAppeared.RetryCount
}

// wants checks the next event of a persistent subscription, and returns it.
func wants(t *testing.T, sub *esdb.PersistentSubscription, want string, retries int) *esdb.ResolvedEvent {
	t.Helper()
	e, tried := given(t, sub)
	if got := name(e.Event); got != want || tried != retries {
		t.Fatalf("%s, tried %d times, not %s, tried %d times", got, tried, want, retries)
	}
	return e
}

// TestPersistentSubscription: each event is given until it is acknowledged, skipped or parked, and the group keeps its place while nobody
// is connected.
func TestPersistentSubscription(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		stored(t, client, "order-1", numbered("Placed", 3)...)
		settings := esdb.SubscriptionSettingsDefault()
		settings.MaxRetryCount = 1
		if err := client.CreatePersistentSubscription(t.Context(), "order-1", "mail", esdb.PersistentStreamSubscriptionOptions{
			Settings: &settings, StartFrom: esdb.Start{},
		}); err != nil {
			t.Fatal(err)
		}
		if err := client.CreatePersistentSubscription(t.Context(), "order-1", "mail", esdb.PersistentStreamSubscriptionOptions{
			StartFrom: esdb.Start{},
		}); code(t, err) != esdb.ErrorCodeResourceAlreadyExists {
			t.Error(err)
		}
		connected := func() *esdb.PersistentSubscription {
			sub, err := client.SubscribeToPersistentSubscription(t.Context(), "order-1", "mail", esdb.SubscribeToPersistentSubscriptionOptions{
				BufferSize: 1,
			})
			if err != nil {
				t.Fatal(err)
			}
			return sub
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		sub := connected()
		must(sub.Ack(wants(t, sub, "order-1@0 Placed", 0)))
		must(sub.Nack("later", esdb.NackActionRetry, wants(t, sub, "order-1@1 Placed", 0)))
		must(sub.Nack("never", esdb.NackActionRetry, wants(t, sub, "order-1@1 Placed", 1))) // the limit: parked
		wants(t, sub, "order-1@2 Placed", 0)
		must(sub.Close()) // without an acknowledgement
		sub = connected()
		defer sub.Close()
		must(sub.Nack("unwanted", esdb.NackActionSkip, wants(t, sub, "order-1@2 Placed", 0)))
		stored(t, client, "order-1", numbered("Held", 1)...)
		must(sub.Ack(wants(t, sub, "order-1@3 Held", 0)))

		info, err := client.GetPersistentSubscriptionInfo(t.Context(), "order-1", "mail", esdb.GetPersistentSubscriptionOptions{})
		if err != nil || info.GroupName != "mail" || info.EventSource != "order-1" || info.Stats.ParkedMessagesCount != 1 {
			t.Errorf("%+v, %v", info, err)
		}
		must(client.ReplayParkedMessages(t.Context(), "order-1", "mail", esdb.ReplayParkedMessagesOptions{}))
		must(sub.Ack(wants(t, sub, "order-1@1 Placed", 0)))
		stored(t, client, "order-1", numbered("Released", 1)...)
		wants(t, sub, "order-1@4 Released", 0)

		must(client.DeletePersistentSubscription(t.Context(), "order-1", "mail", esdb.DeletePersistentSubscriptionOptions{}))
		if e := sub.Recv(); e.SubscriptionDropped == nil || !strings.Contains(e.SubscriptionDropped.Error.Error(), "deleted") {
			t.Errorf("%+v", e)
		}
		_, err = client.SubscribeToPersistentSubscription(t.Context(), "order-1", "mail", esdb.SubscribeToPersistentSubscriptionOptions{})
		if code(t, err) != esdb.ErrorCodeResourceNotFound {
			t.Error(err)
		}
	})
}

// TestPersistentSubscriptionToAll: two consumers of a filtered group share its events.
func TestPersistentSubscriptionToAll(t *testing.T) {
	t.Parallel()
	client := over(t, memory(t))
	before := stored(t, client, "order-1", numbered("Placed", 1)...)
	if err := client.CreatePersistentSubscriptionToAll(t.Context(), "stock", esdb.PersistentAllSubscriptionOptions{
		StartFrom: esdb.Position{Commit: before.CommitPosition, Prepare: before.PreparePosition},
		Filter:    &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"order-"}},
	}); err != nil {
		t.Fatal(err)
	}
	var subs []*esdb.PersistentSubscription
	for range 2 {
		sub, err := client.SubscribeToPersistentSubscriptionToAll(t.Context(), "stock",
			esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		subs = append(subs, sub)
	}
	stored(t, client, "cart-1", numbered("Opened", 1)...)
	stored(t, client, "order-2", numbered("Placed", 2)...)
	a, _ := given(t, subs[0])
	b, _ := given(t, subs[1])
	if got := a.Event.EventNumber + b.Event.EventNumber; a.Event.StreamID != "order-2" || b.Event.StreamID != "order-2" || got != 1 {
		t.Errorf("%s and %s", name(a.Event), name(b.Event))
	}
	list, err := client.ListAllPersistentSubscriptions(t.Context(), esdb.ListPersistentSubscriptionsOptions{})
	if err != nil || len(list) != 1 || len(list[0].Connections) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}
