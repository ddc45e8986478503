package server

import (
	"math"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

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

// TestPersistentSubscription: each event is given until it is acknowledged, skipped or parked, and the group keeps its checkpoint while
// nobody is connected.
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

// TestPersistentSubscriptionsBegin: with the event at their revision or position, as servers have it. A client may also name the stream and
// the revision in the fields of older servers.
func TestPersistentSubscriptionsBegin(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		_, address := serve(t, Options{Store: store})
		client := connect(t, address)
		stored(t, client, "order-1", numbered("Placed", 1)...)
		second := stored(t, client, "order-1", numbered("Held", 1)...)
		if err := client.CreatePersistentSubscription(t.Context(), "order-1", "new", esdb.PersistentStreamSubscriptionOptions{
			StartFrom: esdb.Revision(1),
		}); err != nil {
			t.Fatal(err)
		}
		if err := client.CreatePersistentSubscriptionToAll(t.Context(), "whole", esdb.PersistentAllSubscriptionOptions{
			StartFrom: esdb.Position{Commit: second.CommitPosition, Prepare: second.PreparePosition},
		}); err != nil {
			t.Fatal(err)
		}
		connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		for name, from := range map[string]uint64{"old": 1, "old end": math.MaxUint64} {
			if _, err := persistent.NewPersistentSubscriptionsClient(connection).Create(t.Context(), &persistent.CreateReq{
				Options: &persistent.CreateReq_Options{
					StreamIdentifier: wireStream("order-1"), GroupName: name, Settings: &persistent.CreateReq_Settings{Revision: from},
				},
			}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		stored(t, client, "order-1", numbered("Released", 1)...)
		for name, want := range map[string]string{"new": "order-1@1 Held", "old": "order-1@1 Held", "old end": "order-1@2 Released"} {
			sub, err := client.SubscribeToPersistentSubscription(t.Context(), "order-1", name, esdb.SubscribeToPersistentSubscriptionOptions{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			wants(t, sub, want, 0)
			_ = sub.Close()
		}
		sub, err := client.SubscribeToPersistentSubscriptionToAll(t.Context(), "whole", esdb.SubscribeToPersistentSubscriptionOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		wants(t, sub, "order-1@1 Held", 0)
	})
}

// TestPersistentSubscriptionToAll: two consumers of a filtered group share its events.
func TestPersistentSubscriptionToAll(t *testing.T) {
	t.Parallel()
	client := over(t, memory(t))
	stored(t, client, "order-1", numbered("Placed", 1)...)
	if err := client.CreatePersistentSubscriptionToAll(t.Context(), "stock", esdb.PersistentAllSubscriptionOptions{
		StartFrom: esdb.End{},
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
